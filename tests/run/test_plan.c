/*
 * test_plan.c: the study file: there and back, and every mistake with its
 * place.
 */
#include "check.h"

#include "base/text.h"
#include "run/plan.h"

static const char *const full =
    "{\n"
    "  \"$schema\": \"study.schema.json\",\n"
    "  \"name\": \"digits-mlp\",\n"
    "  \"variables\": [\n"
    "    {\"name\": \"log_lr\", \"type\": \"real\", \"min\": -10, \"max\": "
    "0},\n"
    "    {\"name\": \"batch\", \"type\": \"integer\", \"min\": 8, \"max\": "
    "512, "
    "\"scale\": \"log\"},\n"
    "    {\"name\": \"act\", \"type\": \"categorical\", \"values\": [\"relu\", "
    "\"tanh\"]},\n"
    "    {\"name\": \"bias\", \"type\": \"boolean\"}\n"
    "  ],\n"
    "  \"goal\": \"minimize\",\n"
    "  \"command\": [\"./train\", \"--log-lr={log_lr}\", \"a b\", \"\"],\n"
    "  \"budget\": 40, \"parallel\": 2, \"timeout\": 0.5, \"retries\": 1.0,\n"
    "  \"grace\": 3, \"memory\": 512, \"max_failures\": 0,\n"
    "  \"seed\": 9007199254740991, \"noise\": \"none\", \"jitter\": 1e-6\n"
    "}\n";

static struct inlay_plan *parsed(const char *text)
{
    struct inlay_plan *plan = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_plan_parse(text, strlen(text), &plan, &err), err);
    return plan;
}

static char *printed(const struct inlay_plan *plan)
{
    char *text = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_plan_print(plan, &text, &err), err);
    return text;
}

TEST(a_plan_has_what_the_file_says)
{
    struct inlay_plan *plan = parsed(full);

    CHECK_TEXT(plan->name, "digits-mlp");
    CHECK(inlay_space_n_variables(plan->space) == 4);
    CHECK(plan->n_command == 4);
    CHECK_TEXT(plan->command[1], "--log-lr={log_lr}");
    CHECK_TEXT(plan->command[2], "a b");
    CHECK_TEXT(plan->command[3], "");
    CHECK(plan->budget == 40 && plan->parallel == 2 && plan->retries == 1);
    CHECK(plan->timeout == 0.5 && plan->grace == 3.0);
    CHECK(plan->memory_mib == 512 && plan->max_failures == 0);
    CHECK_TEXT(inlay_options_get(plan->options, "seed"), "9007199254740991");
    CHECK_TEXT(inlay_options_get(plan->options, "noise"), "none");
    inlay_plan_free(plan);
}

#define X "{\"name\": \"x\", \"type\": \"boolean\"}"
#define ONE "\"variables\": [" X "]"

TEST(what_the_file_does_not_say_is_the_default)
{
    struct inlay_plan *plan = parsed("{" ONE "}");

    CHECK(!plan->name && !plan->command && plan->n_command == 0);
    CHECK(plan->budget == 50 && plan->parallel == 1 && plan->retries == 0);
    CHECK(plan->timeout == 0.0 && plan->grace == 2.0);
    CHECK(plan->memory_mib == 0 && plan->max_failures == 10);
    CHECK_TEXT(inlay_options_get(plan->options, "goal"), "minimize");
    inlay_plan_free(plan);
}

TEST(print_then_parse_is_identity)
{
    static const char *const texts[] = {
        "{" ONE "}",
        "{" ONE ", \"preset\": \"paper\", \"kernel\": \"se\", \"jitter\": 0}",
        "{" ONE ", \"preset\": \"paper\", \"burn_in\": 3, \"goal\": "
        "\"maximize\", \"name\": \"\\\"é\\n\"}",
        "{\"variables\": [" X ", {\"name\": \"y\\n ]\", \"type\": "
        "\"boolean\"}], \"budget\": 1e9, \"timeout\": 0.1}",
        "{" ONE ", \"method\": \"smac\", \"first\": \"middle\"}",
        "{" ONE ", \"method\": \"tpe\", \"preset\": \"paper\"}",
    };

    for (size_t i = 0; i <= LEN(texts); i++) {
        struct inlay_plan *plan = parsed(i < LEN(texts) ? texts[i] : full);
        char *once = printed(plan);
        struct inlay_plan *again = parsed(once);
        char *twice = printed(again);
        const inlay_option *option;

        CHECK_TEXT(twice, once);
        for (size_t k = 0; (option = inlay_option_at(k)); k++) {
            double a = 0.0, b = 0.0;
            const char *x = inlay_options_get(plan->options, option->name);
            const char *y = inlay_options_get(again->options, option->name);

            CHECK(strcmp(x, y) == 0 || (inlay_text_to_number(x, &a) &&
                                        inlay_text_to_number(y, &b) && a == b));
        }
        CHECK(plan->budget == again->budget && plan->timeout == again->timeout);
        CHECK(plan->n_command == again->n_command);
        inlay_text_free(once);
        inlay_text_free(twice);
        inlay_plan_free(plan);
        inlay_plan_free(again);
    }
}

TEST(a_plan_is_printed_to_be_read)
{
    struct inlay_plan *plan = parsed(full);
    char *text = printed(plan);

    CHECK_TEXT(
        text,
        "{\n"
        "  \"name\": \"digits-mlp\",\n"
        "  \"variables\": [\n"
        "    {\"name\": \"log_lr\", \"type\": \"real\", \"min\": -10, "
        "\"max\": 0},\n"
        "    {\"name\": \"batch\", \"type\": \"integer\", \"min\": 8, "
        "\"max\": 512, \"scale\": \"log\"},\n"
        "    {\"name\": \"act\", \"type\": \"categorical\", \"values\": "
        "[\"relu\", \"tanh\"]},\n"
        "    {\"name\": \"bias\", \"type\": \"boolean\"}\n"
        "  ],\n"
        "  \"goal\": \"minimize\",\n"
        "  \"command\": [\"./train\", \"--log-lr={log_lr}\", \"a b\", \"\"],\n"
        "  \"budget\": 40,\n  \"parallel\": 2,\n  \"timeout\": 0.5,\n"
        "  \"grace\": 3,\n  \"memory\": 512,\n  \"retries\": 1,\n"
        "  \"max_failures\": 0,\n  \"seed\": 9007199254740991,\n"
        "  \"noise\": \"none\",\n  \"jitter\": 1e-06\n}\n");
    inlay_text_free(text);
    inlay_plan_free(plan);
}

/* Its own defaults are not frozen in the file: they would stay when the method
 * is changed. */
TEST(what_a_method_gives_by_itself_is_not_printed)
{
    struct inlay_plan *plan =
        parsed("{" ONE ", \"method\": \"smac\", \"preset\": \"paper\", "
               "\"candidates\": 5000, \"starts\": 0, \"smac.trees\": 20}");
    char *text = printed(plan);

    CHECK(strstr(text, "  \"preset\": \"paper\",\n  \"method\": \"smac\",\n"
                       "  \"starts\": 0,\n  \"smac.trees\": 20\n}\n"));
    inlay_text_free(text);
    inlay_plan_free(plan);
}

/* ---- Mistakes ------------------------------------------------------------ */

static const struct {
    const char *text, *message;
} wrong[] = {
    {"[" X "]", "line 1, column 1: the study is an array, not an object; the "
                "array of variables is its key \"variables\""},
    {"\n 3", "line 2, column 2: the study is a number, not an object"},
    {"{}", "line 1, column 1: key 'variables' is missing, an array as "
           "[{\"name\": \"x\", \"type\": \"real\", \"min\": 0, \"max\": 1}]"},
    {"{\"variables\": []}",
     "line 1, column 2: variables: is empty, there is nothing to vary"},
    {"{\"language\": \"PYTHON\",\n\"variables\": {\"x\": {}}}",
     "line 2, column 1: variables: is an object, not an array of variables, "
     "each with its \"name\" in it (if this is a config.json of Spearmint, "
     "'inlay import' converts it)"},
    {"{\"variables\": 3}",
     "line 1, column 2: variables: is a number, not an array of variables"},
    {"{\n  \"parameters\": [" X "]}",
     "line 2, column 3: unknown key 'parameters', did you mean 'variables'?"},
    {"{" ONE ",\n  \"budgit\": 3}",
     "line 2, column 3: unknown key 'budgit', did you mean 'budget'?"},
    {"{" ONE ",\n  \"n_trials\": 3}",
     "line 2, column 3: unknown key 'n_trials', did you mean 'budget'?"},
    {"{" ONE ",\n  \"burn-in\": 3}",
     "line 2, column 3: unknown key 'burn-in', did you mean 'burn_in'?"},
    {"{" ONE ",\n  \"colour\": 3}", "line 2, column 3: unknown key 'colour'"},
    {"{" ONE ",\n\"budget\": 0}",
     "line 2, column 1: budget: 0 is not between 1 and 1000000000"},
    {"{" ONE ",\n\"budget\": \"40\"}",
     "line 2, column 1: budget: is a string, not a whole number"},
    {"{" ONE ",\n\"budget\": 2.5}",
     "line 2, column 1: budget: 2.5 is not a whole number"},
    {"{" ONE ",\n\"budget\": 1e300}",
     "line 2, column 1: budget: 1e+300 is beyond 64-bit integers"},
    {"{" ONE ",\n\"timeout\": -1}",
     "line 2, column 1: timeout: -1 is not between 0 and 1000000000"},
    {"{" ONE ",\n\"timeout\": null}",
     "line 2, column 1: timeout: is null, not a number"},
    {"{" ONE ",\n\"name\": 3}",
     "line 2, column 1: name: is a number, not a string"},
    {"{" ONE ",\n\"name\": \"\"}", "line 2, column 1: name: is empty"},
    {"{" ONE ",\n\"name\": \"a/b\"}",
     "line 2, column 1: name: 'a/b' has a '/', which a file's name cannot "
     "have"},
    {"{" ONE ",\n\"command\": \"./train --lr={x}\"}",
     "line 2, column 1: command: must be an array of strings; a shell is never "
     "used: if you want one, write [\"sh\", \"-c\", \"...\"]"},
    {"{" ONE ",\n\"command\": []}",
     "line 2, column 1: command: its first word, the program, is missing"},
    {"{" ONE ",\n\"command\": [\"\"]}",
     "line 2, column 1: command: its first word, the program, is empty"},
    {"{" ONE ",\n\"command\": [\"a\", 5]}",
     "line 2, column 1: command: word 2 is a number, not a string"},
    {"{" ONE ",\n\"command\": {}}",
     "line 2, column 1: command: is an object, not an array of strings"},
    {"{" ONE ",\n\"goal\": \"minimise\"}",
     "line 2, column 1: option 'goal': 'minimise' is none of minimize, "
     "maximize, did you mean 'minimize'?"},
    {"{" ONE ",\n\"goal\": \"max\"}",
     "line 2, column 1: option 'goal': 'max' is none of minimize, maximize, "
     "did you mean 'maximize'?"},
    {"{" ONE ",\n\"goal\": \"sideways\"}",
     "line 2, column 1: option 'goal': 'sideways' is none of minimize, "
     "maximize"},
    {"{" ONE ",\n\"repeats\": true}",
     "line 2, column 1: option 'repeats': 'true' is none of auto, yes, no, did "
     "you mean 'yes'?"},
    {"{" ONE ",\n\"seed\": \"1\"}",
     "line 2, column 1: seed: is a string, not a whole number"},
    {"{" ONE ",\n\"seed\": -1}", "line 2, column 1: option 'seed': -1 is not "
                                 "between 0 and 9007199254740991"},
    {"{" ONE ",\n\"method\": 7}",
     "line 2, column 1: method: is a number, not a string"},
    {"{\"variables\": [" X ",\n  {\"name\": \"y\", \"type\": \"float\"}]}",
     "line 2, column 17: variable 2 ('y'): type 'float' is none of real, "
     "integer, ordinal, categorical, boolean, did you mean 'real'?"},
    {"{" ONE ",\n}", "line 2, column 1: string or '}' expected near '}' (a "
                     "comma too many before it?)"},
};

TEST(every_mistake_is_told_with_its_place)
{
    for (size_t i = 0; i < LEN(wrong); i++) {
        struct inlay_plan *plan = NULL;
        inlay_error err = {0};

        const inlay_status st =
            inlay_plan_parse(wrong[i].text, strlen(wrong[i].text), &plan, &err);
        CHECK(st == INLAY_EPARSE || st == INLAY_EINVAL);
        CHECK_FAILS(st, err.code, err, wrong[i].message);
        CHECK(!plan);
    }
}

/* ---- Values from text ---------------------------------------------------- */

TEST(a_key_set_from_text_is_as_in_the_file)
{
    struct inlay_plan *plan = parsed("{" ONE "}");
    inlay_error err = {0};

    CHECK_OK(inlay_plan_set(plan, "budget", "7", &err), err);
    CHECK_OK(inlay_plan_set(plan, "timeout", "1.5", &err), err);
    CHECK_OK(inlay_plan_set(plan, "name", "n", &err), err);
    CHECK_OK(inlay_plan_set(plan, "burn_in", "5", &err), err);
    CHECK_OK(
        inlay_plan_set(plan, "command", "./a 'b c' \"d\\\" e\" f\\ g ''", &err),
        err);
    CHECK(plan->budget == 7 && plan->timeout == 1.5 && plan->n_command == 5);
    CHECK_TEXT(plan->name, "n");
    CHECK_TEXT(inlay_options_get(plan->options, "burn_in"), "5");
    CHECK_TEXT(plan->command[0], "./a");
    CHECK_TEXT(plan->command[1], "b c");
    CHECK_TEXT(plan->command[2], "d\" e");
    CHECK_TEXT(plan->command[3], "f g");
    CHECK_TEXT(plan->command[4], "");
    inlay_plan_free(plan);
}

/* ---- Names of version 0.1.0 ---- */

TEST(a_recorded_text_may_have_old_names)
{
    static const char text[] =
        "{\"variables\": [{\"name\": \"x\", \"type\": \"real\", \"min\": 0, "
        "\"max\": 1}], \"method\": \"naive\", \"trees\": 20}";
    inlay_error err = {0};
    struct inlay_plan *plan = NULL;

    CHECK_OK(inlay_plan_parse_recorded(text, &plan, &err), err);
    CHECK_TEXT(inlay_options_get(plan->options, "method"), "gp-naive");
    CHECK_TEXT(inlay_options_get(plan->options, "smac.trees"), "20");
    inlay_plan_free(plan);
    CHECK_FAILS(inlay_plan_parse(text, strlen(text), &plan, &err), INLAY_EINVAL,
                err,
                "line 1, column 68: method 'naive' is now called 'gp-naive'");
}

TEST(a_wrong_value_leaves_the_plan_as_it_was)
{
    static const struct {
        const char *key, *value, *message;
    } row[] = {
        {"budget", "x", "budget: 'x' is not a whole number"},
        {"budget", "0", "budget: 0 is not between 1 and 1000000000"},
        {"grace", "1s", "grace: '1s' is not a number"},
        {"variables", "[]", "variables: cannot be set from text"},
        {"budgte", "3", "unknown key 'budgte', did you mean 'budget'?"},
        {"method", "smak",
         "option 'method': 'smak' is none of gp, gp-basic, gp-naive, random, "
         "sobol, hillclimb, tpe, smac, did you mean 'smac'?"},
        {"method", "basic", "method 'basic' is now called 'gp-basic'"},
        {"trees", "3", "option 'trees' is now called 'smac.trees'"},
        {"command", "", "command: its first word, the program, is missing"},
        {"command", "a 'b", "command: a quote ' is not closed"},
        {"command", "a \\", "command: ends with a single backslash"},
        {"command", "a > b",
         "command: '>' is for a shell, and none is used; if you want one: sh "
         "-c '...'"},
    };
    struct inlay_plan *plan = parsed(full);
    char *before = printed(plan);

    for (size_t i = 0; i < LEN(row); i++) {
        inlay_error err = {0};

        CHECK_FAILS(inlay_plan_set(plan, row[i].key, row[i].value, &err),
                    INLAY_EINVAL, err, row[i].message);
        char *after = printed(plan);
        CHECK_TEXT(after, before);
        inlay_text_free(after);
    }
    inlay_text_free(before);
    inlay_plan_free(plan);
}

TEST(every_default_is_allowed_and_every_row_has_help)
{
    const struct inlay_plan_key *key;
    struct inlay_plan *plan = parsed("{" ONE "}");
    inlay_error err = {0};
    size_t n = 0;

    for (; (key = inlay_plan_key_at(n)) != NULL; n++) {
        CHECK(key->help && key->what);
        if (key->fallback)
            CHECK_OK(inlay_plan_set(plan, key->name, key->fallback, &err), err);
    }
    CHECK(n == 10);
    inlay_plan_free(plan);
}

/* A word with quotes around it is one word, whatever is in it. */
TEST(words_in_single_quotes_come_back_as_they_are)
{
    static const char *const words[] = {"a",  "b c", ">", "$HOME", "\\",
                                        "\"", "\t",  "",  "{x}",   "é"};
    struct inlay_text line = {0};
    inlay_error err = {0};
    char **got = NULL;
    size_t n = 0;

    for (size_t i = 0; i < LEN(words); i++)
        inlay_text_printf(&line, "  '%s'\n", words[i]);
    CHECK_OK(inlay_plan_split(line.bytes, &got, &n, &err), err);
    CHECK(n == LEN(words));
    for (size_t i = 0; i < LEN(words); i++)
        CHECK_TEXT(got[i], words[i]);
    inlay_mem_free(got);
    inlay_text_clear(&line);
}

TEST(a_variable_is_used_where_a_word_has_it_in_braces)
{
    const char *const words[] = {"run", "--a={a}", "{{b}}", "{{{c}}}", "d"};
    struct inlay_plan *plan = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_plan_new(&plan, &err), err);
    CHECK(!inlay_plan_uses(plan, "a"));
    CHECK_OK(inlay_plan_set_command(plan, words, 5, &err), err);
    CHECK(inlay_plan_uses(plan, "a"));
    CHECK(!inlay_plan_uses(plan, "b"));
    CHECK(inlay_plan_uses(plan, "c"));
    CHECK(!inlay_plan_uses(plan, "d"));
    inlay_plan_free(plan);
}

/* ---- Out of memory ------------------------------------------------------- */

OOM_TEST(a_plan_without_memory_leaks_nothing)
{
    struct inlay_plan *plan = NULL;
    char *text = NULL;
    inlay_status st = inlay_plan_parse(full, strlen(full), &plan, NULL);

    if (st == INLAY_OK)
        st = inlay_plan_set(plan, "command", "a b c", NULL);
    if (st == INLAY_OK)
        st = inlay_plan_set(plan, "name", "another", NULL);
    if (st == INLAY_OK)
        st = inlay_plan_print(plan, &text, NULL);
    inlay_text_free(text);
    inlay_plan_free(plan);
    return st;
}

/* Memory may fail on the way to a message too: then that is what is told. */
OOM_TEST(a_wrong_plan_without_memory_leaks_nothing)
{
    struct inlay_plan *plan = NULL;
    inlay_error err = {0};
    const char *text = "{" ONE ", \"command\": [\"a\"], \"budget\": 0}";
    const inlay_status st = inlay_plan_parse(text, strlen(text), &plan, &err);

    CHECK(st != INLAY_OK && !plan && err.msg[0] != '\0');
    return st == INLAY_EINVAL ? INLAY_OK : st;
}
