/*
 * test_space.c: building, refusing, finding, checking; every message verbatim.
 */
#include "check.h"

#include <float.h>
#include <time.h>

#include "problem/space.h"

static const double drops[] = {0, 0.1, 0.5};
static const char *const acts[] = {"relu", "tanh", "sigmoid"};

static const char *const mixed_json =
    "[{\"name\": \"rate\", \"type\": \"real\", \"min\": 1e-05, \"max\": 1, "
    "\"scale\": \"log\"},\n"
    " {\"name\": \"depth\", \"type\": \"integer\", \"min\": 1, \"max\": 6},\n"
    " {\"name\": \"drop\", \"type\": \"ordinal\", \"values\": [0, 0.1, 0.5]},\n"
    " {\"name\": \"act\", \"type\": \"categorical\", \"values\": [\"relu\", "
    "\"tanh\", \"sigmoid\"]},\n"
    " {\"name\": \"bias\", \"type\": \"boolean\"}]";

static inlay_status build_mixed(inlay_space **out, inlay_error *err)
{
    inlay_space *s = NULL;
    inlay_status st = inlay_space_new(&s, err);
    if (st == INLAY_OK)
        st = inlay_space_add_real(s, "rate", 1e-5, 1, INLAY_SCALE_LOG, err);
    if (st == INLAY_OK)
        st = inlay_space_add_integer(s, "depth", 1, 6, INLAY_SCALE_LINEAR, err);
    if (st == INLAY_OK)
        st = inlay_space_add_ordinal(s, "drop", drops, LEN(drops), err);
    if (st == INLAY_OK)
        st = inlay_space_add_categorical(s, "act", acts, LEN(acts), err);
    if (st == INLAY_OK)
        st = inlay_space_add_boolean(s, "bias", err);
    if (st == INLAY_OK)
        *out = s;
    else
        inlay_space_free(s);
    return st;
}

static inlay_space *mixed(void)
{
    inlay_error err = {0};
    inlay_space *s = NULL;
    CHECK_OK(build_mixed(&s, &err), err);
    return s;
}

static inlay_space *empty(void)
{
    inlay_error err = {0};
    inlay_space *s = NULL;
    CHECK_OK(inlay_space_new(&s, &err), err);
    return s;
}

static void check_printed(const inlay_space *s, const char *want)
{
    inlay_error err = {0};
    char *text = NULL;
    CHECK_OK(inlay_space_print(s, &text, &err), err);
    CHECK_TEXT(text, want);
    inlay_text_free(text);
}

/* ---- Building ------------------------------------------------------------ */

TEST(a_new_space_is_empty)
{
    inlay_space *s = empty();
    CHECK(inlay_space_n_variables(s) == 0);
    check_printed(s, "[]");
    inlay_space_free(s);
    inlay_space_free(NULL);
}

TEST(variables_are_seen_as_they_were_added)
{
    inlay_error err = {0};
    inlay_variable v;
    inlay_space *s = mixed();

    CHECK(inlay_space_n_variables(s) == 5);
    CHECK_OK(inlay_space_variable(s, 0, &v, &err), err);
    CHECK_TEXT(v.name, "rate");
    CHECK(v.type == INLAY_TYPE_REAL && v.scale == INLAY_SCALE_LOG);
    CHECK(v.lo == 1e-5 && v.hi == 1 && v.n_values == 0);
    CHECK_OK(inlay_space_variable(s, 1, &v, &err), err);
    CHECK(v.type == INLAY_TYPE_INTEGER && v.int_lo == 1 && v.int_hi == 6);
    CHECK(v.n_values == 0 && !v.labels && !v.numbers);
    CHECK_OK(inlay_space_variable(s, 2, &v, &err), err);
    CHECK(v.type == INLAY_TYPE_ORDINAL && v.n_values == 3 &&
          v.numbers[1] == 0.1);
    CHECK(v.lo == 0 && v.hi == 0.5);
    CHECK_OK(inlay_space_variable(s, 3, &v, &err), err);
    CHECK(v.type == INLAY_TYPE_CATEGORICAL && v.n_values == 3);
    CHECK_TEXT(v.labels[2], "sigmoid");
    CHECK_OK(inlay_space_variable(s, 4, &v, &err), err);
    CHECK(v.type == INLAY_TYPE_BOOLEAN && v.n_values == 2);
    CHECK_TEXT(v.labels[1], "true");
    inlay_space_free(s);
}

TEST(a_list_that_its_type_does_not_have_is_left_out)
{
    static const double numbers[] = {1, 2};
    inlay_variable is = {.name = "x",
                         .type = INLAY_TYPE_ORDINAL,
                         .n_values = 2,
                         .numbers = numbers,
                         .labels = acts};
    inlay_space *s = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_space_new(&s, &err), err);
    CHECK_OK(inlay_space_add(s, &is, 0, &err), err);
    is.name = "y";
    is.type = INLAY_TYPE_CATEGORICAL;
    CHECK_OK(inlay_space_add(s, &is, 0, &err), err);
    CHECK(!inlay_space_var(s, 0)->is.labels);
    CHECK(!inlay_space_var(s, 1)->is.numbers);
    CHECK(inlay_space_var(s, 1)->is.lo == 0.0);
    inlay_space_free(s);
}

TEST(names_and_values_are_copied_and_not_changed)
{
    inlay_error err = {0};
    inlay_space *s = empty();
    char name[] = "act", first[] = "b", second[] = "a";
    const char *values[] = {first, second};
    double numbers[] = {1, 2};

    CHECK_OK(inlay_space_add_categorical(s, name, values, 2, &err), err);
    CHECK_TEXT(values[0], "b"); /* the check for repeats sorts a copy */
    strcpy(name, "xxx");
    strcpy(first, "x");
    values[1] = NULL;
    CHECK_OK(inlay_space_add_ordinal(s, name, numbers, 2, &err), err);
    numbers[0] = 7;

    const struct inlay_var *var = inlay_space_var(s, 0);
    CHECK_TEXT(var->is.name, "act");
    CHECK_TEXT(var->is.labels[0], "b");
    CHECK_TEXT(var->is.labels[1], "a");
    CHECK(inlay_space_var(s, 1)->is.numbers[0] == 1);
    inlay_space_free(s);
}

TEST(views_of_names_and_values_survive_more_variables)
{
    inlay_error err = {0};
    inlay_space *s = mixed();
    inlay_variable v;
    CHECK_OK(inlay_space_variable(s, 3, &v, &err), err);
    for (int i = 0; i < 100; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", i);
        CHECK_OK(inlay_space_add_boolean(s, name, &err), err);
    }
    CHECK_TEXT(v.name, "act");
    CHECK_TEXT(v.labels[1], "tanh");
    inlay_space_free(s);
}

TEST(n_levels_counts_values_and_is_one_for_constants)
{
    inlay_error err = {0};
    inlay_space *s = empty();
    static const struct {
        int64_t lo, hi;
        uint64_t n;
    } row[] = {
        {1, 6, 6},
        {-5, -5, 1},
        {INT64_MIN, INT64_MIN + 1, 2},
        {INT64_MAX, INT64_MAX, 1},
        {INT64_MAX - ((INT64_C(1) << 53) - 1), INT64_MAX, UINT64_C(1) << 53},
        {INT64_MIN, INT64_MIN + ((INT64_C(1) << 53) - 1), UINT64_C(1) << 53},
    };
    char name[16];
    for (size_t i = 0; i < LEN(row); i++) {
        snprintf(name, sizeof name, "n%zu", i);
        CHECK_OK(inlay_space_add_integer(s, name, row[i].lo, row[i].hi,
                                         INLAY_SCALE_LINEAR, &err),
                 err);
        CHECK(inlay_space_var(s, i)->n_levels == row[i].n);
    }
    const size_t n = LEN(row);
    CHECK_OK(inlay_space_add_real(s, "r", 1, 2, INLAY_SCALE_LINEAR, &err), err);
    CHECK_OK(inlay_space_add_real(s, "c", 2, 2, INLAY_SCALE_LOG, &err), err);
    CHECK_OK(inlay_space_add_ordinal(s, "o", drops, 1, &err), err);
    CHECK_OK(inlay_space_add_categorical(s, "k", acts, 1, &err), err);
    CHECK_OK(inlay_space_add_boolean(s, "b", &err), err);
    CHECK(inlay_space_var(s, n)->n_levels == 0);
    CHECK(inlay_space_var(s, n + 1)->n_levels == 1);
    CHECK(inlay_space_var(s, n + 2)->n_levels == 1);
    CHECK(inlay_space_var(s, n + 3)->n_levels == 1);
    CHECK(inlay_space_var(s, n + 4)->n_levels == 2);
    inlay_space_free(s);
}

TEST(extreme_but_allowed_bounds_are_taken)
{
    inlay_error err = {0};
    inlay_space *s = empty();
    CHECK_OK(inlay_space_add_real(s, "a", -DBL_MAX, DBL_MAX, INLAY_SCALE_LINEAR,
                                  &err),
             err);
    CHECK_OK(
        inlay_space_add_real(s, "b", 5e-324, DBL_MAX, INLAY_SCALE_LOG, &err),
        err);
    CHECK_OK(inlay_space_add_integer(s, "c", 1, INT64_C(1) << 43,
                                     INLAY_SCALE_LOG, &err),
             err);
    CHECK_OK(inlay_space_add_real(s, "d", -0.0, 1, INLAY_SCALE_LINEAR, &err),
             err);
    CHECK(!signbit(inlay_space_var(s, 3)->is.lo));
    inlay_space_free(s);
}

TEST(a_thousand_variables_are_allowed_and_no_more)
{
    inlay_error err = {0};
    inlay_space *s = empty();
    char name[16];
    for (int i = 0; i < INLAY_MAX_VARIABLES; i++) {
        snprintf(name, sizeof name, "x%d", i);
        CHECK_OK(inlay_space_add_boolean(s, name, &err), err);
    }
    CHECK_FAILS(inlay_space_add_boolean(s, "y", &err), INLAY_EINVAL, err,
                "variable 'y': a space has at most 1000 variables");
    CHECK(inlay_space_n_variables(s) == INLAY_MAX_VARIABLES);
    inlay_space_free(s);
}

/* ---- Refusals ------------------------------------------------------------ */

/* Each refusal leaves the mixed space as it was. */
static void check_unchanged(inlay_space *s)
{
    check_printed(s, mixed_json);
    inlay_space_free(s);
}

TEST(names_that_are_refused)
{
    inlay_space *s = mixed();
    static const struct {
        const char *name, *message;
    } row[] = {
        {"", "variable 6: the name is empty"},
        {"rate", "variable 'rate': variable 1 already has this name"},
        {"bias", "variable 'bias': variable 5 already has this name"},
        {"\xff", "variable 6: the name is not valid UTF-8"},
        {"a\x80", "variable 6: the name is not valid UTF-8"},
        {"\xc3", "variable 6: the name is not valid UTF-8"},
        {"\xc0\xaf", "variable 6: the name is not valid UTF-8"},
        {"\xe0\x80\xaf", "variable 6: the name is not valid UTF-8"},
        {"\xed\xa0\x80", "variable 6: the name is not valid UTF-8"},
        {"\xf0\x80\x80\x80", "variable 6: the name is not valid UTF-8"},
        {"\xf4\x90\x80\x80", "variable 6: the name is not valid UTF-8"},
        {"\xf8\x88\x80\x80\x80", "variable 6: the name is not valid UTF-8"},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        inlay_error err = {0};
        CHECK_FAILS(inlay_space_add_boolean(s, row[i].name, &err), INLAY_EINVAL,
                    err, row[i].message);
        CHECK(err.code == INLAY_EINVAL);
        CHECK(inlay_space_add_boolean(s, row[i].name, NULL) == INLAY_EINVAL);
    }
    check_unchanged(s);
}

TEST(reals_that_are_refused)
{
    inlay_space *s = mixed();
    static const struct {
        double lo, hi;
        int scale;
        const char *message;
    } row[] = {
        {3, 1, 0, "variable 'x': lower bound 3 is above upper bound 1"},
        {1.0000000000000002, 1, 0,
         "variable 'x': lower bound 1.0000000000000002 is above upper bound 1"},
        {NAN, 1, 0, "variable 'x': lower bound nan is not a finite number"},
        {0, NAN, 0, "variable 'x': upper bound nan is not a finite number"},
        {-INFINITY, 1, 0,
         "variable 'x': lower bound -inf is not a finite number"},
        {1, INFINITY, 0,
         "variable 'x': upper bound inf is not a finite number"},
        {0, 1, 1, "variable 'x': lower bound 0 must be above 0 on a log scale"},
        {-0.5, 1, 1,
         "variable 'x': lower bound -0.5 must be above 0 on a log scale"},
        {0, 1, 7,
         "variable 'x': scale 7 is not INLAY_SCALE_LINEAR or INLAY_SCALE_LOG"},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        inlay_error err = {0};
        CHECK_FAILS(inlay_space_add_real(s, "x", row[i].lo, row[i].hi,
                                         (inlay_scale)row[i].scale, &err),
                    INLAY_EINVAL, err, row[i].message);
    }
    check_unchanged(s);
}

TEST(integers_that_are_refused)
{
    inlay_space *s = mixed();
    static const struct {
        int64_t lo, hi;
        int scale;
        const char *message;
    } row[] = {
        {2, -2, 0, "variable 'n': lower bound 2 is above upper bound -2"},
        {INT64_MAX, INT64_MIN, 0,
         "variable 'n': lower bound 9223372036854775807 is above upper bound "
         "-9223372036854775808"},
        {INT64_MIN, INT64_MAX, 0,
         "variable 'n': bounds -9223372036854775808 and 9223372036854775807 "
         "must be less than 2^53 apart"},
        {-1, (INT64_C(1) << 53) - 1, 0,
         "variable 'n': bounds -1 and 9007199254740991 must be less than 2^53 "
         "apart"},
        {0, 5, 1,
         "variable 'n': lower bound 0 is below 1, the smallest bound on a log "
         "scale"},
        {1, (INT64_C(1) << 43) + 1, 1,
         "variable 'n': upper bound 8796093022209 is above 8796093022208 "
         "(2^43), the largest bound on a log scale"},
        {1, 2, -1,
         "variable 'n': scale -1 is not INLAY_SCALE_LINEAR or INLAY_SCALE_LOG"},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        inlay_error err = {0};
        CHECK_FAILS(inlay_space_add_integer(s, "n", row[i].lo, row[i].hi,
                                            (inlay_scale)row[i].scale, &err),
                    INLAY_EINVAL, err, row[i].message);
    }
    check_unchanged(s);
}

TEST(ordinals_that_are_refused)
{
    inlay_space *s = mixed();
    static const double many[INLAY_MAX_LEVELS + 1];
    static const struct {
        double v[3];
        const double *other;
        size_t n;
        const char *message;
    } row[] = {
        {{0}, NULL, 0, "variable 'o': the list of values is empty"},
        {{0, 1, 1},
         NULL,
         3,
         "variable 'o': value 3, 1, is not above the one before, 1"},
        {{0, -0.0, 1},
         NULL,
         3,
         "variable 'o': value 2, -0, is not above the one before, 0"},
        {{2, 1.5, 3},
         NULL,
         3,
         "variable 'o': value 2, 1.5, is not above the one before, 2"},
        {{0, NAN, 1},
         NULL,
         3,
         "variable 'o': value 2, nan, is not a finite number"},
        {{-INFINITY, 0, 1},
         NULL,
         3,
         "variable 'o': value 1, -inf, is not a finite number"},
        {{0},
         many,
         LEN(many),
         "variable 'o': 10001 values, but at most 10000 are allowed"},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        inlay_error err = {0};
        const double *values = row[i].other ? row[i].other : row[i].v;
        CHECK_FAILS(inlay_space_add_ordinal(s, "o", values, row[i].n, &err),
                    INLAY_EINVAL, err, row[i].message);
    }
    inlay_error err = {0};
    CHECK_FAILS(
        inlay_space_add_ordinal(s, "o", NULL, 3, &err), INLAY_EINVAL, err,
        "inlay_space_add_ordinal: space, name and values must not be NULL");
    check_unchanged(s);
}

TEST(categoricals_that_are_refused)
{
    inlay_space *s = mixed();
    static const char *const many[INLAY_MAX_LEVELS + 1];
    static const struct {
        const char *v[3];
        size_t n;
        const char *message;
    } row[] = {
        {{NULL}, 0, "variable 'k': the list of values is empty"},
        {{"a", "b", "a"}, 3, "variable 'k': value 'a' appears twice"},
        {{"a", "", "b"}, 3, "variable 'k': value 2 is empty"},
        {{"a", "b", NULL}, 3, "variable 'k': value 3 is NULL"},
        {{"\xfe", "b", "c"}, 3, "variable 'k': value 1 is not valid UTF-8"},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        inlay_error err = {0};
        CHECK_FAILS(
            inlay_space_add_categorical(s, "k", row[i].v, row[i].n, &err),
            INLAY_EINVAL, err, row[i].message);
    }
    inlay_error err = {0};
    CHECK_FAILS(
        inlay_space_add_categorical(s, "k", NULL, 2, &err), INLAY_EINVAL, err,
        "inlay_space_add_categorical: space, name and values must not be NULL");
    CHECK_FAILS(inlay_space_add_categorical(s, "k", many, LEN(many), &err),
                INLAY_EINVAL, err,
                "variable 'k': 10001 values, but at most 10000 are allowed");
    check_unchanged(s);
}

TEST(null_handles_and_outputs_are_refused)
{
    inlay_error err = {0};
    inlay_space *s = mixed(), *out = NULL;
    inlay_variable v;
    size_t i;
    char *text = NULL;

    CHECK_FAILS(inlay_space_new(NULL, &err), INLAY_EINVAL, err,
                "inlay_space_new: out must not be NULL");
    CHECK_FAILS(inlay_space_add_real(NULL, "x", 0, 1, INLAY_SCALE_LINEAR, &err),
                INLAY_EINVAL, err,
                "inlay_space_add_real: space and name must not be NULL");
    CHECK_FAILS(inlay_space_variable(NULL, 0, &v, &err), INLAY_EINVAL, err,
                "inlay_space_variable: space and out must not be NULL");
    CHECK_FAILS(inlay_space_variable(s, 0, NULL, &err), INLAY_EINVAL, err,
                "inlay_space_variable: space and out must not be NULL");
    CHECK_FAILS(inlay_space_variable(s, 5, &v, &err), INLAY_EINVAL, err,
                "index 5 is out of range: the space has 5 variables");
    CHECK_FAILS(inlay_space_find(NULL, "x", &i, &err), INLAY_EINVAL, err,
                "inlay_space_find: space, name and i must not be NULL");
    CHECK_FAILS(inlay_space_find(s, NULL, &i, &err), INLAY_EINVAL, err,
                "inlay_space_find: space, name and i must not be NULL");
    CHECK_FAILS(inlay_space_find(s, "rate", NULL, &err), INLAY_EINVAL, err,
                "inlay_space_find: space, name and i must not be NULL");
    CHECK_FAILS(inlay_space_parse(NULL, 3, &out, &err), INLAY_EINVAL, err,
                "inlay_space_parse: text and out must not be NULL");
    CHECK_FAILS(inlay_space_parse("[]", 2, NULL, &err), INLAY_EINVAL, err,
                "inlay_space_parse: text and out must not be NULL");
    CHECK_FAILS(inlay_space_print(NULL, &text, &err), INLAY_EINVAL, err,
                "inlay_space_print: space and text must not be NULL");
    CHECK_FAILS(inlay_space_print(s, NULL, &err), INLAY_EINVAL, err,
                "inlay_space_print: space and text must not be NULL");
    CHECK(inlay_space_n_variables(NULL) == 0);
    CHECK(!out && !text);
    inlay_space_free(s);
}

TEST(a_long_name_is_cut_in_messages_at_a_whole_character)
{
    inlay_error err = {0};
    inlay_space *s = empty();
    char name[2001] = "x";
    for (size_t i = 1; i < 2000; i += 2)
        memcpy(name + i, "é", 2);
    name[1999] = '\0';
    CHECK_FAILS(inlay_space_add_real(s, name, 1, 0, INLAY_SCALE_LINEAR, &err),
                INLAY_EINVAL, err,
                "variable 'xééééééééééééééééééééééé...': "
                "lower bound 1 is above upper bound 0");
    inlay_space_free(s);
}

/* ---- Finding ------------------------------------------------------------- */

TEST(a_variable_is_found_by_its_name)
{
    inlay_error err = {0};
    inlay_space *s = mixed();
    size_t i = 99;
    CHECK_FAILS(inlay_space_find(s, "dept", &i, &err), INLAY_EINVAL, err,
                "there is no variable 'dept'; did you mean 'depth'?");
    CHECK_FAILS(inlay_space_find(s, "momentum", &i, &err), INLAY_EINVAL, err,
                "there is no variable 'momentum'");
    CHECK_FAILS(inlay_space_find(s, "", &i, &err), INLAY_EINVAL, err,
                "there is no variable ''");
    CHECK(i == 99);
    CHECK_OK(inlay_space_find(s, "act", &i, &err), err);
    CHECK(i == 3);
    inlay_space_free(s);
}

/* ---- Values -------------------------------------------------------------- */

static void check_value(const inlay_value *v, inlay_type type, double real,
                        int64_t integer, const char *text)
{
    CHECK(v->type == type);
    CHECK(v->real == real);
    CHECK(v->integer == integer);
    if (text)
        CHECK_TEXT(v->text, text);
    else
        CHECK(v->text == NULL);
}

TEST(checked_values_have_every_member_filled)
{
    inlay_error err = {0};
    inlay_space *s = mixed();
    char text[] = "tanh";
    const inlay_value x[] = {inlay_real(0.5), inlay_integer(6),
                             inlay_ordinal(0.1), inlay_category(text),
                             inlay_boolean(true)};
    inlay_value out[5];

    CHECK_OK(inlay_space_check(s, x, out, &err), err);
    strcpy(text, "----");
    check_value(&out[0], INLAY_TYPE_REAL, 0.5, 0, NULL);
    check_value(&out[1], INLAY_TYPE_INTEGER, 6, 6, NULL);
    check_value(&out[2], INLAY_TYPE_ORDINAL, 0.1, 1, NULL);
    check_value(&out[3], INLAY_TYPE_CATEGORICAL, 1, 1, "tanh");
    check_value(&out[4], INLAY_TYPE_BOOLEAN, 1, 1, "true");
    CHECK(out[3].text == inlay_space_var(s, 3)->is.labels[1]);

    CHECK_OK(inlay_space_check(s, out, out, &err), err); /* in place */
    check_value(&out[3], INLAY_TYPE_CATEGORICAL, 1, 1, "tanh");
    inlay_space_free(s);
}

TEST(only_the_member_that_is_read_counts)
{
    inlay_error err = {0};
    inlay_space *s = mixed();
    const inlay_value x[] = {{INLAY_TYPE_REAL, 0.5, -7, "junk"},
                             {INLAY_TYPE_INTEGER, NAN, 2, "junk"},
                             {INLAY_TYPE_ORDINAL, 0.5, -7, "junk"},
                             {INLAY_TYPE_CATEGORICAL, NAN, -7, "relu"},
                             {INLAY_TYPE_BOOLEAN, NAN, 0, "true"}};
    inlay_value out[5];

    CHECK_OK(inlay_space_check(s, x, out, &err), err);
    check_value(&out[0], INLAY_TYPE_REAL, 0.5, 0, NULL);
    check_value(&out[1], INLAY_TYPE_INTEGER, 2, 2, NULL);
    check_value(&out[2], INLAY_TYPE_ORDINAL, 0.5, 2, NULL);
    check_value(&out[3], INLAY_TYPE_CATEGORICAL, 0, 0, "relu");
    check_value(&out[4], INLAY_TYPE_BOOLEAN, 0, 0, "false");
    inlay_space_free(s);
}

TEST(values_that_are_refused)
{
    inlay_space *s = mixed();
    const struct {
        size_t i;
        inlay_value v;
        const char *message;
    } row[] = {
        {0, inlay_real(2),
         "variable 'rate': value 2 is not between 1e-05 and 1"},
        {0, inlay_real(0),
         "variable 'rate': value 0 is not between 1e-05 and 1"},
        {0, inlay_real(NAN),
         "variable 'rate': value nan is not a finite number"},
        {0, inlay_real(INFINITY),
         "variable 'rate': value inf is not a finite number"},
        {0, inlay_integer(1),
         "variable 'rate': the value is of type integer, not real"},
        {1, inlay_integer(7),
         "variable 'depth': value 7 is not between 1 and 6"},
        {1, inlay_integer(INT64_MIN),
         "variable 'depth': value -9223372036854775808 is not between 1 and 6"},
        {1, inlay_real(3),
         "variable 'depth': the value is of type real, not integer"},
        {2, inlay_ordinal(0.2),
         "variable 'drop': value 0.2 is not one of its 3 numbers: 0, 0.1, 0.5"},
        {2, inlay_ordinal(-1),
         "variable 'drop': value -1 is not one of its 3 numbers: 0, 0.1, 0.5"},
        {2, inlay_ordinal(9),
         "variable 'drop': value 9 is not one of its 3 numbers: 0, 0.1, 0.5"},
        {2, inlay_ordinal(NAN),
         "variable 'drop': value nan is not one of its 3 numbers: 0, 0.1, 0.5"},
        {3, inlay_category("rleu"),
         "variable 'act': value 'rleu' is not one of its 3 names; did you mean "
         "'relu'?"},
        {3, inlay_category("step function"),
         "variable 'act': value 'step function' is not one of its 3 names: "
         "'relu', 'tanh', 'sigmoid'"},
        {3, inlay_category(NULL),
         "variable 'act': the text of the value is NULL"},
        {4,
         {INLAY_TYPE_BOOLEAN, 0, 2, NULL},
         "variable 'bias': value 2 is not 0 or 1"},
        {4, inlay_category("true"),
         "variable 'bias': the value is of type categorical, not boolean"},
        {4,
         {(inlay_type)17, 0, 0, NULL},
         "variable 'bias': the type of the value, 17, is not an inlay_type"},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        inlay_error err = {0};
        inlay_value x[] = {inlay_real(0.5), inlay_integer(6),
                           inlay_ordinal(0.1), inlay_category("relu"),
                           inlay_boolean(true)};
        inlay_value out[5] = {{0}};
        x[row[i].i] = row[i].v;
        CHECK_FAILS(inlay_space_check(s, x, out, &err), INLAY_EINVAL, err,
                    row[i].message);
        CHECK(out[0].real == 0); /* written on success only */
    }
    inlay_error err = {0};
    inlay_value out[5];
    CHECK_FAILS(inlay_space_check(s, NULL, out, &err), INLAY_EINVAL, err,
                "the configuration is NULL");
    inlay_space_free(s);
}

TEST(of_many_values_a_message_lists_the_first)
{
    static const double numbers[] = {1, 2, 3, 4, 5, 6};
    static const char *const labels[] = {"a", "b", "c", "d", "e", "f"};
    inlay_error err = {0};
    inlay_space *s = empty();
    inlay_value x[] = {inlay_ordinal(7), inlay_category("none")}, out[2];

    CHECK_OK(inlay_space_add_ordinal(s, "n", numbers, 6, &err), err);
    CHECK_OK(inlay_space_add_categorical(s, "c", labels, 6, &err), err);
    CHECK_FAILS(inlay_space_check(s, x, out, &err), INLAY_EINVAL, err,
                "variable 'n': value 7 is not one of its 6 numbers: 1, 2, 3, "
                "4, 5, ...");
    x[0] = inlay_ordinal(6);
    CHECK_FAILS(inlay_space_check(s, x, out, &err), INLAY_EINVAL, err,
                "variable 'c': value 'none' is not one of its 6 names: 'a', "
                "'b', 'c', 'd', 'e', ...");
    inlay_space_free(s);
}

TEST(negative_zero_is_zero)
{
    inlay_error err = {0};
    inlay_space *s = empty();
    const double numbers[] = {-1, -0.0, 1};
    CHECK_OK(inlay_space_add_real(s, "r", -1, 1, INLAY_SCALE_LINEAR, &err),
             err);
    CHECK_OK(inlay_space_add_ordinal(s, "o", numbers, 3, &err), err);
    inlay_value x[] = {inlay_real(-0.0), inlay_ordinal(-0.0)};
    CHECK_OK(inlay_space_check(s, x, x, &err), err);
    CHECK(!signbit(x[0].real) && !signbit(x[1].real));
    inlay_space_free(s);
}

TEST(level_of_value_is_the_level)
{
    inlay_error err = {0};
    inlay_space *s = mixed();
    CHECK_OK(inlay_space_add_integer(s, "far", INT64_MAX - 9, INT64_MAX,
                                     INLAY_SCALE_LINEAR, &err),
             err);
    CHECK_OK(inlay_space_add_integer(s, "low", INT64_MIN, INT64_MIN + 9,
                                     INLAY_SCALE_LINEAR, &err),
             err);
    CHECK_OK(inlay_space_add_real(s, "fix", 2, 2, INLAY_SCALE_LINEAR, &err),
             err);
    for (size_t i = 1; i < inlay_space_n_variables(s); i++) {
        const struct inlay_var *var = inlay_space_var(s, i);
        for (uint64_t k = 0; k < var->n_levels; k++) {
            const inlay_value v = inlay_var_value(var, k);
            CHECK(v.type == var->is.type);
            CHECK(inlay_var_level(var, &v) == k);
        }
    }
    const inlay_value far = inlay_var_value(inlay_space_var(s, 5), 9);
    CHECK(far.integer == INT64_MAX && far.real == 0x1p63);
    CHECK(inlay_var_value(inlay_space_var(s, 7), 0).real == 2);
    inlay_space_free(s);
}

/* ---- Copying ------------------------------------------------------------- */

TEST(a_copy_prints_the_same_and_outlives_the_space)
{
    inlay_error err = {0};
    inlay_space *s = mixed(), *copy = NULL;
    CHECK_OK(inlay_space_copy(s, &copy, &err), err);
    inlay_space_free(s);
    check_printed(copy, mixed_json);
    CHECK_OK(inlay_space_add_boolean(copy, "more", &err), err);
    inlay_space_free(copy);
}

TEST(print_is_json_with_a_variable_a_line)
{
    inlay_space *s = mixed();
    check_printed(s, mixed_json);
    inlay_space_free(s);
}

/* ---- Size ---------------------------------------------------------------- */

/* Ten thousand long names that differ at their end only: a check of all pairs
 * would read 5e7 × 1000 bytes. */
TEST(a_repeated_category_among_ten_thousand_is_found_at_once)
{
    enum { N = INLAY_MAX_LEVELS, SIZE = 1001 };
    char *names = inlay_mem_new(N, SIZE);
    const char **labels = inlay_mem_new(N, sizeof *labels);
    inlay_error err = {0};
    inlay_space *s = empty();

    for (size_t i = 0; i < N; i++) {
        char *name = names + i * SIZE;
        memset(name, 'a', SIZE - 1);
        snprintf(name + SIZE - 9, 9, "%08zu", i * 7919 % N);
        labels[i] = name;
    }
    const clock_t start = clock();
    CHECK_OK(inlay_space_add_categorical(s, "k", labels, N, &err), err);
    labels[7] = labels[9000];
    CHECK_FAILS(
        inlay_space_add_categorical(s, "l", labels, N, &err), INLAY_EINVAL, err,
        "variable 'l': value "
        "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...' appears twice");
    CHECK(clock() - start < 5 * CLOCKS_PER_SEC); /* 0.1 s under ASan */
    inlay_space_free(s);
    inlay_mem_free(labels);
    inlay_mem_free(names);
}

/* ---- Out of memory ------------------------------------------------------- */

OOM_TEST(building_without_memory_leaks_nothing)
{
    inlay_space *s = NULL;
    inlay_error err = {0};
    const inlay_status st = build_mixed(&s, &err);
    CHECK((st == INLAY_OK) == (s != NULL));
    CHECK(st == INLAY_OK || strstr(err.msg, "out of memory for "));
    inlay_space_free(s);
    return st;
}

OOM_TEST(copying_without_memory_leaks_nothing)
{
    static inlay_space *s; /* made when memory is there, freed at the end */
    inlay_space *copy = NULL;
    if (!s) {
        const inlay_status st = build_mixed(&s, NULL);
        if (st != INLAY_OK)
            return st;
    }
    const inlay_status st = inlay_space_copy(s, &copy, NULL);
    CHECK((st == INLAY_OK) == (copy != NULL));
    inlay_space_free(copy);
    if (st == INLAY_OK) {
        inlay_space_free(s);
        s = NULL;
    }
    return st;
}

#ifdef INLAY_FAILING_MEM
/* Adds a variable after n_more others, with one allocation after the other
 * refused; returns the number of tries. */
static long add_without_memory(int n_more)
{
    inlay_space *s = mixed();
    for (int i = 0; i < n_more; i++) {
        char name[16];
        inlay_error err = {0};
        snprintf(name, sizeof name, "x%d", i);
        CHECK_OK(inlay_space_add_boolean(s, name, &err), err);
    }
    const size_t n = inlay_space_n_variables(s);
    long k = 0;
    inlay_status st = INLAY_ENOMEM;
    for (; st != INLAY_OK; k++) {
        inlay_error err = {0};
        inlay_mem_fail_after(k);
        st = inlay_space_add_categorical(s, "k", acts, LEN(acts), &err);
        inlay_mem_fail_after(-1);
        CHECK(st == INLAY_OK || st == INLAY_ENOMEM);
        CHECK(inlay_space_n_variables(s) == n + (st == INLAY_OK));
    }
    inlay_space_free(s);
    return k;
}

TEST(an_add_without_memory_leaves_the_space_as_it_was)
{
    CHECK(add_without_memory(0) == 3);  /* the sorted copy, the block; none */
    CHECK(add_without_memory(11) == 4); /* the sorted copy, two arrays; none */
}

/* A message must come also where its number cannot be written exactly. */
TEST(a_refusal_without_memory_still_says_why)
{
    inlay_space *s = mixed();
    inlay_error err = {0};
    size_t i;
    inlay_mem_fail_after(0);
    CHECK_FAILS(inlay_space_add_real(s, "x", 3, 1, INLAY_SCALE_LINEAR, &err),
                INLAY_EINVAL, err,
                "variable 'x': lower bound 3 is above upper bound 1");
    inlay_mem_fail_after(0);
    CHECK_FAILS(inlay_space_find(s, "dept", &i, &err), INLAY_EINVAL, err,
                "there is no variable 'dept'; did you mean 'depth'?");
    inlay_mem_fail_after(-1);
    inlay_space_free(s);
}
#endif

TEST(values_are_equal_in_all_their_members)
{
    const inlay_value a[] = {inlay_real(0.5), inlay_integer(3)};
    const inlay_value other_real[] = {inlay_real(0.25), inlay_integer(3)};
    const inlay_value other_integer[] = {inlay_real(0.5), inlay_integer(4)};
    CHECK(inlay_values_equal(a, a, 2));
    CHECK(!inlay_values_equal(a, other_real, 2));
    CHECK(!inlay_values_equal(a, other_integer, 2));
    CHECK(inlay_values_equal(a, other_integer, 1));
}

/* ---- Steps, names in an order, descriptions ---- */

TEST(steps_that_are_refused_say_what_to_write)
{
    static const struct {
        const char *name;
        double step;
        const char *message;
    } row[] = {
        {"r", 0.3,
         "variable 'r': upper bound 1 is not 0 plus a whole number of steps of "
         "0.3; the nearest that are: 0.9 and 1.2"},
        {"r", -1, "variable 'r': step -1 is not a number above 0"},
        {"r", NAN, "variable 'r': step nan is not a number above 0"},
        {"r", INFINITY, "variable 'r': step inf is not a number above 0"},
        {"r", 2, "variable 'r': step 2 is larger than the range from 0 to 1"},
        {"r", 1e-17,
         "variable 'r': step 1e-17 is too fine for the range from 0 to 1; drop "
         "it"},
        {"n", 16,
         "variable 'n': upper bound 100 is not 16 plus a whole number of steps "
         "of 16; the nearest that are: 96 and 112"},
        {"n", 0.5,
         "variable 'n': step 0.5 of an integer is not a whole "
         "number"},
        {"l", 1,
         "variable 'l': a log scale has no step; drop the step, or use "
         "type ordinal with the values that you want"},
        {"b", 1, "variable 'b': only reals and integers have a step"},
        {"R", 1, "there is no variable 'R'; did you mean 'r'?"},
    };
    inlay_space *s = empty();
    inlay_error err = {0};
    CHECK_OK(inlay_space_add_real(s, "r", 0, 1, INLAY_SCALE_LINEAR, &err), err);
    CHECK_OK(inlay_space_add_integer(s, "n", 16, 100, INLAY_SCALE_LINEAR, &err),
             err);
    CHECK_OK(inlay_space_add_real(s, "l", 1, 10, INLAY_SCALE_LOG, &err), err);
    CHECK_OK(inlay_space_add_boolean(s, "b", &err), err);
    for (size_t i = 0; i < LEN(row); i++) {
        CHECK_FAILS(inlay_space_set_step(s, row[i].name, row[i].step, &err),
                    INLAY_EINVAL, err, row[i].message);
        CHECK(inlay_space_var(s, 0)->n_levels == 0);
    }
    CHECK_OK(inlay_space_set_step(s, "r", 0.25, &err), err);
    CHECK(inlay_space_var(s, 0)->n_levels == 5);
    CHECK_OK(inlay_space_set_step(s, "r", 0, &err), err);
    CHECK(inlay_space_var(s, 0)->n_levels == 0);
    inlay_space_free(s);
}

TEST(a_value_between_two_steps_is_refused_but_for_rounding)
{
    inlay_space *s = empty();
    inlay_error err = {0};
    inlay_value out[2], x[] = {inlay_real(0.1 + 0.2), inlay_integer(48)};
    CHECK_OK(inlay_space_add_real(s, "r", 0, 1, INLAY_SCALE_LINEAR, &err), err);
    CHECK_OK(inlay_space_add_integer(s, "n", 16, 64, INLAY_SCALE_LINEAR, &err),
             err);
    CHECK_OK(inlay_space_set_step(s, "r", 0.1, &err), err);
    CHECK_OK(inlay_space_set_step(s, "n", 16, &err), err);
    CHECK_OK(inlay_space_check(s, x, out, &err), err);
    CHECK(x[0].real != 0.3 && out[0].real == 0.3);
    CHECK(inlay_var_level(inlay_space_var(s, 1), &out[1]) == 2);
    x[0].real = 1.0000000000000002;
    CHECK_OK(inlay_space_check(s, x, out, &err), err);
    CHECK(out[0].real == 1.0);
    x[0].real = 1.05;
    CHECK_FAILS(inlay_space_check(s, x, out, &err), INLAY_EINVAL, err,
                "variable 'r': value 1.05 is not between 0 and 1");
    x[0].real = 0.95;
    CHECK_FAILS(inlay_space_check(s, x, out, &err), INLAY_EINVAL, err,
                "variable 'r': value 0.95 is between two steps; the nearest "
                "values are 0.9 and 1");
    x[0].real = 0.31;
    CHECK_FAILS(inlay_space_check(s, x, out, &err), INLAY_EINVAL, err,
                "variable 'r': value 0.31 is between two steps; the nearest "
                "values are 0.3 and 0.4");
    x[0].real = 1.0;
    x[1].integer = 50;
    CHECK_FAILS(inlay_space_check(s, x, out, &err), INLAY_EINVAL, err,
                "variable 'n': value 50 is between two steps; the nearest "
                "values are 48 and 64");
    inlay_space_free(s);
}

TEST(an_ordinal_of_names_keeps_them_in_their_order)
{
    static const char *const sizes[] = {"small", "medium", "large"};
    static const char *const twice[] = {"a", "a"};
    inlay_space *s = empty(), *copy = NULL;
    inlay_error err = {0};
    inlay_value x = inlay_ordinal_name("large");
    CHECK_OK(inlay_space_add_ordinal_names(s, "size", sizes, 3, &err), err);
    CHECK_FAILS(inlay_space_add_ordinal_names(s, "t", twice, 2, &err),
                INLAY_EINVAL, err, "variable 't': value 'a' appears twice");
    CHECK_FAILS(inlay_space_add_ordinal_names(s, "t", NULL, 0, &err),
                INLAY_EINVAL, err, "variable 't': the list of values is empty");
    CHECK_OK(inlay_space_copy(s, &copy, &err), err);
    inlay_space_free(s);
    const inlay_variable *is = &inlay_space_var(copy, 0)->is;
    CHECK(is->type == INLAY_TYPE_ORDINAL && !is->numbers && is->n_values == 3);
    CHECK(is->lo == 0.0 && is->hi == 2.0);
    CHECK_OK(inlay_space_check(copy, &x, &x, &err), err);
    CHECK(x.type == INLAY_TYPE_ORDINAL && x.integer == 2 && x.real == 2.0);
    CHECK_TEXT(x.text, "large");
    x = inlay_ordinal(1.0);
    CHECK_FAILS(
        inlay_space_check(copy, &x, &x, &err), INLAY_EINVAL, err,
        "variable 'size': the text of the value is NULL; its values are "
        "names: use inlay_ordinal_name()");
    x = inlay_ordinal_name("big");
    CHECK_FAILS(inlay_space_check(copy, &x, &x, &err), INLAY_EINVAL, err,
                "variable 'size': value 'big' is not one of its 3 names: "
                "'small', 'medium', 'large'");
    inlay_space_free(copy);
}

TEST(a_description_is_kept_and_can_be_changed)
{
    inlay_space *s = empty();
    inlay_error err = {0};
    char text[] = "learning rate";
    CHECK_OK(inlay_space_add_real(s, "r", 0, 1, INLAY_SCALE_LINEAR, &err), err);
    const char *name = inlay_space_var(s, 0)->is.name;
    CHECK(!inlay_space_var(s, 0)->is.description);
    CHECK_OK(inlay_space_set_description(s, "r", text, &err), err);
    text[0] = '#';
    CHECK_TEXT(inlay_space_var(s, 0)->is.description, "learning rate");
    CHECK_FAILS(inlay_space_set_description(s, "r", "\xff", &err), INLAY_EINVAL,
                err, "variable 'r': the description is not valid UTF-8");
    CHECK_OK(inlay_space_set_description(s, "r", "other", &err), err);
    CHECK_TEXT(inlay_space_var(s, 0)->is.description, "other");
    CHECK(inlay_space_var(s, 0)->is.name == name);
    CHECK_OK(inlay_space_set_description(s, "r", NULL, &err), err);
    CHECK(!inlay_space_var(s, 0)->is.description);
    inlay_space_free(s);
}
