/*
 * test_result.c: what counts as a result, in texts and in files.
 */
#include "check.h"

#include <unistd.h>

#include "printed_fixture.h"

#include "base/rng.h"
#include "run/result.h"

static struct inlay_result result_of(const char *text, size_t n)
{
    struct inlay_result result = {0};
    inlay_error err = {0};
    CHECK_OK(inlay_result_of_text(text, n, "objective", &result, &err), err);
    return result;
}

static void check_value(const char *text, double want, const char *metrics)
{
    struct inlay_result r = result_of(text, strlen(text));
    if (r.kind != INLAY_RESULT_VALUE)
        print_error("'%s': %s\n", text, r.why);
    CHECK(r.kind == INLAY_RESULT_VALUE);
    CHECK(r.value == want);
    CHECK_TEXT(r.why, "");
    if (metrics)
        CHECK_TEXT(r.metrics, metrics);
    else
        CHECK(r.metrics == NULL);
    inlay_result_clear(&r);
}

static void check_unusable(const char *text, const char *why,
                           const char *metrics)
{
    struct inlay_result r = result_of(text, strlen(text));
    CHECK(r.kind == INLAY_RESULT_UNUSABLE);
    CHECK_TEXT(r.why, why);
    if (metrics)
        CHECK_TEXT(r.metrics, metrics);
    else
        CHECK(r.metrics == NULL);
    inlay_result_clear(&r);
}

static void check_why(const char *text, size_t n, const char *why)
{
    struct inlay_result r = result_of(text, n);
    CHECK(r.kind == INLAY_RESULT_NONE);
    CHECK_TEXT(r.why, why);
    CHECK(r.metrics == NULL);
}

#define NO_LINE                                                                \
    "no line of the output is a number or a JSON object with \"objective\""
#define NEARLY                                                                 \
    NO_LINE "; print the number on a line of its own, or {\"objective\": 0.3}"
#define EMPTY                                                                  \
    "the program printed nothing on standard output, where the last number "   \
    "is the result"

static void check_none(const char *text, size_t n)
{
    check_why(text, n, NO_LINE);
}

/* ---- Lines --------------------------------------------------------------- */

TEST(the_last_line_that_is_a_number_is_the_result)
{
    check_value("0.5\n", 0.5, NULL);
    check_value("0.5", 0.5, NULL);
    check_value(" \t-1.25e3 \r\n\r\n", -1250.0, NULL);
    check_value("1\n2\n", 2.0, NULL);
    check_value("7\nepoch 3 done\n{\"loss\": 3}\n\n", 7.0, NULL);
    check_value("+3.\nnot 4\n", 3.0, NULL);
    check_value("5e-324", 5e-324, NULL);
    check_value("1e-999", 0.0, NULL);
}

TEST(an_object_with_an_objective_is_a_result_with_metrics)
{
    check_value("{\"objective\": 2}\n", 2.0, NULL);
    check_value(" {\"objective\":0.1,\"acc\":0.93,\"n\":[1, 2.0]} \r\n", 0.1,
                "{\"acc\": 0.93, \"n\": [1, 2]}");
    check_value("3\n{\"objective\": -1.5, \"s\": \"ö \\\"NaN\\\"\"}\nbye\n",
                -1.5, "{\"s\": \"ö \\\"NaN\\\"\"}");
    check_value("{\"objective\": 12345678901234567890123}",
                12345678901234567890123.0, NULL);
    check_value("{\"objective\": 4}\n5\n", 5.0, NULL);
}

TEST(what_python_writes_is_read)
{
    check_value("{\"objective\": 1.0, \"norm\": NaN, \"up\": -Infinity}", 1.0,
                "{\"norm\": \"NaN\", \"up\": \"-Infinity\"}");
    check_unusable("{\"objective\": NaN, \"n\": 1}",
                   "the result is NaN, not a finite number", "{\"n\": 1}");
    check_unusable("{\"objective\": -Infinity}",
                   "the result is -Infinity, not a finite number", NULL);
}

TEST(a_result_that_is_no_finite_number_says_so)
{
    static const char *const words[] = {
        "nan", "NaN", "-nan", "inf", "+Inf", "-INFINITY", "infinity", "1e999"};
    for (size_t i = 0; i < LEN(words); i++) {
        char text[64], why[100];
        snprintf(text, sizeof text, "0.5\n  %s \n", words[i]);
        snprintf(why, sizeof why, "the result is %s, not a finite number",
                 words[i]);
        check_unusable(text, why, NULL);
    }
    check_unusable("{\"objective\": null}", "the result is null, not a number",
                   NULL);
    check_unusable("1\n{\"objective\": \"0.5\"}",
                   "the result is a string, not a number", NULL);
    check_unusable("{\"objective\": true}",
                   "the result is a boolean, not a number", NULL);
    check_unusable("{\"objective\": [1]}",
                   "the result is an array, not a number", NULL);
    check_unusable("{\"objective\": {}}",
                   "the result is an object, not a number", NULL);
    check_unusable(
        "{\"objective\": 1e999}",
        "the result is not valid JSON: real number overflow near '1e999'",
        NULL);
    check_unusable("8\n{\"objective\": 1, \"objective\": 2}",
                   "the result is not valid JSON: duplicate object key near "
                   "'\"objective\"'",
                   NULL);
}

/* Where nothing else is a result: programs log objects, too. */
TEST(the_only_number_of_the_last_object_is_a_result)
{
    static const struct {
        const char *text, *key;
        double value;
    } row[] = {
        {"{\"loss\": 1}", "loss", 1},
        {"{\"loss\": 2, \"of\": \"test\"}\nbye\n", "loss", 2},
        {"{\"a\": 1, \"b\": 2}\n{\"loss\": 3}\n", "loss", 3},
        {"4\n{\"loss\": 3}\n", "", 4},
        {"{\"objective\": 5}\n{\"loss\": 3}\n", "", 5},
        {"{\"sum\": 6, \"of\": \"objective\"}\n", "sum", 6},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        struct inlay_result r = result_of(row[i].text, strlen(row[i].text));
        CHECK(r.kind == INLAY_RESULT_VALUE && r.value == row[i].value);
        CHECK_TEXT(r.key, row[i].key);
        inlay_result_clear(&r);
    }
    check_value("{\"loss\": 2, \"of\": \"test\"}", 2, "{\"of\": \"test\"}");
    check_unusable("{\"loss\": NaN}", "the result is NaN, not a finite number",
                   NULL);
}

TEST(of_several_numbers_the_keys_are_told)
{
    check_unusable("{\"loss\": 1, \"epochs\": 3, \"of\": \"x\"}",
                   "the result has no \"objective\"; its numbers are loss, "
                   "epochs; print {\"objective\": 0.3}, or name the objective "
                   "in \"outputs\" of the study file",
                   NULL);
    check_unusable("{\"of\": \"x\"}",
                   "the result has no \"objective\"; print {\"objective\": "
                   "0.3}",
                   NULL);
}

TEST(other_lines_are_no_results)
{
    static const char *const texts[] = {
        "0x10",    "1,5,0", "e5", "1e", "--1",           "nano", "[0.5]",
        "\"0.5\"", "{}",    "{",  "in", "{objective 1}", "true", "1e+e9",
    };
    for (size_t i = 0; i < LEN(texts); i++)
        check_none(texts[i], strlen(texts[i]));
    check_none("1\0", 2);
    check_none("{\"objective\": \0001}", 17);
}

TEST(an_output_without_a_result_is_told_as_what_it_is)
{
    static const struct {
        const char *text, *why;
    } row[] = {
        {"", EMPTY},
        {"\n \t\r\n", EMPTY},
        {"loss: 0.3\n", NEARLY},
        {"a\nloss=-1e-3 \n\n", NEARLY},
        {"1 2", NEARLY},
        {"loss: 0.3\nbye", NO_LINE},
        {"loss: nan", NO_LINE},
        {"loss: 0.3 %", NO_LINE},
        {"91.5%\n",
         NO_LINE "; print the number without the %, on a line of its "
                 "own"},
        {"accuracy: 91.5%", NO_LINE "; print the number without the %, on a "
                                    "line of its own"},
        {"loss:", NO_LINE},
        {"0,5\n", NO_LINE "; write the number with a point, not a comma"},
        {"loss\n-1,5e-3", NO_LINE "; write the number with a point, not a "
                                  "comma"},
        {"1,000,000", NO_LINE},
        {"{'loss': 0.3}", NO_LINE "; JSON has double quotes: in Python, "
                                  "print(json.dumps(...))"},
    };
    for (size_t i = 0; i < LEN(row); i++)
        check_why(row[i].text, strlen(row[i].text), row[i].why);
}

TEST(zero_bytes_spoil_their_line_only)
{
    struct inlay_result r = result_of("a\0b\n0.5\n\0\n", 10);
    CHECK(r.kind == INLAY_RESULT_VALUE);
    CHECK(r.value == 0.5);
}

/* ---- Files --------------------------------------------------------------- */

/* Reading the file gives what its text gives. */
static void check_file_is_as_text(const char *path, const char *bytes, size_t n)
{
    inlay_error err = {0};
    struct inlay_result of_file = {0}, of_text = result_of(bytes, n);

    write_file(path, bytes, n);
    CHECK_OK(inlay_result_read(path, "objective", &of_file, &err), err);
    CHECK(of_file.kind == of_text.kind);
    CHECK(of_file.value == of_text.value);
    CHECK_TEXT(of_file.why, of_text.why);
    CHECK((of_file.metrics == NULL) == (of_text.metrics == NULL));
    if (of_text.metrics)
        CHECK_TEXT(of_file.metrics, of_text.metrics);
    inlay_result_clear(&of_file);
    inlay_result_clear(&of_text);
}

/* Lines of any length up to some blocks, results among them. */
TEST(a_file_is_read_as_its_text)
{
    enum { ROOM = 400000 };
    struct inlay_rng rng = inlay_rng_seed(7);
    char *bytes = inlay_mem_new(ROOM, 1), path[200];

    new_path(path);
    for (int rep = 0; rep < 60; rep++) {
        const size_t n = (size_t)(inlay_rng_uniform(&rng) * (ROOM - 100));
        const size_t gap =
            rep % 3 == 0 ? 70 : (size_t)(1 + inlay_rng_uniform(&rng) * 150000);
        memset(bytes, 'x', n);
        for (size_t i = gap; i < n; i += gap)
            bytes[i] = '\n';
        if (n > 100) {
            const size_t at =
                (size_t)(inlay_rng_uniform(&rng) * (double)(n - 60));
            memcpy(bytes + at, "\n{\"objective\": 0.25, \"m\": 1}\n", 30);
        }
        check_file_is_as_text(path, bytes, n);
    }
    unlink(path);
    inlay_mem_free(bytes);
}

/* One block is 65536 bytes: the result begins or ends at its border. */
TEST(a_result_at_the_border_of_blocks_is_found)
{
    enum { BLOCK = 65536, ROOM = 3 * BLOCK };
    char *bytes = inlay_mem_new(ROOM, 1), path[200];

    new_path(path);
    for (size_t after = BLOCK - 9; after <= BLOCK + 1; after++) {
        const size_t n = 2 * BLOCK;
        memset(bytes, 'x', n);
        memcpy(bytes + n - after, "\n-1.625\n", 8);
        check_file_is_as_text(path, bytes, n);
        struct inlay_result r = {0};
        inlay_error err = {0};
        CHECK_OK(inlay_result_read(path, "objective", &r, &err), err);
        CHECK(r.kind == INLAY_RESULT_VALUE && r.value == -1.625);
    }
    unlink(path);
    inlay_mem_free(bytes);
}

/* An object of exactly `size` bytes, by a string in it. */
static void put_object(char *bytes, size_t size)
{
    static const char head[] = "{\"objective\": 1, \"s\": \"";
    memset(bytes, 's', size);
    memcpy(bytes, head, sizeof head - 1);
    memcpy(bytes + size - 2, "\"}", 2);
}

TEST(a_line_of_a_mebibyte_is_read_and_a_longer_one_passed_over)
{
    enum { LIMIT = 1 << 20 };
    char *bytes = inlay_mem_new(3 * LIMIT, 1), path[200];
    struct inlay_result r = {0};
    inlay_error err = {0};

    new_path(path);
    memcpy(bytes, "7\n", 2);
    put_object(bytes + 2, LIMIT);
    check_file_is_as_text(path, bytes, 2 + LIMIT);
    CHECK_OK(inlay_result_read(path, "objective", &r, &err), err);
    CHECK(r.value == 1.0);
    inlay_result_clear(&r);

    for (size_t more = 1; more < LIMIT; more = 3 * more + 1) {
        put_object(bytes + 2, LIMIT + more);
        check_file_is_as_text(path, bytes, 2 + LIMIT + more);
        CHECK_OK(inlay_result_read(path, "objective", &r, &err), err);
        CHECK(r.value == 7.0);
    }
    memset(bytes, '5', 3 * LIMIT); /* one line, and nothing else */
    check_file_is_as_text(path, bytes, 3 * LIMIT);
    unlink(path);
    inlay_mem_free(bytes);
}

TEST(empty_and_missing_files_have_no_result)
{
    char path[200];
    struct inlay_result r = {0};
    inlay_error err = {0};

    new_path(path);
    check_file_is_as_text(path, "", 0);
    unlink(path);
    CHECK_OK(inlay_result_read(path, "objective", &r, &err), err);
    CHECK(r.kind == INLAY_RESULT_NONE);
    CHECK_TEXT(r.why, "the output cannot be read: No such file or directory");
    CHECK_OK(inlay_result_read("/", "objective", &r, &err), err);
    CHECK(r.kind == INLAY_RESULT_NONE);
}

OOM_TEST(a_result_without_memory_leaves_nothing)
{
    static const char text[] =
        "{\"objective\": 1, \"a\": NaN, \"b\": {\"c\": [\"d\", 1.5]}}";
    struct inlay_result r = {0};
    inlay_error err = {0};
    const inlay_status st =
        inlay_result_of_text(text, sizeof text - 1, "objective", &r, &err);
    CHECK(st == INLAY_OK || (r.metrics == NULL && err.msg[0] != '\0'));
    inlay_result_clear(&r);
    return st;
}

OOM_TEST(a_file_without_memory_leaves_nothing)
{
    struct inlay_result r = {0};
    inlay_error err = {0};
    char path[200];
    new_path(path);
    write_file(path, "{\"objective\": 1, \"a\": 2}", 24);
    const inlay_status st = inlay_result_read(path, "objective", &r, &err);
    unlink(path);
    CHECK(st == INLAY_OK || r.metrics == NULL);
    inlay_result_clear(&r);
    return st;
}

/* ---- The variance -------------------------------------------------------- */

/* After the variance was taken, with these outputs, or the default. */
static struct inlay_result taken(const char *text, const char *output)
{
    struct inlay_result r = result_of(text, strlen(text));
    struct inlay_outputs o = {0};
    inlay_error err = {0};
    CHECK_OK(inlay_outputs_init(&o, &err), err);
    if (output)
        CHECK_OK(inlay_outputs_add(
                     &o,
                     &(inlay_output){output, INLAY_GOAL_NONE, 0.0, INFINITY},
                     &err),
                 err);
    CHECK(r.kind != INLAY_RESULT_VALUE || isnan(r.variance));
    CHECK_OK(inlay_result_take_variance(&r, &o, &err), err);
    inlay_outputs_clear(&o);
    return r;
}

static void check_taken(const char *text, const char *output, double variance,
                        const char *metrics)
{
    struct inlay_result r = taken(text, output);
    CHECK(r.kind == INLAY_RESULT_VALUE && r.value == 0.5);
    CHECK(isnan(variance) ? isnan(r.variance) : r.variance == variance);
    if (metrics)
        CHECK_TEXT(r.metrics, metrics);
    else
        CHECK(r.metrics == NULL);
    inlay_result_clear(&r);
}

TEST(a_variance_is_no_metric)
{
    check_taken("0.5", NULL, NAN, NULL);
    check_taken("{\"objective\": 0.5, \"variance\": 0.25}", NULL, 0.25, NULL);
    check_taken("{\"objective\": 0.5, \"variance\": 0, \"e\": 1.50}", NULL, 0.0,
                "{\"e\": 1.5}");
    check_taken("{\"objective\": 0.5, \"variance\": null}", NULL, NAN, NULL);
    check_taken("{\"objective\": 0.5, \"e\": \"variance\"}", NULL, NAN,
                "{\"e\": \"variance\"}");
    check_taken("{\"objective\": 0.5, \"variance\": 3}", "variance", NAN,
                "{\"variance\": 3}");
}

TEST(what_is_no_variance_is_no_result)
{
    static const char *const ROWS[][2] = {
        {"-1", "-1 is negative; it is the square of the value's standard "
               "error, from 0 on"},
        {"NaN", "must be a number from 0 on, or null, not \"NaN\""},
        {"true", "must be a number from 0 on, or null, not a boolean"}};
    for (size_t i = 0; i < LEN(ROWS); i++) {
        char text[120], want[200];
        snprintf(text, sizeof text, "{\"objective\": 0.5, \"variance\": %s}",
                 ROWS[i][0]);
        snprintf(want, sizeof want, "the result's variance: %s", ROWS[i][1]);
        struct inlay_result r = taken(text, NULL);
        CHECK(r.kind == INLAY_RESULT_UNUSABLE);
        CHECK_TEXT(r.why, want);
        inlay_result_clear(&r);
    }
}

TEST(beside_a_variance_the_only_number_is_the_value)
{
    struct inlay_result r = taken("{\"loss\": 0.5, \"variance\": 0.25}", NULL);
    CHECK(r.kind == INLAY_RESULT_VALUE && r.value == 0.5);
    CHECK(r.variance == 0.25);
    CHECK_TEXT(r.key, "loss");
    inlay_result_clear(&r);
    r = taken("{\"variance\": 0.5}", NULL); /* what else is there? */
    CHECK(r.kind == INLAY_RESULT_VALUE && r.value == 0.5 && isnan(r.variance));
    CHECK_TEXT(r.key, "variance");
    inlay_result_clear(&r);
}
