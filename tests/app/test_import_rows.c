#include "check.h"

#include "../study/study_fixture.h"
#include "app/exchange/import_rows.h"
#include "base/text.h"
#include "problem/configuration.h"

static const char SPACE[] =
    "[{\"name\": \"lr\", \"type\": \"real\", \"min\": 0, \"max\": 1},"
    " {\"name\": \"n\", \"type\": \"integer\", \"min\": 1, \"max\": 9},"
    " {\"name\": \"act\", \"type\": \"categorical\", \"values\": "
    "  [\"relu\", \"a,b\", \"1\"]}]";

struct seen {
    const inlay_space *space;
    struct inlay_text text;
};

/* Each trial as a line: x y (why) metrics. */
static inlay_status see(const struct inlay_finished *t, void *context,
                        inlay_error *err)
{
    struct seen *seen = context;

    inlay_configuration_add_array(&seen->text, seen->space, t->x);
    if (t->why)
        inlay_text_printf(&seen->text, " failed: %s", t->why);
    else
        inlay_text_printf(&seen->text, " %g", t->y);
    if (!isnan(t->variance))
        inlay_text_printf(&seen->text, " ± %g", t->variance);
    if (t->metrics)
        inlay_text_printf(&seen->text, " %s", t->metrics);
    if (t->is_discarded)
        inlay_text_printf(&seen->text, " void: %s",
                          t->void_because ? t->void_because : "-");
    if (t->notes)
        inlay_text_printf(&seen->text, " notes: %s", t->notes);
    inlay_text_add(&seen->text, "\n");
    return inlay_text_status(&seen->text, err);
}

static inlay_status read_text(const inlay_space *space, const char *text,
                              const char *value, struct seen *seen,
                              struct inlay_import_report *report,
                              inlay_error *err)
{
    const struct inlay_import_source source = {
        .bytes = text, .n = strlen(text), .value = value};
    seen->space = space;
    return inlay_import_read(space, &source, see, seen, report, err);
}

static void check_rows_of(const char *json, const char *text, const char *want)
{
    inlay_space *space = space_of(json);
    struct seen seen = {0};
    struct inlay_import_report report = {0};
    inlay_error err = {0};
    CHECK_OK(read_text(space, text, NULL, &seen, &report, &err), err);
    CHECK_TEXT(seen.text.n ? seen.text.bytes : "", want);
    inlay_text_clear(&seen.text);
    inlay_import_clear(&report);
    inlay_space_free(space);
}

static void check_rows(const char *text, const char *want)
{
    check_rows_of(SPACE, text, want);
}

static void check_refused(const char *text, const char *value,
                          const char *message)
{
    inlay_space *space = space_of(SPACE);
    struct seen seen = {0};
    struct inlay_import_report report = {0};
    inlay_error err = {0};
    CHECK(read_text(space, text, value, &seen, &report, &err) != INLAY_OK);
    CHECK_TEXT(err.msg, message);
    inlay_text_clear(&seen.text);
    inlay_import_clear(&report);
    inlay_space_free(space);
}

TEST(columns_are_found_by_their_names)
{
    check_rows("act,y,n,lr\nrelu,0.5,3,0.25\n\"a,b\",-1,9,1e-3\n",
               "[0.25, 3, \"relu\"] 0.5\n[0.001, 9, \"a,b\"] -1\n");
    check_rows("n;lr;act;loss\r\n1;0;1;2\r\n", "[0, 1, \"1\"] 2\n");
}

TEST(objects_are_nested_or_flat)
{
    check_rows("{\"x\": {\"lr\": 0.5, \"n\": 3, \"act\": \"relu\"}, \"y\": 1}\n"
               "\n"
               "{\"lr\": 0.5, \"n\": 3, \"act\": \"1\", \"objective\": 2}",
               "[0.5, 3, \"relu\"] 1\n[0.5, 3, \"1\"] 2\n");
    check_rows("\xEF\xBB\xBF{\"x\": [0.5, 3, \"relu\"], \"y\": 1}",
               "[0.5, 3, \"relu\"] 1\n");
}

TEST(a_row_is_done_failed_or_not_finished)
{
    check_rows("lr,n,act,y,state,why,metrics\n"
               "0,1,relu,1,,,\n"
               "0,1,relu,1,done,,\"{\"\"a\"\":1}\"\n"
               "0,1,relu,,failed,,\n"
               "0,1,relu,7,FAIL,broke,\n"
               "0,1,relu,,,broke,\n"
               "0,1,relu,nan,,,\n"
               "0,1,relu,-inf,complete,,\n"
               "0,1,relu,,,,\n"
               "0,1,relu,1,running,,\n"
               "0,1,relu,,done,,\n",
               "[0, 1, \"relu\"] 1\n"
               "[0, 1, \"relu\"] 1 {\"a\": 1}\n"
               "[0, 1, \"relu\"] failed: no reason given\n"
               "[0, 1, \"relu\"] failed: broke\n"
               "[0, 1, \"relu\"] failed: broke\n"
               "[0, 1, \"relu\"] nan\n"
               "[0, 1, \"relu\"] -inf\n");
    check_rows("{\"x\": {\"lr\": 0, \"n\": 1, \"act\": \"1\"}, \"y\": null}\n"
               "{\"x\": {\"lr\": 0, \"n\": 1, \"act\": \"1\"}, \"y\": null, "
               "\"why\": \"no\", \"metrics\": {\"b\": [2]}}\n"
               "{\"x\": {\"lr\": 0, \"n\": 1, \"act\": \"1\"}}\n",
               "[0, 1, \"1\"] failed: no {\"b\": [2]}\n");
}

TEST(rows_are_counted_and_other_columns_named)
{
    inlay_space *space = space_of(SPACE);
    struct seen seen = {0};
    struct inlay_import_report report = {0};
    inlay_error err = {0};
    CHECK_OK(read_text(space,
                       "id,\"who\n\",lr,n,act,value,b\n"
                       "1,me,0,1,relu,2,\n2,me,0,1,relu,,\n",
                       NULL, &seen, &report, &err),
             err);
    CHECK(report.n_given == 1 && report.n_passed == 1);
    CHECK_TEXT(report.ignored.bytes, "who\\n, b");
    inlay_import_clear(&report);
    CHECK_OK(read_text(space,
                       "{\"x\": true, \"lr\": 0, \"n\": 1, \"act\": \"1\", "
                       "\"y\": 1}\n{\"x\": 2, \"lr\": 0, \"n\": 1, \"act\": "
                       "\"1\", \"y\": 1, \"id\": 3}",
                       NULL, &seen, &report, &err),
             err);
    CHECK(report.n_given == 2);
    CHECK_TEXT(report.ignored.bytes, "x");
    inlay_import_clear(&report);
    inlay_text_clear(&seen.text);
    inlay_space_free(space);
}

TEST(a_variable_may_have_the_name_of_a_column_of_ours)
{
    static const char space[] =
        "[{\"name\": \"y\", \"type\": \"integer\", \"min\": 0, \"max\": 9},"
        " {\"name\": \"value\", \"type\": \"integer\", \"min\": 0, \"max\": 9},"
        " {\"name\": \"state\", \"type\": \"integer\", \"min\": 0, \"max\": 9},"
        " {\"name\": \"x\", \"type\": \"integer\", \"min\": 0, \"max\": 9}]";
    check_rows_of(space,
                  "inlay:state,inlay:value,y,value,state,x\n"
                  "done,5,1,2,3,4\n",
                  "[1, 2, 3, 4] 5\n");
    check_rows_of(space, "loss,y,value,state,x\n5,1,2,3,4\n",
                  "[1, 2, 3, 4] 5\n");
    check_rows_of(space,
                  "{\"y\": 1, \"value\": 2, \"state\": 3, \"x\": 4, "
                  "\"loss\": 5}\n"
                  "{\"x\": {\"y\": 1, \"value\": 2, \"state\": 3, \"x\": 4}, "
                  "\"y\": 6}\n",
                  "[1, 2, 3, 4] 5\n[1, 2, 3, 4] 6\n");
}

/* A value out of range, or one that the variable no longer has, is no mistake. */
TEST(rows_outside_the_space_are_given_and_counted)
{
    inlay_space *space = space_of(
        "[{\"name\":\"n\",\"type\":\"integer\",\"min\":0,\"max\":5},"
        "{\"name\":\"act\",\"type\":\"categorical\",\"values\":[\"relu\"]}]");
    struct seen seen = {0};
    struct inlay_import_report report = {0};
    inlay_error err = {0};
    CHECK_OK(read_text(space, "n,act,y\n1,relu,1\n9,relu,2\n3,gelu,4\n", NULL,
                       &seen, &report, &err),
             err);
    CHECK_TEXT(seen.text.bytes,
               "[1, \"relu\"] 1\n[9, \"relu\"] 2\n[3, \"gelu\"] 4\n");
    CHECK(report.n_given == 3 && report.n_outside == 2);
    CHECK_TEXT(report.outside.bytes, "3, 4");
    CHECK_TEXT(report.reason.bytes,
               "variable 'n': value 9 is not between 0 and 5");
    inlay_text_cut(&seen.text, 0);
    inlay_import_clear(&report);
    CHECK_OK(read_text(space,
                       "{\"x\": {\"n\": 9, \"act\": \"relu\", \"old\": 1}, "
                       "\"y\": 7}\n",
                       NULL, &seen, &report, &err),
             err);
    CHECK_TEXT(seen.text.bytes, "[9, \"relu\"] 7\n");
    CHECK_TEXT(report.outside.bytes, "1");
    CHECK_TEXT(report.ignored.bytes, "old");
    inlay_text_clear(&seen.text);
    inlay_import_clear(&report);
    inlay_space_free(space);
}

TEST(a_variable_that_has_a_default_need_not_be_there)
{
    inlay_space *space =
        space_of("[{\"name\":\"n\",\"type\":\"integer\",\"min\":0,\"max\":5},"
                 "{\"name\":\"drop\",\"type\":\"real\",\"min\":0,\"max\":1,"
                 "\"default\":0.5},{\"name\":\"bias\",\"type\":\"boolean\","
                 "\"default\":null}]");
    struct seen seen = {0};
    struct inlay_import_report report = {0};
    inlay_error err = {0};
    CHECK_OK(read_text(space, "n,bias,y\n1,true,1\n2,,2\n", NULL, &seen,
                       &report, &err),
             err);
    CHECK_TEXT(seen.text.bytes, "[1, 0.5, true] 1\n[2, 0.5, null] 2\n");
    CHECK_TEXT(report.defaults.bytes, "drop");
    CHECK(report.n_outside == 1); /* unknown is nowhere */
    inlay_text_cut(&seen.text, 0);
    inlay_import_clear(&report);
    CHECK_OK(read_text(space, "{\"n\": 1, \"bias\": false, \"y\": 1}\n", NULL,
                       &seen, &report, &err),
             err);
    CHECK_TEXT(seen.text.bytes, "[1, 0.5, false] 1\n");
    CHECK_TEXT(report.defaults.bytes, "drop");
    inlay_text_clear(&seen.text);
    inlay_import_clear(&report);
    inlay_space_free(space);
    check_refused("lr,n,y\n", NULL,
                  "line 1: the header has no column for variable 'act'; which "
                  "value did its rows have? Add a \"default\" to the variable, "
                  "or \"default\": null if it is not known");
}

TEST(a_mistake_is_told_with_line_column_and_rule)
{
    check_refused("", NULL, "it is empty");
    check_refused("lr,n,act\n", NULL,
                  "line 1: the header has no column y, value, objective or "
                  "loss; name the value's column with --value");
    check_refused("lr,n,act,cost\n", "costs",
                  "line 1: --value: the header has no column 'costs' (there is "
                  "also: cost)");
    check_refused("lr,n,act,y,loss\n", NULL,
                  "line 1: the columns 'y' and 'loss' could both be the value; "
                  "choose one with --value");
    check_refused("lr,n,act,y\n0,1,relu,-1e400\n", NULL,
                  "line 2: column 'y': '-1e400' is too large: numbers end at "
                  "1.8e308");
    check_refused("lr,n,n,act,y\n", NULL,
                  "line 1: the header has the column 'n' twice");
    check_refused("rl,n,act,y\n", NULL,
                  "line 1: the header has no column for variable 'lr'; did you "
                  "mean 'rl'?");
    check_refused("lr,n,act,y\n0,1,relu,1\n0,1.5,relu,1\n", NULL,
                  "line 3: variable 'n': 1.5 is not a whole number");
    check_refused(
        "lr,n,act,y\n0,1,relu,1e\n", NULL,
        "line 2: column 'y': '1e' is not a number (if the trial failed: "
        "nan)");
    check_refused("lr,n,act,y\n0,1,relu\n", NULL,
                  "line 2: it has 3 fields, but the header has 4");
    check_refused("lr,n,act,y,state\n0,1,relu,1,odd\n", NULL,
                  "line 2: state: 'odd' is not one of done, failed, pending, "
                  "running, abandoned");
    check_refused("lr,n,act,y,metrics\n0,1,relu,1,[1]\n", NULL,
                  "line 2: metrics: must be a JSON object, not an array");
    check_refused("lr,n,act,y,metrics\n0,1,relu,1,{\n", NULL,
                  "line 2: metrics: '{' is not a JSON object");
    check_refused("{\"lr\": 0}\n", NULL,
                  "line 1: variable 'n': no value given; which value did its "
                  "rows have? Add a \"default\" to the variable, or "
                  "\"default\": null if it is not known");
    check_refused("{\"x\": {\"lr\": 0, \"n\": 1, \"akt\": \"1\"}}\n", NULL,
                  "line 1: variable 'act': no value given; did you mean "
                  "'akt'?");
    check_refused("\n{\"lr\": }\n", NULL,
                  "line 2, column 8: unexpected token near '}'");
    check_refused(
        "{\"lr\": 0, \"n\": 1, \"act\": \"1\", \"y\": \"x\"}\n", NULL,
        "line 1: key 'y': 'x' is not a number (if the trial failed: nan)");
    check_refused("[]\n{}\n", NULL,
                  "it is a JSON array; JSON lines have one object per line, as "
                  "'inlay export --jsonl' writes them (if it is a table: "
                  "--csv)");
    check_refused("{\"lr\": 0, \"n\": 1, \"act\": \"1\", \"y\": 1, "
                  "\"state\": 3}",
                  NULL, "line 1: state: must be a string, not a number");
    check_refused("{\"lr\": 0, \"n\": 1, \"act\": \"1\", \"y\": 1, "
                  "\"discarded\": 3}",
                  NULL,
                  "line 1: discarded: must be true, false or a string, the "
                  "reason, not a number");
    check_refused("{\"lr\": 0, \"n\": 1, \"act\": \"1\", \"score\": 1}\n", NULL,
                  "no line has a key y, value, objective or loss; name the "
                  "value's key with --value (there is also: score)");
    check_refused("{\n \"lr\": 0}\n", NULL,
                  "line 1, column 1: string or '}' expected near end of file; "
                  "each line must be one JSON object");
    check_refused("0,1,relu,5\n", NULL,
                  "line 1: it has numbers, but the first line must have the "
                  "names of the columns");
    check_refused("lr,n,act,y\n0,1,,1\n", NULL,
                  "line 2: variable 'act': the cell is empty; which value did "
                  "its rows have? Add a \"default\" to the variable, or "
                  "\"default\": null if it is not known");
    check_refused("lr,n,act,y,attributes\n0,1,relu,1,odd\n", NULL,
                  "line 2: attributes: 'odd' is not a JSON object");
    check_refused("lr,n,act,y,metrics.a,metrics.a\n", NULL,
                  "line 1: the header has the column 'metrics.a' twice");
    check_refused("{\"lr\": 0, \"n\": 1, \"act\": \"1\", \"y\": 1}\n[]\n", NULL,
                  "line 2: it is an array, not an object");
    check_refused("{\"lr\": 0, \"n\": 1, \"act\": \"1\", \"y\": 1, "
                  "\"loss\": 1}\n",
                  NULL,
                  "line 1: the keys 'y' and 'loss' could both be the value; "
                  "choose one with --value");
    check_refused("lr,n,act,y,state,state\n", NULL,
                  "line 1: the header has the column 'state' twice");
    check_refused("params_n,lr,params_n,act,y\n", NULL,
                  "line 1: the header has the column 'params_n' twice");
}

TEST(a_variable_may_have_the_prefix_of_optuna)
{
    check_rows("\xEF\xBB\xBFparams_n,params_lr,params_act,value,state\n"
               "3,0.5,relu,1,COMPLETE\n",
               "[0.5, 3, \"relu\"] 1\n");
    check_rows("params_n,lr,n,act,y\n3,0.5,4,relu,1\n",
               "[0.5, 4, \"relu\"] 1\n"); /* its own name comes first */
}

TEST(other_columns_of_a_table_may_have_any_bytes)
{
    check_rows("lr,n,act,\xFF,y\n0,1,relu,\xC3\x28,2\n",
               "[0, 1, \"relu\"] 2\n");
}

TEST(the_value_may_be_a_variable_too)
{
    inlay_space *space = space_of(SPACE);
    struct seen seen = {0};
    struct inlay_import_report report = {0};
    inlay_error err = {0};
    CHECK_OK(read_text(space, "lr,n,act,y\n0.5,1,relu,1\n", "lr", &seen,
                       &report, &err),
             err);
    CHECK_OK(read_text(space, "{\"lr\": 0.25, \"n\": 1, \"act\": \"1\"}", "lr",
                       &seen, &report, &err),
             err);
    CHECK_TEXT(seen.text.bytes,
               "[0.5, 1, \"relu\"] 0.5\n[0.25, 1, \"1\"] 0.25\n");
    CHECK_TEXT(report.ignored.bytes, "y");
    inlay_text_clear(&seen.text);
    inlay_import_clear(&report);
    inlay_space_free(space);
}

TEST(the_value_may_be_named)
{
    inlay_space *space = space_of(SPACE);
    struct seen seen = {0};
    struct inlay_import_report report = {0};
    inlay_error err = {0};
    CHECK_OK(read_text(space, "lr,n,act,y,loss\n0,1,relu,1,2\n", "loss", &seen,
                       &report, &err),
             err);
    CHECK_OK(read_text(space,
                       "{\"lr\": 0, \"n\": 1, \"act\": \"1\", \"y\": 1, "
                       "\"cost\": 3}",
                       "cost", &seen, &report, &err),
             err);
    CHECK_TEXT(seen.text.bytes, "[0, 1, \"relu\"] 2\n[0, 1, \"1\"] 3\n");
    CHECK_TEXT(report.ignored.bytes, "y, y");
    inlay_text_clear(&seen.text);
    inlay_import_clear(&report);
    inlay_space_free(space);
}

OOM_TEST(rows_that_do_not_fit_are_refused)
{
    static const char *const texts[] = {
        "lr,n,act,y,why,metrics\n0,1,relu,,no,{}\n",
        "{\"lr\": 0, \"n\": 1, \"act\": \"1\", \"why\": \"no\", \"z\": 1}"};
    inlay_space *space = NULL;
    inlay_status st = inlay_space_parse(SPACE, strlen(SPACE), &space, NULL);
    for (size_t i = 0; st == INLAY_OK && i < LEN(texts); i++) {
        struct seen seen = {0};
        struct inlay_import_report report = {0};
        inlay_error err = {0};
        st = read_text(space, texts[i], NULL, &seen, &report, &err);
        inlay_text_clear(&seen.text);
        inlay_import_clear(&report);
    }
    inlay_space_free(space);
    return st;
}

TEST(what_was_discarded_and_noted_comes_back)
{
    check_rows("lr,n,act,y,discarded,attributes\n"
               "0,1,relu,1,,\n"
               "0,2,relu,2,yes,{}\n"
               "0,3,relu,3,no,\n"
               "0,4,relu,4,wrong file,\"{\"\"host\"\": \"\"n7\"\"}\"\n",
               "[0, 1, \"relu\"] 1\n"
               "[0, 2, \"relu\"] 2 void: -\n"
               "[0, 3, \"relu\"] 3\n"
               "[0, 4, \"relu\"] 4 void: wrong file notes: {\"host\": "
               "\"n7\"}\n");
    check_rows("{\"x\": [0, 1, \"1\"], \"y\": 1, \"discarded\": true}\n"
               "{\"x\": [0, 2, \"1\"], \"y\": 1, \"discarded\": \"old\", "
               "\"attributes\": {\"a\": \"\"}}\n"
               "{\"x\": [0, 3, \"1\"], \"y\": 1, \"discarded\": false}\n",
               "[0, 1, \"1\"] 1 void: -\n"
               "[0, 2, \"1\"] 1 void: old notes: {\"a\": \"\"}\n"
               "[0, 3, \"1\"] 1\n");
}

/* ---- Names that mean several things ---- */

/* Rows of a study with the outputs "loss" (the goal), "ms" and "state". */
static void check_outputs(const char *text, const char *want, size_t n_lacking)
{
    static const inlay_output list[] = {
        {"loss", INLAY_GOAL_MINIMIZE, -INFINITY, INFINITY},
        {"ms", INLAY_GOAL_NONE, -INFINITY, 20.0},
        {"state", INLAY_GOAL_NONE, -INFINITY, 20.0}};
    inlay_space *space = space_of(SPACE);
    struct inlay_outputs outputs = {0};
    struct seen seen = {.space = space};
    struct inlay_import_report report = {0};
    inlay_error err = {0};
    CHECK_OK(inlay_outputs_init(&outputs, &err), err);
    for (size_t i = 0; i < LEN(list); i++)
        CHECK_OK(inlay_outputs_add(&outputs, &list[i], &err), err);
    const struct inlay_import_source source = {
        .bytes = text, .n = strlen(text), .outputs = &outputs};
    CHECK_OK(inlay_import_read(space, &source, see, &seen, &report, &err), err);
    CHECK_TEXT(inlay_text_view(&seen.text), want);
    CHECK(report.n_lacking == n_lacking);
    inlay_text_clear(&seen.text);
    inlay_import_clear(&report);
    inlay_outputs_clear(&outputs);
    inlay_space_free(space);
}

TEST(outputs_stand_beside_the_value_in_it_or_in_values)
{
    check_outputs("{\"x\": [0, 1, \"1\"], \"loss\": 2, \"ms\": 3, \"state\": "
                  "4}\n"
                  "{\"x\": [0, 1, \"1\"], \"y\": {\"loss\": 2, \"ms\": 3, "
                  "\"state\": 4}}\n"
                  "{\"x\": [0, 1, \"1\"], \"values\": {\"loss\": 2, \"ms\": 3, "
                  "\"state\": 4, \"mb\": 5}}\n",
                  "[0, 1, \"1\"] 2 {\"ms\": 3, \"state\": 4}\n"
                  "[0, 1, \"1\"] 2 {\"ms\": 3, \"state\": 4}\n"
                  "[0, 1, \"1\"] 2 {\"ms\": 3, \"state\": 4, \"mb\": 5}\n",
                  0);
    check_outputs("{\"x\": [0, 1, \"1\"], \"y\": {\"loss\": NaN, \"ms\": 3}}",
                  "[0, 1, \"1\"] nan {\"ms\": 3}\n", 0);
}

TEST(a_line_of_ours_has_its_own_keys_first)
{
    check_outputs("{\"id\": 7, \"state\": \"failed\", \"x\": [0, 1, \"1\"], "
                  "\"y\": null, \"why\": \"cut\", \"metrics\": {\"state\": 4}}",
                  "[0, 1, \"1\"] failed: cut {\"state\": 4}\n", 0);
}

TEST(a_value_with_a_limit_that_is_missing_is_counted)
{
    check_outputs("lr,n,act,loss,ms,inlay:state,state\n0,1,1,2,,done,4\n"
                  "0,1,1,,,failed,\n0,1,1,2,3,,4\n",
                  "[0, 1, \"1\"] 2 {\"state\": 4}\n"
                  "[0, 1, \"1\"] failed: no reason given\n"
                  "[0, 1, \"1\"] 2 {\"ms\": 3, \"state\": 4}\n",
                  1);
}

/* The study no longer has a variable "state", so it has no column of its name. */
TEST(of_two_names_the_one_with_more_prefixes_is_ours)
{
    check_rows("lr,state,n,act,y,inlay:state\n0,7,1,relu,,failed\n",
               "[0, 1, \"relu\"] failed: no reason given\n");
    check_rows("lr,inlay:state,n,act,y,state\n0,failed,1,relu,,7\n",
               "[0, 1, \"relu\"] failed: no reason given\n");
}

TEST(a_column_of_a_metric_may_hold_words)
{
    check_rows("lr,n,act,y,metrics.a,metrics.b,metrics\n"
               "0,1,relu,1,relu,.5,\"{\"\"b\"\": 2, \"\"c\"\": 3}\"\n"
               "0,1,relu,1,NaN,,\n0,1,relu,1,\"[1, 2]\",,\n",
               "[0, 1, \"relu\"] 1 {\"a\": \"relu\", \"b\": 0.5, \"c\": 3}\n"
               "[0, 1, \"relu\"] 1 {\"a\": \"NaN\"}\n"
               "[0, 1, \"relu\"] 1 {\"a\": [1, 2]}\n");
    check_rows("lr,n,act,y,metrics.\xFF\n0,1,relu,1,2\n",
               "[0, 1, \"relu\"] 1\n");
}

/* ---- Variances ---- */

TEST(a_column_or_key_is_the_variance)
{
    check_rows("lr,n,act,y,variance\n"
               "0,1,relu,1,0.5\n0,1,relu,1,\n0,1,relu,1,0\n",
               "[0, 1, \"relu\"] 1 ± 0.5\n[0, 1, \"relu\"] 1\n"
               "[0, 1, \"relu\"] 1 ± 0\n");
    check_rows("{\"x\": {\"lr\": 0, \"n\": 1, \"act\": \"relu\"}, \"y\": 1, "
               "\"variance\": 0.5, \"metrics\": {\"variance\": 7}}\n"
               "{\"lr\": 0, \"n\": 1, \"act\": \"relu\", \"y\": 1, "
               "\"variance\": null}\n"
               "{\"lr\": 0, \"n\": 1, \"act\": \"relu\", \"y\": 1, "
               "\"variance\": \"0.25\"}",
               "[0, 1, \"relu\"] 1 ± 0.5 {\"variance\": 7}\n"
               "[0, 1, \"relu\"] 1\n[0, 1, \"relu\"] 1 ± 0.25\n");
}

TEST(a_column_of_a_metric_is_no_variance)
{
    check_rows("lr,n,act,y,metrics.variance\n0,1,relu,1,7\n",
               "[0, 1, \"relu\"] 1 {\"variance\": 7}\n");
}

TEST(a_variable_called_variance_has_the_column)
{
    static const char CALLED[] = "[{\"name\": \"variance\", \"type\": \"real\","
                                 " \"min\": 0, \"max\": 9}]";
    check_rows_of(CALLED, "variance,y,inlay:variance\n7,1,0.5\n",
                  "[7] 1 ± 0.5\n");
    check_rows_of(CALLED,
                  "{\"x\": {\"variance\": 7}, \"y\": 1, \"variance\": 2}",
                  "[7] 1 ± 2\n");
}

TEST(what_is_no_variance_is_refused_by_its_line)
{
    check_refused("lr,n,act,y,variance\n0,1,relu,1,-1\n", NULL,
                  "line 2: variance: -1 is negative; it is the square of the "
                  "value's standard error, from 0 on");
    check_refused(
        "lr,n,act,y,variance\n0,1,relu,1,x\n", NULL,
        "line 2: column 'variance': 'x' is not a number (if it is not "
        "known: leave it empty)");
    check_refused(
        "{\"lr\": 0, \"n\": 1, \"act\": \"relu\", \"y\": 1, "
        "\"variance\": true}",
        NULL,
        "line 1: variance: must be a number from 0 on, or null, not a "
        "boolean");
}
