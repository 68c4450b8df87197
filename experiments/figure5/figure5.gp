# figure5.gp: the synthetic experiments with 4 variables.
columns = 2
ratio = 0.86
load style

dimension = "gp4"
laws = "matern52-smooth"
measures = "r"
y_title = "Gap of the recommendation"
load synthetic
