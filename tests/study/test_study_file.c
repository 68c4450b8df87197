/*
 * test_study_file.c: the study file: there and back, every mistake with its
 * place, and what 0.1.0 has recorded.
 */
#include "study_fixture.h"

#include "base/text.h"
#include "study_file_fixture.h"
#include "problem/translate.h"

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
    "  \"seed\": 9007199254740991, \"noise\": \"none\",\n"
    "  \"options\": {\"jitter\": 1e-6, \"smac.trees\": 20}\n"
    "}\n";

TEST(a_file_has_what_its_text_says)
{
    struct inlay_study_file *file = parsed(full);

    CHECK_TEXT(file->name, "digits-mlp");
    CHECK(inlay_space_n_variables(file->space) == 4);
    CHECK(file->n_command == 4);
    CHECK_TEXT(file->command[1], "--log-lr={log_lr}");
    CHECK_TEXT(file->command[2], "a b");
    CHECK_TEXT(file->command[3], "");
    CHECK(file->budget == 40 && file->parallel == 2 && file->retries == 1);
    CHECK(file->timeout == 0.5 && file->grace == 3.0);
    CHECK(file->memory_mib == 512 && file->max_failures == 0);
    CHECK_TEXT(inlay_options_get(file->options, "seed"), "9007199254740991");
    CHECK_TEXT(inlay_options_get(file->options, "noise"), "none");
    inlay_study_file_free(file);
}

#define X "{\"name\": \"x\", \"type\": \"boolean\"}"
#define ONE "\"variables\": [" X "]"

TEST(what_the_file_does_not_say_is_the_default)
{
    struct inlay_study_file *file = parsed("{" ONE "}");

    CHECK(!file->name && !file->command && file->n_command == 0);
    CHECK(file->budget == 50 && file->parallel == 1 && file->retries == 0);
    CHECK(file->timeout == 0.0 && file->grace == 2.0);
    CHECK(file->memory_mib == 0 && file->max_failures == 10);
    CHECK_TEXT(inlay_options_get(file->options, "goal"), "minimize");
    inlay_study_file_free(file);
}

TEST(print_then_parse_is_identity)
{
    static const char *const texts[] = {
        "{" ONE "}",
        "{" ONE ", \"preset\": \"paper\", \"options\": {\"kernel\": \"se\", "
        "\"jitter\": 0}}",
        "{" ONE ", \"preset\": \"paper\", \"options\": {\"burn_in\": 3}, "
        "\"goal\": \"maximize\", \"name\": \"\\\"é\\n\"}",
        "{\"variables\": [" X ", {\"name\": \"y\\n ]\", \"type\": "
        "\"boolean\"}], \"budget\": 1e9, \"timeout\": 0.1}",
        "{" ONE ", \"method\": \"smac\", \"options\": {\"first\": "
        "\"middle\"}}",
        "{" ONE ", \"method\": \"tpe\", \"preset\": \"paper\"}",
    };

    for (size_t i = 0; i <= LEN(texts); i++) {
        struct inlay_study_file *file =
            parsed(i < LEN(texts) ? texts[i] : full);
        char *once = printed(file);
        struct inlay_study_file *again = parsed(once);
        char *twice = printed(again);
        const inlay_option *option;

        CHECK_TEXT(twice, once);
        for (size_t k = 0; (option = inlay_option_at(k)); k++) {
            double a = 0.0, b = 0.0;
            const char *x = inlay_options_get(file->options, option->name);
            const char *y = inlay_options_get(again->options, option->name);

            CHECK(strcmp(x, y) == 0 || (inlay_text_to_number(x, &a) &&
                                        inlay_text_to_number(y, &b) && a == b));
        }
        CHECK(file->budget == again->budget && file->timeout == again->timeout);
        CHECK(file->n_command == again->n_command);
        inlay_text_free(once);
        inlay_text_free(twice);
        inlay_study_file_free(file);
        inlay_study_file_free(again);
    }
}

TEST(a_file_is_printed_to_be_read)
{
    struct inlay_study_file *file = parsed(full);
    char *text = printed(file);

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
        "  \"command\": [\"./train\", \"--log-lr={log_lr}\", \"a b\", \"\"],\n"
        "  \"budget\": 40,\n  \"parallel\": 2,\n  \"timeout\": 0.5,\n"
        "  \"grace\": 3,\n  \"memory\": 512,\n  \"retries\": 1,\n"
        "  \"max_failures\": 0,\n  \"seed\": 9007199254740991,\n"
        "  \"goal\": \"minimize\",\n  \"noise\": \"none\",\n"
        "  \"options\": {\n    \"jitter\": 1e-06,\n"
        "    \"smac.trees\": 20\n  }\n}\n");
    inlay_text_free(text);
    inlay_study_file_free(file);
}

/* Its own defaults are not frozen in the file: they would stay when the method
 * is changed. */
TEST(what_a_method_gives_by_itself_is_not_printed)
{
    struct inlay_study_file *file =
        parsed("{" ONE ", \"method\": \"smac\", \"preset\": \"paper\", "
               "\"options\": {\"candidates\": 5000, \"starts\": 0, "
               "\"smac.trees\": 20}}");
    char *text = printed(file);

    CHECK(strstr(text, "  \"method\": \"smac\",\n  \"options\": {\n"
                       "    \"starts\": 0,\n    \"smac.trees\": 20\n  }\n}\n"));
    inlay_text_free(text);
    inlay_study_file_free(file);
}

/* ---- Mistakes ------------------------------------------------------------ */

static const struct {
    const char *text, *message;
} wrong[] = {
    {"[" X "]", "line 1, column 1: the study must be an object, not an array; "
                "the array of variables goes under \"variables\""},
    {"\n 3", "line 2, column 2: the study must be an object, not a number"},
    {"{}",
     "line 1, column 1: key 'variables' is missing; it is an array such as "
     "[{\"name\": \"x\", \"type\": \"real\", \"min\": 0, \"max\": 1}]"},
    {"{\"variables\": []}", "line 1, column 2: variables: the list is empty, "
                            "so there is nothing to tune"},
    {"{\"language\": \"PYTHON\",\n\"variables\": {\"x\": {}}}",
     "line 2, column 1: variables: must be an array of variables, each with "
     "its \"name\", not an object ('inlay import' converts a config.json of "
     "Spearmint)"},
    {"{\"variables\": 3}", "line 1, column 2: variables: must be an array of "
                           "variables, not a number"},
    {"{\n  \"parameters\": [" X "]}",
     "line 2, column 3: unknown key 'parameters'; did you mean 'variables'?"},
    {"{" ONE ",\n  \"budgit\": 3}",
     "line 2, column 3: unknown key 'budgit'; did you mean 'budget'?"},
    {"{" ONE ",\n  \"n_trials\": 3}",
     "line 2, column 3: unknown key 'n_trials'; did you mean 'budget'?"},
    {"{" ONE ",\n  \"sampler\": 3}",
     "line 2, column 3: unknown key 'sampler'; did you mean 'method'?"},
    {"{" ONE ",\n  \"stop\": 3}", "line 2, column 3: unknown key 'stop'; did "
                                  "you mean 'patience', 'target' or "
                                  "'time_limit'?"},
    {"{" ONE ",\n  \"n_startup_trials\": 3}",
     "line 2, column 3: unknown key 'n_startup_trials'; did you mean "
     "\"options\": {\"initial\": ...}?"},
    {"{" ONE ",\n  \"storage\": 3}",
     "line 2, column 3: unknown key 'storage'; did you mean the flag "
     "'--store'?"},
    {"{" ONE ",\n  \"search\": \"random\"}",
     "line 2, column 3: 'search' is an option: write \"options\": "
     "{\"search\": \"random\"}; did you mean 'method'?"},
    {"{" ONE ",\n  \"options\": {\"n_trials\": 3}}",
     "line 2, column 15: unknown option 'n_trials'; did you mean 'budget'?"},
    {"{" ONE ",\n  \"options\": {\"acqFunc\": 3}}",
     "line 2, column 15: unknown option 'acqFunc'; did you mean "
     "'acquisition'?"},
    {"{" ONE ",\n  \"outputs\": [{\"name\": \"a\", \"direction\": "
     "\"min\"}]}",
     "line 2, column 15: output 1: unknown key 'direction'; did you mean "
     "'goal'?"},
    {"{" ONE ",\n  \"outputs\": []}",
     "line 2, column 3: outputs: the array is empty; leave the key out, or "
     "name outputs, such as [{\"name\": \"loss\", \"goal\": \"minimize\"}, "
     "{\"name\": \"latency\", \"max\": 20}]"},
    {"{" ONE ",\n  \"outputs\": [{\"name\": \"a\", \"bound\": 2}]}",
     "line 2, column 15: output 1: unknown key 'bound'; did you mean 'max' or "
     "'min'?"},
    {"{" ONE ",\n  \"acquisition\": \"pes\"}",
     "line 2, column 3: 'acquisition' is an option: write \"options\": "
     "{\"acquisition\": \"pes\"}"},
    {"{" ONE ",\n  \"trees\": 7}",
     "line 2, column 3: 'trees' is an option: write \"options\": "
     "{\"smac.trees\": 7}"},
    {"{" ONE ",\n  \"options\": {\"seed\": 7}}",
     "line 2, column 15: 'seed' is not an option but a key of the study: write "
     "\"seed\": 7 outside of \"options\""},
    {"{" ONE ",\n  \"options\": {\"burn-in\": 7}}",
     "line 2, column 15: unknown option 'burn-in'; did you mean 'burn_in'?"},
    {"{" ONE ",\n  \"options\": []}",
     "line 2, column 3: options: must be an object, such as "
     "{\"acquisition\": \"pes\"}, not an array"},
    {"{" ONE ",\n  \"color\": 3}", "line 2, column 3: unknown key 'color'"},
    {"{" ONE ",\n\"budget\": 0}",
     "line 2, column 1: budget: 0 is not between 1 and 1000000000"},
    {"{" ONE ",\n\"budget\": \"40\"}",
     "line 2, column 1: budget: must be a whole number, not a string"},
    {"{" ONE ",\n\"budget\": 2.5}",
     "line 2, column 1: budget: '2.5' is not a whole number"},
    {"{" ONE ",\n\"budget\": 1e300}",
     "line 2, column 1: budget: 1e+300 is not between 1 and 1000000000"},
    {"{" ONE ",\n\"timeout\": -1}",
     "line 2, column 1: timeout: -1 is not between 0 and 1000000000"},
    {"{" ONE ",\n\"timeout\": null}",
     "line 2, column 1: timeout: must be a number, not null"},
    {"{" ONE ",\n\"name\": 3}",
     "line 2, column 1: name: must be a string, not a number"},
    {"{" ONE ",\n\"name\": \"\"}", "line 2, column 1: name: is empty"},
    {"{" ONE ",\n\"name\": \"a/b\"}",
     "line 2, column 1: name: 'a/b' contains a '/', which a file name cannot "
     "have"},
    {"{" ONE ",\n\"command\": \"./train --lr={x}\"}",
     "line 2, column 1: command: must be an array of strings; no shell is "
     "used: if you want one, write [\"sh\", \"-c\", \"...\"]"},
    {"{" ONE ",\n\"command\": []}",
     "line 2, column 1: command: the first word, the program, is missing"},
    {"{" ONE ",\n\"command\": [\"\"]}",
     "line 2, column 1: command: the first word, the program, is empty"},
    {"{" ONE ",\n\"command\": [\"a\", 5]}",
     "line 2, column 1: command: word 2 is a number, not a string"},
    {"{" ONE ",\n\"command\": {}}",
     "line 2, column 1: command: must be an array of strings, not an object"},
    {"{" ONE ",\n\"goal\": \"minimise\"}",
     "line 2, column 1: option 'goal': 'minimise' is not one of minimize, "
     "maximize; did you mean 'minimize'?"},
    {"{" ONE ",\n\"goal\": \"max\"}",
     "line 2, column 1: option 'goal': 'max' is not one of minimize, maximize; "
     "did you mean 'maximize'?"},
    {"{" ONE ",\n\"goal\": \"sideways\"}",
     "line 2, column 1: option 'goal': 'sideways' is not one of minimize, "
     "maximize"},
    {"{" ONE ",\n\"options\": {\"repeats\": true}}",
     "line 2, column 13: option 'repeats': 'true' is not one of auto, yes, no; "
     "did you mean 'yes'?"},
    {"{" ONE ",\n\"seed\": \"1\"}",
     "line 2, column 1: seed: must be a whole number, not a string"},
    {"{" ONE ",\n\"seed\": -1}", "line 2, column 1: option 'seed': -1 is not "
                                 "between 0 and 9007199254740991"},
    {"{" ONE ",\n\"method\": 7}",
     "line 2, column 1: method: must be a string, not a number"},
    {"{\"variables\": [" X ",\n  {\"name\": \"y\", \"type\": \"float\"}]}",
     "line 2, column 17: variable 2 ('y'): type 'float' is not one of real, "
     "integer, ordinal, categorical, boolean; did you mean 'real'?"},
    {"{" ONE ",\n}", "line 2, column 1: string or '}' expected near '}' (is "
                     "there an extra comma before it?)"},
};

TEST(every_mistake_is_told_with_its_place)
{
    for (size_t i = 0; i < LEN(wrong); i++) {
        struct inlay_study_file *file = NULL;
        inlay_error err = {0};

        const inlay_status st = inlay_study_file_parse(
            wrong[i].text, strlen(wrong[i].text), NULL, NULL, &file, &err);
        CHECK(st == INLAY_EPARSE || st == INLAY_EINVAL);
        CHECK_FAILS(st, err.code, err, wrong[i].message);
        CHECK(!file);
    }
}

/* ---- Values from text ---------------------------------------------------- */

TEST(a_key_set_from_text_is_as_in_the_file)
{
    struct inlay_study_file *file = parsed("{" ONE "}");
    inlay_error err = {0};

    CHECK_OK(inlay_study_file_set(file, "budget", "7", &err), err);
    CHECK_OK(inlay_study_file_set(file, "timeout", "1.5", &err), err);
    CHECK_OK(inlay_study_file_set(file, "name", "n", &err), err);
    CHECK_OK(inlay_study_file_set(file, "seed", "8", &err), err);
    CHECK_OK(inlay_study_file_set(file, "options", "burn_in=5", &err), err);
    CHECK_OK(inlay_study_file_set(file, "command",
                                  "./a 'b c' \"d\\\" e\" f\\ g ''", &err),
             err);
    CHECK(file->budget == 7 && file->timeout == 1.5 && file->n_command == 5);
    CHECK_TEXT(file->name, "n");
    CHECK_TEXT(inlay_options_get(file->options, "burn_in"), "5");
    CHECK_TEXT(file->command[0], "./a");
    CHECK_TEXT(file->command[1], "b c");
    CHECK_TEXT(file->command[2], "d\" e");
    CHECK_TEXT(file->command[3], "f g");
    CHECK_TEXT(file->command[4], "");
    inlay_study_file_free(file);
}

TEST(a_wrong_value_leaves_the_file_as_it_was)
{
    static const struct {
        const char *key, *value, *message;
    } row[] = {
        {"budget", "x", "budget: 'x' is not a whole number"},
        {"budget", "0", "budget: 0 is not between 1 and 1000000000"},
        {"grace", "1s", "grace: '1s' is not a number"},
        {"variables", "[]", "variables: cannot be set from text"},
        {"budgte", "3", "unknown key 'budgte'; did you mean 'budget'?"},
        {"method", "smack",
         "option 'method': 'smack' is not one of gp, gp-basic, gp-naive, "
         "random, sobol, hillclimb, tpe, smac; did you mean 'smac'?"},
        {"options", "kernel", "option 'kernel' has no value: write NAME=VALUE"},
        {"options", "seed=3",
         "'seed' is not an option but a key of the study: write --seed 3"},
        {"command", "", "command: the first word, the program, is missing"},
        {"command", "a 'b", "command: the quote ' is not closed"},
        {"command", "a \\", "command: ends with a single backslash"},
        {"command", "a > b",
         "command: '>' needs a shell, but none is used; if you want one: sh -c "
         "'...'"},
    };
    struct inlay_study_file *file = parsed(full);
    char *before = printed(file);

    for (size_t i = 0; i < LEN(row); i++) {
        inlay_error err = {0};

        CHECK_FAILS(inlay_study_file_set(file, row[i].key, row[i].value, &err),
                    INLAY_EINVAL, err, row[i].message);
        char *after = printed(file);
        CHECK_TEXT(after, before);
        inlay_text_free(after);
    }
    inlay_text_free(before);
    inlay_study_file_free(file);
}

/* A row that is added to the table survives print and parse: nothing else has
 * to know it. */
TEST(every_number_of_the_table_survives_print_and_parse)
{
    struct inlay_study_file *file = parsed("{" ONE "}");
    struct inlay_key key;
    inlay_error err = {0};
    char max[32];
    size_t n = 0;

    for (size_t i = 0; inlay_key_at(i, &key); i++) {
        CHECK(key.help && key.what && key.name);
        if (key.fallback)
            CHECK_OK(inlay_study_file_set(file, key.name, key.fallback, &err),
                     err);
        if (key.option ||
            (key.type != INLAY_KEY_INTEGER && key.type != INLAY_KEY_NUMBER))
            continue;
        snprintf(max, sizeof max, "%.17g", key.max);
        CHECK_OK(inlay_study_file_set(file, key.name, max, &err), err);
        n++;
    }
    CHECK(n == 10);
    char *text = printed(file);
    struct inlay_study_file *again = parsed(text);
    for (size_t i = 0; inlay_key_at(i, &key); i++)
        if (!key.option && key.max > 0)
            CHECK(inlay_study_file_number(again, key.name) == key.max);
    inlay_text_free(text);
    inlay_study_file_free(again);
    inlay_study_file_free(file);
}

TEST(a_variable_is_used_where_a_word_has_it_in_braces)
{
    const char *const words[] = {"run", "--a={a}", "{{b}}", "{{{c}}}", "d"};
    struct inlay_study_file *file = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_study_file_new(NULL, NULL, &file, &err), err);
    CHECK(!inlay_study_file_uses(file, "a"));
    CHECK_OK(inlay_study_file_set_command(file, words, 5, &err), err);
    CHECK(inlay_study_file_uses(file, "a"));
    CHECK(!inlay_study_file_uses(file, "b"));
    CHECK(inlay_study_file_uses(file, "c"));
    CHECK(!inlay_study_file_uses(file, "d"));
    inlay_study_file_free(file);
}

/* ---- Several mistakes ---------------------------------------------------- */

static void append(void *context, const char *message)
{
    inlay_text_printf(context, "%s\n", message);
}

TEST(several_mistakes_are_told_at_once)
{
    const char *text = "{\"variables\": [" X ",\n"
                       "{\"name\": \"y\", \"type\": \"Float\"},\n"
                       "{\"name\": \"z\", \"type\": \"real\"}],\n"
                       "\"budget\": 0,\n\"color\": 1,\n"
                       "\"options\": {\"warp\": 1,\n\"tree\": 2}}";
    struct inlay_study_file *file = NULL;
    struct inlay_text told = {0};
    inlay_error err = {0};

    CHECK(inlay_study_file_parse(text, strlen(text), append, &told, &file,
                                 &err) != INLAY_OK);
    CHECK(!file);
    CHECK_TEXT(
        told.bytes,
        "line 2, column 15: variable 2 ('y'): type 'Float' is not one of real, "
        "integer, ordinal, categorical, boolean; did you mean 'real'?\n"
        "line 3, column 1: variable 3 ('z'): key 'min' is missing\n"
        "line 4, column 1: budget: 0 is not between 1 and 1000000000\n"
        "line 5, column 1: unknown key 'color'\n"
        "line 6, column 13: warp: must be a string, not a number\n");
    CHECK(strncmp(err.msg, "line 7, column 1: unknown option 'tree'", 39) == 0);
    inlay_text_clear(&told);
}

TEST(ten_mistakes_are_told_and_the_others_counted)
{
    const char *text = "{\"a1\":0,\"a2\":0,\"a3\":0,\"a4\":0,\"a5\":0,"
                       "\"a6\":0,\"a7\":0,\"a8\":0,\"a9\":0,\n\"b1\":0,"
                       "\"b2\":0,\"b3\":0}";
    struct inlay_study_file *file = NULL;
    struct inlay_text told = {0};
    inlay_error err = {0};

    CHECK_FAILS(
        inlay_study_file_parse(text, strlen(text), append, &told, &file, &err),
        INLAY_EINVAL, err, "... and 2 more");
    CHECK(strstr(told.bytes, "\nline 2, column 1: unknown key 'b1'"));
    CHECK(!strstr(told.bytes, "b2"));
    inlay_text_clear(&told);
}

/* ---- Recorded ------------------------------------------------------------ */

TEST(what_0_1_0_recorded_is_the_same_study)
{
    static const char *const text =
        "{\"variables\": " SMALL_SPACE ",\n \"seed\": 1e3,\n \"method\": "
        "\"basic\",\n \"jitter\": 0.001,\n \"trees\": 7, \"features\": 32, "
        "\"command\": [\"x\"], \"of_a_later_version\": true}";
    struct inlay_study_file *file = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_study_file_parse_recorded(text, &file, &err), err);
    CHECK_TEXT(inlay_options_get(file->options, "seed"), "1000");
    CHECK_TEXT(inlay_options_get(file->options, "method"), "gp-basic");
    CHECK_TEXT(inlay_options_get(file->options, "jitter"), "0.001");
    CHECK_TEXT(inlay_options_get(file->options, "smac.trees"), "7");
    CHECK_TEXT(inlay_options_get(file->options, "pes.features"), "32");
    CHECK(file->n_command == 1);
    inlay_study_file_free(file);
    CHECK_FAILS(inlay_study_file_parse_recorded("{\"variables\": " SMALL_SPACE
                                                ",\n\"seed\": [7]}",
                                                &file, &err),
                INLAY_EPARSE, err,
                "line 2, column 1: seed: must be a whole number, not an array");
}

TEST(a_study_of_the_library_is_printed_without_the_tools_keys)
{
    inlay_error err = {0};
    inlay_space *space = space_of("[]");
    inlay_options *options = options_of("seed=+7 jitter=1e-5 noise=yes");
    struct inlay_study_file *file = NULL, *again = NULL;

    CHECK_OK(inlay_study_file_new(space, options, &file, &err), err);
    char *text = printed(file);
    CHECK_TEXT(text, "{\n  \"variables\": [],\n  \"seed\": 7,\n"
                     "  \"goal\": \"minimize\",\n  \"noise\": \"yes\",\n"
                     "  \"options\": {\n    \"jitter\": 1e-05\n  }\n}\n");
    CHECK_OK(inlay_study_file_parse_recorded(text, &again, &err), err);
    CHECK(inlay_space_is_same(file->space, again->space));
    inlay_text_free(text);
    inlay_study_file_free(file);
    inlay_study_file_free(again);
    inlay_space_free(space);
    inlay_options_free(options);
}

/* Words for people are kept, and may change. */
TEST(descriptions_are_kept_and_make_no_other_study)
{
    struct inlay_study_file *file = parsed(
        "{\"description\": \"about \\\"k\\\"\", \"variables\": [{\"name\": "
        "\"k\", \"type\": \"boolean\", \"description\": \"on?\"}]}");
    struct inlay_study_file *other =
        parsed("{\"variables\": [{\"name\": \"k\", \"type\": \"boolean\"}]}");
    inlay_error err = {0};
    char *text = printed(file);

    CHECK_TEXT(inlay_study_file_text(file, "description"), "about \"k\"");
    CHECK(strstr(text, "\"description\": \"about \\\"k\\\"\",\n"));
    CHECK(strstr(text, "\"type\": \"boolean\", \"description\": \"on?\"}"));
    CHECK(inlay_space_is_same(file->space, other->space));
    CHECK_FAILS(inlay_study_file_set(file, "description", "\xff", &err),
                INLAY_EINVAL, err, "description: is not valid UTF-8");
    inlay_text_free(text);
    inlay_study_file_free(file);
    inlay_study_file_free(other);
}

/* ---- Out of memory ------------------------------------------------------- */

OOM_TEST(a_file_without_memory_leaks_nothing)
{
    struct inlay_study_file *file = NULL;
    char *text = NULL;
    inlay_status st =
        inlay_study_file_parse(full, strlen(full), NULL, NULL, &file, NULL);

    if (st == INLAY_OK)
        st = inlay_study_file_set(file, "command", "a b c", NULL);
    if (st == INLAY_OK)
        st = inlay_study_file_set(file, "name", "another", NULL);
    if (st == INLAY_OK)
        st = inlay_study_file_print(file, &text, NULL);
    inlay_text_free(text);
    inlay_study_file_free(file);
    return st;
}

/* Memory may fail on the way to a message too: then that is what is told. */
OOM_TEST(a_wrong_file_without_memory_leaks_nothing)
{
    struct inlay_study_file *file = NULL;
    inlay_error err = {0};
    const char *text = "{" ONE ", \"command\": [\"a\"], \"budget\": 0}";
    const inlay_status st =
        inlay_study_file_parse(text, strlen(text), NULL, NULL, &file, &err);

    CHECK(st != INLAY_OK && !file && err.msg[0] != '\0');
    return st == INLAY_EINVAL ? INLAY_OK : st;
}
