# heatmaps.gp: two rows (proposed, standard GP) of two maps (mean, deviation)
# over a relaxed plane.  Loaded by figure2.gp and figure3.gp, which set
#
#     x_hi          end of the first axis; both begin at 0, the second ends at 1
#     x_name, y_name
#     mean_step     between the numbers at the scale of the means
#     show_cells    a macro: borders of the cells, as lines of a plot
#
# Colors mean the same within a column of maps; points are filled with what was
# observed there, and with its deviation: none.

surface = data . "/surface.csv"
observed = data . "/observations.csv"
array rows[2] = ["Proposed", "Standard GP"]
array titles[2] = ["Posterior mean", "Posterior standard deviation"]

# Columns of the file: mean and deviation of the one model, then of the other.
column_of(row, map) = 2 + 2 * (row - 1) + map
largest = 0
do for [c in "3 5"] {
    stats surface using (abs(column(int(c)))) name "M" nooutput
    largest = M_max > largest ? M_max : largest
}
stats observed using (abs($3)) name "Y" nooutput
largest = Y_max > largest ? Y_max : largest
largest_sd = 0
do for [c in "4 6"] {
    stats surface using (column(int(c))) name "S" nooutput
    largest_sd = S_max > largest_sd ? S_max : largest_sd
}

left = 0.14; right = 0.98; top = 0.945; bottom = 0.205
gap_x = 0.045; gap_y = 0.035
w = (right - left - gap_x) / 2
h = (top - bottom - gap_y) / 2

set xrange [0:x_hi]
set yrange [0:1]
set border 15 back lc rgb axis lw 0.8
set xtics nomirror textcolor rgb ink
set ytics nomirror 0.5 textcolor rgb ink

set multiplot
do for [r = 1:2] {
    do for [c = 1:2] {
        x0 = left + (c - 1) * (w + gap_x)
        y0 = top - r * h - (r - 1) * gap_y
        set lmargin at screen x0
        set rmargin at screen x0 + w
        set bmargin at screen y0
        set tmargin at screen y0 + h
        unset label
        if (r == 1) {
            set label 1 titles[c] at graph 0.5, 1.06 center font title_font textcolor rgb ink
        }
        if (c == 1) {
            set label 2 "{/:Bold " . rows[r] . "}" at screen 0.022, y0 + 0.5 * h \
                center rotate font title_font \
                textcolor rgb (r == 1 ? color_proposed : ink)
            set label 3 y_name at screen 0.066, y0 + 0.5 * h center rotate textcolor rgb ink
        }
        set format y (c == 1 ? "%g" : "")
        set format x (r == 2 ? "%g" : "")
        if (r == 2) { set xlabel x_name offset 0, 0.4 textcolor rgb ink } else { unset xlabel }
        if (c == 1) {
            set palette @palette_sign
            set cbrange [-largest:largest]
            set cbtics mean_step textcolor rgb ink scale 0.4 offset 0, 0.4
        } else {
            set palette @palette_size
            set cbrange [0:largest_sd]
            set cbtics 0.2 textcolor rgb ink scale 0.4 offset 0, 0.4
        }
        if (r == 2) {
            set colorbox horizontal user origin x0 + 0.12 * w, 0.065 size 0.76 * w, 0.022 \
                noborder
        } else {
            unset colorbox
        }
        plot surface using 1:2:(column(column_of(r, c))) with image, \
             @show_cells, \
             observed using 1:2 with points pt 7 ps 0.8 lc rgb (c == 1 ? ink : "white"), \
             observed using 1:2:(c == 1 ? $3 : 0) with points pt 7 ps 0.55 lc palette
    }
}
unset multiplot
