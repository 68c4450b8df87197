# figure5-laws.gp: the same for other priors: rougher, and Matérn 3/2.
columns = 2
ratio = 1.36
load style

n_rows = 4
n_columns = 3
kinds = "gp4-int gp4-int-noisy gp4-cat gp4-cat-noisy"
laws = "matern52-rough matern32-smooth matern32-rough"
array names[4] = ["integer", "integer, noisy", "categorical", "categorical, noisy"]
array law_names[3] = ["5/2 rough", "3/2 smooth", "3/2 rough"]
array files[12]
array titles[12]
do for [r = 1:4] {
    do for [c = 1:3] {
        files[3 * r - 3 + c] = data . "/curves/" . word(kinds, r) . "-" . word(laws, c) . ".csv"
        titles[3 * r - 3 + c] = law_names[c] . ", " . names[r]
    }
}
shown = "random hillclimb smac tpe naive basic proposed default"
bottom_value = -6
top_value = 0.5
x_title = "Evaluations"
x_step = 10
y_title = "Gap"
load panels
