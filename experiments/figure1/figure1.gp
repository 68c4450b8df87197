# figure1.gp: naive, basic and proposed, before and after evaluations.
columns = 2
ratio = 0.82
load style

curves = data . "/curves.csv"
observed = data . "/observations.csv"
suggested = data . "/suggestions.csv"
rows = "naive basic proposed"
array titles[3] = ["Three values known", "After one evaluation", "After two evaluations"]

# ---- Ranges, the same in all panels ----

stats curves using ($4 - $5) name "LOW" nooutput
stats curves using ($4 + $5) name "HIGH" nooutput
stats curves using 7 name "F" nooutput
stats curves using 6 name "EI" nooutput
y_lo = LOW_min < F_min ? LOW_min : F_min
y_hi = HIGH_max > F_max ? HIGH_max : F_max
y_margin = 0.07 * (y_hi - y_lo)
ei_hi = 1.4 * EI_max
# An improvement below this share of the largest is nothing to look at.
least_ei = 0.01 * EI_max

# ---- Rows and columns of panels; a row is a posterior above an EI ----

left = 0.085; right = 0.99; top = 0.95; bottom = 0.125
gap_x = 0.025; gap_y = 0.035; gap_ei = 0.016
share = 0.68   # of a row's height for the posterior
w = (right - left - 2 * gap_x) / 3
h = (top - bottom - 2 * gap_y) / 3

at_panel(m, s) = strcol(1) eq m && $2 == s ? $3 : NaN
set xrange [-0.1:4.1]
do for [k = 1:4] {
    set arrow k from 0.8 * k, graph 0 to 0.8 * k, graph 1 nohead lc rgb faint lw 0.8 back
}

set multiplot
do for [r = 0:2] {
    m = word(rows, r + 1)
    do for [s = 0:2] {
        x0 = left + s * (w + gap_x)
        y0 = top - (r + 1) * h - r * gap_y
        y1 = y0 + (1 - share) * h
        set lmargin at screen x0
        set rmargin at screen x0 + w

        # Posterior
        set bmargin at screen y1 + gap_ei / 2
        set tmargin at screen y0 + h
        set yrange [y_lo - y_margin:y_hi + y_margin]
        set ytics nomirror 1 textcolor rgb ink
        set format y (s == 0 ? "%g" : "")
        set xtics nomirror 1 textcolor rgb ink
        set format x ""
        unset xlabel
        unset label
        if (r == 0) {
            set label 1 titles[s + 1] at graph 0.5, 1.12 center \
                font title_font textcolor rgb ink
        }
        if (s == 0) {
            set label 2 "{/:Bold " . label_of(m) . "}" at screen 0.015, y0 + 0.5 * h \
                center rotate font title_font textcolor rgb color_of(m)
            set label 3 "objective" at screen 0.042, 0.5 * (y1 + y0 + h) \
                center rotate font small_font textcolor rgb ink
            set label 4 "EI" at screen 0.042, 0.5 * (y0 + y1) \
                center rotate font small_font textcolor rgb ink
        }
        plot curves using (at_panel(m, s)):($4 - $5):($4 + $5) \
                 with filledcurves fc rgb color_of(m) fs @band, \
             '' using (at_panel(m, s)):7 with lines lc rgb ink lw 1 dt (7, 6), \
             '' using (at_panel(m, s)):4 with lines lc rgb color_of(m) lw 2, \
             for [e = 0:s] observed using (at_panel(m, e)):4 \
                 with points pt 7 ps 0.5 lc rgb ink, \
             for [e = 1:s] observed using (at_panel(m, e)):4 \
                 with points pt 6 ps 0.7 + 0.5 * e lw 1.1 lc rgb ink

        # Expected improvement: its maximizer, and where that is evaluated
        unset label
        set bmargin at screen y0
        set tmargin at screen y1 - gap_ei / 2
        set yrange [0:ei_hi]
        unset ytics
        if (r == 2) {
            set format x "%g"
            set xlabel "x, relaxed to the real line" offset 0, 0.5 textcolor rgb ink
        }
        plot curves using (at_panel(m, s)):6 \
                 with filledcurves y1=0 fc rgb "#c8c8c8" fs solid 0.7 noborder, \
             '' using (at_panel(m, s)):6 with lines lc rgb "#666666" lw 1, \
             suggested using ($4 > least_ei ? at_panel(m, s) : NaN):(0):(0):4 \
                 with vectors nohead lc rgb color_of(m) lw 1.1, \
             '' using ($4 > least_ei ? at_panel(m, s) : NaN):(0.2 * ei_hi):($6 - $3):(0) \
                 with vectors head filled size screen 0.008, 25 lc rgb color_of(m) lw 1.4, \
             '' using ($4 > least_ei ? at_panel(m, s) : NaN):($4 + 0.1 * ei_hi) \
                 with points pt 11 ps 0.7 lc rgb color_of(m), \
             '' using ($4 > least_ei ? at_panel(m, s) + $6 - $3 : NaN):(0) \
                 with points pt 13 ps 0.65 lc rgb color_of(m), \
             '' using ($4 > least_ei ? NaN : at_panel(m, s) * 0 + 2):(0.45 * ei_hi):("nothing left to gain") \
                 with labels font small_font textcolor rgb ink
    }
}

# ---- Key, in a line: symbols at key_x[k], their names to the right ----

array key_x[6] = [0.060, 0.275, 0.448, 0.560, 0.715, 0.860]
array key_name[6] = ["posterior mean ± 1 sd", "objective, rounded", "observed", \
                     "newly evaluated", "maximum of EI", "evaluated next"]
key_y = 0.022
set lmargin at screen 0
set rmargin at screen 1
set bmargin at screen 0
set tmargin at screen 1
set xrange [0:1]
set yrange [0:1]
unset arrow
unset border
unset tics
unset xlabel
do for [k = 1:6] {
    set label k key_name[k] at key_x[k] + (k <= 2 ? 0.022 : 0.014), key_y left \
        font small_font textcolor rgb ink
}
set object 1 rectangle center key_x[1], key_y size 0.034, 0.022 fc rgb color_proposed fs @band
set arrow 1 from key_x[1] - 0.017, key_y rto 0.034, 0 nohead lc rgb color_proposed lw 2
set arrow 2 from key_x[2] - 0.017, key_y rto 0.034, 0 nohead lc rgb ink lw 1 dt (7, 6)
plot "+" using (key_x[3]):(key_y) every ::0::0 with points pt 7 ps 0.5 lc rgb ink, \
     "" using (key_x[4]):(key_y) every ::0::0 with points pt 7 ps 0.5 lc rgb ink, \
     "" using (key_x[4]):(key_y) every ::0::0 with points pt 6 ps 1.2 lw 1.1 lc rgb ink, \
     "" using (key_x[5]):(key_y) every ::0::0 with points pt 11 ps 0.7 lc rgb ink, \
     "" using (key_x[6]):(key_y) every ::0::0 with points pt 13 ps 0.65 lc rgb ink
unset multiplot
