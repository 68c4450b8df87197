#include "check.h"

#include "app/commands/dialog.h"

static inlay_status answer(const char *answers, struct inlay_plan *plan,
                           inlay_error *err)
{
    FILE *in = tmpfile(), *out = tmpfile();

    CHECK(in && out && fputs(answers, in) >= 0);
    rewind(in);
    const inlay_status st = inlay_dialog_ask(plan, in, out, err);
    fclose(in);
    fclose(out);
    return st;
}

TEST(wrong_answers_are_asked_for_again)
{
    struct inlay_plan *plan = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_plan_new(&plan, &err), err);
    CHECK_OK(answer("\n  real lr=1..2  \nreal\nlr\nboolean b\n\n"
                    "a > b\n./train {lr}\nmax\nmaximize\n0\n12\r\n",
                    plan, &err),
             err);
    CHECK(inlay_space_n_variables(plan->space) == 2);
    CHECK(plan->n_command == 2 && plan->budget == 12);
    CHECK_TEXT(plan->command[1], "{lr}");
    CHECK_TEXT(inlay_options_get(plan->options, "goal"), "maximize");
    inlay_plan_free(plan);
}

TEST(empty_answers_are_the_defaults_and_the_end_is_no_answer)
{
    struct inlay_plan *plan = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_plan_new(&plan, &err), err);
    CHECK_OK(answer("boolean b\n\n\n\n\n", plan, &err), err);
    CHECK(!plan->command && plan->budget == 50);
    CHECK_FAILS(answer("boolean c\n\n\n", plan, &err), INLAY_ESTATE, err,
                "the input ended before the last answer; nothing is written");
    inlay_plan_free(plan);
}
