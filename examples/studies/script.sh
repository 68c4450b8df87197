#!/bin/sh
#
# script.sh TEMPERATURE MINUTES RACK: how far a cake is from a good one.
#
# Stands for any program: values come as arguments, the last line printed is the
# result, and an exit code other than 0 is a failure (the cake has burnt), which
# the search learns to avoid.
set -eu
export LC_ALL=C

[ $# -eq 3 ] || {
    echo "usage: script.sh TEMPERATURE MINUTES RACK" >&2
    exit 2
}
temperature=$1 minutes=$2 rack=$3

case $rack in
top) heat=1.10 unevenness=0.6 ;;
middle) heat=1.00 unevenness=0.1 ;;
bottom) heat=0.92 unevenness=0.3 ;;
*)
    echo "no such rack: $rack" >&2
    exit 2
    ;;
esac

# The dough takes up heat above 100 degrees; 2800 degree minutes are right, and
# more than 6000 are charcoal.  Below 180 degrees it gets no crust.
awk -v t="$temperature" -v m="$minutes" -v h="$heat" -v u="$unevenness" '
BEGIN {
    dose = (t * h - 100) * m
    if (dose > 6000) {
        printf "burnt after %d minutes at %.0f degrees\n", m, t > "/dev/stderr"
        exit 1
    }
    crust = t * h < 180 ? (180 - t * h) / 30 : 0
    printf "%.6f\n", ((dose - 2800) / 1000) ^ 2 + crust ^ 2 + u
}'
