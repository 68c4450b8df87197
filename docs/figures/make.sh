#!/usr/bin/env bash
#
# make.sh: makes docs/idea.svg anew.  Needs gnuplot and a build (`make`).
set -euo pipefail
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d) && trap 'rm -rf "$scratch"' EXIT
openblas=$(sed -n 's/^INLAY_OPENBLAS:.*=//p' build/CMakeCache.txt)

${CC:-cc} -std=c11 -O2 -Wall -Wextra -Iinclude -Isrc docs/figures/idea.c \
    build/libinlay.a "$openblas" -ljansson -lpthread -lm -o "$scratch/idea"
"$scratch/idea" >"$scratch/idea.dat"
gnuplot -e "data='$scratch/idea.dat'; out='docs/idea.svg'" docs/figures/idea.gp
sed -i "s,<title>Gnuplot</title>,<title>One integer variable: an ordinary GP and Inlay's</title>," \
    docs/idea.svg
