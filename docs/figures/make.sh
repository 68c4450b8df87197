#!/usr/bin/env bash
#
# make.sh: makes docs/idea.svg, docs/terminal.svg, docs/train.svg and docs/noise.svg again.
# Needs gnuplot, tmux, python3 and a build (`make`).
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
scratch=$(mktemp -d) && trap 'rm -rf "$scratch"' EXIT
openblas=$(sed -n 's/^INLAY_OPENBLAS:.*=//p' build/CMakeCache.txt)

# The idea: an ordinary GP and Inlay's.
${CC:-cc} -std=c11 -O2 -Wall -Wextra -Iinclude -Isrc docs/figures/idea.c \
    build/libinlay.a "$openblas" -ljansson -lpthread -lm -o "$scratch/idea"
"$scratch/idea" >"$scratch/idea.dat"
gnuplot -e "data='$scratch/idea.dat'; out='docs/idea.svg'" docs/figures/idea.gp
sed -i "s,<title>Gnuplot</title>,<title>One integer variable: an ordinary GP and Inlay's</title>," \
    docs/idea.svg

# A run in a terminal, and its plot.
cp examples/studies/train.* "$scratch/"
cd "$scratch"
export PATH=$root/build:$PATH
"$root/docs/figures/terminal.py" 84 40 "$root/docs/terminal.svg" 'inlay run train.json'
inlay plot train.json -o "$root/docs/train.svg"

# Where evaluations scatter: from docs/figures/noise.csv, which noise.py makes.
cd "$root"
gnuplot docs/figures/noise.gp
