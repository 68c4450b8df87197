# noise.gp: docs/noise.svg from noise.csv; gnuplot docs/figures/noise.gp
set terminal svg size 760,290 font "sans-serif,12" background "white"
set output "docs/noise.svg"
set datafile separator ","
set multiplot layout 1,3
set xtics (20, 40, 80)
set xrange [14:86]
set yrange [-2.6:0]
set xlabel "evaluations"
set grid ytics lc rgb "#dddddd"
set key top right samplen 2
do for [share in "3 10 30"] {
    set title sprintf("noise of %s %% of the range", share)
    if (share == 3) { set ylabel "log10 of the gap in ranges, mean" } else { unset ylabel; unset key }
    plot "docs/figures/noise.csv" using ($1 == share + 0 ? $2 : NaN):5 with linespoints lw 2 pt 7 lc rgb "#999999" title "Optuna TPE", \
         "" using ($1 == share + 0 ? $2 : NaN):3 with linespoints lw 2 pt 5 lc rgb "#e69f00" title "Inlay 0.1", \
         "" using ($1 == share + 0 ? $2 : NaN):4 with linespoints lw 2 pt 9 lc rgb "#0072b2" title "Inlay"
}
unset multiplot
