#include "check.h"

#include "../open_text.h"

#include "../study/study_fixture.h"
#include "app/exchange/trial_csv.h"
#include "list_fixture.h"
#include "strategy/options.h"
#include "terms_fixture.h"

/* A table of trials that differ in nothing but their metrics, the last columns. */
static void check_table(const char *const *metrics, size_t n, const char *want)
{
    inlay_space *space = space_of("[{\"name\": \"a\", \"type\": \"boolean\"}]");
    const inlay_value x = inlay_boolean(true);
    struct inlay_trial_table table;
    struct inlay_text text = {0};
    inlay_error err = {0};
    CHECK_OK(inlay_trial_table_init(&table, terms_of(space), &err), err);
    for (size_t i = 0; i < n; i++)
        CHECK_OK(inlay_trial_table_note(&table, metrics[i], true, &err), err);
    inlay_trial_table_header(&table, &text);
    for (size_t i = 0; i < n; i++) {
        const struct inlay_listed t = {.id = (int64_t)i,
                                       .state = INLAY_LISTED_DONE,
                                       .x = &x,
                                       .y = 1.0,
                                       .values = (const double[]){1.0},
                                       .metrics = metrics[i],
                                       .seconds = NAN};
        inlay_trial_table_row(&table, &t, &text);
    }
    CHECK_TEXT(inlay_text_view(&text), want);
    inlay_text_clear(&text);
    inlay_trial_table_clear(&table);
    inlay_space_free(space);
}

TEST(a_metric_has_a_column_and_what_is_no_number_is_json)
{
    static const char *const metrics[] = {
        "{\"acc\": 0.50, \"epochs\": 3, \"net\": \"relu\"}", NULL,
        "{\"acc\": \"NaN\", \"deep\": {\"a\": [1, null]}, \"\": true}"};
    check_table(metrics, LEN(metrics),
                "id,state,value,a,why,seconds,attempts,metrics.acc,"
                "metrics.epochs,metrics.net,metrics.deep,metrics.\n"
                "0,done,1,true,,,,0.5,3,\"\"\"relu\"\"\",,\n"
                "1,done,1,true,,,,,,,,\n"
                "2,done,1,true,,,,NaN,,,\"{\"\"a\"\": [1, null]}\",true\n");
}

TEST(without_metrics_there_is_no_column_for_them)
{
    static const char *const metrics[] = {NULL, "{}"};
    check_table(metrics, LEN(metrics),
                "id,state,value,a,why,seconds,attempts\n"
                "0,done,1,true,,,\n1,done,1,true,,,\n");
}

/* A trial that ends while the table is written. */
TEST(a_metric_without_a_column_is_not_left_out_without_a_word)
{
    inlay_space *space = space_of("[{\"name\": \"a\", \"type\": \"boolean\"}]");
    const inlay_value x = inlay_boolean(true);
    const struct inlay_listed t = {.id = 1,
                                   .state = INLAY_LISTED_DONE,
                                   .x = &x,
                                   .y = 1.0,
                                   .metrics = "{\"late\": 1}",
                                   .seconds = NAN};
    struct inlay_trial_table table;
    struct inlay_text text = {0};
    inlay_error err = {0};
    CHECK_OK(inlay_trial_table_init(&table, terms_of(space), &err), err);
    inlay_trial_table_row(&table, &t, &text);
    CHECK_FAILS(
        inlay_text_status(&text, &err), INLAY_ESTATE, err,
        "a trial has ended with a new metric ({\"late\": 1}) since this "
        "table was begun: try again");
    inlay_text_clear(&text);
    inlay_trial_table_clear(&table);
    inlay_space_free(space);
}

/* ---- There and back ---- */

struct texts {
    struct inlay_text csv, jsonl;
};

static void clear_texts(struct texts *texts)
{
    inlay_text_clear(&texts->csv);
    inlay_text_clear(&texts->jsonl);
}

static void print_both(const char *path, const inlay_study *s,
                       struct texts *texts)
{
    const struct inlay_trial_terms terms = {
        .space = inlay_study_space(s),
        .outputs = inlay_options_outputs(inlay_study_options(s))};
    struct inlay_journal *journal = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_journal_open(path, INLAY_STORE_READ, &journal, &err), err);
    CHECK_OK(print_in(journal, terms, INLAY_TRIALS_CSV, &texts->csv, &err),
             err);
    CHECK_OK(print_in(journal, terms, INLAY_TRIALS_JSONL, &texts->jsonl, &err),
             err);
    inlay_journal_free(journal);
}

/* What is read from `from` into another study is printed as `want`. */
static void check_again(const char *spec, const struct inlay_text *from,
                        const struct texts *want)
{
    struct inlay_import_report report = {0};
    struct texts again = {0};
    inlay_study *s = NULL;
    inlay_error err = {0};
    CHECK_OK(open_text("t.inlay", spec, INLAY_STORE_CREATE, &s, &err), err);
    const struct inlay_import_source source = {
        .bytes = from->bytes,
        .n = from->n,
        .outputs = inlay_options_outputs(inlay_study_options(s))};
    CHECK_OK(inlay_import_read(inlay_study_space(s), &source, add_row, s,
                               &report, &err),
             err);
    CHECK_TEXT(inlay_text_view(&report.ignored), "");
    CHECK(report.n_passed == 0);
    print_both("t.inlay", s, &again);
    CHECK_TEXT(again.csv.bytes, want->csv.bytes);
    CHECK_TEXT(again.jsonl.bytes, want->jsonl.bytes);
    clear_texts(&again);
    inlay_import_clear(&report);
    inlay_study_free(s);
    CHECK(!remove("t.inlay"));
}

/* Done and failed trials, whose metrics are what the caller says. */
static void check_round_trip(const char *spec, const char *const *metrics,
                             size_t n)
{
    const inlay_value x[] = {inlay_integer(3), inlay_boolean(true)};
    struct texts texts = {0};
    inlay_study *s = NULL;
    inlay_error err = {0};
    CHECK_OK(open_text("s.inlay", spec, INLAY_STORE_CREATE, &s, &err), err);
    for (size_t i = 0; i < n; i++)
        CHECK_OK(
            inlay_study_add_ended(
                s, x,
                inlay_outcome_of(i % 3 < 2 ? 0.5 : NAN,
                                 i % 3 < 2 ? NULL : "a, \"b\"", metrics[i]),
                NULL, &err),
            err);
    print_both("s.inlay", s, &texts);
    check_again(spec, &texts.csv, &texts);
    check_again(spec, &texts.jsonl, &texts);
    clear_texts(&texts);
    inlay_study_free(s);
    CHECK(!remove("s.inlay"));
}

TEST(metrics_come_back_as_they_were)
{
    static const char *const metrics[] = {
        "{\"m\": 1.5, \"n\": 9007199254740993, \"t\": \"relu\"}",
        "{\"m\": \"1.5\", \"n\": \"\", \"t\": \"true\", \"z\": null}",
        "{\"m\": [1, {\"a,b\": \"\\n\"}], \"t\": \" x \", \"u\": "
        "\"-Infinity\"}",
        NULL, "{\"m\": 1e-300, \"n\": true, \"t\": {}, \"u\": \"\\\"\"}"};
    const struct folder f = folder_enter();
    check_round_trip("{\"variables\": [{\"name\": \"a\", \"type\": "
                     "\"integer\", \"min\": 1, \"max\": 9}, {\"name\": \"b\", "
                     "\"type\": \"boolean\"}]}",
                     metrics, LEN(metrics));
    folder_leave(&f);
}

static const char *const NAMES[] = {
    "y",       "x",        "id",        "state",       "why",
    "value",   "values",   "loss",      "objective",   "metrics",
    "seconds", "attempts", "discarded", "attributes",  "asked",
    "outside", "feasible", "metrics.m", "inlay:state", "inlay:metrics.m",
    ",\n"};

/* Of the one that failed, a value is known all the same. */
static void check_named(const char *variable, const char *goal,
                        const char *limit)
{
    char spec[600], one[400], two[400];
    const char *const metrics[] = {one, two, one};
    snprintf(spec, sizeof spec,
             "{\"variables\": [{\"name\": \"%s\", \"type\": \"integer\", "
             "\"min\": 1, \"max\": 9}, {\"name\": \"b\", \"type\": "
             "\"boolean\"}], \"outputs\": [{\"name\": \"%s\", \"max\": 20}, "
             "{\"name\": \"%s\", \"goal\": \"minimize\"}]}",
             variable, limit, goal);
    snprintf(one, sizeof one, "{\"%s\": 7, \"m\": 1}", limit);
    snprintf(two, sizeof two, "{\"%s\": 8.25, \"m\": 3, \"k\": \"id\"}", limit);
    check_round_trip(spec, metrics, LEN(metrics));
}

TEST(variables_and_outputs_may_have_any_name)
{
    const struct folder f = folder_enter();
    for (size_t i = 0; i < LEN(NAMES); i++) {
        const char *name = strcmp(NAMES[i], ",\n") == 0 ? ",\\n" : NAMES[i];
        check_named(name, NAMES[(i + 1) % (LEN(NAMES) - 1)], name);
    }
    folder_leave(&f);
}

TEST(more_metrics_than_columns_stay_in_one)
{
    struct inlay_text json = {0};
    for (int i = 0; i < INLAY_MOST_METRIC_COLUMNS + 2; i++)
        inlay_text_printf(&json, "%s\"m%d\": %d", i > 0 ? ", " : "{", i, i);
    inlay_text_add(&json, "}");
    const char *const metrics[] = {"{\"m0\": 1, \"k\": 2}", json.bytes,
                                   "{\"z\": 1}"};
    const struct folder f = folder_enter();
    check_round_trip("{\"variables\": [{\"name\": \"metrics\", \"type\": "
                     "\"integer\", \"min\": 1, \"max\": 9}, {\"name\": \"b\", "
                     "\"type\": \"boolean\"}]}",
                     metrics, LEN(metrics));
    folder_leave(&f);
    inlay_text_clear(&json);
}

/* A metric of the name, a variable, both with a variance, and trials without. */
TEST(variances_come_back_as_they_were)
{
    static const char SPEC[] =
        "{\"variables\": [{\"name\": \"variance\", \"type\": \"integer\", "
        "\"min\": 1, \"max\": 9}]}";
    static const double VARIANCES[] = {0.0, 1.0 / 3.0, NAN, 1e-300};
    const struct folder f = folder_enter();
    const inlay_value x = inlay_integer(3);
    struct texts texts = {0};
    inlay_study *s = NULL;
    inlay_error err = {0};
    CHECK_OK(open_text("s.inlay", SPEC, INLAY_STORE_CREATE, &s, &err), err);
    for (size_t i = 0; i < LEN(VARIANCES); i++)
        CHECK_OK(inlay_study_add_ended(
                     s, &x,
                     (struct inlay_outcome){
                         .y = 0.5,
                         .variance = VARIANCES[i],
                         .metrics = i == 1 ? "{\"variance\": 7}" : NULL},
                     NULL, &err),
                 err);
    print_both("s.inlay", s, &texts);
    CHECK(!strncmp(texts.csv.bytes,
                   "id,state,value,inlay:variance,variance,why", 42));
    check_again(SPEC, &texts.csv, &texts);
    check_again(SPEC, &texts.jsonl, &texts);
    clear_texts(&texts);
    inlay_study_free(s);
    CHECK(!remove("s.inlay"));
    folder_leave(&f);
}
