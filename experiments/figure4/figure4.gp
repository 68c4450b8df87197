# figure4.gp: the synthetic experiments with 2 variables.
columns = 2
ratio = 0.86
load style

dimension = "gp2"
laws = "matern52-smooth"
measures = "r"
y_title = "Gap of the recommendation"
load synthetic
