# Files that cannot be written, read or understood: a clear message, the exit
# code, and what was stored stays readable.
. "$(dirname "$0")/lib.sh"
set +e # exit codes are looked at one by one

cat >study.json <<'END'
{
  "variables": [{"name": "k", "type": "integer", "min": 1, "max": 1000000}],
  "command": ["sh", "-c", "echo {k}"],
  "budget": 6, "method": "random"
}
END
"$inlay" run study.json >log 2>&1 || die "$(cat log)"
cp study.inlay good.inlay

complains() { # exit code, words, command...
    local code=$1 words=$2 status
    shift 2
    "$@" >out 2>err </dev/null
    status=$?
    [ $status -eq "$code" ] || die "exit code $status, not $code: $* : $(cat out err)"
    grep -q -- "$words" err || die "no word of '$words' from $*: $(cat err)"
    [ "$(wc -l <err)" -le 3 ] || die "too many words: $(cat err)"
}

readable() { # trials
    [ "$("$inlay" show --csv study.inlay | wc -l)" -eq $(($1 + 1)) ] || die "not $1 trials any more"
}

# ---- A full disk, as the kernel tells it: files may not grow.
(
    ulimit -f 100 # blocks of 1024 bytes
    "$inlay" run --budget 5000 study.json >out 2>err
) && die "a full disk was not noticed"
[ $? -ne 153 ] || die "killed by SIGXFSZ"
grep -qi 'disk' err || die "no word of the disk: $(cat err)"
n=$(($("$inlay" show --csv study.inlay | grep -c ,done,)))
[ "$n" -ge 6 ] || die "only $n trials after a full disk"
"$inlay" run --budget $((n + 5)) study.json >log 2>&1 || die "no going on after a full disk: $(cat log)"

# ---- A disk that is full in truth, where we may make one.
if mkdir disk && mount -t tmpfs -o size=400k inlay-test disk 2>/dev/null; then
    cp study.json disk/
    complains 5 'full' "$inlay" run --budget 100000 disk/study.json
    "$inlay" show --csv disk/study.inlay >trials || die "a full disk is not readable"
    [ "$(wc -l <trials)" -gt 1 ] || die "nothing was stored"
    umount disk
else
    echo "skipped: a small disk (mount is not allowed)"
fi

# ---- A disk that is full already when a store is made or opened on it.
mkdir -p disk
for size in 8k 16k 32k 48k 64k 128k; do
    if ! mount -t tmpfs -o size=$size inlay-test disk 2>/dev/null; then
        echo "skipped: a full disk at opening (mount is not allowed)"
        break
    fi
    cp study.json disk/
    complains 5 "store 'disk/study.inlay': the disk is full" "$inlay" run --budget 500 disk/study.json
    umount disk
done
if mount -t tmpfs -o size=200k inlay-test disk 2>/dev/null; then
    cp study.json disk/
    cp good.inlay disk/study.inlay
    dd if=/dev/zero of=disk/filling bs=1k 2>/dev/null
    for words in run ask 'tell 1 2' 'enqueue k=3' retry; do
        read -r command rest <<<"$words"
        # shellcheck disable=SC2086
        complains 5 "store 'disk/study.inlay': the disk is full" "$inlay" $command disk/study.json $rest
    done
    for command in best show check; do
        "$inlay" $command disk/study.json >out 2>err || die "$command on a full disk: $(cat err)"
    done
    rm disk/filling
    "$inlay" run --budget 8 disk/study.json >out 2>err || die "no going on when there is space: $(cat err)"
    umount disk
fi

# ---- Foreign, damaged, newer, empty files.
cp good.inlay study.inlay
rm -f study.inlay-*
echo "not a database, but a text that is long enough to be one" >foreign.inlay
complains 5 'not an inlay store' "$inlay" show foreign.inlay
complains 5 'not an inlay store' "$inlay" run --store foreign.inlay study.json
grep -q 'not a database' foreign.inlay || die "a foreign file was changed"
: >empty.inlay
complains 5 'no study' "$inlay" best empty.inlay
cp good.inlay damaged.inlay
dd if=/dev/urandom of=damaged.inlay bs=4096 seek=1 count=6 conv=notrunc 2>/dev/null
complains 5 'damaged' "$inlay" best damaged.inlay
cp good.inlay newer.inlay
# The format is the big-endian number at byte 60 of the header.
printf '\0\0\0\7' | dd of=newer.inlay bs=1 seek=60 conv=notrunc 2>/dev/null
complains 5 'newer version' "$inlay" show newer.inlay
complains 5 'newer version' "$inlay" tell newer.inlay 1 2
readable 6

# ---- Missing files and folders in the place of files.
complains 2 'nowhere.json' "$inlay" run nowhere.json
mkdir folder.json
complains 2 'folder.json' "$inlay" run folder.json
complains 5 'no-folder' "$inlay" run --store no-folder/x.inlay study.json

# ---- A file that may not be written: reading goes on.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    as_nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)
    chmod 755 . && chmod a+rx "$scratch"
    chmod 444 study.inlay
    complains 5 'written' "${as_nobody[@]}" "$inlay" ask study.json
    "${as_nobody[@]}" "$inlay" show --csv study.inlay >trials 2>err || die "read-only: $(cat err)"
    [ "$(wc -l <trials)" -eq 7 ] || die "read-only: $(cat trials)"
    "${as_nobody[@]}" "$inlay" best study.json >/dev/null 2>err || die "read-only: $(cat err)"
elif [ "$(id -u)" -ne 0 ]; then
    chmod 444 study.inlay
    chmod 555 .
    complains 5 'written' "$inlay" ask study.json
    chmod 755 .
else
    echo "skipped: a read-only file (no setpriv)"
fi
chmod 644 study.inlay

# ---- The store is deleted while a run goes on.
mkdir gone
sed 's/"budget": 6/"budget": 500/; s/echo {k}/sleep 0.02; echo {k}/' study.json >gone/study.json
"$inlay" run gone/study.json >gone/out 2>gone/err &
pid=$!
for _ in $(seq 100); do
    grep -q '^trial' gone/out && break
    sleep 0.05
done
rm gone/study.inlay
wait $pid
status=$?
[ $status -eq 5 ] || die "a deleted store: exit code $status: $(tail -n 3 gone/err)"
grep -q 'deleted or moved' gone/err || die "a deleted store: $(cat gone/err)"
