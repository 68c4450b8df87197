# figure5-laws.gp: the same for other priors: rougher, and Matérn 3/2.
columns = 2
ratio = 1.36
load style

dimension = "gp4"
laws = "matern52-rough matern32-smooth matern32-rough"
measures = "r r r"
array heads[3] = ["5/2 rough", "3/2 smooth", "3/2 rough"]
y_title = "Gap"
load synthetic
