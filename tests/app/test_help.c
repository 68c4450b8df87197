/*
 * test_help.c: help, man page and completion have all that the tables have.
 */
#include "output_fixture.h"

#include "app/commands/args.h"
#include "app/pages/help.h"
#include "strategy/options.h"

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
    CHECK(!strstr(o.out, "serve"));
}

TEST(help_of_a_command_is_the_same_by_word_and_by_flag)
{
    static struct output by_word, by_flag;
    const struct inlay_command *command;

    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++) {
        OUTPUT_OF(&by_word, "help", command->name);
        OUTPUT_OF(&by_flag, command->name, "--help");
        CHECK(by_word.code == 0 && by_flag.code == 0);
        CHECK_TEXT(by_flag.out, by_word.out);
        check_has(by_word.out, command->summary);
        for (const struct inlay_flag *f = command->flags; f->name; f++)
            check_has(by_word.out, f->help);
    }
}

/* Keys and options as flags of init, as keys in help study, and in the man
 * page. */
TEST(every_key_and_option_is_in_help_and_man_page)
{
    static struct output init, study, man, completion;
    const struct inlay_plan_key *key;
    const inlay_option *option;
    char flag[80];

    OUTPUT_OF(&init, "help", "init");
    OUTPUT_OF(&study, "help", "study");
    OUTPUT_OF(&man, "man");
    OUTPUT_OF(&completion, "completion", "bash");
    for (size_t i = 0; (key = inlay_plan_key_at(i)) != NULL; i++) {
        snprintf(flag, sizeof flag, "--%s", inlay_args_dashed(key->name).text);
        CHECK((strstr(init.out, flag) != NULL) ==
              (key->type != INLAY_PLAN_VARIABLES));
        check_has(study.out, key->name);
        check_has(man.out, key->name);
        CHECK((strstr(completion.out, flag) != NULL) ==
              (key->type != INLAY_PLAN_VARIABLES));
    }
    for (size_t i = 0; (option = inlay_option_at(i)) != NULL; i++) {
        snprintf(flag, sizeof flag, "--%s",
                 inlay_args_dashed(option->name).text);
        check_has(init.out, flag);
        check_has(study.out, option->name);
        check_has(completion.out, flag);
    }
    check_has(man.out, "INLAY_X_name");
    check_has(man.out, "\\fB\\-\\-burn\\-in\\fR");
}

TEST(defaults_of_methods_are_told)
{
    static struct output man;

    OUTPUT_OF(&man, "man");
    check_has(man.out, "(from 0 to 10000000; default 0, of tpe 24, of smac "
                       "10000)");
    check_has(man.out, "(middle, net; default middle, of sobol net, of smac "
                       "net)");
    check_has(man.out, "(ei, pes, mes; default ei)");
    check_has(man.out, "; default gp)");
}

TEST(lines_of_help_fit_a_terminal)
{
    static struct output o;
    const struct inlay_command *command;

    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++) {
        OUTPUT_OF(&o, "help", command->name);
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
    CHECK_TEXT(o.err, "inlay: there is no command 'inti', did you mean "
                      "'init'?\n");
    OUTPUT_OF(&o, "completion", "fish");
    CHECK(o.code == INLAY_EXIT_USAGE);
    CHECK_TEXT(o.err,
               "inlay: completion: 'fish' is not a shell it knows; bash is\n");
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
    struct inlay_text page = {0};
    char *text = NULL;

    inlay_help_overview(&page);
    inlay_help_command(&page, inlay_command_find("init"));
    inlay_help_study(&page);
    const inlay_status st = inlay_text_end(&page, &text, NULL);
    if (st == INLAY_OK)
        inlay_text_free(text);
    return st;
}

TEST(there_is_room_for_every_method)
{
    const char *const *choices = inlay_option_at(INLAY_OPT_METHOD)->choices;
    size_t n = 0;
    while (choices[n])
        n++;
    CHECK(n < INLAY_MOST_METHODS);
}
