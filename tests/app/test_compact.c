#include "check.h"

#include <math.h>
#include <string.h>

#include "app/commands/init.h"
#include "problem/outcome.h"

#define RANGE "NAME=MIN..MAX, NAME=MIN..MAX:log or NAME=MIN..MAX:STEP"

TEST(each_type_has_its_syntax)
{
    static const char *const lines[] = {
        "real lr=1e-5..1:log",
        "real  m=-2..-.5",
        "integer layers=-1..3",
        "integer n=1..8:linear",
        "ordinal drop=0,0.1,5e-1",
        "categorical act=relu,tanh x,é",
        "boolean bias",
        "real w=0..0.5:0.1",
        "integer units=16..64:16",
        "ordinal size=small,medium",
    };
    inlay_error err = {0};
    inlay_space *space = NULL;
    char *text = NULL;

    CHECK_OK(inlay_space_new(&space, &err), err);
    for (size_t i = 0; i < LEN(lines); i++)
        CHECK_OK(inlay_compact_add_line(space, lines[i], &err), err);
    CHECK_OK(inlay_space_print(space, &text, &err), err);
    CHECK_TEXT(
        text,
        "[{\"name\": \"lr\", \"type\": \"real\", \"min\": 1e-05, \"max\": 1, "
        "\"scale\": \"log\"},\n"
        " {\"name\": \"m\", \"type\": \"real\", \"min\": -2, \"max\": -0.5},\n"
        " {\"name\": \"layers\", \"type\": \"integer\", \"min\": -1, \"max\": "
        "3},\n"
        " {\"name\": \"n\", \"type\": \"integer\", \"min\": 1, \"max\": 8},\n"
        " {\"name\": \"drop\", \"type\": \"ordinal\", \"values\": [0, 0.1, "
        "0.5]},\n"
        " {\"name\": \"act\", \"type\": \"categorical\", \"values\": "
        "[\"relu\", \"tanh x\", \"é\"]},\n"
        " {\"name\": \"bias\", \"type\": \"boolean\"},\n"
        " {\"name\": \"w\", \"type\": \"real\", \"min\": 0, \"max\": 0.5, "
        "\"step\": 0.1},\n"
        " {\"name\": \"units\", \"type\": \"integer\", \"min\": 16, "
        "\"max\": 64, \"step\": 16},\n"
        " {\"name\": \"size\", \"type\": \"ordinal\", \"values\": "
        "[\"small\", \"medium\"]}]");
    inlay_text_free(text);
    inlay_space_free(space);
}

TEST(what_is_no_variable_is_refused_with_the_syntax)
{
    static const struct {
        const char *line, *message;
    } row[] = {
        {"real lr", "real 'lr': must be " RANGE},
        {"real lr=1", "real 'lr=1': must be " RANGE},
        {"real lr=1..x", "real 'lr=1..x': must be " RANGE},
        {"real lr=1..2:ln", "real 'lr=1..2:ln': must be " RANGE},
        {"integer n=1..2.5", "integer 'n=1..2.5': must be " RANGE},
        {"ordinal d=0,x", "ordinal 'd=0,x': must be NAME=NUMBER,NUMBER,... or "
                          "NAME=WORD,WORD,..."},
        {"real r=0..1:0", "real 'r=0..1:0': must be " RANGE},
        {"categorical c", "categorical 'c': must be NAME=VALUE,VALUE,..."},
        {"boolean b=1", "boolean 'b=1': must be NAME"},
        {"boolean", "boolean '': must be NAME"},
        {"lr=1..2", "'lr=1..2' does not begin with real, integer, ordinal, "
                    "categorical or boolean"},
        {"real lr=2..1", "variable 'lr': lower bound 2 is above upper bound 1"},
        {"categorical c=a,a", "variable 'c': value 'a' appears twice"},
    };
    inlay_space *space = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_space_new(&space, &err), err);
    for (size_t i = 0; i < LEN(row); i++)
        CHECK_FAILS(inlay_compact_add_line(space, row[i].line, &err),
                    INLAY_EINVAL, err, row[i].message);
    CHECK(inlay_space_n_variables(space) == 0);
    inlay_space_free(space);
}

OOM_TEST(a_variable_without_memory_leaks_nothing)
{
    inlay_space *space = NULL;
    inlay_status st = inlay_space_new(&space, NULL);

    if (st == INLAY_OK)
        st = inlay_compact_add_line(space, "ordinal d=1,2,3", NULL);
    if (st == INLAY_OK)
        st = inlay_compact_add_line(space, "categorical c=a,b", NULL);
    inlay_space_free(space);
    return st;
}

TEST(an_output_has_a_goal_or_limits)
{
    static const struct {
        const char *spec;
        inlay_goal goal;
        double min, max;
    } row[] = {{"loss=minimize", INLAY_GOAL_MINIMIZE, -INFINITY, INFINITY},
               {"a b=0..1", INLAY_GOAL_NONE, 0.0, 1.0},
               {"ms=..2e1", INLAY_GOAL_NONE, -INFINITY, 20.0},
               {"yield=-.5..", INLAY_GOAL_NONE, -0.5, INFINITY}};
    inlay_error err = {0};
    struct inlay_study_file *file = NULL;

    CHECK_OK(inlay_study_file_new(NULL, NULL, &file, &err), err);
    CHECK_OK(inlay_compact_end_outputs(file, &err), err);
    CHECK(inlay_study_file_outputs(file)->is_default);
    for (size_t i = 0; i < LEN(row); i++) {
        CHECK_OK(inlay_compact_add_output(file, row[i].spec, &err), err);
        const inlay_output *output = inlay_options_output(file->options, i);
        CHECK(strncmp(output->name, row[i].spec, strlen(output->name)) == 0);
        CHECK(output->goal == row[i].goal && output->min == row[i].min &&
              output->max == row[i].max);
    }
    CHECK_OK(inlay_compact_end_outputs(file, &err), err);
    CHECK(inlay_options_n_outputs(file->options) == LEN(row));
    inlay_study_file_free(file);
}

TEST(what_is_no_output_is_refused_with_the_syntax)
{
    static const char *const specs[] = {
        "",     "ms",      "=1..",   "ms=",    "ms=..",
        "ms=1", "ms=1..x", "ms=x..", "ms=min", "ms=1..2..3"};
    inlay_error err = {0};
    struct inlay_study_file *file = NULL;

    CHECK_OK(inlay_study_file_new(NULL, NULL, &file, &err), err);
    for (size_t i = 0; i < LEN(specs); i++) {
        CHECK(inlay_compact_add_output(file, specs[i], &err) == INLAY_EINVAL);
        CHECK(strstr(err.msg, "must be NAME=minimize, NAME=maximize, "
                              "NAME=MIN..MAX, NAME=..MAX or NAME=MIN.."));
    }
    CHECK(inlay_compact_add_output(file, "ms=2..1", &err) == INLAY_EINVAL);
    CHECK(inlay_study_file_outputs(file)->is_default);
    inlay_study_file_free(file);
}
