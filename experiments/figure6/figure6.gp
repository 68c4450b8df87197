# figure6.gp: gradient boosting on digits, a network on MNIST and on Fashion-MNIST.
columns = 2
ratio = 0.42
load style

n_rows = 1
n_columns = 3
array files[3] = [data . "/curves/digits.csv", data . "/curves/mnist.csv", \
    data . "/curves/fashion.csv"]
array titles[3] = ["Boosting on digits", "Network on MNIST", "Network on Fashion-MNIST"]
array columns_of[3] = ["r", "r", "r"]
shown = "random hillclimb smac tpe basic proposed default"
bottom_value = -3
top_value = 0.5
x_title = "Evaluations"
x_step = 25
y_title = "Gap of the log-likelihood"
load panels
