/*
 * cmd_plot.c: inlay plot: a picture of a study, drawn by gnuplot.
 *
 * gnuplot never learns the file's name: it writes to its standard output, which
 * is a file that takes its name when it is complete.
 */
#include <stdio.h>
#include <string.h>

#include "app/commands/cmd.h"
#include "app/pages/figure.h"
#include "app/exchange/output.h"
#include "app/pages/plot.h"
#include "app/screen/say.h"
#include "app/commands/target.h"
#include "base/error.h"
#include "base/text.h"
#include "problem/space.h"
#include "run/filter.h"

/* A side of a picture, in points. */
enum { LEAST_SIDE = 100, MOST_SIDE = 10000 };

struct wish {
    struct inlay_plot_options plot;
    struct inlay_figure_options figure;
    char *path; /* of the picture */
};

/* ---- Flags ---- */

/* Who names a variable wants to see that. */
static inlay_status read_kind(const char *given, struct inlay_plot_options *o,
                              inlay_error *err)
{
    const char *kind = given ? given : o->variable ? "slices" : "all";
    const bool is_all = strcmp(kind, "all") == 0;

    o->has_progress = is_all || strcmp(kind, "progress") == 0;
    o->has_slices = is_all || strcmp(kind, "slices") == 0;
    if (o->has_progress || o->has_slices)
        return INLAY_OK;
    return inlay_fail(err, INLAY_EINVAL,
                      "--kind: '%s' is not one of progress, slices, all",
                      inlay_shown_text(kind).text);
}

/* "800x600" */
static inlay_status read_size(const char *size, struct inlay_figure_options *o,
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

static inlay_status read_flags(const struct inlay_args *args, struct wish *wish,
                               inlay_error *err)
{
    const char *at = inlay_args_get(args, "at");
    const char *output = inlay_args_get(args, "output");

    wish->plot.variable = inlay_args_get(args, "variable");
    inlay_status st = read_kind(inlay_args_get(args, "kind"), &wish->plot, err);
    if (st == INLAY_OK)
        st = read_size(inlay_args_get(args, "size"), &wish->figure, err);
    if (st == INLAY_OK && at &&
        (!inlay_text_to_integer(at, &wish->plot.at) || wish->plot.at < 1))
        st = inlay_fail(err, INLAY_EINVAL,
                        "--at: '%s' is not a whole number above 0",
                        inlay_shown_text(at).text);
    wish->figure.is_png = output && inlay_text_ends_with(output, ".png");
    if (st == INLAY_OK && output && strcmp(output, "-") != 0 &&
        !wish->figure.is_png && !inlay_text_ends_with(output, ".svg"))
        st = inlay_fail(err, INLAY_EINVAL,
                        "--output: '%s' ends neither in .svg nor in .png",
                        inlay_shown_text(output).text);
    return st;
}

/* The file of --output, or that of the store with another ending. */
static inlay_status choose_path(const struct inlay_args *args,
                                const struct inlay_target *target, char **out,
                                inlay_error *err)
{
    const char *output = inlay_args_get(args, "output");
    struct inlay_text path = {0};

    if (output)
        inlay_text_add(&path, output);
    else
        inlay_target_add_path(target, ".svg", &path);
    return inlay_text_end(&path, out, err);
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

static inlay_status draw(const struct inlay_args *args, const char *script,
                         const char *path, inlay_error *err)
{
    struct inlay_output out = {0};
    inlay_status st = inlay_output_init(&out, path, err);

    if (st != INLAY_OK)
        return st;
    st = run_gnuplot(script, out.file, err);
    if (st == INLAY_OK)
        st = inlay_output_commit(&out, err);
    if (st == INLAY_OK && out.path)
        inlay_say_news(args, "wrote %s", path);
    inlay_output_clear(&out);
    return st;
}

static void say_what_is_missing(const struct inlay_args *args,
                                const struct inlay_plot *plot,
                                const struct wish *wish)
{
    if (wish->plot.has_slices && plot->n_slices == 0)
        inlay_say_news(args, "%s: only progress",
                       plot->n_vars == 0 ? "no variable varies"
                       : plot->n_done == 0
                           ? "there is no model to draw yet"
                           : "the method does not predict values");
    else if (!wish->plot.variable && plot->n_slices > 0 &&
             plot->n_slices < plot->n_vars)
        inlay_say_news(args,
                       "the %zu most important of %zu variables; --variable "
                       "draws another",
                       plot->n_slices, plot->n_vars);
}

static inlay_status plot_study(const struct inlay_args *args,
                               const struct inlay_target *target,
                               struct wish *wish, inlay_error *err)
{
    struct inlay_plot plot = {0};
    struct inlay_text page = {0};
    char *script = NULL;
    inlay_status st = inlay_plot_make(target->study, &wish->plot, &plot, err);

    if (st == INLAY_OK) {
        inlay_figure_script(&plot, &wish->figure, &page);
        st = inlay_text_end(&page, &script, err);
    }
    if (st == INLAY_OK)
        say_what_is_missing(args, &plot, wish);
    inlay_plot_clear(&plot);
    if (st == INLAY_OK && inlay_args_has(args, "script"))
        inlay_say_result(script);
    else if (st == INLAY_OK)
        st = choose_path(args, target, &wish->path, err);
    if (st == INLAY_OK && !inlay_args_has(args, "script"))
        st = draw(args, script, wish->path, err);
    inlay_text_free(script);
    return st;
}

int inlay_cmd_plot(const struct inlay_args *args)
{
    struct inlay_target target = {0};
    struct wish wish = {0};
    inlay_error err = {0};
    inlay_status st = read_flags(args, &wish, &err);

    if (st == INLAY_OK)
        st = inlay_target_open(args, INLAY_STORE_READ, &target, &err);
    if (st == INLAY_OK)
        st = plot_study(args, &target, &wish, &err);
    inlay_text_free(wish.path);
    inlay_target_clear(&target);
    return st == INLAY_OK ? INLAY_EXIT_OK : inlay_say_failure(args, &err);
}
