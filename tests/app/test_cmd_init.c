#include "output_fixture.h"

#include <sys/resource.h>

#include "app/commands/init.h"
#include "app/screen/say.h"
#include "problem/outcome.h"
#include "study/study_file.h"

TEST(flags_become_a_study_file)
{
    static struct output o;
    static char text[OUTPUT_MAX];
    const struct folder f = folder_enter();

    OUTPUT_OF(&o, "init", "s.json", "--command", "./t --lr={lr} {b}", "--real",
              "lr=1e-5..1:log", "--boolean", "b", "--budget", "7", "--option",
              "burn_in=5");
    CHECK(o.code == 0 && o.out[0] == '\0');
    CHECK_TEXT(o.err, "Wrote s.json. Next:\n  inlay run s.json\n");
    folder_read("s.json", text);
    CHECK_TEXT(text, "{\n"
                     "  \"variables\": [\n"
                     "    {\"name\": \"lr\", \"type\": \"real\", \"min\": "
                     "1e-05, \"max\": 1, \"scale\": \"log\"},\n"
                     "    {\"name\": \"b\", \"type\": \"boolean\"}\n"
                     "  ],\n"
                     "  \"command\": [\"./t\", \"--lr={lr}\", \"{b}\"],\n"
                     "  \"budget\": 7,\n"
                     "  \"goal\": \"minimize\",\n"
                     "  \"options\": {\n    \"burn_in\": 5\n  }\n"
                     "}\n");
    CHECK(remove("s.json") == 0);
    folder_leave(&f);
}

TEST(outputs_are_flags_too)
{
    static struct output o;
    static char text[OUTPUT_MAX];
    const struct folder f = folder_enter();

    OUTPUT_OF(&o, "init", "s.json", "--command", "./t {b}", "--boolean", "b",
              "--output", "loss=maximize", "--output", "ms=..20");
    CHECK_TEXT(o.err, "Wrote s.json. Next:\n  let the program print a JSON "
                      "object with loss, ms\n  inlay run s.json\n");
    folder_read("s.json", text);
    CHECK(strstr(text, "{\"name\": \"loss\", \"goal\": \"maximize\"}"));
    CHECK(strstr(text, "{\"name\": \"ms\", \"max\": 20}"));
    OUTPUT_OF(&o, "init", "s.json", "--force", "--boolean", "b", "--goal",
              "maximize", "--output", "ms=..20");
    CHECK(o.code == 0);
    folder_read("s.json", text);
    CHECK(strstr(text, "{\"name\": \"objective\", \"goal\": \"maximize\"}"));
    OUTPUT_OF(&o, "init", "s.json", "--force", "--boolean", "b", "--goal",
              "maximize", "--output", "loss=minimize");
    CHECK(o.code == 2);
    CHECK_TEXT(o.err, "inlay: --goal: output 'loss' has a goal, too; leave one "
                      "out\n");
    CHECK(remove("s.json") == 0);
    folder_leave(&f);
}

TEST(a_file_that_is_there_is_kept_unless_forced)
{
    static struct output o;
    static char before[OUTPUT_MAX], after[OUTPUT_MAX];
    const struct folder f = folder_enter();

    OUTPUT_OF(&o, "init", "-q", "--boolean", "b");
    CHECK(o.code == 0 && o.err[0] == '\0');
    folder_read("study.json", before);
    OUTPUT_OF(&o, "init", "--boolean", "c");
    CHECK(o.code == INLAY_EXIT_FAILED);
    CHECK_TEXT(o.err, "inlay: study.json exists; --force overwrites it\n");
    folder_read("study.json", after);
    CHECK_TEXT(after, before);
    OUTPUT_OF(&o, "init", "--boolean", "c", "--force");
    CHECK(o.code == 0);
    folder_read("study.json", after);
    CHECK(strstr(after, "\"c\"") != NULL);
    CHECK(remove("study.json") == 0);
    folder_leave(&f);
}

TEST(a_file_that_cannot_be_written_leaves_the_old_one)
{
    static char text[OUTPUT_MAX];
    inlay_error err = {0};
    const struct folder f = folder_enter();
    const struct rlimit none = {0, RLIM_INFINITY};
    struct rlimit before;

    CHECK_OK(inlay_init_write("s.json", "old", false, &err), err);
    CHECK_FAILS(inlay_init_write("s.json", "new", false, &err), INLAY_ESTATE,
                err, "s.json exists; --force overwrites it");
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    inlay_say_begin(); /* a limit is an error, not the end */
    CHECK(setrlimit(RLIMIT_FSIZE, &none) == 0);
    CHECK_FAILS(inlay_init_write("s.json", "new", true, &err), INLAY_ESTATE,
                err, "s.json: File too large");
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    folder_read("s.json", text);
    CHECK_TEXT(text, "old");
    CHECK(remove("s.json") == 0);
    folder_leave(&f);
}

TEST(without_flags_and_terminal_the_example_is_written)
{
    static struct output o;
    static char text[OUTPUT_MAX];
    struct inlay_study_file *file = NULL;
    inlay_error err = {0};
    const struct folder f = folder_enter();

    OUTPUT_OF(&o, "init");
    CHECK(o.code == 0);
    CHECK(strstr(o.err, "this is an example") != NULL);
    CHECK(strstr(o.err, "warning") == NULL);
    folder_read("study.json", text);
    CHECK_OK(
        inlay_study_file_parse(text, strlen(text), NULL, NULL, &file, &err),
        err);
    CHECK(inlay_space_n_variables(file->space) == 5);
    inlay_study_file_free(file);
    CHECK(remove("study.json") == 0);
    folder_leave(&f);
}

TEST(likely_slips_of_the_command_are_told)
{
    static struct output o;
    const struct folder f = folder_enter();

    OUTPUT_OF(&o, "init", "--real", "rate=0..1", "--command",
              "t {raet} {seed} {} {x-y}");
    CHECK(o.code == 0);
    CHECK_TEXT(o.err, "inlay: warning: the command does not use {rate}; its "
                      "program must read the environment (INLAY_X_name)\n"
                      "inlay: warning: command: {raet} is not a variable; did "
                      "you mean {rate}? For the text itself, write {{raet}}\n"
                      "Wrote study.json. Next:\n"
                      "  inlay run study.json\n");
    CHECK(remove("study.json") == 0);
    folder_leave(&f);
}

TEST(what_cannot_be_is_refused_and_nothing_is_written)
{
    static struct output o;
    const struct folder f = folder_enter();

    OUTPUT_OF(&o, "init", "--budget", "3");
    CHECK(o.code == INLAY_EXIT_USAGE);
    CHECK_TEXT(o.err, "inlay: init: there are no variables; add one, e.g. "
                      "--real "
                      "lr=1e-5..1:log ('inlay help init')\n");
    OUTPUT_OF(&o, "init", "--boolean", "b", "--budget", "0");
    CHECK(o.code == INLAY_EXIT_USAGE);
    CHECK_TEXT(o.err, "inlay: budget: 0 is not between 1 and 1000000000\n");
    OUTPUT_OF(&o, "init", "no/such/s.json", "--boolean", "b");
    CHECK(o.code == INLAY_EXIT_FAILED);
    CHECK_TEXT(o.err, "inlay: no/such/s.json: No such file or directory\n");
    folder_leave(&f); /* fails if a file is left */
}

/* ---- Answers ------------------------------------------------------------- */

static inlay_status answer(const char *answers, struct inlay_study_file *file,
                           inlay_error *err)
{
    FILE *in = tmpfile(), *out = tmpfile();

    CHECK(in && out && fputs(answers, in) >= 0);
    rewind(in);
    const inlay_status st = inlay_init_ask(file, in, out, err);
    fclose(in);
    fclose(out);
    return st;
}

TEST(wrong_answers_are_asked_for_again)
{
    struct inlay_study_file *file = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_study_file_new(NULL, NULL, &file, &err), err);
    CHECK_OK(answer("\n  real lr=1..2  \nreal\nlr\nboolean b\n\n"
                    "a > b\n./train {lr} {rl}\n./train {lr}\nmax\nmaximize\n"
                    "ms\nms=..20\nkb=1..\n\n0\n12\r\n",
                    file, &err),
             err);
    CHECK(inlay_space_n_variables(file->space) == 2);
    CHECK(file->n_command == 2 && file->budget == 12);
    CHECK_TEXT(file->command[1], "{lr}");
    CHECK_TEXT(inlay_options_get(file->options, "goal"), "maximize");
    CHECK(inlay_options_n_outputs(file->options) == 3);
    CHECK(inlay_options_output(file->options, 0)->max == 20.0);
    CHECK(inlay_options_output(file->options, 1)->min == 1.0);
    CHECK(inlay_options_objective(file->options) == 2);
    CHECK_TEXT(inlay_options_output(file->options, 2)->name, "objective");
    CHECK(inlay_options_output(file->options, 2)->goal == INLAY_GOAL_MAXIMIZE);
    inlay_study_file_free(file);
}

TEST(empty_answers_are_the_defaults_and_the_end_is_no_answer)
{
    struct inlay_study_file *file = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_study_file_new(NULL, NULL, &file, &err), err);
    CHECK_OK(answer("boolean b\n\n./train {c}\n\n\n\n\n", file, &err), err);
    CHECK(!file->command && file->budget == 50);
    CHECK(inlay_study_file_outputs(file)->is_default);
    CHECK_FAILS(
        answer("boolean c\n\n\n", file, &err), INLAY_ESTATE, err,
        "the input ended before the last answer; nothing has been written");
    inlay_study_file_free(file);
}
