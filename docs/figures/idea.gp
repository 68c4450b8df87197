# idea.gp: draws docs/idea.svg from the numbers of idea.c; see make.sh.
#
#     gnuplot -e "data='idea.dat'; out='idea.svg'" idea.gp

set terminal svg size 960,480 dynamic font "Helvetica,Arial,sans-serif,15" \
    background rgb "white" enhanced
set output out

blue = "#1f5fa8"
band = "#c9dcf0"
orange = "#c8511b"
fill = "#f4cdb8"
grey = "#8a8a8a"
dark = "#222222"

set border 3 lc rgb grey
set tics nomirror textcolor rgb dark
set xrange [0:1]
unset key

stats data index 0 using 4 name "L" nooutput
stats data index 0 using 7 name "R" nooutput
top = (L_max > R_max ? L_max : R_max) * 1.45
stats data index 0 using 1 every ::L_index_max::L_index_max name "LU" nooutput
stats data index 0 using 1 every ::R_index_max::R_index_max name "RU" nooutput

# The borders of the cells.
do for [k = 1:4] {
    set arrow k from k / 5.0, graph 0 to k / 5.0, graph 1 nohead \
        lc rgb "#d0d0d0" lw 1 dt 2 back
}

set multiplot

# ---- Above: posterior mean and two standard deviations ----

set yrange [-3:3]
set ytics -2, 2, 2
set format x ""
set xtics 0, 0.2, 1 scale 0
set tmargin at screen 0.86
set bmargin at screen 0.38

set lmargin at screen 0.07
set rmargin at screen 0.49
set title "Ordinary GP: k(u, u')" font ",17" textcolor rgb dark
set ylabel "objective" textcolor rgb dark
plot data index 0 using 1:($2 - 2 * $3):($2 + 2 * $3) with filledcurves \
         fc rgb band fs solid noborder, \
     '' index 0 using 1:2 with lines lw 2.2 lc rgb blue, \
     '' index 1 using 1:2 with points pt 7 ps 0.9 lc rgb dark

set lmargin at screen 0.56
set rmargin at screen 0.98
set title "Inlay: k(T(u), T(u'))"
unset ylabel
plot data index 0 using 1:($5 - 2 * $6):($5 + 2 * $6) with filledcurves \
         fc rgb band fs solid noborder, \
     '' index 0 using 1:5 with lines lw 2.2 lc rgb blue, \
     '' index 1 using 1:2 with points pt 7 ps 0.9 lc rgb dark

# ---- Below: expected improvement ----

unset title
set yrange [0:top]
unset ytics
set xtics ("1" 0.1, "2" 0.3, "3" 0.5, "4" 0.7, "5" 0.9) scale 0
set format x "%g"
set xlabel "u in [0,1], and the value x that it stands for" textcolor rgb dark
set tmargin at screen 0.33
set bmargin at screen 0.15

set lmargin at screen 0.07
set rmargin at screen 0.49
set ylabel "expected\nimprovement" textcolor rgb dark
set label 1 "asks for 2 again" at LU_max, L_max * 1.2 center \
    textcolor rgb orange
plot data index 0 using 1:4 with filledcurves y1=0 fc rgb fill fs solid noborder, \
     '' index 0 using 1:4 with lines lw 1.6 lc rgb orange

set lmargin at screen 0.56
set rmargin at screen 0.98
unset ylabel
set label 1 "asks for 3, which is new" at 0.5, R_max * 1.2 center
plot data index 0 using 1:7 with filledcurves y1=0 fc rgb fill fs solid noborder, \
     '' index 0 using 1:7 with lines lw 1.6 lc rgb orange

unset multiplot
