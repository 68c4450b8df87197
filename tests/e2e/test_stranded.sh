# Pending trials that a changed study file leaves outside its space: they take nothing
# of the budget, and run, status, show and best say which they are.
. "$(dirname "$0")/lib.sh"

write_study() { # max of k, more variables
    cat >s.json <<END
{"variables": [{"name": "k", "type": "integer", "min": 1, "max": $1}${2:-}],
 "command": ["sh", "-c", "echo {k}"], "method": "random", "budget": 6, "seed": 1}
END
}
stranded="is pending but lies outside the space as it is now: no run evaluates it, and no budget is spent for it; \
give it up with 'inlay abandon"

# Two are asked by hand; with the other range one of them lies outside.
write_study 100
"$inlay" enqueue s.json k=90 >/dev/null
"$inlay" enqueue s.json k=5 >/dev/null
expect_exit 0 "$inlay" ask s.json -n 2
write_study 10
expect_exit 7 "$inlay" status s.json
expect_within "$(tr -s ' \n' ' ' <<<"$out")" "trial 1 $stranded s.json 1'"
expect_within "$out" 'budget      1 of 6'
expect_exit 7 "$inlay" status s.json --json
expect_within "$out" '"spent": 1, "stranded": 1'
expect_exit 0 "$inlay" show s.json
expect_within "$out" "trial 1 $stranded s.json 1'"

# Six trials are the budget: that which was asked by hand, and five of the run.
expect_exit 0 "$inlay" run s.json
expect_within "$messages" "trial 1 $stranded s.json 1'"
expect_text "$("$inlay" show s.json --csv | grep -c ',done,')" 5
expect_exit 0 "$inlay" best s.json
expect_within "$messages" "trial 1 $stranded s.json 1'"
expect_exit 0 "$inlay" best s.json --quiet
expect_text "$messages" ''
expect_exit 0 "$inlay" run s.json --quiet # nothing more
expect_text "$("$inlay" show s.json --csv | grep -c ',done,')" 5

# What the command says is done, and nobody complains.
expect_exit 0 "$inlay" abandon s.json 1
expect_exit 0 "$inlay" run s.json
expect_text "$("$inlay" show s.json --csv | grep -c ',done,')" 5
for command in run best show; do
    "$inlay" $command s.json 2>&1 | grep -q 'pending but lies' && die "$command still says it"
done

# In a space where it lacks a value, what a killed run has left waits for nobody.
mkdir lost && cd lost
write_study 10
sed -i 's/echo {k}/touch held; sleep 60/' s.json
"$inlay" run s.json >/dev/null 2>&1 &
pid=$!
wait_until test -e held
kill -KILL $pid
wait $pid || true
write_study 10 ', {"name": "new", "type": "real", "min": 0, "max": 1, "default": null}'
sed -i 's/echo {k}/echo {k} {new}; echo 1/' s.json
expect_exit 0 "$inlay" run s.json --store s.inlay
expect_within "$messages" "trial 1 $stranded s.json --store s.inlay 1'"
expect_text "$("$inlay" show s.json --csv | grep -c ',done,')" 6
expect_exit 7 "$inlay" status s.json
expect_within "$out" 'budget      6 of 6'

# Put back, with all its values, but outside: the next run evaluates it.
mkdir ../put_back && cd ../put_back
write_study 100
"$inlay" enqueue s.json k=90 >/dev/null
expect_exit 0 "$inlay" ask s.json
expect_exit 0 "$inlay" retry s.json 1
write_study 10
expect_exit 0 "$inlay" run s.json
case $messages in *'is pending but lies outside'*) die "it is not stranded: $messages" ;; esac
expect_text "$("$inlay" show s.json --csv | grep -c ',done,')" 6

# An imported trial that is evaluated again and stranded never took of the budget.
mkdir ../imported && cd ../imported
write_study 100
printf 'k,y,state,why\n7,,failed,broken\n' >old.csv
expect_exit 0 "$inlay" import s.json old.csv
expect_exit 0 "$inlay" retry s.json 1
write_study 100 ', {"name": "new", "type": "real", "min": 0, "max": 1, "default": null}'
sed -i 's/echo {k}/echo {k} {new}; echo 1/' s.json
expect_exit 0 "$inlay" run s.json --budget 3
expect_text "$("$inlay" show s.json --csv | grep -c ',done,')" 3
expect_within "$("$inlay" status s.json)" 'budget      3 of'
