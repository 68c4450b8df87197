# style.gp: how all figures look.  Loaded by every figureN.gp after it has set
#
#     columns   1, 1.5 or 2: width of the figure in columns of a journal
#     ratio     its height / width
#
# and given by experiments/draw: terminal ("svg", "pdf" or "png") and out.
#
# Colors are those of Okabe and Ito, which the color-blind can tell apart; on
# paper without colors the methods differ by their dashes and points.

# ---- Page: a column is 86 mm, two are 178 mm, of which 700 px are made ----

page_mm = columns == 2 ? 178.0 : columns == 1.5 ? 127.0 : 86.0
px = 700.0 / 178.0 * page_mm
# Fonts are given in px of the SVG; these are what the others call points, by eye.
unit = terminal eq "svg" ? 1.0 : terminal eq "pdf" ? 0.92 : 0.75 * zoom
font_of(size) = sprintf(",%g", size * unit)
base_font = font_of(11)
title_font = font_of(12)
small_font = font_of(10)
if (terminal eq "svg") {
    set terminal svg size px, ratio * px dynamic enhanced rounded \
        font "Helvetica,Arial,sans-serif" . base_font background rgb "white"
}
if (terminal eq "pdf") {
    set terminal pdfcairo size page_mm / 10 cm, ratio * page_mm / 10 cm enhanced \
        rounded font "Helvetica" . base_font linewidth 1.0 pointscale 0.8
}
if (terminal eq "png") {
    set terminal pngcairo size zoom * px, zoom * ratio * px enhanced rounded \
        font "Helvetica" . base_font linewidth zoom pointscale zoom
}
set output out
set encoding utf8
set datafile separator comma
set datafile columnheaders

# ---- Ink ----

ink = "#222222"     # text, points
axis = "#777777"    # axes
faint = "#d4d4d4"   # borders of cells, grids
set border 3 lc rgb axis lw 0.8
set tics nomirror out scale 0.5, 0.25 textcolor rgb ink
set grid noxtics noytics
unset key

# ---- Methods: value("color_" . name), and line style number value("ls_" . name) ----

methods = "proposed basic naive smac tpe random hillclimb default"

color_proposed  = "#0072b2"; label_proposed  = "Proposed"
color_basic     = "#e69f00"; label_basic     = "Basic"
color_naive     = "#d55e00"; label_naive     = "Naive"
color_smac      = "#009e73"; label_smac      = "SMAC"
color_tpe       = "#cc79a7"; label_tpe       = "TPE"
color_random    = "#808080"; label_random    = "Random"
color_hillclimb = "#56b4e9"; label_hillclimb = "Hill climbing"
color_default   = "#000000"; label_default   = "Inlay, default"

ls_proposed = 1; ls_basic = 2; ls_naive = 3; ls_smac = 4
ls_tpe = 5; ls_random = 6; ls_hillclimb = 7; ls_default = 8

set style line 1 lc rgb color_proposed  lw 2.2 dt solid          pt 7  ps 0.6
set style line 2 lc rgb color_basic     lw 1.8 dt (9, 3)         pt 5  ps 0.6
set style line 3 lc rgb color_naive     lw 1.8 dt (3, 2.5)       pt 9  ps 0.7
set style line 4 lc rgb color_smac      lw 1.8 dt (9, 3, 2, 3)   pt 11 ps 0.7
set style line 5 lc rgb color_tpe       lw 1.8 dt (9, 2.5, 2, 2.5, 2, 2.5) pt 13 ps 0.7
set style line 6 lc rgb color_random    lw 1.4 dt (1, 3)         pt 6  ps 0.6
set style line 7 lc rgb color_hillclimb lw 1.8 dt (14, 4)        pt 4  ps 0.6
set style line 8 lc rgb color_default   lw 1.4 dt solid          pt 8  ps 0.7

# A band of error: with filledcurves fc rgb color_of(m) fs @band
band = "transparent solid 0.22 noborder"

color_of(m) = value("color_" . m)
label_of(m) = value("label_" . m)
ls_of(m) = value("ls_" . m)

# ---- Heat maps: of numbers that are large or small, and of those with a sign ----

# Dark blue to pale yellow: light grows evenly, so it can be read in grey.
palette_size = "defined (0 '#0b2a4a', 0.25 '#0072b2', 0.5 '#4fb3bf', 0.75 '#b5dba0', 1 '#fdf6c4')"
# Blue below zero, vermilion above.
palette_sign = "defined (-1 '#00446b', -0.5 '#56a5d6', 0 '#f7f7f7', 0.5 '#e8935a', 1 '#963f00')"
