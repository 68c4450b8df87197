# `make uninstall` removes what `make install` has put there, and nothing else.
. "$(dirname "$0")/lib.sh"

# Of this build, so that nothing is compiled: `make` would take its own.
[ "$(cd "$build_folder" && pwd)" = "$source_folder/build" ] || {
    echo "skipped: $build_folder is not the build of make"
    exit 0
}
at=$scratch/a\ place
run_make() { # target
    make -s -C "$source_folder" -o all "$1" DESTDIR="$at" PREFIX=/opt/tools 2>"$scratch/errors" ||
        die "make $1: $(cat "$scratch/errors")"
}

said=$(run_make uninstall)
[ "$said" = "inlay is not installed in $at/opt/tools; nothing was removed" ] || die "$said"

mkdir -p "$at/opt/tools/bin" "$at/opt/tools/share/inlay"
touch "$at/opt/tools/bin/foreign" "$at/opt/tools/share/inlay/mine"
run_make install >/dev/null
for file in bin/inlay include/inlay.h share/man/man1/inlay.1 share/bash-completion/completions/inlay \
    share/zsh/site-functions/_inlay share/fish/vendor_completions.d/inlay.fish; do
    [ -s "$at/opt/tools/$file" ] || die "$file is not installed"
done
n_installed=$(find "$at" ! -type d | wc -l)
said=$(run_make uninstall)
[ "$said" = "inlay: $((n_installed - 2)) file(s) removed from $at/opt/tools" ] || die "$said"
left=$(cd "$at/opt/tools" && find . ! -type d | sort | tr '\n' ' ')
[ "$left" = "./bin/foreign ./share/inlay/mine " ] || die "left: $left"
! find "$at" -type d -name inlay | grep -v share/inlay || die "a folder is left"

# Without a prefix it is /usr/local, from wherever the nothing comes.
for command in "make PREFIX=" "env PREFIX= make"; do
    said=$($command -s -C "$source_folder" -o all uninstall DESTDIR="$at" 2>&1)
    [ "$said" = "inlay is not installed in $at/usr/local; nothing was removed" ] || die "$command: $said"
    $command -s -C "$source_folder" -o all install DESTDIR="$at" >/dev/null
    [ -s "$at/usr/local/include/inlay.h" ] || die "$command install: not in /usr/local"
    rm -r "$at/usr/local"
done

# Sources are neither mixed with what is installed, nor removed.  Tried on a copy.
copy=$scratch/copy
mkdir -p "$copy/tools" "$scratch/linked" && ln -s "$copy/include" "$scratch/linked/include"
cp -r "$source_folder/Makefile" "$source_folder/include" "$copy" && cp "$source_folder/tools/uninstall" "$copy/tools"
ln -s "$source_folder/build" "$copy/build"
for target in install uninstall; do
    for prefix in . "$copy" ../copy/; do
        ! said=$(make -s -C "$copy" -o all "$target" PREFIX="$prefix" 2>&1) || die "$target PREFIX=$prefix: $said"
        [[ $said == *"PREFIX '$prefix': is the folder of the sources"* ]] || die "$said"
    done
done
for prefix in . "$scratch/linked"; do
    ! said=$("$copy/tools/uninstall" "$prefix" 2>&1) || die "uninstall $prefix: $said"
    [[ $said == *"include/inlay.h there is a source of this folder; nothing was removed" ]] || die "$said"
done
[ -s "$copy/include/inlay.h" ] && [ ! -e "$copy/bin" ] || die "the sources were changed"
! "$copy/tools/uninstall" "" 2>/dev/null || die "uninstall takes an empty prefix"
