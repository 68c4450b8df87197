# figure2.gp: posterior over an integer and a real variable.
columns = 1.5
ratio = 0.92
load style

x_hi = 4
x_name = "integer variable, relaxed"
y_name = "real variable"
set xtics 1
show_cells = "for [k = 1:4] [t = 0:1] '+' using (0.8 * k):1 with lines lc rgb '#555555' lw 0.5 dt (3, 5)"
mean_step = 1
load maps
