/*
 * test_figure.c: a script has the numbers, and names that gnuplot draws and does
 * not obey.
 */
#include "stored_fixture.h"

#include <float.h>

#include "app/pages/figure.h"
#include "run/filter.h"

static const struct inlay_plot_options ALL = {.has_progress = true,
                                              .has_slices = true};

static char *script_with(inlay_study *s, const struct inlay_plot_options *o)
{
    struct inlay_plot plot = {0};
    struct inlay_text page = {0};
    inlay_error err = {0};

    CHECK_OK(inlay_plot_make(s, o, &plot, &err), err);
    inlay_figure_script(&plot, &page);
    inlay_plot_clear(&plot);
    return text_of(&page);
}

static char *script_of(inlay_study *s, bool is_png)
{
    struct inlay_plot_options o = ALL;
    o.is_png = is_png;
    return script_with(s, &o);
}

/* ---- Numbers ------------------------------------------------------------- */

static double next_number(const char **at)
{
    char word[64] = "";
    double v = NAN;
    const size_t n = strcspn(*at, " \n");

    CHECK(n < sizeof word);
    memcpy(word, *at, n);
    CHECK(inlay_text_to_number(word, &v) || strcmp(word, "NaN") == 0);
    *at += n + 1;
    return v;
}

TEST(the_values_in_the_script_are_predictions)
{
    inlay_study *s = study_of(MIXED_SPACE, "seed=3");
    run(s, mixed, 12);
    char *script = script_of(s, false);
    struct inlay_plot plot = {0};
    inlay_error err = {0};
    CHECK_OK(inlay_plot_make(s, &ALL, &plot, &err), err);

    for (size_t k = 0; k < plot.n_slices; k++) {
        const inlay_slice *slice = plot.slice[k];
        char head[40];
        if (slice->axes[0]->variable !=
            0) /* the real one: a row for each sample */
            continue;
        snprintf(head, sizeof head, "$slice%zu << EOD\n", k + 1);
        const char *at = strstr(script, head);
        CHECK(at);
        at += strlen(head);
        for (size_t i = 0; i < slice->n_cells; i++) {
            inlay_value x[4];
            memcpy(x, slice->x, sizeof x);
            x[0] = inlay_real(next_number(&at));
            const inlay_prediction p = predict(s, x);
            CHECK(next_number(&at) == p.mean);
            CHECK(next_number(&at) == p.sd);
            CHECK(next_number(&at) == p.acquisition);
        }
        CHECK(strncmp(at, "EOD\n", 4) == 0);
    }
    inlay_plot_clear(&plot);
    inlay_text_free(script);
    inlay_study_free(s);
}

TEST(the_caption_names_the_acquisition_where_there_is_room)
{
    static const char *const WAYS[][2] = {
        {"seed=3 initial=3", "2 standard deviations, expected improvement"},
        {"seed=3 initial=3 acquisition=pes",
         "2 standard deviations, information about the"},
    };
    struct inlay_plot_options small = ALL;
    small.width = small.height = 600;
    for (size_t w = 0; w < LEN(WAYS); w++) {
        inlay_study *s = study_of(MIXED_SPACE, WAYS[w][0]);
        run(s, mixed, 4);
        char *wide = script_of(s, false), *narrow = script_with(s, &small);
        CHECK_HAS(wide, WAYS[w][1]);
        CHECK_HAS(narrow, "Model through the recommended configuration'");
        inlay_text_free(wide);
        inlay_text_free(narrow);
        inlay_study_free(s);
    }
}

/* Panels of the second output: its values, its bands, the chance of its limit,
 * and the limit as an arrow. */
TEST(each_output_has_panels_of_its_own)
{
    inlay_options *o = options_of("seed=3 initial=3");
    inlay_space *space = space_of(MIXED_SPACE);
    inlay_study *s = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_options_add_output(o, "load", INLAY_GOAL_NONE, -INFINITY,
                                      6.5, &err),
             err);
    CHECK_OK(inlay_options_add_output(o, "cost", INLAY_GOAL_MINIMIZE, -INFINITY,
                                      INFINITY, &err),
             err);
    CHECK_OK(inlay_study_new(space, o, &s, &err), err);
    for (int i = 0; i < 8; i++) {
        const inlay_trial t = ask(s);
        const double v[] = {5.0 + t.x[0].real + 0.25 * i, mixed(t.x)};
        CHECK_OK(inlay_study_report(s, t.id, v, 2, NULL, &err), err);
    }
    struct inlay_plot plot;
    CHECK_OK(inlay_plot_make(s, &ALL, &plot, &err), err);
    size_t k = 0;
    while (k < plot.n_panels && plot.panel[k].output == 1)
        k++;
    CHECK(k > 0 && plot.n_panels == 2 * k && plot.panel[k].output == 0);
    char *script = script_of(s, false), head[32];
    CHECK_HAS(script, "load by ");
    CHECK_HAS(script, "cost by ");
    CHECK_HAS(script, "set arrow 10 from graph 0, first 6.5 to");
    CHECK(!strstr(script, "set arrow 9 from"));
    snprintf(head, sizeof head, "$slice%zu << EOD\n", k + 1);
    const char *at = strstr(script, head) + strlen(head);
    const inlay_output_prediction *p = plot.panel[k].slice->outputs[0];
    next_number(&at);
    CHECK(next_number(&at) == p[0].mean && next_number(&at) == p[0].sd);
    CHECK_ABS(exp(next_number(&at)), p[0].p_within, 1e-9);
    snprintf(head, sizeof head, "$at%zu << EOD\n", k + 1);
    at = strstr(script, head) + strlen(head);
    next_number(&at);
    CHECK(next_number(&at) == trial_of(s, 1).values[0]);
    inlay_text_free(script);
    inlay_plot_clear(&plot);
    inlay_study_free(s);
    inlay_options_free(o);
    inlay_space_free(space);
}

static double fails_right(const inlay_value *x)
{
    return x[0].real > 0.7 ? NAN : mixed(x);
}

TEST(progress_has_each_value_the_best_and_the_failures)
{
    inlay_study *s = study_of(MIXED_SPACE, "seed=3 goal=maximize");
    run(s, fails_right, 8);
    const inlay_trial open = ask(s);
    char *script = script_of(s, false);
    static const char HEAD[] = "$trials << EOD\n";
    const char *at = strstr(script, HEAD) + strlen(HEAD);
    double best = -INFINITY;
    size_t n_failed = 0;

    for (int64_t id = 1; id <= open.id; id++) {
        const inlay_trial t = trial_of(s, id);
        CHECK(next_number(&at) == (double)id);
        const double y = next_number(&at), so_far = next_number(&at);
        const bool is_failed = !isnan(next_number(&at));
        CHECK(is_failed == (t.state == INLAY_STATE_FAILED));
        n_failed += is_failed;
        CHECK(isnan(next_number(&at))); /* no limit is broken */
        CHECK(t.state == INLAY_STATE_DONE ? y == t.value : isnan(y));
        if (t.state == INLAY_STATE_DONE)
            best = fmax(best, t.value);
        CHECK(isnan(so_far) ? isinf(best) : so_far == best);
    }
    CHECK(n_failed > 0);
    CHECK(strncmp(at, "EOD\n", 4) == 0);
    inlay_text_free(script);
    inlay_study_free(s);
}

/* ---- gnuplot itself ------------------------------------------------------ */

/* Draws the script into *out; false where there is no gnuplot. */
static bool draw(const char *script, char **out, size_t *n)
{
    static const char *const WORDS[] = {"gnuplot", "-d", "/dev/stdin", NULL};
    FILE *file = tmpfile();
    struct inlay_filter_end end = {0};
    inlay_error err = {0};

    CHECK(file);
    CHECK_OK(inlay_filter_run(WORDS, script, fileno(file), &end, &err), err);
    if (!end.is_missing && (end.code != 0 || end.said.n > 0))
        print_error("gnuplot: %s\n", end.said.n > 0 ? end.said.bytes : "");
    CHECK(end.is_missing || (end.code == 0 && end.said.n == 0));
    inlay_text_clear(&end.said);
    fseek(file, 0, SEEK_END);
    *n = (size_t)ftell(file);
    rewind(file);
    *out = inlay_mem_new(*n + 1, 1);
    CHECK(fread(*out, 1, *n, file) == *n);
    fclose(file);
    return !end.is_missing;
}

/* Are tags balanced, and is there no stray & or <?  Enough to see a name that
 * was not escaped. */
static bool is_xml(const char *s)
{
    int depth = 0;

    for (; *s; s++) {
        if ((unsigned char)*s < 0x20 && !strchr("\n\r\t", *s))
            return false;
        if (*s == '&') {
            const size_t n = strcspn(s, "; \n<");
            if (n > 8 || s[n] != ';')
                return false;
        }
        if (*s != '<')
            continue;
        if (strncmp(s, "<!--", 4) == 0 || strncmp(s, "<![CDATA[", 9) == 0) {
            s = strstr(s, s[2] == '-' ? "-->" : "]]>");
            if (!s)
                return false;
            continue;
        }
        const char *end = s + strcspn(s + 1, "<>") + 1;
        if (*end != '>')
            return false;
        if (s[1] == '/')
            depth--;
        else if (s[1] != '?' && s[1] != '!' && end[-1] != '/')
            depth++;
        if (depth < 0)
            return false;
        s = end;
    }
    return depth == 0;
}

/* A space of names that try to make the file `canary`. */
static inlay_space *hostile_space(const char *canary)
{
    static const char *const NAMES[] = {
        "'; system('touch %s') #",
        "\"; system(\"touch %s\") #",
        "`touch %s`",
        "$(touch %s)",
        "\n!touch %s\n",
        "@x {/Bold y}_1^2 \\ %% %%s %%n <b>&amp;</b> ]]>",
        "größe \xE2\x82\xAC \x01\x1b[31m",
        "EOD\nsystem('touch %s')",
    };
    inlay_space *space = NULL;
    inlay_error err = {0};
    char text[LEN(NAMES)][400];
    const char *labels[LEN(NAMES)];

    CHECK_OK(inlay_space_new(&space, &err), err);
    for (size_t i = 0; i < LEN(NAMES); i++) {
        const char *hole = strstr(NAMES[i], "%s");
        if (hole && hole[-1] == '%')
            hole = NULL;
        snprintf(text[i], sizeof text[i], "%.*s%s%s",
                 (int)(hole ? (size_t)(hole - NAMES[i]) : strlen(NAMES[i])),
                 NAMES[i], hole ? canary : "", hole ? hole + 2 : "");
        labels[i] = text[i];
    }
    for (size_t i = 0; i + 2 < LEN(NAMES); i++)
        CHECK_OK(inlay_space_add_real(
                     space, text[i], 0.1, 1.0,
                     i % 2 ? INLAY_SCALE_LOG : INLAY_SCALE_LINEAR, &err),
                 err);
    CHECK_OK(
        inlay_space_add_categorical(space, text[6], labels, LEN(NAMES), &err),
        err);
    CHECK_OK(
        inlay_space_add_categorical(space, text[7], labels, LEN(NAMES), &err),
        err);
    return space;
}

static double sum(const inlay_value *x)
{
    return x[0].real + 2.0 * x[1].real + x[5].real + (double)x[6].integer;
}

TEST(hostile_names_are_drawn_and_nothing_else)
{
    char canary[] = "/tmp/inlay-canary-XXXXXX";
    const int fd = mkstemp(canary); /* a name that nobody else has */
    inlay_study *s = NULL;
    inlay_error err = {0};
    char *picture = NULL;
    size_t n = 0;

    CHECK(fd >= 0);
    close(fd);
    unlink(canary);
    inlay_space *space = hostile_space(canary);
    CHECK_OK(inlay_study_new(space, NULL, &s, &err), err);
    inlay_space_free(space);
    run(s, sum, 12);
    char *script = script_of(s, false);
    if (draw(script, &picture, &n)) {
        CHECK(access(canary, F_OK) != 0);
        CHECK(n > 10000 && is_xml(picture));
        CHECK(strstr(picture, "größe €"));
        CHECK(strstr(picture, "$(touch "));
    }
    inlay_mem_free(picture);
    inlay_text_free(script);
    inlay_study_free(s);
}

TEST(the_tiny_check_of_xml_finds_what_is_wrong)
{
    CHECK(is_xml("<?xml version='1.0'?><a><b c='d'/>x &lt; y</a>"));
    CHECK(!is_xml("<a><b></a>") && !is_xml("<a>x & y</a>"));
    CHECK(!is_xml("<a>x < y</a>") && !is_xml("<a>\033</a>"));
}

/* Few trials, failures only, one value, huge ones: gnuplot does not complain. */
static double only_failures(const inlay_value *x)
{
    (void)x;
    return NAN;
}

static double constant(const inlay_value *x)
{
    (void)x;
    return 0.0;
}

static double huge(const inlay_value *x)
{
    return exp(600.0 * x[0].real);
}

/* Their differences are infinite. */
static double far_apart(const inlay_value *x)
{
    return x[0].real < 0.5 ? -1e308 : 1e308;
}

static double greatest(const inlay_value *x)
{
    return x[0].real < 0.5 ? 1e308 : DBL_MAX;
}

static double least(const inlay_value *x)
{
    return x[0].real < 0.5 ? 0.0 : 5e-324;
}

static double of_all_sizes(const inlay_value *x)
{
    return pow(10.0, 600.0 * x[0].real - 292.0);
}

TEST(odd_studies_are_drawn_without_a_complaint)
{
    static objective_fn *const FUNCTIONS[] = {
        only_failures, constant, huge,         mixed,
        far_apart,     greatest, of_all_sizes, least};
    for (size_t i = 0; i < LEN(FUNCTIONS); i++)
        for (size_t n = 0; n < 8; n += i == 3 ? 1 : 3) {
            inlay_study *s = study_of(MIXED_SPACE, "seed=3");
            char *picture = NULL;
            size_t size = 0;
            run(s, FUNCTIONS[i], n);
            char *script = script_of(s, n % 2 == 1);
            if (draw(script, &picture, &size)) {
                CHECK(size > 1000);
                CHECK(n % 2 == 1 ? memcmp(picture, "\x89PNG", 4) == 0
                                 : is_xml(picture));
                CHECK(n % 2 == 1 ||
                      (!strstr(picture, ">NaN<") && !strstr(picture, "nan") &&
                       !strstr(picture, "inf")));
            }
            inlay_mem_free(picture);
            inlay_text_free(script);
            inlay_study_free(s);
        }
}
