/*
 * test_command.c: placeholders, environment, standard input.
 */
#include "check.h"

#include "base/json.h"
#include "base/rng.h"
#include "problem/encode.h"
#include "run/command.h"

static const char *const mixed =
    "[{\"name\": \"rate\", \"type\": \"real\", \"min\": -10, \"max\": 10},"
    " {\"name\": \"layers\", \"type\": \"integer\", \"min\": "
    "9007199254740990, \"max\": 9007199254740999},"
    " {\"name\": \"batch\", \"type\": \"ordinal\", \"values\": [0.5, 16]},"
    " {\"name\": \"act\", \"type\": \"categorical\", \"values\": [\"relu\", "
    "\"'; rm -rf\", \"\\\"\", \"$(x)\", \"a\\nb\", \"größe\", \"-rf\", "
    "\"{rate}\"]},"
    " {\"name\": \"bias\", \"type\": \"boolean\"}]";

static inlay_space *parsed(const char *json)
{
    inlay_error err = {0};
    inlay_space *space = NULL;
    CHECK_OK(inlay_space_parse(json, strlen(json), &space, &err), err);
    return space;
}

/* The mixed space with that category. */
struct fixture {
    inlay_space *space;
    inlay_value x[5];
    struct inlay_command_trial t;
};

static void init_fixture(struct fixture *f, const char *category)
{
    const inlay_value x[] = {inlay_real(0.1), inlay_integer(9007199254740993),
                             inlay_ordinal(16), inlay_category(category),
                             inlay_boolean(true)};
    inlay_error err = {0};

    f->space = parsed(mixed);
    CHECK_OK(inlay_space_check(f->space, x, f->x, &err), err);
    f->t = (struct inlay_command_trial){.space = f->space,
                                        .x = f->x,
                                        .trial = 3,
                                        .seed = UINT64_MAX,
                                        .workdir = "/w \"1\""};
}

static void clear_fixture(struct fixture *f)
{
    inlay_space_free(f->space);
}

/* ---- Placeholders -------------------------------------------------------- */

static void check_word(const struct inlay_command_trial *t, const char *word,
                       const char *want)
{
    inlay_error err = {0};
    char **argv = NULL;

    CHECK_OK(inlay_command_check(&word, 1, t->space, &err), err);
    CHECK_OK(inlay_command_expand(&word, 1, t, &argv, &err), err);
    CHECK_TEXT(argv[0], want);
    CHECK(argv[1] == NULL);
    inlay_command_free(argv);
}

TEST(placeholders_become_values)
{
    static const struct {
        const char *word, *want;
    } row[] = {
        {"--rate={rate}", "--rate=0.1"},
        {"{layers}", "9007199254740993"},
        {"{batch}/{act}/{bias}", "16/relu/true"},
        {"t{trial} s{seed} {workdir}", "t3 s18446744073709551615 /w \"1\""},
        {"", ""},
        {"plain", "plain"},
        {"{rate}{rate}", "0.10.1"},
    };
    struct fixture f;
    init_fixture(&f, "relu");
    for (size_t i = 0; i < LEN(row); i++)
        check_word(&f.t, row[i].word, row[i].want);
    clear_fixture(&f);
}

TEST(braces_that_are_no_placeholders_stay)
{
    static const struct {
        const char *word, *want;
    } row[] = {
        {"{{rate}}", "{rate}"},
        {"{{{rate}}}", "{0.1}"},
        {"{{nothing}} {{", "{nothing} {"},
        {"{\"a\": {\"b\": {rate}}}", "{\"a\": {\"b\": 0.1}}"},
        {"{{\"a\": {{\"b\": {rate}}}}}", "{\"a\": {\"b\": 0.1}}"},
        {"{\"a\": {}}", "{\"a\": {}}"},
        {"{print $1}", "{print $1}"},
        {"{ if (x) {y = 1} }", "{ if (x) {y = 1} }"},
        {"{a,b} {", "{a,b} {"},
        {"}} } {}", "}} } {}"},
    };
    struct fixture f;
    init_fixture(&f, "relu");
    for (size_t i = 0; i < LEN(row); i++)
        check_word(&f.t, row[i].word, row[i].want);
    clear_fixture(&f);
}

/* An argument is one argument, whatever is in it, and is not read again. */
TEST(hostile_values_are_values)
{
    static const char *const values[] = {"'; rm -rf", "\"",  "$(x)",  "a\nb",
                                         "größe",     "-rf", "{rate}"};
    for (size_t i = 0; i < LEN(values); i++) {
        struct fixture f;
        init_fixture(&f, values[i]);
        check_word(&f.t, "{act}", values[i]);
        clear_fixture(&f);
    }
}

static void check_refused(const inlay_space *space, const char *word,
                          const char *message)
{
    const char *const words[] = {"./train", word};
    inlay_error err = {0};
    CHECK_FAILS(inlay_command_check(words, 2, space, &err), INLAY_EINVAL, err,
                message);
}

TEST(a_name_that_is_unknown_is_refused_with_the_nearest)
{
    inlay_space *space = parsed(mixed);
    check_refused(space, "--x {layer}",
                  "command: {layer} is not a variable; did you mean {layers}? "
                  "For the text itself, write {{layer}}");
    check_refused(space, "{Trial}",
                  "command: {Trial} is not a variable; did you mean {trial}? "
                  "For the text itself, write {{Trial}}");
    check_refused(
        space, "{\"a\": {something-else.1}}",
        "command: {something-else.1} is not a variable, {trial}, {seed} or "
        "{workdir}; for the text itself, write {{something-else.1}}");
    inlay_error err = {0};
    CHECK_FAILS(inlay_command_check(NULL, 0, space, &err), INLAY_EINVAL, err,
                "the command is empty");
    inlay_space_free(space);
}

TEST(a_variable_wins_over_a_name_of_ours_and_may_have_any_name)
{
    inlay_space *space = parsed(
        "[{\"name\": \"seed\", \"type\": \"integer\", \"min\": 5, \"max\": 5},"
        " {\"name\": \"größe λ: 1\", \"type\": \"integer\", \"min\": 6, "
        "\"max\": 6}]");
    const inlay_value x[] = {inlay_integer(5), inlay_integer(6)};
    const struct inlay_command_trial t = {
        .space = space, .x = x, .seed = 9, .workdir = "/"};
    check_word(&t, "{seed} {größe λ: 1}", "5 6");
    inlay_space_free(space);
}

/* ---- Environment --------------------------------------------------------- */

static const char *value_of(char *const *environment, const char *name)
{
    const size_t n = strlen(name);
    const char *found = NULL;

    for (; *environment; environment++)
        if (strncmp(*environment, name, n) == 0 && (*environment)[n] == '=') {
            CHECK(!found); /* twice */
            found = *environment + n + 1;
        }
    return found;
}

TEST(the_environment_is_that_of_the_parent_and_the_values)
{
    char *const parent[] = {(char[]){"A=1"},
                            (char[]){"INLAY_TRIAL=99"},
                            (char[]){"INLAY_X_old=1"},
                            (char[]){"INLAY_X_rate=7"},
                            (char[]){"INLAY_SEED=7"},
                            (char[]){"INLAY_WORKDIR=7"},
                            (char[]){"INLAY_HOME=h"},
                            (char[]){"no equals sign"},
                            NULL};
    struct fixture f;
    inlay_error err = {0};
    char **environment = NULL;
    size_t n = 0;

    init_fixture(&f, "a\nb");
    CHECK_OK(inlay_command_environment(parent, &f.t, &environment, &err), err);
    while (environment[n])
        n++;
    CHECK(n == 3 + 3 + 5);
    CHECK_TEXT(environment[0], "A=1");
    CHECK_TEXT(environment[1], "INLAY_HOME=h");
    CHECK_TEXT(environment[2], "no equals sign");
    CHECK_TEXT(value_of(environment, "INLAY_TRIAL"), "3");
    CHECK_TEXT(value_of(environment, "INLAY_SEED"), "18446744073709551615");
    CHECK_TEXT(value_of(environment, "INLAY_WORKDIR"), "/w \"1\"");
    CHECK_TEXT(value_of(environment, "INLAY_X_rate"), "0.1");
    CHECK_TEXT(value_of(environment, "INLAY_X_layers"), "9007199254740993");
    CHECK_TEXT(value_of(environment, "INLAY_X_batch"), "16");
    CHECK_TEXT(value_of(environment, "INLAY_X_act"), "a\nb");
    CHECK_TEXT(value_of(environment, "INLAY_X_bias"), "true");
    inlay_command_free(environment);
    clear_fixture(&f);
}

TEST(names_that_become_equal_are_numbered)
{
    static const char *const names[] = {"a.b", "a-b", "a_b", "a_b_2", "ö"};
    static const char *const want[] = {"INLAY_X_a_b=0", "INLAY_X_a_b_2=1",
                                       "INLAY_X_a_b_3=2", "INLAY_X_a_b_2_2=3",
                                       "INLAY_X__=4"};
    inlay_value x[LEN(names)];
    inlay_space *space = NULL;
    inlay_error err = {0};
    char **environment = NULL;

    CHECK_OK(inlay_space_new(&space, &err), err);
    for (size_t i = 0; i < LEN(names); i++) {
        x[i] = inlay_integer((int64_t)i);
        CHECK_OK(inlay_space_add_integer(space, names[i], 0, 9,
                                         INLAY_SCALE_LINEAR, &err),
                 err);
    }
    const struct inlay_command_trial t = {
        .space = space, .x = x, .workdir = "/"};
    CHECK_OK(inlay_command_environment(NULL, &t, &environment, &err), err);
    for (size_t i = 0; i < LEN(names); i++)
        CHECK_TEXT(environment[3 + i], want[i]);
    CHECK(environment[3 + LEN(names)] == NULL);
    inlay_command_free(environment);
    inlay_space_free(space);
}

/* ---- Standard input ------------------------------------------------------ */

TEST(the_input_is_one_line_of_json)
{
    struct fixture f;
    inlay_error err = {0};
    struct inlay_text text = {0};

    init_fixture(&f, "a\nb");
    inlay_command_input(&f.t, &text);
    CHECK_TEXT(text.bytes,
               "{\"trial\": 3, \"seed\": 18446744073709551615, \"workdir\": "
               "\"/w \\\"1\\\"\", \"x\": {\"rate\": 0.1, \"layers\": "
               "9007199254740993, \"batch\": 16, \"act\": \"a\\nb\", \"bias\": "
               "true}}\n");
    inlay_text_clear(&text);

    f.t.workdir = "/\xff";
    inlay_command_input(&f.t, &text);
    CHECK_FAILS(inlay_text_status(&text, &err), INLAY_EINVAL, err,
                "'/\xff' is not valid UTF-8, which JSON needs");
    inlay_text_clear(&text);
    clear_fixture(&f);
}

TEST(numbers_of_the_input_read_back_as_they_were)
{
    struct inlay_rng rng = inlay_rng_seed(20260101);
    struct fixture f;
    inlay_error err = {0};

    init_fixture(&f, "relu");
    f.t.seed = 1;
    for (int rep = 0; rep < 200; rep++) {
        struct inlay_text text = {0};
        json_t *json = NULL;

        f.x[0] =
            inlay_real(rep == 0 ? 2.0 : 20.0 * inlay_rng_uniform(&rng) - 10.0);
        inlay_command_input(&f.t, &text);
        CHECK_OK(inlay_json_parse(text.bytes, text.n, &json, &err), err);
        const json_t *rate =
            json_object_get(json_object_get(json, "x"), "rate");
        CHECK(json_is_number(rate));
        CHECK(json_number_value(rate) ==
              inlay_encode_shown(inlay_space_var(f.t.space, 0), f.x[0].real));
        json_decref(json);
        inlay_text_clear(&text);
    }
    clear_fixture(&f);
}

OOM_TEST(a_command_without_memory_leaves_nothing)
{
    static const char *const words[] = {"a{rate}", "{{act}}", "{act}"};
    char *const parent[] = {(char[]){"A=1"}, NULL};
    struct inlay_text input = {0};
    char **argv = NULL, **environment = NULL;
    inlay_space *space = NULL;
    inlay_error err = {0};
    const inlay_value x[] = {inlay_real(0.5), inlay_category("b")};

    inlay_status st = inlay_space_new(&space, &err);
    if (st == INLAY_OK)
        st =
            inlay_space_add_real(space, "rate", 0, 1, INLAY_SCALE_LINEAR, &err);
    if (st == INLAY_OK)
        st = inlay_space_add_categorical(space, "act",
                                         (const char *const[]){"b"}, 1, &err);
    const struct inlay_command_trial t = {
        .space = space, .x = x, .workdir = "/"};
    if (st == INLAY_OK)
        st = inlay_command_check(words, LEN(words), space, &err);
    if (st == INLAY_OK)
        st = inlay_command_expand(words, LEN(words), &t, &argv, &err);
    if (st == INLAY_OK)
        st = inlay_command_environment(parent, &t, &environment, &err);
    inlay_command_input(&t, &input);
    if (st == INLAY_OK)
        st = inlay_text_status(&input, &err);
    inlay_text_clear(&input);
    inlay_command_free(argv);
    inlay_command_free(environment);
    inlay_space_free(space);
    return st;
}
