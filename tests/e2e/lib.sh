# lib.sh: sourced by the scripts of this folder.  $1 is a build folder; $inlay is
# its tool.  Scripts start in a folder of their own, which is removed at the end.
# shellcheck shell=bash
set -euo pipefail
source_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build_folder=$(cd "$1" && pwd)
inlay=$build_folder/inlay
scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
cd "$scratch"

die() {
    echo "FAILED: $*" >&2
    exit 1
}

[ -x "$inlay" ] || die "there is no $inlay"

# With sanitizers the tool takes ten times as long to start: scripts do less.
is_sanitized=no
! grep -q '^INLAY_SANITIZE:STRING=.' "$build_folder/CMakeCache.txt" || is_sanitized=yes

# Runs a command; its output is in $out, its messages in $messages.
expect_exit() { # code, command...
    local want=$1 got=0
    shift
    "$@" >"$scratch/.out" 2>"$scratch/.messages" || got=$?
    out=$(cat "$scratch/.out")
    messages=$(cat "$scratch/.messages")
    [ "$got" = "$want" ] ||
        die "exit code $got instead of $want: $* -> $out $messages"
}

expect_text() { # got, wanted
    [ "$1" = "$2" ] || die "got:"$'\n'"$1"$'\n'"wanted:"$'\n'"$2"
}

expect_within() { # text, part
    case $1 in
    *"$2"*) ;;
    *) die "'$2' is not in:"$'\n'"$1" ;;
    esac
}

wait_until() { # command...
    for _ in $(seq 400); do
        ! "$@" || return 0
        sleep 0.05
    done
    die "in vain: $*"
}

# Ctrl-C twice while a trial runs, of a program that at a file `hold` makes a file
# `held` and sleeps.
interrupt_twice() { # study file
    local pid code=0
    touch hold
    "$inlay" run "$1" >interrupted.out 2>&1 &
    pid=$!
    wait_until test -e held
    kill -INT $pid
    wait_until grep -q Stopping interrupted.out
    kill -INT $pid
    wait $pid || code=$?
    expect_text "$code" 130
    rm hold held
}

# By lines of JSON a study suggests what its run did, in the first n trials.
expect_same_by_lines() { # name of the study, n
    "$inlay" show "$1.inlay" --json | head -n "$2" | sed -E 's/,$//; s/^.//' >shown
    sed -E 's/.*"id": ([0-9]+),.*"y": ([^,]*),.*/{"op":"ask"}\n{"op":"tell","id":\1,"y":\2}/' \
        shown | "$inlay" stdio "$1.json" >replies || die "stdio: exit code $?"
    expect_text "$(grep -c '{"ok": true}' replies)" "$2"
    expect_text "$(grep '"id"' replies)" \
        "$(sed -E 's/("id": [0-9]+, ).*("x": \{[^}]*\}).*/\1\2}/' shown)"
}
