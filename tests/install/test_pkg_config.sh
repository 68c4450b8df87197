# The installed library is found by pkg-config: from C, from C++, and statically.
. "$(dirname "$0")/lib.sh"

wanted=$(awk '/^#define INLAY_VERSION_/ { v = v (v == "" ? "" : ".") $3 } END { print v }' \
    "$source_folder/include/inlay.h")
[ "$(pkg-config --modversion inlay)" = "$wanted" ] ||
    die "inlay.pc has version $(pkg-config --modversion inlay), inlay.h $wanted"

read -r -a flags <<<"$(pkg-config --cflags --libs inlay)"
${CC:-cc} -std=c11 "${strict[@]}" "$here/user.c" -o "$scratch/user_c" "${flags[@]}"
run_shared "$scratch/user_c"

${CXX:-c++} -std=c++11 "${strict[@]}" -x c++ "$here/user.c" -x none \
    -o "$scratch/user_cxx" "${flags[@]}"
run_shared "$scratch/user_cxx"

# With libinlay.a alone, Libs.private must name all that it needs.
rm "$libdir"/libinlay.so*
read -r -a flags <<<"$(pkg-config --static --cflags --libs inlay)"
${CC:-cc} -std=c11 "${strict[@]}" "$here/user.c" -o "$scratch/user_static" "${flags[@]}"
run_static "$scratch/user_static"
