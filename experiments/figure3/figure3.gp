# figure3.gp: posterior over the one-hot code of a category of two values.
columns = 1.5
ratio = 0.92
load style

x_hi = 1
x_name = "first one-hot coordinate"
y_name = "second one-hot coordinate"
set xtics 0.5
show_cells = "[t = 0:1] '+' using 1:1 with lines lc rgb '#555555' lw 0.5 dt (3, 5)"
mean_step = 0.5
load maps
