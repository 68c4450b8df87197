#include "check.h"

#include "app/exchange/spearmint.h"

static const char *const branin =
    "{\"language\": \"PYTHON\", \"main-file\": \"branin.py\",\n"
    " \"experiment-name\": \"simple/branin\", \"likelihood\": \"NOISELESS\",\n"
    " \"polling-time\": 1, \"max-finished-jobs\": 100, \"max-concurrent\": 4,\n"
    " \"database\": {\"address\": \"localhost\"},\n"
    " \"variables\": {\n"
    "  \"X\": {\"type\": \"FLOAT\", \"size\": 2, \"min\": 0, \"max\": 15},\n"
    "  \"depth\": {\"type\": \"INT\", \"size\": 1, \"min\": 1, \"max\": 6},\n"
    "  \"act\": {\"type\": \"ENUM\", \"options\": [\"relu\", 3, 0.5]}}}";

static void check_converted(const char *text, const char *study,
                            const char *notes)
{
    char *got = NULL, *told = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_spearmint_convert(text, strlen(text), &got, &told, &err),
             err);
    CHECK_TEXT(got, study);
    CHECK_TEXT(told, notes);
    inlay_text_free(got);
    inlay_text_free(told);
}

TEST(a_config_becomes_a_study_file)
{
    check_converted(
        branin,
        "{\n"
        "  \"name\": \"simple_branin\",\n"
        "  \"variables\": [\n"
        "    {\"name\": \"X_0\", \"type\": \"real\", \"min\": 0, \"max\": "
        "15},\n"
        "    {\"name\": \"X_1\", \"type\": \"real\", \"min\": 0, \"max\": "
        "15},\n"
        "    {\"name\": \"depth\", \"type\": \"integer\", \"min\": 1, \"max\": "
        "6},\n"
        "    {\"name\": \"act\", \"type\": \"categorical\", \"values\": "
        "[\"relu\", \"3\", \"0.5\"]}\n"
        "  ],\n"
        "  \"command\": [\"python3\", \"branin.py\"],\n"
        "  \"budget\": 100,\n"
        "  \"parallel\": 4,\n"
        "  \"goal\": \"minimize\",\n"
        "  \"noise\": \"none\"\n"
        "}\n",
        "the variable X of size 2 is now X_0 to X_1\n"
        "branin.py must read its variables from the environment (INLAY_X_name) "
        "or from arguments {name} that you add to \"command\", and print its "
        "result as the last line\n");
}

TEST(resources_are_summed_and_constraints_are_told)
{
    check_converted(
        "{\"variables\": {\"x\": {\"type\": \"float\", \"min\": 0, \"max\": "
        "1}}, \"likelihood\": \"GAUSSIAN\", \"tasks\": {\"f\": {\"type\": "
        "\"OBJECTIVE\"}, \"g\": {\"type\": \"CONSTRAINT\"}}, \"resources\": "
        "{\"a\": {\"max-concurrent\": 2}, \"b\": {\"max-concurrent\": 3}}}",
        "{\n  \"variables\": [\n    {\"name\": \"x\", \"type\": \"real\", "
        "\"min\": 0, \"max\": 1}\n  ],\n  \"parallel\": 5,\n  "
        "\"goal\": \"minimize\",\n  \"noise\": \"yes\"\n}\n",
        "the task g is a constraint, which a study cannot have: let the "
        "program fail (exit code above 0) where it is violated, and the model "
        "learns where that is\n");
}

#define X "{\"variables\": {\n \"x\": "

TEST(mistakes_have_their_place)
{
    static const struct {
        const char *text, *message;
    } row[] = {
        {X "{\"type\": \"FLOAT\", \"min\": 0}}}",
         "line 2, column 2: variable 'x': key 'max' is missing"},
        {X "{\"type\": \"FLOAT\", \"min\": 2, \"max\": 1}}}",
         "line 2, column 2: variable 'x': lower bound 2 is above upper bound "
         "1"},
        {X "{\"type\": \"INT\", \"min\": 0, \"max\": 1, \"size\": 0}}}",
         "line 2, column 2: variable 'x': its size 0 is not between 1 and "
         "1000"},
        {X "{\"type\": \"ENUM\"}}}",
         "line 2, column 2: variable 'x': key 'options' is missing"},
        {X "{\"type\": \"INT\", \"min\": 0, \"max\": 1}, \"y\": {}}}",
         "line 2, column 44: variable 'y': key 'type' is missing"},
        {X "{\"type\": \"INT\", \"min\": 0, \"max\": 1}, "
           "\"y\": {\"type\": \"REAL\"}}}",
         "line 2, column 44: variable 'y': type 'REAL' is not one of FLOAT, "
         "INT, ENUM"},
    };

    for (size_t i = 0; i < LEN(row); i++) {
        char *study = NULL, *notes = NULL;
        inlay_error err = {0};
        const inlay_status st = inlay_spearmint_convert(
            row[i].text, strlen(row[i].text), &study, &notes, &err);

        CHECK_FAILS(st, err.code, err, row[i].message);
        CHECK(st != INLAY_OK && !study && !notes);
    }
}

TEST(a_long_name_is_kept)
{
    char text[1000], name[600];
    char *study = NULL, *notes = NULL;
    inlay_error err = {0};

    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    snprintf(text, sizeof text,
             "{\"experiment-name\": \"%s\", \"variables\": {\"x\": "
             "{\"type\": \"FLOAT\", \"min\": 0, \"max\": 1}}}",
             name);
    CHECK_OK(inlay_spearmint_convert(text, strlen(text), &study, &notes, &err),
             err);
    CHECK(strstr(study, name));
    inlay_text_free(study);
    inlay_text_free(notes);
}

TEST(a_config_is_told_from_other_files)
{
    static const struct {
        const char *text;
        bool is_config;
    } row[] = {
        {"{\"variables\": {\"x\": {\"type\": \"INT\"}}}", true},
        {"{\"variables\": {\"x\": {\"type\": \"enum\"}}}", true},
        {"{\"variables\": {\"x\": {\"type\": \"real\"}}}", false},
        {"{\"variables\": [{\"name\": \"x\", \"type\": \"INT\"}]}", false},
        {"{\"variables\": {}}", false},
        {"[1]", false},
        {"[]", false},
        {"{\"variables\": {\"x\": {\"type\": 3}}}", false},
        {"rate,y\n0.5,1\n", false},
    };

    for (size_t i = 0; i < LEN(row); i++) {
        char *study = NULL, *notes = NULL;
        const inlay_status st = inlay_spearmint_convert(
            row[i].text, strlen(row[i].text), &study, &notes, NULL);

        CHECK((st != INLAY_OK) == row[i].is_config); /* bounds are missing */
        CHECK(!study && !notes);
    }
}

OOM_TEST(a_conversion_without_memory_leaks_nothing)
{
    char *study = NULL, *notes = NULL;
    const inlay_status st =
        inlay_spearmint_convert(branin, strlen(branin), &study, &notes, NULL);

    inlay_text_free(study);
    inlay_text_free(notes);
    return st;
}
