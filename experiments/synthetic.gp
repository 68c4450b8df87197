# synthetic.gp: the four kinds of problems of figures 4 and 5.  Loaded by their
# drawings after style.gp and these:
#
#     dimension           "gp2" or "gp4", as in names of panels
#     laws, measures      words: a column of panels each, see columns_of in panels.gp
#     array heads[]       what a column is called
#     y_title
#
# With one column the kinds are put two by two.

kinds = "int int-noisy cat cat-noisy"
array short[4] = ["integer", "integer, noisy", "categorical", "categorical, noisy"]
array alone[4] = ["Integer, noiseless", "Integer, noisy", "Categorical, noiseless", \
    "Categorical, noisy"]
n = words(laws)
n_rows = n == 1 ? 2 : 4
n_columns = n == 1 ? 2 : n
array files[4 * n]
array titles[4 * n]
array columns_of[4 * n]
do for [r = 1:4] {
    do for [c = 1:n] {
        i = (r - 1) * n + c
        files[i] = data . "/curves/" . dimension . "-" . word(kinds, r) . "-" \
            . word(laws, c) . ".csv"
        titles[i] = n == 1 ? alone[r] : heads[c] . ", " . short[r]
        columns_of[i] = word(measures, c)
    }
}
shown = "random hillclimb smac tpe naive basic proposed default"
bottom_value = -6
top_value = 0.5
x_title = "Evaluations"
x_step = 10
load panels
