#include "check.h"

#include <float.h>
#include <locale.h>

#include "base/rng.h"
#include "base/text.h"

TEST(added_pieces_are_joined)
{
    struct inlay_text text = {0};
    static char want[3001];

    for (int i = 0; i < 1000; i++) {
        inlay_text_add(&text, "ab");
        inlay_text_printf(&text, "%d", i % 10);
        memcpy(want + 3 * i, "ab", 2);
        want[3 * i + 2] = (char)('0' + i % 10);
    }
    CHECK_TEXT(text.bytes, want);
    CHECK(text.n == 3000 && text.room > text.n);
    inlay_text_clear(&text);
    CHECK(text.bytes == NULL && text.n == 0 && text.room == 0);
    inlay_text_clear(&text);
}

TEST(printf_writes_more_than_fits_at_first)
{
    struct inlay_text text = {0};

    inlay_text_printf(&text, "%0500d|%s", 7, "end");
    CHECK(text.n == 504);
    CHECK_TEXT(text.bytes + 499, "7|end");
    inlay_text_clear(&text);
}

TEST(an_empty_piece_makes_an_empty_text)
{
    struct inlay_text text = {0};

    inlay_text_add(&text, "");
    CHECK_TEXT(text.bytes, "");
    inlay_text_clear(&text);
}

TEST(the_bytes_of_a_text_are_freed_by_text_free)
{
    struct inlay_text text = {0};

    inlay_text_add(&text, "a leak, if not");
    inlay_text_free(text.bytes);
    inlay_text_free(NULL);
}

/* Whichever allocation fails: what was added before it stays, what comes after
 * it does nothing. */
OOM_TEST(the_first_failed_addition_is_the_last_that_does_anything)
{
    struct inlay_text text = {0};
    inlay_error err = {0};
    size_t n = 0;

    for (int i = 0; i < 300; i++) {
        n = text.st == INLAY_OK ? text.n : n;
        if (i % 3 == 0)
            inlay_text_add(&text, "x");
        else if (i % 3 == 1)
            inlay_text_printf(&text, "%s", "x");
        else
            inlay_text_add_number(&text, 5.0);
    }
    const inlay_status st = inlay_text_status(&text, &err);
    if (st != INLAY_OK) {
        CHECK_FAILS(st, INLAY_ENOMEM, err, "out of memory for a text");
        CHECK(text.n == n);
        CHECK(strlen(inlay_text_view(&text)) == n);
    }
    inlay_text_clear(&text);
    CHECK(text.st == INLAY_OK); /* as new */
    return st;
}

TEST(a_text_is_ended_once_and_is_then_as_new)
{
    struct inlay_text text = {0};
    inlay_error err = {0};
    char *bytes = NULL;

    CHECK_TEXT(inlay_text_view(&text), "");
    CHECK_OK(inlay_text_end(&text, &bytes, &err), err);
    CHECK_TEXT(bytes, "");
    inlay_text_free(bytes);
    inlay_text_add(&text, "abc");
    inlay_text_cut(&text, 1);
    inlay_text_add(&text, "z");
    CHECK_TEXT(inlay_text_view(&text), "az");
    CHECK_OK(inlay_text_end(&text, &bytes, &err), err);
    CHECK_TEXT(bytes, "az");
    CHECK(!text.bytes && text.n == 0 && text.room == 0);
    inlay_text_free(bytes);
}

TEST(a_failure_stays_until_the_end_and_goes_from_text_to_text)
{
    const inlay_error why = {INLAY_ESTORE, "the store is gone"};
    const inlay_error later = {INLAY_EINVAL, "no"};
    struct inlay_text part = {0}, text = {0};
    inlay_error err = {0};
    char *bytes = NULL;

    inlay_text_add(&part, "part");
    inlay_text_add(&text, "text ");
    inlay_text_add_text(&text, &part);
    CHECK_TEXT(inlay_text_view(&text), "text part");
    inlay_text_fail(&part, &why);
    inlay_text_fail(&part, &later);
    inlay_text_cut(&part, 0);
    inlay_text_add(&part, "more");
    CHECK_TEXT(inlay_text_view(&part), "");
    inlay_text_add_text(&text, &part);
    CHECK_FAILS(inlay_text_status(&text, &err), INLAY_ESTORE, err,
                "the store is gone");
    CHECK(inlay_text_end(&text, &bytes, NULL) == INLAY_ESTORE && !bytes);
    CHECK(inlay_text_status(&text, NULL) == INLAY_OK);
    inlay_text_fail_as(&text, &text);
    CHECK(text.st == INLAY_OK);
    inlay_text_fail_as(&text, &part);
    CHECK(text.st == INLAY_ESTORE);
    inlay_text_clear(&text);
    inlay_text_clear(&part);
}

/* ---- Numbers ------------------------------------------------------------- */

static void check_prints(double v, const char *want)
{
    struct inlay_text text = {0};

    inlay_text_add_number(&text, v);
    CHECK_TEXT(text.bytes, want);
    inlay_text_clear(&text);
}

TEST(numbers_are_written_in_as_few_digits_as_they_need)
{
    check_prints(0.0, "0");
    check_prints(-0.0, "-0");
    check_prints(1.0, "1");
    check_prints(-3.0, "-3");
    check_prints(0.1, "0.1");
    check_prints(1.0 / 3.0, "0.3333333333333333");  /* 16 digits */
    check_prints(0.1 + 0.2, "0.30000000000000004"); /* 17 digits */
    check_prints(1e22, "1e+22");
    check_prints(1e-5, "1e-05");
    check_prints(DBL_MAX, "1.7976931348623157e+308");
    check_prints(DBL_MIN, "2.2250738585072014e-308");
    check_prints(0x1p-1074, "5e-324"); /* the smallest: one digit tells it */
    check_prints(9007199254740993.0, "9007199254740992");
}

static void check_round_trip(double v)
{
    struct inlay_text text = {0};
    double back = NAN;

    inlay_text_add_number(&text, v);
    CHECK(inlay_text_to_number(text.bytes, &back));
    CHECK(back == v && signbit(back) == signbit(v)); /* -0 is not 0 */
    inlay_text_clear(&text);
}

static double random_double(struct inlay_rng *rng)
{
    double v;

    do {
        const uint64_t bits = inlay_rng_next(rng);
        memcpy(&v, &bits, sizeof v);
    } while (!isfinite(v));
    return v;
}

TEST(every_double_survives_being_written)
{
    struct inlay_rng rng = inlay_rng_seed(21);

    for (int i = 0; i < 20000; i++)
        check_round_trip(random_double(&rng));
    for (int i = 0; i < 2000; i++) {
        check_round_trip(inlay_rng_uniform(&rng));
        check_round_trip(DBL_MIN * inlay_rng_uniform(&rng)); /* subnormal */
    }
    for (int e = -1074; e < 1024; e++)
        check_round_trip(ldexp(1.0, e));
    check_round_trip(-0.0);
}

TEST(what_is_a_number_is_read)
{
    static const struct {
        const char *s;
        double want;
    } row[] = {{"0", 0.0},     {"-1", -1.0},      {"+2.5", 2.5},
               {".5", 0.5},    {"5.", 5.0},       {"1e3", 1000.0},
               {"1E-3", 1e-3}, {"-1.5e+2", -150}, {"1e-400", 0.0},
               {"007", 7.0},   {"1e308", 1e308},  {"0.1", 0.1}};

    for (size_t i = 0; i < LEN(row); i++) {
        double v = NAN;
        CHECK(inlay_text_to_number(row[i].s, &v));
        CHECK(v == row[i].want);
    }
}

TEST(numbers_that_are_not_finite_are_read_where_they_are_wanted)
{
    static const char *const bad[] = {"", "-", "nanny", "in", "+-inf", "1e"};
    double v = 0.0;

    CHECK(inlay_text_to_any_number("-2.5", &v) && v == -2.5);
    CHECK(inlay_text_to_any_number("NaN", &v) && isnan(v));
    CHECK(inlay_text_to_any_number("-nan", &v) && isnan(v));
    CHECK(inlay_text_to_any_number("+Inf", &v) && v == INFINITY);
    CHECK(inlay_text_to_any_number("-INFINITY", &v) && v == -INFINITY);
    CHECK(inlay_text_to_any_number("1e999", &v) && v == INFINITY);
    for (size_t i = 0; i < LEN(bad); i++)
        CHECK(!inlay_text_to_any_number(bad[i], &v));
}

TEST(what_is_no_number_is_refused_and_the_output_left)
{
    static const char *const bad[] = {
        "",     " ",     " 1",       "1 ",     "1\n",   "nan", "NaN",
        "inf",  "-inf",  "INFINITY", "0x10",   "0x1p3", "1e",  "1e+",
        "e5",   ".",     "-",        "+",      "--1",   "1,5", "1.2.3",
        "1..2", "1e5.0", "1e400",    "-1e400", "abc",   "1a",  "1e5e5",
        "\t1",  "1_000", "nan(1)",   "1d3"};

    for (size_t i = 0; i < LEN(bad); i++) {
        double v = 42.0;
        CHECK(!inlay_text_to_number(bad[i], &v));
        CHECK(v == 42.0);
    }
}

/* 2^-1074 has 751 significant digits, 1076 bytes in all without exponent. */
TEST(the_longest_exact_decimal_is_read_and_a_longer_text_refused)
{
    char s[2000];
    double v = NAN;

    snprintf(s, sizeof s, "%.1074f", -0x1p-1074);
    CHECK(strlen(s) == 1077);
    CHECK(inlay_text_to_number(s, &v));
    CHECK(v == -0x1p-1074);
    memset(s, '1', sizeof s);
    s[1] = '.';
    s[1500] = '\0';
    CHECK(!inlay_text_to_number(s, &v));
}

TEST(integers_are_read_to_their_limits)
{
    static const struct {
        const char *s;
        int64_t want;
    } row[] = {{"0", 0},
               {"-7", -7},
               {"+7", 7},
               {"0012", 12},
               {"9223372036854775807", INT64_MAX},
               {"-9223372036854775808", INT64_MIN}};
    static const char *const bad[] = {"",
                                      "-",
                                      "+",
                                      " 1",
                                      "1 ",
                                      "1.0",
                                      "1e3",
                                      "0x10",
                                      "abc",
                                      "--1",
                                      "9223372036854775808",
                                      "-9223372036854775809",
                                      "99999999999999999999999"};
    int64_t v = 0;

    for (size_t i = 0; i < LEN(row); i++) {
        CHECK(inlay_text_to_integer(row[i].s, &v));
        CHECK(v == row[i].want);
    }
    v = 42;
    for (size_t i = 0; i < LEN(bad); i++)
        CHECK(!inlay_text_to_integer(bad[i], &v) && v == 42);
}

/* A German locale, made by localedef from the sources of Debian's package
 * `locales`, and loaded from a folder that is then removed. */
static bool set_comma_locale(void)
{
    char folder[] = "/tmp/inlay-locale-XXXXXX", command[160];
    CHECK(mkdtemp(folder) != NULL);
    CHECK(setenv("LOCPATH", folder, 1) == 0);
    snprintf(command, sizeof command,
             "localedef --no-archive -i de_DE -f UTF-8 %s/de_DE.UTF-8 "
             ">/dev/null 2>&1",
             folder);
    const bool is_set =
        system(command) == 0 && setlocale(LC_NUMERIC, "de_DE.UTF-8");
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK(system(command) == 0);
    return is_set && strcmp(localeconv()->decimal_point, ",") == 0;
}

TEST(a_locale_with_a_decimal_comma_changes_nothing)
{
    struct inlay_rng rng = inlay_rng_seed(22);
    double v = NAN;

    if (!set_comma_locale())
        skip();
    check_prints(0.1 + 0.2, "0.30000000000000004");
    check_prints(-1.5e-300, "-1.5e-300");
    check_prints(1.25e+22, "1.25e+22");
    check_prints(7.0, "7");
    for (int i = 0; i < 2000; i++)
        check_round_trip(random_double(&rng));
    CHECK(inlay_text_to_number("-2.5e1", &v) && v == -25.0);
    CHECK(!inlay_text_to_number("2,5", &v) && v == -25.0);
    setlocale(LC_NUMERIC, "C");
}

/* ---- Did you mean -------------------------------------------------------- */

static const char *nearest(const char *word)
{
    static const char *const names[] = {"name",  "type",   "min",      "max",
                                        "scale", "values", "n_initial"};
    return inlay_text_nearest(word, names, LEN(names));
}

TEST(a_text_ends_with_its_end_with_all_of_it_and_with_nothing)
{
    CHECK(inlay_text_ends_with("study.json", ".json"));
    CHECK(inlay_text_ends_with(".json", ".json"));
    CHECK(inlay_text_ends_with("a", "") && inlay_text_ends_with("", ""));
    CHECK(!inlay_text_ends_with("json", ".json"));
    CHECK(!inlay_text_ends_with("", "a"));
    CHECK(!inlay_text_ends_with("study.json5", ".json"));
    CHECK(!inlay_text_ends_with("study.JSON", ".json"));
}

TEST(a_slip_of_each_kind_finds_its_name)
{
    CHECK_TEXT(nearest("mni"), "min");      /* swapped */
    CHECK_TEXT(nearest("mx"), "max");       /* left out */
    CHECK_TEXT(nearest("value"), "values"); /* left out at the end */
    CHECK_TEXT(nearest("scalle"), "scale"); /* one more */
    CHECK_TEXT(nearest("typo"), "type");    /* another */
    CHECK_TEXT(nearest("TYPE"), "type");    /* other case */
    CHECK_TEXT(nearest("n_intial"), "n_initial");
    CHECK_TEXT(nearest("n-initials"), "n_initial"); /* two edits */
    CHECK_TEXT(nearest("values"), "values");
}

TEST(a_far_word_finds_no_name)
{
    static char long_word[5000];
    static const char *const one[] = {"y"};

    memset(long_word, 'm', sizeof long_word - 1);
    CHECK(nearest("") == NULL);
    CHECK(nearest("x") == NULL);
    CHECK(nearest("color") == NULL);
    CHECK(nearest("nim") == NULL); /* two edits of three letters */
    CHECK(nearest("scla") == NULL);
    CHECK(nearest(long_word) == NULL);
    CHECK(inlay_text_nearest("a", NULL, 0) == NULL);
    CHECK(inlay_text_nearest("x", one, 1) == NULL); /* nothing in common */
    CHECK(inlay_text_nearest("", one, 1) == NULL);
}

TEST(the_nearest_name_wins_and_the_first_of_equals)
{
    static const char *const names[] = {"abcdefx", "abcdef", "abcdeg"};

    CHECK_TEXT(inlay_text_nearest("abcdef", names, 3), "abcdef");
    CHECK_TEXT(inlay_text_nearest("abcdez", names, 3), "abcdef");
    CHECK_TEXT(inlay_text_nearest("abcdez", names + 2, 1), "abcdeg");
}

TEST(a_json_string_escapes_what_it_must_and_nothing_else)
{
    static const struct {
        const char *plain, *json;
    } row[] = {
        {"", "\"\""},
        {"relu", "\"relu\""},
        {"a\"b\\c/", "\"a\\\"b\\\\c/\""},
        {"\n\r\t\b\f", "\"\\n\\r\\t\\b\\f\""},
        {"\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\""},
        {"\xc3\xbc\xe6\xbc\xa2", "\"\xc3\xbc\xe6\xbc\xa2\""},
        {"'; rm -rf $(x)", "\"'; rm -rf $(x)\""},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        struct inlay_text text = {0};
        inlay_text_add_json(&text, row[i].plain);
        CHECK_TEXT(text.bytes, row[i].json);
        inlay_text_clear(&text);
    }
}

TEST(bytes_that_are_no_utf8_are_replaced_or_refused)
{
    static const char s[] = "a\n\xff\xc3\xbc\xe6\xbc";
    struct inlay_text text = {0};
    inlay_error err = {0};

    inlay_text_add_utf8(&text, s);
    CHECK_TEXT(text.bytes, "a\n\xef\xbf\xbd\xc3\xbc\xef\xbf\xbd\xef\xbf\xbd");
    inlay_text_add_json(&text, "/\xff");
    CHECK_FAILS(inlay_text_status(&text, &err), INLAY_EINVAL, err,
                "'/\xff' is not valid UTF-8, which JSON needs");
    CHECK_TEXT(text.bytes, "a\n\xef\xbf\xbd\xc3\xbc\xef\xbf\xbd\xef\xbf\xbd");
    inlay_text_clear(&text);
}

OOM_TEST(a_json_string_without_memory_is_a_failure)
{
    struct inlay_text text = {0};
    char much[400];
    char *json = NULL;

    memset(much, '\n', sizeof much - 1);
    much[sizeof much - 1] = '\0';
    inlay_text_add_json(&text, much);
    const inlay_status st = inlay_text_end(&text, &json, NULL);
    CHECK((st == INLAY_OK) == (json && strlen(json) == 2 * 399 + 2));
    inlay_text_free(json);
    return st;
}
