#!/usr/bin/env bash
#
# test_completion.sh: bash, zsh and fish complete commands, flags, values, options,
# variables and files, with the scripts that the tool prints.  A shell that is not
# installed is skipped.
# shellcheck source=lib.sh
source "$(dirname "$0")/lib.sh"

export PATH=$build_folder:$PATH HOME=$scratch
mkdir folder
touch 'a b.json' c.inlay d.txt
cat >s.json <<'END'
{"variables": [{"name": "x", "type": "real", "min": 0, "max": 1, "description": "how far"},
               {"name": "color", "type": "categorical", "values": ["red", "dark green"]}]}
END

# What each shell must offer for a line: the last word as it would then stand.
lines=(
    'inlay ini' 'inlay init --max' 'inlay run s.json --method gp-b' 'inlay run s.json --method=gp-n'
    'inlay run s.json --option burn' 'inlay run s.json --option kernel=matern3'
    'inlay run s.json --option=kernel=s' 'inlay show s.json --state do' 'inlay help sch'
    'inlay completion zs' 'inlay plot s.json --variable co' 'inlay try s.json --set co'
    'inlay try s.json --set color=r' 'inlay -q run s' 'inlay run c.' 'inlay run fol'
    'inlay run s.json --store d.' 'inlay run s.json --store=d.' 'inlay import s.json d.'
    'inlay run s.json extra' 'inlay run d.')
wanted=(
    init --max-failures gp-basic --method=gp-naive
    burn_in= kernel=matern32
    --option=kernel=se 'done' schema
    zsh color color=
    color=red s.json c.inlay folder/
    d.txt --store=d.txt d.txt
    '' '')

check_shell() { # name, function that prints what is offered for each line
    local i got
    if ! command -v "$1" >/dev/null; then
        echo "skipped: $1 is not installed"
        return
    fi
    mapfile -t got < <("$2" "${lines[@]}")
    for i in "${!lines[@]}"; do
        [ "${got[i]-nothing}" = "${wanted[i]}" ] ||
            die "$1: '${lines[i]}' gives '${got[i]-nothing}' instead of '${wanted[i]}'"
    done
}

# Readline splits a line at spaces and '=', and replaces what is after the last
# '='.  The lines have no quotes.
in_bash() {
    bash --norc -uc '
        source <(inlay completion bash)
        for line; do
            read -ra COMP_WORDS <<<"${line//=/ = }"
            COMP_LINE=$line
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _inlay
            head=
            word=${line##* }
            [[ $word != *=* ]] || head=${word%"${word##*=}"}
            reply=${COMPREPLY[*]+"$head${COMPREPLY[*]}"}
            [[ ! -d $reply ]] || reply+=/
            echo "$reply"
        done' bash "$@"
}

in_fish() {
    fish --no-config -c 'inlay completion fish | source
        for line in $argv
            echo (complete -C $line | string replace -r "\t.*" "")
        end' "$@"
}

# A zsh in a pseudo-terminal; a key completes the line and prints it between marks.
cat >complete.zsh <<'END'
zmodload zsh/zpty
zpty child zsh -f
until_mark() { # pattern
    local text=
    all=
    while zpty -r child text; do
        all+=$text
        [[ $all == *${~1}* ]] && return
    done
}
zpty -w child 'unsetopt zle_bracketed_paste; PS1= PS2= RPS1=; stty -echo cols 200'
zpty -w child 'autoload -U compinit; compinit -u -D; source <(inlay completion zsh)'
zpty -w child 'show() { zle complete-word; print -r -- "<<$BUFFER>>"; zle send-break }'
zpty -w child 'zle -N show; bindkey "^T" show; print RE""ADY'
until_mark READY
for line; do
    zpty -w -n child "$line"$'\x14'
    until_mark '<<*>>'
    line=${all##*'<<'}
    print -r -- "${line%%'>>'*}"
done
zpty -d child
END
# A line that is still the same: nothing was found.
in_zsh() {
    zsh -f complete.zsh "$@" | for line; do
        IFS= read -r became
        became=${became% }
        [ "$became" != "$line" ] || became=
        echo "${became##* }"
    done
}

check_shell bash in_bash
# A folder of one's own, and quotes: as the shell passes them to the tool.
expect_text "$(in_bash 'inlay try ~/s.json --set co' 'inlay try "s.json" --set co')" "$(printf 'color=\ncolor=')"
check_shell fish in_fish
check_shell zsh in_zsh

# Several candidates, with their help where a shell shows it.
if command -v fish >/dev/null; then
    out=$(fish --no-config -c 'inlay completion fish | source; complete -C "inlay try s.json --set "')
    expect_text "$out" "$(printf 'color=\nx=\thow far')"
    out=$(fish --no-config -c 'inlay completion fish | source; complete -C "inlay run "')
    expect_text "$(cut -f 1 <<<"$out" | sort)" "$(printf 'a b.json\nc.inlay\nfolder/\ns.json')"
fi

# Names and values are data: no shell may run them, take them apart or read them as
# a directive.  An interactive bash, in a pseudo-terminal, completes each line and
# prints it between marks.
cat >hostile.json <<'END'
{"variables": [{"name": ":files", "type": "real", "min": 0, "max": 1},
               {"name": ":studies", "type": "real", "min": 0, "max": 1},
               {"name": "run", "type": "categorical", "values": ["b;touch PWNED", "$(touch PWNED)"]},
               {"name": "mode", "type": "categorical", "values": ["c d", "o'n", "a:b"]}]}
END
cat >complete.py <<'END'
import os, pty, select, sys, time

SETUP = r"""PS1= PS2=; bind 'set enable-bracketed-paste off'; bind 'set bell-style none'
source <(inlay completion bash)
show() { printf '<<%s>>\n' "$READLINE_LINE"; READLINE_LINE= READLINE_POINT=0; }
bind -x '"\C-t": show'; echo RE''ADY
"""

def until(fd, mark):
    got, end = b"", time.time() + 20
    while mark not in got and time.time() < end:
        if select.select([fd], [], [], 0.2)[0]:
            got += os.read(fd, 4096)
    return got

pid, fd = pty.fork()
if pid == 0:
    os.environ.update(TERM="dumb", INPUTRC="/dev/null")
    os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
os.write(fd, SETUP.encode())
until(fd, b"READY\r\n")
for line in sys.argv[1:]:
    os.write(fd, line.encode() + b"\t\x14")
    print(until(fd, b">>\r\n").decode().split("<<")[-1].split(">>")[0].rstrip(" "))
os.close(fd)
os.waitpid(pid, 0)
END
set='inlay try hostile.json --set'
typed=("$set run=b" "$set run=\$" "$set mode=c" "$set mode=c\\ " "$set mode=\"c" "$set \"mode=c" "$set run='b"
    "$set \"run=" "$set mode='o" "$set mode=o" "$set mode=a:" "$set :f" "$set 'mode'=c"
    'inlay plot hostile.json --variable :s' 'inlay run a' 'inlay run "a' 'inlay run a\ ' 'inlay run --store=d.')
became=("$set run=b\\;touch\\ PWNED" "$set run=\\\$\\(touch\\ PWNED\\)" "$set mode=c\\ d" "$set mode=c\\ d"
    "$set mode=\"c d\"" "$set \"mode=c d\"" "$set run='b;touch PWNED'" "$set \"run=b;touch PWNED\""
    "$set mode='o" "$set mode=o\\'n" "$set mode=a:b" "$set :files=" "$set 'mode'=c"
    'inlay plot hostile.json --variable :studies' 'inlay run a\ b.json' 'inlay run "a b.json"' 'inlay run a\ b.json'
    'inlay run --store=d.txt')
if command -v python3 >/dev/null; then
    expect_text "$(python3 complete.py "${typed[@]}")" "$(printf '%s\n' "${became[@]}")"
else
    echo "skipped: an interactive bash needs python3"
fi
if command -v zsh >/dev/null; then
    expect_text "$(zsh -f complete.zsh "$set run=b" "$set mode=c" "$set :f" | sed 's/ $//')" \
        "$(printf '%s\n' "$set run=b\\;touch\\ PWNED" "$set mode=c\\ d" "$set :files=")"
fi
if command -v fish >/dev/null; then # which quotes what it inserts
    out=$(fish --no-config -c 'inlay completion fish | source; complete -C "$argv :"; complete -C "$argv run="' "$set")
    expect_text "$out" "$(printf '%s\n' :files= :studies= "run=\$(touch PWNED)" 'run=b;touch PWNED')"
fi
[ ! -e PWNED ] || die "a value has been run"

# A pipe is not waited for.
mkfifo pipe.json
for shell in bash zsh fish; do
    expect_exit 0 timeout 20 "$inlay" completion "$shell" -- try pipe.json --set ''
    expect_text "$out" ''
done

# Each is a valid script of its shell.
for shell in bash zsh fish; do
    ! command -v "$shell" >/dev/null || "$shell" -n <("$inlay" completion "$shell")
done
expect_exit 2 "$inlay" completion tcsh
expect_within "$messages" "'tcsh' is not supported; the shells are bash, zsh, fish"
