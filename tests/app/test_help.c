/*
 * test_help.c: help, man page and completion have all that the tables have.
 */
#include "output_fixture.h"

#include "app/commands/args.h"
#include "app/pages/help.h"

static void check_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        print_error("is not there: %s\n", part);
    CHECK(strstr(text, part) != NULL);
}

TEST(the_overview_names_every_command_and_exit_code)
{
    static struct output o;
    const struct inlay_command *command;
    enum inlay_exit code = INLAY_EXIT_OK;
    const char *meaning;

    OUTPUT_OF(&o, "help");
    CHECK(o.code == 0 && o.err[0] == '\0');
    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++)
        check_has(o.out, command->summary);
    for (size_t i = 0; (meaning = inlay_exit_meaning(i, &code)) != NULL; i++)
        check_has(o.out, meaning);
}

TEST(help_of_a_command_is_the_same_by_word_and_by_flag)
{
    static struct output by_word, by_flag;
    const struct inlay_command *command;
    struct inlay_flag flag;

    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++) {
        OUTPUT_OF(&by_word, "help", command->name);
        OUTPUT_OF(&by_flag, command->name, "--help");
        CHECK(by_word.code == 0 && by_flag.code == 0);
        CHECK_TEXT(by_flag.out, by_word.out);
        check_has(by_word.out, command->summary);
        for (size_t k = 0; inlay_command_flag(command, k, &flag); k++)
            if (!flag.key && (command->takes & INLAY_TAKES_JSON ||
                              strcmp(flag.name, "json") != 0))
                check_has(by_word.out, flag.help);
    }
}

/* Keys are flags of init; help study and the man page have them too. */
TEST(every_key_is_in_help_man_page_and_completion)
{
    static struct output init, study, man, completion;
    struct inlay_key key;
    char flag[80];

    OUTPUT_OF(&init, "help", "init");
    OUTPUT_OF(&study, "help", "study");
    OUTPUT_OF(&man, "man");
    OUTPUT_OF(&completion, "completion", "zsh", "--", "init", "--");
    for (size_t i = 0; inlay_key_at(i, &key); i++) {
        snprintf(flag, sizeof flag, "--%s ", key.flag ? key.flag : "variables");
        CHECK((strstr(init.out, flag) != NULL) == (key.flag != NULL));
        flag[strlen(flag) - 1] = ':';
        CHECK((strstr(completion.out, flag) != NULL) == (key.flag != NULL));
        check_has(study.out, key.name);
        check_has(man.out, key.name);
    }
    check_has(man.out, "INLAY_X_name");
    /* what every command has is there once, and methods are explained */
    const char *quiet = strstr(man.out, "\\-\\-quiet");
    CHECK(quiet && !strstr(quiet + 1, "\\-\\-quiet"));
    check_has(man.out, "\\fBhillclimb\\fR\n");
    check_has(man.out, "\\fB\\-\\-max\\-failures\\fR");
}

TEST(every_option_is_in_help_options_man_page_and_completion)
{
    static struct output options, man, completion, run;
    struct inlay_key key;
    char word[80];

    OUTPUT_OF(&options, "help", "options");
    OUTPUT_OF(&man, "man");
    OUTPUT_OF(&completion, "completion", "bash", "--", "run", "--option", "");
    OUTPUT_OF(&run, "help", "run");
    for (size_t i = 0; inlay_key_option_at(i, &key); i++) {
        snprintf(word, sizeof word, "\n  %s ", key.name);
        check_has(options.out, word);
        snprintf(word, sizeof word, "\\fB%s\\fR\n", key.name);
        check_has(man.out, word);
        snprintf(word, sizeof word, "%s=", key.name);
        check_has(completion.out, word);
        snprintf(word, sizeof word, "--%s", key.name);
        CHECK(!strstr(run.out, word));
    }
    check_has(options.out, "\nOptions of smac\n  smac.trees");
    check_has(options.out, "\nOptions of tpe\n");
    check_has(options.out, "\n  gp-naive ");
}

TEST(defaults_of_methods_are_told)
{
    static struct output man, study;

    OUTPUT_OF(&man, "man");
    OUTPUT_OF(&study, "help", "study");
    check_has(man.out, "(0 to 10000000; default 0, 24 for tpe, 10000 for "
                       "smac)");
    check_has(man.out, "(middle, net; default middle, net for sobol, net for "
                       "smac)");
    check_has(man.out, "(auto, ei, pes, mes, kg; default auto)");
    check_has(man.out, "; default gp)");
    check_has(man.out, "(default, paper)");
    CHECK(!strstr(study.out, "default default"));
}

TEST(help_run_fits_a_screen)
{
    static struct output o;
    size_t n_lines = 0;

    OUTPUT_OF(&o, "help", "run");
    for (const char *c = o.out; *c; c++)
        n_lines += *c == '\n';
    CHECK(n_lines > 20 && n_lines <= 45);
}

TEST(lines_of_help_fit_a_terminal)
{
    static struct output o;
    const struct inlay_command *command;

    for (size_t i = 0; i == 0 || inlay_command_at(i - 1); i++) {
        command = inlay_command_at(i);
        OUTPUT_OF(&o, "help", command ? command->name : "options");
        for (const char *line = o.out; *line;) {
            const size_t n = strcspn(line, "\n");
            CHECK(n <= 80);
            line += n + (line[n] == '\n');
        }
    }
}

TEST(an_unknown_topic_is_wrong_usage)
{
    static struct output o;

    OUTPUT_OF(&o, "help", "inti");
    CHECK(o.code == INLAY_EXIT_USAGE && o.out[0] == '\0');
    CHECK_TEXT(o.err, "inlay: unknown command 'inti'; did you mean 'init'?\n");
    OUTPUT_OF(&o, "completion", "tcsh");
    CHECK(o.code == INLAY_EXIT_USAGE);
    CHECK_TEXT(
        o.err,
        "inlay: completion: 'tcsh' is not supported; the shells are bash, "
        "zsh, fish\n");
}

TEST(the_version_is_that_of_the_library)
{
    static struct output o;

    OUTPUT_OF(&o, "--version");
    CHECK(strncmp(o.out, "inlay ", 6) == 0);
    check_has(o.out, inlay_version());
    OUTPUT_OF(&o, "version", "--json");
    CHECK(o.code == 0);
    check_has(o.out, "{\"version\": \"");
}

OOM_TEST(help_without_memory_leaks_nothing)
{
    struct inlay_page page = {0};

    inlay_help_overview(&page);
    inlay_help_command(&page, inlay_command_find("init"));
    inlay_help_study(&page);
    inlay_help_options(&page);
    const inlay_status st = inlay_text_status(&page.text, NULL);
    inlay_text_clear(&page.text);
    return st;
}
