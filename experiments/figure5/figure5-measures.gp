# figure5-measures.gp: the same by other measures: log10 of the mean gap, and by best observation.
columns = 2
ratio = 1.36
load style

dimension = "gp4"
laws = "matern52-smooth matern52-smooth matern52-smooth"
measures = "r_lm o o_lm"
array heads[3] = ["Mean", "Observed", "Mean observed"]
y_title = "Gap"
load synthetic
