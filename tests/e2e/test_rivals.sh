# The rivals smac, tpe, hillclimb and sobol: runs in parallel, with failures, to the end of a
# finite space, interrupted; what is said of them; what is refused.
source "$(dirname "$0")/lib.sh"

budget=16
[ "$is_sanitized" = no ] || budget=10
variables='{"name": "rate", "type": "real", "min": 0, "max": 1},
    {"name": "depth", "type": "integer", "min": 1, "max": 4},
    {"name": "fixed", "type": "integer", "min": 7, "max": 7},
    {"name": "kind", "type": "categorical", "values": ["a", "b"]}'
write_study() { # name, method, variables, other keys
    cat >"$1.json" <<JSON
{
  "name": "$1",
  "variables": [
    $3
  ],
  "command": ["./objective.sh"], "budget": $budget, "seed": 3,
  "method": "$2"$4
}
JSON
}
cat >objective.sh <<'END'
#!/bin/sh
if [ -e hold ]; then
    touch held
    sleep 20
fi
awk -v x="${INLAY_X_rate:-0.5}" -v k="${INLAY_X_depth:-1}" \
    -v c="${INLAY_X_kind:-a}" -v fails="${FAILS_FROM:-2}" 'BEGIN {
    if (x > fails)
        exit 3
    printf "%.17g\n", (x - 0.3) ^ 2 + 0.1 * k + (c == "a" ? 0 : 0.2)
}'
END
chmod +x objective.sh

# id, state, value and configuration of every trial.
trials() { # store
    "$inlay" show --csv "$1" | cut -d, -f1-7
}

# No number of any text is missing or beyond reason.
expect_sane() { # text
    case $1 in
    *nan* | *NaN* | *inf\ * | *e+[1-9]*) die "not a number in:"$'\n'"$1" ;;
    esac
}

# ---- A run of each method with its early start, so that its model is used.
early=', "options": {"initial": 4}'
write_study smac smac "$variables" "$early"
write_study smac-paper smac "$variables" ', "preset": "paper"'
write_study tpe tpe "$variables" ', "options": {"initial": 4, "random_share": 0.5}'
write_study tpe-paper tpe "$variables" "$early, \"preset\": \"paper\""
write_study sobol sobol "$variables" ""
write_study hillclimb hillclimb "$variables" ""
for study in smac smac-paper tpe tpe-paper sobol hillclimb; do
    expect_exit 0 "$inlay" run $study.json
    expect_within "$out" "$budget done, 0 failed, 0 pending"
    expect_within "$out" "  fixed=7"
    expect_sane "$out"
    expect_exit 0 "$inlay" check $study.json
    expect_within "$out" "store       sound"
    expect_within "$out" "repeats     none"
    expect_sane "$out"
    expect_exit 0 "$inlay" explain $study.json "$budget" --json
    expect_within "$out" '"replays": true'
done

# What each has: smac a model of values without length-scales, tpe a model that
# predicts none, sobol no model.
expect_exit 0 "$inlay" explain smac.json 5
expect_within "$out" "Trial 5 was chosen by the model."
expect_within "$out" "The expected improvement is larger than at any of 256"
expect_within "$out" "Nearest trials (distance in ranges):"
case $out in *length-scale*) die "a forest has no length-scales: $out" ;; esac
expect_sane "$out"
expect_exit 0 "$inlay" explain smac.json 9
expect_within "$out" "Trial 9 was drawn at random."
expect_within "$out" "The model had no part in choosing it."
expect_exit 0 "$inlay" explain smac.json 2
expect_within "$out" "Trial 2 belongs to the initial design"
expect_exit 0 "$inlay" explain smac-paper.json 1
expect_within "$out" "depth     3"
expect_exit 0 "$inlay" explain tpe.json 5
expect_within "$out" "Trial 5 was chosen by the model."
expect_within "$out" "The method does not predict values."
expect_exit 0 "$inlay" explain tpe.json 6
expect_within "$out" "Trial 6 was drawn at random."
expect_exit 0 "$inlay" explain sobol.json
expect_within "$out" "The next suggestion is a point of a Sobol' net"
expect_exit 0 "$inlay" check smac.json
expect_within "$out" "each trial, predicted from the others:"
expect_exit 0 "$inlay" check tpe.json
expect_within "$out" "model       none: the method does not predict values"
expect_exit 0 "$inlay" best smac.json --json
expect_within "$out" '"mean": 0.'
expect_exit 0 "$inlay" best tpe.json --json
expect_within "$out" '"mean": null, "sd": null'
expect_exit 0 "$inlay" plot smac.json --script
expect_within "$out" "Model through the recommended configuration"
expect_exit 0 "$inlay" plot tpe.json --script
expect_text "$messages" \
    "only the progress is drawn: the method does not predict values"

# ---- Another method for one ask is kept with its trial.
expect_exit 0 "$inlay" ask smac.json --method tpe --option tpe.parzen=independent
expect_exit 0 "$inlay" tell smac.json $((budget + 1)) --failed "out of memory"
expect_exit 0 "$inlay" explain smac.json $((budget + 1)) --json
expect_within "$out" '"replays": true'
expect_within "$out" '"mean": null'
expect_exit 0 "$inlay" enqueue smac.json rate=0.31 depth=1 fixed=7 kind=a
expect_exit 0 "$inlay" ask smac.json
expect_within "$out" "rate=0.31 depth=1 fixed=7 kind=a"
expect_exit 0 "$inlay" retry smac.json $((budget + 1))
expect_exit 0 "$inlay" show smac.json
expect_within "$out" "$((budget + 2))  pending"

# ---- By lines of JSON: the suggestions of the run.
for method in smac tpe sobol hillclimb; do
    expect_same_by_lines $method 8
done

# ---- Several at a time, some of which fail; then all fail.
for method in smac tpe; do
    write_study $method-fails $method "$variables" "$early"
    FAILS_FROM=0.6 expect_exit 0 "$inlay" run $method-fails.json --parallel 3
    expect_within "$out" " failed, 0 pending"
    expect_sane "$out"
    expect_exit 0 "$inlay" explain $method-fails.json
    expect_within "$out" " failed, 0 pending."
    case $out in *"not to fail"*) die "$method cannot know: $out" ;; esac
    write_study $method-none $method "$variables" "$early"
    FAILS_FROM=-1 expect_exit 4 "$inlay" run $method-none.json --parallel 2 \
        --max-failures 7
    expect_within "$messages" "7 trials failed in a row"
    expect_exit 0 "$inlay" explain $method-none.json
    expect_within "$out" "Known: 0 done, "
    expect_exit 0 "$inlay" check $method-none.json
    expect_within "$out" "model       none yet"
    expect_exit 1 "$inlay" best $method-none.json
    # mended: the same study goes on
    expect_exit 0 "$inlay" run $method-none.json
done

# ---- A finite space to its end: all of it, nothing twice.  One value alone.
finite='{"name": "depth", "type": "integer", "min": 1, "max": 3},
    {"name": "kind", "type": "categorical", "values": ["a", "b"]}'
for method in smac tpe sobol hillclimb; do
    write_study $method-finite $method "$finite" ', "options": {"initial": 2}'
    expect_exit 0 "$inlay" run $method-finite.json
    expect_within "$messages" "every configuration has been evaluated"
    expect_text "$("$inlay" show --csv $method-finite.inlay | tail -n +2 |
        cut -d, -f4-5 | sort -u | wc -l)" 6
    expect_exit 3 "$inlay" ask $method-finite.json
    expect_text "$messages" "inlay: all 6 configurations have been suggested"
    write_study $method-one $method \
        '{"name": "rate", "type": "ordinal", "values": [0.5]}' \
        ', "options": {"repeats": "yes"}'
    expect_exit 0 "$inlay" run $method-one.json --budget 3
    expect_within "$out" "3 done"
    expect_sane "$out"
    expect_exit 0 "$inlay" plot $method-one.json --script
    expect_text "$messages" "only the progress is drawn: no variable varies"
done

# ---- One variable, and two hundred.
many=$(seq -f '{"name": "x%g", "type": "real", "min": -1, "max": 1},' 199)
for method in smac tpe; do
    write_study $method-many $method "$many
        {\"name\": \"rate\", \"type\": \"real\", \"min\": 0, \"max\": 1}" \
        ', "options": {"initial": 3, "candidates": 100, "starts": 2}'
    expect_exit 0 "$inlay" run $method-many.json --budget 6
    expect_within "$out" "6 done"
    write_study $method-single $method \
        '{"name": "rate", "type": "real", "min": 0, "max": 1}' "$early"
    expect_exit 0 "$inlay" run $method-single.json
    expect_within "$out" "$budget done"
done

# ---- What is refused.
refused() { # text in the study file, text in its place, message
    sed "s/$1/$2/" smac.json >refused.json
    expect_exit 2 "$inlay" check refused.json
    expect_within "$messages" "inlay: refused.json: line 10, column "
    expect_within "$messages" "$3"
}
refused '"smac"' '"smak"' "option 'method': 'smak' is not one of gp, gp-basic,"
refused '"smac"' '"smak"' "smac; did you mean 'smac'?"
refused '"method"' '"metod"' "unknown key 'metod'; did you mean 'method'?"
refused '"initial": 4' '"smac.tree": 4' \
    "unknown option 'smac.tree'; did you mean 'smac.trees'?"
refused '"initial": 4' '"smac.leaf": 0' \
    "option 'smac.leaf': 0 is not between 1 and 100000"
refused '"options": {"initial": 4}' '"initial": 4' \
    "'initial' is an option: write \"options\": {\"initial\": 4}"
refused '"options": {"initial": 4}' '"trees": 4' \
    "'trees' is an option: write \"options\": {\"smac.trees\": 4}"
option_refused() { # NAME=VALUE, message
    expect_exit 2 "$inlay" ask smac.json --option "$1"
    expect_text "$messages" "inlay: $2"
}
option_refused smac.trees=1.5 \
    "option 'smac.trees': '1.5' is not a whole number"
option_refused random_share=1.5 \
    "option 'random_share': 1.5 is not between 0 and 1"
option_refused smac.split_share=-1 \
    "option 'smac.split_share': -1 is not between 0 and 1"
option_refused smac.step=0 "option 'smac.step': 0 is not between 1e-06 and 1"
option_refused smac.uncertainty=all \
    "option 'smac.uncertainty': 'all' is not one of trees, total"
option_refused tpe.parzen=x \
    "option 'tpe.parzen': 'x' is not one of joint, independent"
option_refused tpe.bandwith=clip \
    "unknown option 'tpe.bandwith'; did you mean 'tpe.bandwidth'?"
expect_exit 2 "$inlay" ask smac.json --trees 5
expect_text "$messages" \
    "inlay: '--trees' is an option: write --option smac.trees=5"

# ---- What is not said is not written: a method has its defaults by itself.
expect_exit 0 "$inlay" init init.json --method smac --preset paper \
    --option smac.trees=20 --real x=0..1 --command "echo {x}"
expect_text "$(sed -n '/budget/,$p' init.json)" '  "budget": 50,
  "preset": "paper",
  "goal": "minimize",
  "method": "smac",
  "options": {
    "smac.trees": 20
  }
}'
expect_exit 0 "$inlay" help options
expect_within "${out//$'\n'                         /}" \
    "default 0, 24 for tpe, 10000 for smac)"

# ---- Ctrl-C twice while a trial of the model runs: it is put back, and the next
# run ends as one to which nothing happened.
for method in smac tpe; do
    sed 's/"name": "'$method'"/"name": "parted"/' $method.json >parted.json
    rm -f parted.inlay*
    expect_exit 0 "$inlay" run parted.json --budget 6
    interrupt_twice parted.json
    expect_exit 0 "$inlay" run parted.json
    trials parted.inlay >parted.csv
    trials $method.inlay | head -n "$(wc -l <parted.csv)" | cmp - parted.csv ||
        die "$method: other suggestions than without Ctrl-C"
done
