#include "check.h"

#include "../open_text.h"

#include "../study/study_fixture.h"
#include "app/exchange/import_rows.h"
#include "app/exchange/trial_list.h"
#include "list_fixture.h"
#include "strategy/options.h"
#include "study/tell.h"
#include "terms_fixture.h"

static const char SPEC[] =
    "{\"variables\": [{\"name\": \"a,\\n\", \"type\": \"categorical\", "
    "\"values\": [\"x\", \"\\\"q\\\"; $(y)\"]}, "
    "{\"name\": \"value\", \"type\": \"integer\", \"min\": 1, \"max\": 9}]}";

struct lines {
    struct inlay_text csv, json;
};

static inlay_status print(struct inlay_journal *journal,
                          const inlay_space *space,
                          enum inlay_trial_format format,
                          struct inlay_text *out, inlay_error *err)
{
    return print_in(journal, terms_of(space), format, out, err);
}

/* Three trials in a store: done, failed, pending. */
static void make_store(const char *path)
{
    inlay_study *s = NULL;
    inlay_error err = {0};
    inlay_trial t;
    inlay_value x[] = {inlay_category("\"q\"; $(y)"), inlay_integer(3)};
    CHECK_OK(open_text(path, SPEC, INLAY_STORE_CREATE, &s, &err), err);
    CHECK_OK(inlay_study_add_ended(s, x,
                                   inlay_outcome_of(0.1, NULL, "{\"m\": 1.50}"),
                                   NULL, &err),
             err);
    CHECK_OK(inlay_study_add_failed(s, x, "it\nbroke", NULL, &err), err);
    x[0] = inlay_category("x");
    CHECK_OK(inlay_study_enqueue(s, x, &err), err);
    CHECK_OK(inlay_study_ask(s, &t, &err), err);
    inlay_study_free(s);
}

static void list(const char *path, struct lines *l, inlay_space *space)
{
    struct inlay_journal *journal = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_journal_open(path, INLAY_STORE_READ, &journal, &err), err);
    CHECK_OK(print(journal, space, INLAY_TRIALS_CSV, &l->csv, &err), err);
    CHECK_OK(print(journal, space, INLAY_TRIALS_JSONL, &l->json, &err), err);
    inlay_journal_free(journal);
}

static void clear_lines(struct lines *l)
{
    inlay_text_clear(&l->csv);
    inlay_text_clear(&l->json);
}

TEST(trials_are_listed_with_all_that_is_known)
{
    const struct folder f = folder_enter();
    inlay_space *space = space_of(SPEC);
    struct lines l = {0};
    make_store("s.inlay");
    list("s.inlay", &l, space);
    CHECK_TEXT(l.csv.bytes,
               "id,state,inlay:value,\"a,\n\",value,why,seconds,attempts,"
               "metrics.m\n"
               "1,done,0.1,\"\"\"q\"\"; $(y)\",3,,,,1.5\n"
               "2,failed,,\"\"\"q\"\"; $(y)\",3,\"it\nbroke\",,,\n"
               "3,pending,,x,3,,,,\n");
    CHECK_TEXT(l.json.bytes,
               "{\"id\": 1, \"state\": \"done\", \"x\": {\"a,\\n\": "
               "\"\\\"q\\\"; $(y)\", \"value\": 3}, \"y\": 0.1, \"metrics\": "
               "{\"m\": 1.5}}\n"
               "{\"id\": 2, \"state\": \"failed\", \"x\": {\"a,\\n\": "
               "\"\\\"q\\\"; $(y)\", \"value\": 3}, \"y\": null, \"why\": "
               "\"it\\nbroke\"}\n"
               "{\"id\": 3, \"state\": \"pending\", \"x\": {\"a,\\n\": \"x\", "
               "\"value\": 3}, \"y\": null}\n");
    clear_lines(&l);
    inlay_space_free(space);
    CHECK(!remove("s.inlay"));
    folder_leave(&f);
}

/* ---- Outputs with names ---- */

static const char LIMITED[] =
    "{\"outputs\": [{\"name\": \"loss\", \"goal\": \"minimize\"}, {\"name\": "
    "\"ms, all\", \"max\": 20}, {\"name\": \"n\", \"min\": 1}], "
    "\"variables\": [{\"name\": \"n\", \"type\": \"integer\", \"min\": 1, "
    "\"max\": 9}]}";

static const char LIMITED_CSV[] = "id,state,loss,\"ms, all\",inlay:n,n,why,"
                                  "seconds,attempts,metrics.m\n"
                                  "1,done,0.5,12,1,3,,,,7\n"
                                  "2,done,0.25,24,2,4,,,,\n"
                                  "3,failed,,,2,5,\"the result has no finite "
                                  "value of 'ms, all'\",,,\n";

static const char LIMITED_JSON[] =
    "{\"id\": 1, \"state\": \"done\", \"x\": {\"n\": 3}, \"y\": 0.5, "
    "\"values\": {\"loss\": 0.5, \"ms, all\": 12, \"n\": 1}, "
    "\"feasible\": true, \"metrics\": {\"m\": 7}}\n"
    "{\"id\": 2, \"state\": \"done\", \"x\": {\"n\": 4}, \"y\": 0.25, "
    "\"values\": {\"loss\": 0.25, \"ms, all\": 24, \"n\": 2}, "
    "\"feasible\": false}\n"
    "{\"id\": 3, \"state\": \"failed\", \"x\": {\"n\": 5}, \"y\": null, "
    "\"why\": \"the result has no finite value of 'ms, all'\", \"metrics\": "
    "{\"n\": 2}}\n";

/* Prints the trials of a study whose outputs are those of the study, and reads
 * what was printed into another one. */
static void check_limited(inlay_study *s, enum inlay_trial_format format,
                          const char *expected)
{
    struct inlay_text page = {0};
    struct inlay_journal *journal = NULL;
    struct inlay_import_report report = {0};
    inlay_error err = {0};
    inlay_study *other = NULL;
    const inlay_options *options = inlay_study_options(s);
    CHECK_OK(inlay_journal_open("s.inlay", INLAY_STORE_READ, &journal, &err),
             err);
    CHECK_OK(print_in(journal,
                      (struct inlay_trial_terms){
                          .space = inlay_study_space(s),
                          .outputs = inlay_options_outputs(options)},
                      format, &page, &err),
             err);
    CHECK_TEXT(page.bytes, expected);
    const struct inlay_import_source source = {
        .bytes = page.bytes,
        .n = page.n,
        .outputs = inlay_options_outputs(options)};
    CHECK_OK(open_text("t.inlay", LIMITED, INLAY_STORE_CREATE, &other, &err),
             err);
    CHECK_OK(inlay_import_read(inlay_study_space(s), &source, add_row, other,
                               &report, &err),
             err);
    CHECK(report.n_given == 3 && report.ignored.n == 0);
    inlay_trial t;
    CHECK_OK(inlay_study_trial(other, 2, &t, &err), err);
    CHECK(t.values[0] == 0.25 && t.values[1] == 24.0 && t.values[2] == 2.0 &&
          !t.is_feasible);
    CHECK_OK(inlay_study_best(other, &t, &err), err);
    CHECK(t.id == 1);
    inlay_import_clear(&report);
    inlay_study_free(other);
    inlay_journal_free(journal);
    inlay_text_clear(&page);
    CHECK(!remove("t.inlay"));
}

TEST(outputs_with_names_have_columns_that_can_be_read_again)
{
    const struct folder f = folder_enter();
    inlay_study *s = NULL;
    inlay_error err = {0};
    CHECK_OK(open_text("s.inlay", LIMITED, INLAY_STORE_CREATE, &s, &err), err);
    static const struct {
        double y;
        const char *metrics;
    } row[] = {{0.5, "{\"ms, all\": 12, \"n\": 1, \"m\": 7}"},
               {0.25, "{\"ms, all\": 24, \"n\": 2}"},
               {0.1, "{\"n\": 2}"}};
    for (size_t i = 0; i < LEN(row); i++) {
        const inlay_value x[] = {inlay_integer(3 + (int64_t)i)};
        CHECK_OK(inlay_study_add_ended(
                     s, x, inlay_outcome_of(row[i].y, NULL, row[i].metrics),
                     NULL, &err),
                 err);
    }
    check_limited(s, INLAY_TRIALS_CSV, LIMITED_CSV);
    check_limited(s, INLAY_TRIALS_JSONL, LIMITED_JSON);
    inlay_study_free(s);
    CHECK(!remove("s.inlay"));
    folder_leave(&f);
}

TEST(what_is_listed_can_be_read_again)
{
    const struct folder f = folder_enter();
    inlay_space *space = space_of(SPEC);
    struct lines first = {0}, again = {0};
    make_store("s.inlay");
    list("s.inlay", &first, space);
    const struct inlay_text *texts[] = {&first.csv, &first.json};
    for (size_t i = 0; i < LEN(texts); i++) {
        const struct inlay_import_source source = {.bytes = texts[i]->bytes,
                                                   .n = texts[i]->n};
        struct inlay_import_report report = {0};
        inlay_study *s = NULL;
        inlay_error err = {0};
        CHECK_OK(open_text("t.inlay", SPEC, INLAY_STORE_CREATE, &s, &err), err);
        CHECK_OK(inlay_import_read(space, &source, add_row, s, &report, &err),
                 err);
        CHECK(report.n_given == 2 && report.n_passed == 1);
        inlay_import_clear(&report);
        inlay_study_free(s);
        list("t.inlay", &again, space);
        CHECK(strncmp(again.json.bytes, first.json.bytes, again.json.n) == 0);
        clear_lines(&again);
        CHECK(!remove("t.inlay"));
    }
    clear_lines(&first);
    inlay_space_free(space);
    CHECK(!remove("s.inlay"));
    folder_leave(&f);
}

/* make_store: variables "a", an integer, and "c". */
TEST(rows_of_another_space_are_shown_in_its_terms)
{
    const struct folder f = folder_enter();
    inlay_space *space = space_of("[{\"name\": \"b\", \"type\": \"boolean\"}]");
    struct inlay_journal *journal = NULL;
    struct lines l = {0};
    inlay_error err = {0};
    make_store("s.inlay");
    CHECK_OK(inlay_journal_open("s.inlay", INLAY_STORE_READ, &journal, &err),
             err);
    CHECK_OK(print(journal, space, INLAY_TRIALS_CSV, &l.csv, &err), err);
    CHECK(strncmp(l.csv.bytes,
                  "id,state,value,b,why,seconds,attempts,metrics.m,"
                  "outside\n",
                  56) == 0);
    CHECK(strstr(l.csv.bytes, ",yes\n") != NULL);
    CHECK_OK(print(journal, space, INLAY_TRIALS_JSON, &l.json, &err), err);
    CHECK(strstr(l.json.bytes, "\"x\": {}") != NULL);
    CHECK(strstr(l.json.bytes, "\"outside\": true") != NULL);
    inlay_text_clear(&l.csv);
    inlay_text_clear(&l.json);
    inlay_journal_free(journal);
    inlay_space_free(space);
    CHECK(!remove("s.inlay"));
    folder_leave(&f);
}

/* The ids of the chosen trials, each as a digit. */
static inlay_status note_id(const struct inlay_listed *t, void *context,
                            inlay_error *err)
{
    (void)err;
    inlay_text_printf(context, "%d", (int)t->id);
    return INLAY_OK;
}

TEST(trials_are_chosen_by_state_and_from_the_end)
{
    static const struct {
        struct inlay_trial_choice choice;
        const char *ids;
    } row[] = {
        {{.states = INLAY_LISTED_ALL}, "123"},
        {{.states = 1 << INLAY_LISTED_FAILED}, "2"},
        {{.states = 1 << INLAY_LISTED_DONE | 1 << INLAY_LISTED_PENDING}, "13"},
        {{.states = INLAY_LISTED_ALL, .n_last = 2}, "23"},
        {{.states = INLAY_LISTED_ALL, .n_last = 7}, "123"},
        {{.states = INLAY_LISTED_ALL, .until = 2}, "12"},
        {{.states = INLAY_LISTED_ALL, .n_last = 1, .until = 2}, "2"},
        {{.states = 1 << INLAY_LISTED_DONE, .n_last = 1}, "1"},
        {{.states = 1 << INLAY_LISTED_RUNNING, .n_last = 1}, ""},
    };
    const struct folder f = folder_enter();
    inlay_space *space = space_of(SPEC);
    struct inlay_journal *journal = NULL;
    inlay_error err = {0};
    make_store("s.inlay");
    CHECK_OK(inlay_journal_open("s.inlay", INLAY_STORE_READ, &journal, &err),
             err);
    for (size_t i = 0; i < LEN(row); i++) {
        struct inlay_text ids = {0};
        CHECK_OK(inlay_trial_list_each(journal, terms_of(space), row[i].choice,
                                       note_id, &ids, &err),
                 err);
        CHECK_TEXT(inlay_text_view(&ids), row[i].ids);
        inlay_text_clear(&ids);
    }
    inlay_journal_free(journal);
    inlay_space_free(space);
    CHECK(!remove("s.inlay"));
    folder_leave(&f);
}

/* ---- What was discarded, given up and noted ---- */

#define CHECK_IN(text, part) CHECK(strstr(text, part))

static void make_marked_store(const char *path)
{
    inlay_study *s = NULL;
    inlay_error err = {0};
    inlay_trial t;
    make_store(path);
    CHECK_OK(inlay_study_open(path, NULL, NULL, &s, &err), err);
    CHECK_OK(inlay_study_discard(s, 1, "not, \"this\"", &err), err);
    CHECK_OK(inlay_study_discard(s, 2, NULL, &err), err);
    CHECK_OK(inlay_study_abandon(s, 3, "late", &err), err);
    CHECK_OK(inlay_study_set_attribute(s, 3, "host", "n7", &err), err);
    CHECK_OK(inlay_study_trial(s, 3, &t, &err), err);
    CHECK(t.asked_at > 1.6e9);
    inlay_study_free(s);
}

TEST(marks_and_attributes_have_columns_of_their_own)
{
    struct lines l = {0};
    const struct folder f = folder_enter();
    inlay_space *space = space_of(SPEC);
    make_marked_store("s.inlay");
    list("s.inlay", &l, space);
    CHECK_IN(l.csv.bytes, ",metrics.m,discarded,attributes\n");
    CHECK_IN(l.csv.bytes, "1,done,0.1,");
    CHECK_IN(l.csv.bytes, ",\"not, \"\"this\"\"\",\n");
    CHECK_IN(l.csv.bytes, "2,failed,,");
    CHECK_IN(l.csv.bytes, ",yes,\n");
    CHECK_IN(l.csv.bytes, "3,abandoned,,");
    CHECK_IN(l.csv.bytes, ",\"{\"\"host\"\": \"\"n7\"\"}\"\n");
    CHECK_IN(l.json.bytes, "\"discarded\": \"not, \\\"this\\\"\"");
    CHECK_IN(l.json.bytes, "\"discarded\": true");
    CHECK_IN(l.json.bytes, "\"state\": \"abandoned\"");
    CHECK_IN(l.json.bytes, "\"attributes\": {\"host\": \"n7\"}");
    clear_lines(&l);
    inlay_space_free(space);
    CHECK(!remove("s.inlay"));
    folder_leave(&f);
}
