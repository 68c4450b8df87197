/*
 * test_args.c: command lines, right and wrong.
 */
#include "check.h"

#include "app/commands/args.h"

enum { MAX_WORDS = 16 };

/* Parses "inlay" and the words up to NULL. */
static inlay_status parse(char *const *words, struct inlay_args *args,
                          inlay_error *err)
{
    char *argv[MAX_WORDS] = {(char[]){"inlay"}};
    int argc = 1;

    for (; words[argc - 1]; argc++)
        argv[argc] = words[argc - 1];
    return inlay_args_parse(argc, argv, args, err);
}

#define W(...) ((char *[]){__VA_ARGS__, NULL})
#define S(text) ((char[]){text})

TEST(flags_may_stand_anywhere_and_have_either_form)
{
    struct inlay_args args = {0};
    inlay_error err = {0};

    CHECK_OK(
        parse(W(S("-q"), S("init"), S("--budget=5"), S("a.json"), S("--real"),
                S("x=1..2"), S("--force"), S("--max_failures"), S("7"),
                S("--real=y=0..1"), S("--color"), S("never")),
              &args, &err),
        err);
    CHECK_TEXT(args.command->name, "init");
    CHECK(args.n_words == 1);
    CHECK_TEXT(args.words[0], "a.json");
    CHECK(args.is_quiet && !args.is_json && args.color == INLAY_COLOR_NEVER);
    CHECK(args.n_settings == 2);
    CHECK_TEXT(args.settings[0].name, "budget");
    CHECK_TEXT(args.settings[0].value, "5");
    CHECK_TEXT(args.settings[1].name, "max_failures");
    CHECK(args.n_flags == 3);
    CHECK_TEXT(inlay_args_get(&args, "real"), "y=0..1");
    CHECK_TEXT(args.flags[0].value, "x=1..2");
    CHECK(inlay_args_has(&args, "force") && !inlay_args_get(&args, "force"));
    CHECK(!inlay_args_has(&args, "boolean"));
    inlay_args_clear(&args);
}

TEST(a_negative_number_is_an_argument_and_so_is_all_after_two_dashes)
{
    static const char *const words[] = {"-0.5", "-3",   "-1e-3", "-.5",
                                        "-inf", "-NaN", "-"};
    inlay_error err = {0};

    for (size_t i = 0; i < LEN(words); i++) {
        struct inlay_args args = {0};
        char word[8] = "";

        memcpy(word, words[i], strlen(words[i]));
        CHECK_OK(parse(W(S("init"), word), &args, &err), err);
        CHECK_TEXT(args.words[0], words[i]);
        inlay_args_clear(&args);
    }
    struct inlay_args args = {0};
    CHECK_OK(parse(W(S("init"), S("--"), S("--force")), &args, &err), err);
    CHECK_TEXT(args.words[0], "--force");
    CHECK(args.n_flags == 0);
    inlay_args_clear(&args);
}

TEST(a_negative_number_is_the_value_of_a_flag_too)
{
    struct inlay_args args = {0};
    inlay_error err = {0};

    CHECK_OK(parse(W(S("init"), S("--budget"), S("-1")), &args, &err), err);
    CHECK_TEXT(args.settings[0].value, "-1");
    inlay_args_clear(&args);
}

static void check_refused(char *const *words, const char *message)
{
    struct inlay_args args = {0};
    inlay_error err = {0};

    CHECK_FAILS(parse(words, &args, &err), INLAY_EINVAL, err, message);
    CHECK(!args.words && !args.command);
}

TEST(wrong_command_lines_say_what_was_probably_meant)
{
    check_refused(W(NULL), "a command is missing; 'inlay help' lists them");
    check_refused(W(S("inti")), "unknown command 'inti'; did you mean 'init'?");
    check_refused(
        W(S("frobnicate")),
        "unknown command 'frobnicate'; 'inlay help' lists the commands");
    check_refused(W(S("a.json")),
                  "'a.json' is where the command should be: inlay COMMAND "
                  "a.json; 'inlay help' lists the commands");
    check_refused(W(S("init"), S("--budgit=3")),
                  "unknown flag '--budgit=3'; did you mean '--budget'?");
    check_refused(
        W(S("init"), S("--maxfailures"), S("3")),
        "unknown flag '--maxfailures'; did you mean '--max-failures'?");
    check_refused(W(S("init"), S("--n_trials"), S("3")),
                  "unknown flag '--n_trials'; did you mean '--budget'?");
    check_refused(W(S("init"), S("--float"), S("x=0..1")),
                  "unknown flag '--float'; did you mean '--real'?");
    check_refused(W(S("init"), S("--bool=x")),
                  "unknown flag '--bool=x'; did you mean '--boolean'?");
    check_refused(W(S("init"), S("--choices=a")),
                  "unknown flag '--choices=a'; did you mean '--categorical'?");
    check_refused(W(S("init"), S("--cat=a")),
                  "unknown flag '--cat=a'; did you mean '--categorical'?");
    check_refused(W(S("run"), S("--stop=5")),
                  "unknown flag '--stop=5'; did you mean '--patience', "
                  "'--target' or '--time-limit'?");
    check_refused(W(S("show"), S("--stop=5")),
                  "unknown flag '--stop=5'; 'inlay help show' lists the flags");
    check_refused(W(S("show"), S("--storage=a")),
                  "unknown flag '--storage=a'; did you mean '--store'?");
    check_refused(W(S("run"), S("--n-startup-trials=5")),
                  "unknown flag '--n-startup-trials=5'; did you mean '--option "
                  "initial=...'?");
    check_refused(W(S("run"), S("--search=random")),
                  "'--search' is an option: write --option search=random; did "
                  "you mean '--method'?");
    check_refused(W(S("run"), S("--float=x")),
                  "unknown flag '--float=x'; 'inlay help run' lists the flags");
    check_refused(W(S("init"), S("-budget"), S("3")),
                  "unknown flag '-budget'; did you mean '--budget'?");
    check_refused(
        W(S("init"), S("--frobnicate")),
        "unknown flag '--frobnicate'; 'inlay help init' lists the flags");
    check_refused(
        W(S("man"), S("--budget=3")),
        "unknown flag '--budget=3'; 'inlay help man' lists the flags");
    check_refused(W(S("--budget"), S("3"), S("init")),
                  "unknown flag '--budget' before the command; flags of a "
                  "command come after it");
    check_refused(W(S("init"), S("--variables=[]")),
                  "unknown flag '--variables=[]'; 'inlay help init' lists "
                  "the flags");
}

TEST(a_number_is_whole_and_within_its_range)
{
    int64_t n = 7;
    inlay_error err = {0};
    CHECK_OK(inlay_args_number(NULL, "--last", 9, &n, &err), err);
    CHECK(n == 7);
    CHECK_OK(inlay_args_number("1", "--last", 9, &n, &err), err);
    CHECK(n == 1);
    CHECK_OK(inlay_args_number("9", "--last", 9, &n, &err), err);
    CHECK(n == 9);
    CHECK_FAILS(inlay_args_number("10", "--last", 9, &n, &err), INLAY_EINVAL,
                err, "--last: '10' is not a whole number from 1 to 9");
    CHECK_FAILS(inlay_args_number("0", "ID", INT64_MAX, &n, &err), INLAY_EINVAL,
                err, "ID: '0' is not a whole number above 0");
    CHECK_FAILS(inlay_args_number("2.5", "ID", INT64_MAX, &n, &err),
                INLAY_EINVAL, err, "ID: '2.5' is not a whole number above 0");
}

TEST(wrong_values_and_counts_are_told)
{
    check_refused(W(S("init"), S("--budget")),
                  "--budget needs a value: --budget N");
    check_refused(W(S("init"), S("--max_failures"), S("--force")),
                  "--max-failures needs a value: --max-failures N; if "
                  "'--force' is the value, write --max-failures=--force");
    check_refused(W(S("init"), S("--force=yes")),
                  "--force takes no value, but 'yes' is given");
    check_refused(W(S("init"), S("--color"), S("red")),
                  "--color: 'red' is not one of auto, always, never");
    check_refused(W(S("init"), S("--color=alwasy")),
                  "--color: 'alwasy' is not one of auto, always, never; did "
                  "you mean 'always'?");
    check_refused(W(S("plot"), S("--kind=slice"), S("s")),
                  "--kind: 'slice' is not one of progress, slices, all; did "
                  "you mean 'slices'?");
    check_refused(W(S("show"), S("--state"), S("complete"), S("s")),
                  "--state: 'complete' is not one of pending, running, done, "
                  "failed, abandoned, discarded; did you mean 'done'?");
    check_refused(W(S("init"), S("a"), S("b")),
                  "'b' is one argument too many: inlay init [FILE]");
    check_refused(W(S("man"), S("b")),
                  "'b' is one argument too many: inlay man");
    check_refused(W(S("completion")),
                  "an argument is missing: inlay completion SHELL [WORD...]");
    check_refused(W(S("init"), S("--json")),
                  "--json: 'init' has no results to print as JSON");
}

TEST(help_is_given_whatever_is_missing)
{
    struct inlay_args args = {0};
    inlay_error err = {0};

    CHECK_OK(parse(W(S("completion"), S("-h")), &args, &err), err);
    CHECK(args.wants_help && args.command);
    inlay_args_clear(&args);
    CHECK_OK(parse(W(S("--help")), &args, &err), err);
    CHECK(args.wants_help && !args.command);
    inlay_args_clear(&args);
    CHECK_OK(parse(W(S("--version")), &args, &err), err);
    CHECK(args.wants_version);
    inlay_args_clear(&args);
}

TEST(settings_are_applied_in_order)
{
    struct inlay_args args = {0};
    struct inlay_study_file *file = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_study_file_new(NULL, NULL, &file, &err), err);
    CHECK_OK(parse(W(S("init"), S("--budget=5"), S("--seed=3"), S("--budget=6"),
                     S("--option"), S("kernel=se"), S("--option=smac.trees=7")),
                   &args, &err),
             err);
    CHECK_OK(inlay_args_apply(&args, file, &err), err);
    CHECK(file->budget == 6);
    CHECK_TEXT(inlay_options_get(file->options, "seed"), "3");
    CHECK_TEXT(inlay_options_get(file->options, "kernel"), "se");
    CHECK_TEXT(inlay_options_get(file->options, "smac.trees"), "7");
    inlay_args_clear(&args);
    CHECK_OK(parse(W(S("init"), S("--budget=x")), &args, &err), err);
    CHECK_FAILS(inlay_args_apply(&args, file, &err), INLAY_EINVAL, err,
                "budget: 'x' is not a whole number");
    inlay_args_clear(&args);
    inlay_study_file_free(file);
}

/* A flag of a command must not hide a key of the same name. */
TEST(no_flag_has_two_meanings)
{
    const struct inlay_command *command;
    struct inlay_flag a, b;

    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++)
        for (size_t k = 0; inlay_command_flag(command, k, &a); k++)
            for (size_t m = 0; m < k && inlay_command_flag(command, m, &b); m++)
                CHECK(strcmp(a.name, b.name) != 0 &&
                      (!a.letter || a.letter != b.letter));
}

/* Every flag of 0.1.0 that is an option now says what to write. */
TEST(an_option_as_a_flag_is_told_how_to_be_written)
{
    check_refused(W(S("run"), S("s.json"), S("--acquisition"), S("pes")),
                  "'--acquisition' is an option: write --option "
                  "acquisition=pes");
    check_refused(W(S("ask"), S("s.json"), S("--burn-in=7")),
                  "'--burn-in' is an option: write --option burn_in=7");
    check_refused(W(S("init"), S("--trees"), S("7")),
                  "'--trees' is an option: write --option smac.trees=7");
    check_refused(W(S("init"), S("--features")),
                  "'--features' is an option: write --option "
                  "pes.features=VALUE");
    check_refused(
        W(S("best"), S("s.json"), S("--kernel=se")),
        "unknown flag '--kernel=se'; 'inlay help best' lists the flags");
}

OOM_TEST(a_command_line_without_memory_leaks_nothing)
{
    struct inlay_args args = {0};
    const inlay_status st =
        parse(W(S("init"), S("a"), S("--budget=3")), &args, NULL);

    inlay_args_clear(&args);
    return st;
}
