# panels.gp: curves of methods with bands of error, in rows and columns of panels.
# Loaded by synthetic.gp and figure 6 after style.gp and these:
#
#     n_rows, n_columns
#     array files[], titles[]     by rows
#     array columns_of[]          the measure: r or o (by recommendation or best
#                                 observation), r_lm or o_lm (of the mean gap)
#     shown                       names of methods, the last on top
#     top_value, bottom_value     of log10 of the gap
#     x_title, y_title, x_step

left = 0.085; right = 0.985; top = 1 - 0.035 / ratio; bottom = 0.125 / ratio
gap_x = 0.035; gap_y = 0.065 / ratio
w = (right - left - (n_columns - 1) * gap_x) / n_columns
h = (top - bottom - (n_rows - 1) * gap_y) / n_rows

# Where what is recommended is the best observation a file has no column for o.
has(m, measure) = strstrt("," . header . ",", "," . m . "_" . measure . ",") > 0
own(m, measure) = has(m, measure) ? measure : "r" . measure[2:]
name_of(m) = m . "_" . own(m, columns_of[i])
low(m) = column(name_of(m)) - column(name_of(m) . "_se")
high(m) = column(name_of(m)) + column(name_of(m) . "_se")

set yrange [bottom_value:top_value]
set ytics 1
set xtics x_step
set grid ytics lc rgb faint lw 0.5 dt solid
set multiplot
do for [r = 1:n_rows] {
    do for [c = 1:n_columns] {
        i = (r - 1) * n_columns + c
        header = system("sed -n '/^[^#]/{p;q;}' '" . files[i] . "'")
        x0 = left + (c - 1) * (w + gap_x)
        y0 = top - r * h - (r - 1) * gap_y
        set lmargin at screen x0
        set rmargin at screen x0 + w
        set bmargin at screen y0
        set tmargin at screen y0 + h
        unset label
        set label 1 titles[i] at graph 0.5, 1.0 center offset 0, 0.7 \
            font title_font textcolor rgb ink
        if (c == 1) {
            set label 2 y_title at screen 0.015, y0 + 0.5 * h center rotate by 90 \
                textcolor rgb ink
        }
        set format y (c == 1 ? "10^{%g}" : "")
        if (r == n_rows) {
            set xlabel x_title offset 0, 0.4 textcolor rgb ink
        } else {
            unset xlabel
        }
        plot for [m in shown] files[i] using (column("evaluation")):(low(m)):(high(m)) \
                with filledcurves fc rgb color_of(m) fs @band notitle, \
            for [m in shown] files[i] using (column("evaluation")):(column(name_of(m))) \
                with lines ls ls_of(m) notitle
    }
}

# The key, beneath all panels.
set lmargin at screen 0
set rmargin at screen 1
set bmargin at screen 0
set tmargin at screen 0.075 / ratio
unset border; unset tics; unset label; unset xlabel; unset grid
set key center center horizontal maxrows 2 reverse Left samplen 3.5 width 1 \
    textcolor rgb ink font small_font
set yrange [0:1]
set xrange [0:1]
plot for [m in shown] NaN with lines ls ls_of(m) title label_of(m)
unset multiplot
