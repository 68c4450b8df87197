# The installed library is found by find_package(inlay).
. "$(dirname "$0")/lib.sh"

{
    cmake -G Ninja -S "$here" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_BUILD_TYPE=Debug &&
        cmake --build "$scratch/build"
} >"$scratch/log" 2>&1 || die "the user's project: $(cat "$scratch/log")"
run_static "$scratch/build/user_static"
for program in user_shared user_cxx; do
    "$scratch/build/$program" || die "$program returned $?"
    check_openblas "$scratch/build/$program"
    case $(ldd "$scratch/build/$program") in
    *"=> $libdir/libinlay.so"*) ;;
    *) die "$program does not load the installed libinlay.so" ;;
    esac
done
