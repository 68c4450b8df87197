# figure4.gp: the synthetic experiments with 2 variables.
columns = 2
ratio = 0.86
load style

n_rows = 2
n_columns = 2
kinds = "gp2-int gp2-int-noisy gp2-cat gp2-cat-noisy"
array files[4]
do for [i = 1:4] {
    files[i] = data . "/curves/" . word(kinds, i) . "-matern52-smooth.csv"
}
array titles[4] = ["Integer, noiseless", "Integer, noisy", "Categorical, noiseless", \
    "Categorical, noisy"]
shown = "random hillclimb smac tpe naive basic proposed default"
bottom_value = -6
top_value = 0.5
x_title = "Evaluations"
x_step = 10
y_title = "Gap of the recommendation"
load panels
