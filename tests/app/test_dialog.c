#include "check.h"

#include "app/commands/init.h"

static inlay_status answer(const char *answers, struct inlay_study_file *file,
                           inlay_error *err)
{
    FILE *in = tmpfile(), *out = tmpfile();

    CHECK(in && out && fputs(answers, in) >= 0);
    rewind(in);
    const inlay_status st = inlay_dialog_ask(file, in, out, err);
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
                    "a > b\n./train {lr}\nmax\nmaximize\n0\n12\r\n",
                    file, &err),
             err);
    CHECK(inlay_space_n_variables(file->space) == 2);
    CHECK(file->n_command == 2 && file->budget == 12);
    CHECK_TEXT(file->command[1], "{lr}");
    CHECK_TEXT(inlay_options_get(file->options, "goal"), "maximize");
    inlay_study_file_free(file);
}

TEST(empty_answers_are_the_defaults_and_the_end_is_no_answer)
{
    struct inlay_study_file *file = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_study_file_new(NULL, NULL, &file, &err), err);
    CHECK_OK(answer("boolean b\n\n\n\n\n", file, &err), err);
    CHECK(!file->command && file->budget == 50);
    CHECK_FAILS(answer("boolean c\n\n\n", file, &err), INLAY_ESTATE, err,
                "the input ended before the last answer; nothing is written");
    inlay_study_file_free(file);
}
