/*
 * cmd_plot.c: inlay plot: a picture of a study, drawn by gnuplot.
 *
 * gnuplot never learns the file's name: it writes to its standard output, which
 * is a file that takes its name when it is complete.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "app/commands/cmd.h"
#include "app/pages/figure.h"
#include "app/exchange/outfile.h"
#include "app/pages/plot.h"
#include "app/screen/readable.h"
#include "app/screen/say.h"
#include "app/commands/target.h"
#include "base/error.h"
#include "base/text.h"
#include "problem/space.h"
#include "run/filter.h"

/* A side of a picture, in points. */
enum { LEAST_SIDE = 100, MOST_SIDE = 10000 };

/* ---- Flags ---- */

/* Who names a variable wants to see that. */
static void read_kind(const char *given, struct inlay_plot_options *o)
{
    const char *kind = given ? given : o->variable ? "slices" : "all";

    o->has_progress = strcmp(kind, "slices") != 0;
    o->has_slices = strcmp(kind, "progress") != 0;
}

/* "800x600" */
static inlay_status read_size(const char *size, struct inlay_plot_options *o,
                              inlay_error *err)
{
    const char *x = size ? strchr(size, 'x') : NULL;
    char width[16] = "";
    int64_t w = 0, h = 0;

    if (!size)
        return INLAY_OK;
    if (x && (size_t)(x - size) < sizeof width)
        memcpy(width, size, (size_t)(x - size));
    if (!x || !inlay_text_to_integer(width, &w) ||
        !inlay_text_to_integer(x + 1, &h) || w < LEAST_SIDE || w > MOST_SIDE ||
        h < LEAST_SIDE || h > MOST_SIDE)
        return inlay_fail(err, INLAY_EINVAL,
                          "--size: '%s' is not WIDTHxHEIGHT, both from %d to "
                          "%d",
                          inlay_shown_text(size).text, LEAST_SIDE, MOST_SIDE);
    o->width = (size_t)w;
    o->height = (size_t)h;
    return INLAY_OK;
}

static inlay_status read_flags(const struct inlay_args *args, void *context,
                               inlay_error *err)
{
    struct inlay_plot_options *o = context;
    const char *output = inlay_args_get(args, "output");

    o->variable = inlay_args_get(args, "variable");
    o->is_png = output && inlay_text_ends_with(output, ".png");
    read_kind(inlay_args_get(args, "kind"), o);
    inlay_status st = read_size(inlay_args_get(args, "size"), o, err);
    if (st == INLAY_OK)
        st = inlay_args_number(inlay_args_get(args, "at"), "--at", INT64_MAX,
                               &o->at, err);
    if (st == INLAY_OK && output && strcmp(output, "-") != 0 && !o->is_png &&
        !inlay_text_ends_with(output, ".svg"))
        st = inlay_fail(err, INLAY_EINVAL,
                        "--output: '%s' ends neither in .svg nor in .png",
                        inlay_shown_text(output).text);
    return st;
}

/* ---- Drawing ---- */

static inlay_status fail_gnuplot(const struct inlay_filter_end *end,
                                 inlay_error *err)
{
    const char *said = end->said.n > 0 ? end->said.bytes : "";

    said += strspn(said, " \n\t");
    return inlay_fail(err, INLAY_ESTATE,
                      "gnuplot failed with exit code %d: %.*s", end->code,
                      (int)strcspn(said, "\n"), said);
}

static inlay_status run_gnuplot(const char *script, FILE *file,
                                inlay_error *err)
{
    static const char *const WORDS[] = {"gnuplot", "-d", "/dev/stdin", NULL};
    struct inlay_filter_end end = {0};

    fflush(file);
    inlay_status st = inlay_filter_run(WORDS, script, fileno(file), &end, err);
    if (st == INLAY_OK && end.is_missing)
        st = inlay_fail(err, INLAY_ESTATE,
                        "gnuplot is not installed, and it draws the pictures; "
                        "on Debian and Ubuntu: apt install gnuplot-nox "
                        "(--script prints what it would draw)");
    else if (st == INLAY_OK && end.code != 0)
        st = fail_gnuplot(&end, err);
    inlay_text_clear(&end.said);
    return st;
}

/* gnuplot does not say that a disk is full. */
static inlay_status check_drawn(const struct inlay_outfile *out,
                                inlay_error *err)
{
    struct stat is;
    if (!out->path || fstat(fileno(out->file), &is) != 0 ||
        !S_ISREG(is.st_mode) || is.st_size > 0)
        return INLAY_OK;
    return inlay_fail(err, INLAY_ESTATE,
                      "%s: gnuplot wrote nothing; is the disk full?",
                      inlay_shown_text(out->path).text);
}

/* To the file of --output, or that of the store with another ending. */
static inlay_status draw(const struct inlay_args *args, const char *script,
                         const struct inlay_target *target, inlay_error *err)
{
    const char *output = inlay_args_get(args, "output");
    struct inlay_text path = {0};
    struct inlay_outfile out = {0};

    if (!output)
        inlay_target_add_path(target, ".svg", &path);
    inlay_status st = inlay_text_status(&path, err);
    if (st == INLAY_OK)
        st = inlay_outfile_init(&out, output ? output : path.bytes, err);
    if (st == INLAY_OK)
        st = run_gnuplot(script, out.file, err);
    if (st == INLAY_OK)
        st = check_drawn(&out, err);
    if (st == INLAY_OK)
        st = inlay_outfile_commit(&out, err);
    if (st == INLAY_OK && out.path)
        inlay_say_news(args, "wrote %s", out.path);
    inlay_outfile_clear(&out);
    inlay_text_clear(&path);
    return st;
}

static const char *why_no_slices(const struct inlay_plot *plot)
{
    return plot->n_vars == 0     ? "no variable varies"
           : plot->n_done == 0   ? "there is no model yet"
           : plot->n_valued == 0 ? "no trial has a value of the objective as "
                                   "it is now"
                                 : "the method does not predict values";
}

static void say_drawn(const struct inlay_args *args,
                      const struct inlay_plot *plot)
{
    if (plot->n_slices == 1)
        inlay_say_news(args,
                       "only the most important of %zu variables is drawn; "
                       "--variable draws another",
                       plot->n_vars);
    else
        inlay_say_news(args,
                       "only the %zu most important of %zu variables are "
                       "drawn; --variable draws another",
                       plot->n_slices, plot->n_vars);
}

static void say_what_is_missing(const struct inlay_args *args,
                                const struct inlay_plot *plot)
{
    if (plot->n_outside > 0)
        inlay_say_news(args, "%s outside the space %s not drawn",
                       inlay_readable_count(plot->n_outside, "trial").text,
                       plot->n_outside == 1 ? "is" : "are");
    if (plot->options->has_slices && plot->n_slices == 0)
        inlay_say_news(args, "only the progress is drawn: %s",
                       why_no_slices(plot));
    else if (!plot->options->variable && plot->n_slices > 0 &&
             plot->n_slices < plot->n_vars)
        say_drawn(args, plot);
}

static inlay_status plot_study(const struct inlay_args *args,
                               struct inlay_target *target, void *context,
                               inlay_error *err)
{
    struct inlay_plot plot = {0};
    struct inlay_text script = {0};
    inlay_status st = inlay_plot_make(target->study, context, &plot, err);

    if (st == INLAY_OK) {
        say_what_is_missing(args, &plot);
        inlay_figure_script(&plot, &script);
        st = inlay_text_status(&script, err);
    }
    inlay_plot_clear(&plot);
    if (st == INLAY_OK && inlay_args_has(args, "script"))
        inlay_say_result(script.bytes);
    else if (st == INLAY_OK)
        st = draw(args, script.bytes, target, err);
    inlay_text_clear(&script);
    return st;
}

int inlay_cmd_plot(const struct inlay_args *args)
{
    struct inlay_plot_options options = {0};

    return inlay_target_do(args, read_flags, INLAY_STORE_READ, plot_study,
                           &options);
}
