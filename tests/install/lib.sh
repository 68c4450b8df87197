# lib.sh: sourced by the scripts of this folder.  $1 is a build folder; it is
# installed to $prefix, in a folder that is removed at the end.
set -euo pipefail
source_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build_folder=$1
here=$source_folder/tests/install
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

die() {
    echo "FAILED: $*" >&2
    exit 1
}

prefix=$scratch/prefix
DESTDIR='' cmake --install "$build_folder" --prefix "$prefix" >"$scratch/install.log" ||
    die "cmake --install: $(cat "$scratch/install.log")"

# inlay.pc lies in lib/ or lib/TRIPLET/.
pc=$(find "$prefix" -name inlay.pc)
[ -n "$pc" ] || die "inlay.pc was not installed"
libdir=$(dirname "$(dirname "$pc")")
export PKG_CONFIG_PATH=$libdir/pkgconfig

strict=(-Wall -Wextra -Wpedantic -Werror)

# Fails unless the program loads the OpenBLAS this build was linked to: the
# variants share a soname, so only an rpath keeps them apart.
openblas=$(sed -n 's/^INLAY_OPENBLAS:.*=//p' "$build_folder/CMakeCache.txt")
check_openblas() { # program
    local loaded
    loaded=$(ldd "$1")
    case $loaded in
    *"=> $(dirname "$openblas")/libopenblas"*) ;;
    *) die "$1 does not load $openblas but $loaded" ;;
    esac
}

# A program linked to libinlay.so, which lies where the loader does not look.
run_shared() { # program
    export LD_LIBRARY_PATH=$libdir
    "$1" || die "$1 returned $?"
    check_openblas "$1"
    unset LD_LIBRARY_PATH
}

# A program that has libinlay.a in it.
run_static() { # program
    "$1" || die "$1 returned $?"
    check_openblas "$1"
    case $(ldd "$1") in
    *libinlay*) die "$1 wants libinlay.so" ;;
    esac
}
