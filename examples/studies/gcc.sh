#!/usr/bin/env bash
#
# gcc.sh: compiles kernel.c with the flags of a trial, and times it.
#
# The values are in the environment (INLAY_X_level and so on).  The program goes to
# the folder of the trial, INLAY_WORKDIR.  The result is a line of JSON: Inlay
# minimizes "objective" and keeps the rest with the trial.  The trial fails if the
# compilation fails or the program computes something else.
#
# Run one trial at a time: two would disturb each other's timing.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")"

checksum=e239a646828016e6/0.040878 # of a correct kernel.c
n_runs=3                           # take the fastest

: "${INLAY_WORKDIR:?is not set; inlay run sets it}"
program=$INLAY_WORKDIR/kernel

flags=("-$INLAY_X_level" "-finline-limit=$INLAY_X_inline_limit")
[ "$INLAY_X_native" = false ] || flags+=(-march=native)
[ "$INLAY_X_fast_math" = false ] || flags+=(-ffast-math)
if [ "$INLAY_X_vectorize" = true ]; then
    flags+=(-ftree-vectorize)
else
    flags+=(-fno-tree-vectorize)
fi
[ "$INLAY_X_unroll" = false ] ||
    flags+=(-funroll-loops --param "max-unroll-times=$INLAY_X_unroll_times")

began=$EPOCHREALTIME
gcc "${flags[@]}" -o "$program" kernel.c -lm
ended=$EPOCHREALTIME

results=
for ((run = 0; run < n_runs; run++)); do
    results+=$("$program")$'\n'
done
size=$(wc -c <"$program")
rm "$program"

awk -v want="$checksum" -v began="$began" -v ended="$ended" -v size="$size" '
NF == 0 { next }
$1 != want {
    print "wrong result: " $1 " is not " want > "/dev/stderr"
    is_wrong = 1
    exit 1
}
best == "" || $2 < best { best = $2 }
END {
    if (is_wrong)
        exit 1
    printf "{\"objective\": %.6f, \"compile_seconds\": %.3f, \"size\": %d}\n", best, ended - began, size
}' <<<"$results"
