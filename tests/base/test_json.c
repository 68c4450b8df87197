#include "check.h"

#include "base/json.h"

static json_t *parse(const char *text)
{
    json_t *value = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_json_parse(text, strlen(text), &value, &err), err);
    return value;
}

static void check_refused(const char *text, size_t n, const char *message)
{
    json_t untouched, *value = &untouched;
    inlay_error err = {0};

    CHECK_FAILS(inlay_json_parse(text, n, &value, &err), INLAY_EPARSE, err,
                message);
    CHECK(value == &untouched);
}
#define CHECK_REFUSED(text, message)                                           \
    check_refused(text, sizeof(text) - 1, message)

TEST(any_value_is_parsed_and_the_text_needs_no_end)
{
    json_t *value = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_json_parse("[1, 2]trailing", 6, &value, &err), err);
    CHECK(json_array_size(value) == 2);
    json_decref(value);
    value = parse(" 3.5 ");
    CHECK(json_real_value(value) == 3.5);
    json_decref(value);
    value = parse("\"text\"");
    CHECK_TEXT(json_string_value(value), "text");
    json_decref(value);
}

TEST(a_syntax_error_has_its_line_and_column)
{
    CHECK_REFUSED("{\"a\": 1,\n \"b\": 2,\n \"c\"; 3}",
                  "line 3, column 5: ':' expected near ';'");
    CHECK_REFUSED("[1, 2", "line 1, column 5: ']' expected near end of file");
    CHECK_REFUSED("[1,]", "line 1, column 4: unexpected token near ']' (is "
                          "there an extra comma before it?)");
    CHECK_REFUSED("[nan]", "line 1, column 4: invalid token near 'nan' (JSON "
                           "has only finite numbers)");
}

TEST(common_mistakes_get_a_hint)
{
    static const struct {
        const char *text, *hint;
    } row[] = {
        {"{\"a\": 1,\n}", "(is there an extra comma before it?)"},
        {"[1, 2 ,\n ]", "(is there an extra comma before it?)"},
        {"{'a': 1}", "(JSON strings need double quotes)"},
        {"{\"a\": 'x'}", "(JSON strings need double quotes)"},
        {"{\"a\": 1} // it", "(JSON has no comments)"},
        {"{ # it\n\"a\": 1}", "(JSON has no comments)"},
        {"{\"a\": True}", "(JSON has only true, false and null)"},
        {"[None]", "(JSON has only true, false and null)"},
        {"[Infinity]", "(JSON has only finite numbers)"},
        {"{\"a\": 1\n \"b\": 2}", "(is a comma missing before it?)"},
        {"[\"a\" \"b\"]", "(is a comma missing before it?)"},
        {"\xef\xbb\xbf[]",
         "(the text starts with a byte order mark; save the file without it)"},
    };

    for (size_t i = 0; i < LEN(row); i++) {
        json_t *value = NULL;
        inlay_error err = {0};

        CHECK(inlay_json_parse(row[i].text, strlen(row[i].text), &value,
                               &err) == INLAY_EPARSE);
        const char *hint = strchr(err.msg, '(');
        CHECK_TEXT(hint ? hint : err.msg, row[i].hint);
    }
}

TEST(what_a_lenient_parser_lets_pass_is_refused)
{
    CHECK_REFUSED("", "line 1, column 0: unexpected token near end of file");
    CHECK_REFUSED("{\"a\": 1,\n\"a\": 2}",
                  "line 2, column 3: duplicate object key near '\"a\"'");
    CHECK_REFUSED("[1] [2]", "line 1, column 5: end of file expected near '['");
    CHECK_REFUSED("[\"\\u0000\"]",
                  "line 1, column 9: a string has the character \\u0000, which "
                  "no text here can hold; leave it out");
    CHECK_REFUSED(
        "{\"a\\u0000\": 1}",
        "line 1, column 10: a string has the character \\u0000, which "
        "no text here can hold; leave it out");
    CHECK_REFUSED("[1e400]",
                  "line 1, column 6: real number overflow near '1e400'");
}

TEST(bytes_that_are_no_text_are_refused)
{
    static const char *const bad[] = {"[\"\xff\"]",     "[\"\xc3\"]",
                                      "\xef\xbb\xbf[]", "[\"\n\"]",
                                      "[01]",           "['a']"};
    inlay_error err = {0};
    json_t *value = NULL;

    for (size_t i = 0; i < LEN(bad); i++) {
        CHECK(inlay_json_parse(bad[i], strlen(bad[i]), &value, &err) ==
              INLAY_EPARSE);
        CHECK(strncmp(err.msg, "line 1, column ", 15) == 0);
    }
    CHECK(inlay_json_parse(NULL, 0, &value, &err) == INLAY_EPARSE);
    CHECK(value == NULL);
}

TEST(a_zero_byte_is_refused_wherever_it_is)
{
    CHECK_REFUSED("[1\0]", "line 1: a zero byte");
    CHECK_REFUSED("[1,\n\"a\0b\"]", "line 2: a zero byte");
    CHECK_REFUSED("[]\n\n\0", "line 3: a zero byte");
}

TEST(deep_nesting_is_refused_not_a_stack_overflow)
{
    enum { DEPTH = 100000 };
    static char text[DEPTH];
    inlay_error err = {0};
    json_t *value = NULL;

    memset(text, '[', DEPTH);
    CHECK(inlay_json_parse(text, DEPTH, &value, &err) == INLAY_EPARSE);
}

/* ---- Members ------------------------------------------------------------- */

static json_t *sample(void)
{
    return parse("{\"s\": \"text\", \"i\": 7, \"r\": 2.5, \"w\": -3.0,"
                 " \"big\": 1e30, \"a\": [1], \"t\": true, \"n\": null,"
                 " \"o\": {}, \"max\": 9223372036854775807,"
                 " \"edge\": 9223372036854775808.0,"
                 " \"low\": -9223372036854775808.0}");
}

TEST(members_are_read_by_type)
{
    json_t *object = sample(), *array = NULL;
    inlay_error err = {0};
    const char *text = NULL;
    double r = 0.0;
    int64_t i = 0;

    CHECK_OK(inlay_json_text(object, "s", "it", &text, &err), err);
    CHECK_TEXT(text, "text");
    CHECK_OK(inlay_json_number(object, "r", "it", &r, &err), err);
    CHECK(r == 2.5);
    CHECK_OK(inlay_json_number(object, "i", "it", &r, &err), err);
    CHECK(r == 7.0);
    CHECK_OK(inlay_json_integer(object, "i", "it", &i, &err), err);
    CHECK(i == 7);
    CHECK_OK(inlay_json_integer(object, "w", "it", &i, &err), err);
    CHECK(i == -3);
    CHECK_OK(inlay_json_integer(object, "max", "it", &i, &err), err);
    CHECK(i == INT64_MAX);
    CHECK_OK(inlay_json_integer(object, "low", "it", &i, &err), err);
    CHECK(i == INT64_MIN);
    CHECK_OK(inlay_json_array(object, "a", "it", &array, &err), err);
    CHECK(json_array_size(array) == 1);
    json_decref(object);
}

TEST(a_missing_key_is_named)
{
    json_t *object = sample(), *array = NULL;
    inlay_error err = {0};
    const char *text = "before";
    double r = 1.5;
    int64_t i = 15;

    CHECK_FAILS(inlay_json_text(object, "x", "variable 2", &text, &err),
                INLAY_EPARSE, err, "variable 2: key 'x' is missing");
    CHECK_FAILS(inlay_json_number(object, "y", "variable 2", &r, &err),
                INLAY_EPARSE, err, "variable 2: key 'y' is missing");
    CHECK_FAILS(inlay_json_integer(object, "z", "it", &i, &err), INLAY_EPARSE,
                err, "it: key 'z' is missing");
    CHECK_FAILS(inlay_json_array(object, "u", "it", &array, &err), INLAY_EPARSE,
                err, "it: key 'u' is missing");
    CHECK(strcmp(text, "before") == 0 && r == 1.5 && i == 15 && !array);
    json_decref(object);
}

TEST(a_wrong_type_is_named)
{
    json_t *object = sample(), *array = NULL;
    inlay_error err = {0};
    const char *text = "before";
    double r = 1.5;
    int64_t i = 15;

    CHECK_FAILS(inlay_json_text(object, "i", "it", &text, &err), INLAY_EPARSE,
                err, "it: 'i' is a number, not a string");
    CHECK_FAILS(inlay_json_text(object, "n", "it", &text, &err), INLAY_EPARSE,
                err, "it: 'n' is null, not a string");
    CHECK_FAILS(inlay_json_number(object, "s", "it", &r, &err), INLAY_EPARSE,
                err, "it: 's' is a string, not a number");
    CHECK_FAILS(inlay_json_number(object, "a", "it", &r, &err), INLAY_EPARSE,
                err, "it: 'a' is an array, not a number");
    CHECK_FAILS(inlay_json_integer(object, "t", "it", &i, &err), INLAY_EPARSE,
                err, "it: 't' is a boolean, not a whole number");
    CHECK_FAILS(inlay_json_array(object, "o", "it", &array, &err), INLAY_EPARSE,
                err, "it: 'o' is an object, not an array");
    CHECK(strcmp(text, "before") == 0 && r == 1.5 && i == 15 && !array);
    json_decref(object);
}

TEST(a_number_that_is_no_integer_is_shown)
{
    json_t *object = sample();
    inlay_error err = {0};
    int64_t i = 15;

    CHECK_FAILS(inlay_json_integer(object, "r", "it", &i, &err), INLAY_EPARSE,
                err, "it: 'r' is 2.5, not a whole number");
    CHECK_FAILS(inlay_json_integer(object, "big", "it", &i, &err), INLAY_EPARSE,
                err, "it: 'big' is 1e+30, outside 64-bit integers");
    CHECK(inlay_json_integer(object, "edge", "it", &i, &err) == INLAY_EPARSE);
    CHECK(i == 15);
    json_decref(object);
}

TEST(a_member_of_what_is_no_object_is_refused)
{
    json_t *array = parse("[1]");
    inlay_error err = {0};
    double r = 1.5;

    CHECK_FAILS(inlay_json_number(array, "a", "variable 1", &r, &err),
                INLAY_EPARSE, err,
                "variable 1: must be an object, not an array");
    CHECK_FAILS(inlay_json_only_keys(array, "variable 1", NULL, 0, &err),
                INLAY_EPARSE, err,
                "variable 1: must be an object, not an array");
    json_decref(array);
}

TEST(an_unknown_key_is_named_with_its_nearest)
{
    static const char *const allowed[] = {"name", "min", "max"};
    json_t *good = parse("{\"max\": 1, \"name\": 2}");
    json_t *slip = parse("{\"name\": 1, \"mni\": 2}");
    json_t *far = parse("{\"color\": 1}"), *empty = parse("{}");
    inlay_error err = {0};

    CHECK_OK(inlay_json_only_keys(good, "variable 2", allowed, 3, &err), err);
    CHECK_OK(inlay_json_only_keys(empty, "variable 2", allowed, 3, &err), err);
    CHECK_FAILS(inlay_json_only_keys(slip, "variable 2", allowed, 3, &err),
                INLAY_EPARSE, err,
                "variable 2: unknown key 'mni'; did you mean 'min'?");
    CHECK_FAILS(inlay_json_only_keys(far, "variable 2", allowed, 3, &err),
                INLAY_EPARSE, err, "variable 2: unknown key 'color'");
    json_decref(good);
    json_decref(slip);
    json_decref(far);
    json_decref(empty);
}

/* ---- Places -------------------------------------------------------------- */

/* The bytes at a place of a text, counted here by the rule of the header. */
static const char *at_place(const char *text, struct inlay_json_place place)
{
    for (size_t line = 1; line < place.line; line++)
        text = strchr(text, '\n') + 1;
    for (size_t column = 1; column < place.column; column++)
        do
            text++;
        while (((unsigned char)*text & 0xC0) == 0x80);
    return text;
}

static void check_places(const struct inlay_json_source *source,
                         const json_t *value);

static void check_members(const struct inlay_json_source *source,
                          json_t *object)
{
    const char *key;
    json_t *member;

    json_object_foreach(object, key, member)
    {
        const char *at = at_place(source->text,
                                  inlay_json_place_of_key(source, object, key));

        CHECK(*at == '"' && strncmp(at + 1, key, strlen(key)) == 0);
        check_places(source, member);
    }
}

static void check_places(const struct inlay_json_source *source,
                         const json_t *value)
{
    if (json_is_object(value))
        check_members(source, (json_t *)(uintptr_t)value);
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *item = json_array_get(value, i);
        const char *at =
            at_place(source->text, inlay_json_place_of_item(source, value, i));

        if (json_is_integer(item))
            CHECK(strtoll(at, NULL, 10) == json_integer_value(item));
        CHECK(!json_is_string(item) || *at == '"');
        CHECK(!json_is_array(item) || *at == '[');
        CHECK(!json_is_object(item) || *at == '{');
        CHECK(!json_is_true(item) || *at == 't');
        check_places(source, item);
    }
}

TEST(every_key_and_item_is_found_where_it_stands)
{
    static const char *const texts[] = {
        " \r\n\t{\"a\":{\"b\" : [] , \"c\":\n{},\"d\":[ [ 1,2 ], 3 "
        "]}\n,\"e\":4}",
        "[1, -2,\n\n  3e0, [\"\\\"]}\", true, null, false, 17], {\"k\": \"]\", "
        "\"l\\\\\": {}}, 99]",
        "{\"größe λ\": \"🙂🙂\", \"next\": [\"é\", 5, \"\\u00e9\\\\\", "
        "6]}",
        "7",
        "[]",
    };

    for (size_t i = 0; i < LEN(texts); i++) {
        json_t *root = parse(texts[i]);
        const struct inlay_json_source source = {texts[i], strlen(texts[i]),
                                                 root};

        check_places(&source, root);
        json_decref(root);
    }
}

TEST(what_is_not_there_has_the_place_of_what_should_hold_it)
{
    static const char text[] = "{\"a\": 1,\n  \"é\": [ {\"b\": 2}, [3]]}";
    json_t *root = parse(text);
    const struct inlay_json_source source = {text, sizeof text - 1, root};
    const json_t *list = json_object_get(root, "é");
    const json_t *inner = json_array_get(list, 0);

    struct inlay_json_place at = inlay_json_place_of_key(&source, inner, "c");
    CHECK(at.line == 2 && at.column == 10);
    at = inlay_json_place_of_key(&source, inner, NULL);
    CHECK(at.line == 2 && at.column == 10);
    at = inlay_json_place_of_key(&source, inner, "b");
    CHECK(at.line == 2 && at.column == 11);
    at = inlay_json_place_of_item(&source, list, 1);
    CHECK(at.line == 2 && at.column == 20);
    at = inlay_json_place_of_item(&source, list, 2);
    CHECK(at.line == 2 && at.column == 8);
    at = inlay_json_place_of_key(&source, root, "z");
    CHECK(at.line == 1 && at.column == 1);
    json_decref(root);
}

TEST(a_place_stands_before_the_message_but_not_before_one_about_memory)
{
    const struct inlay_json_place place = {3, 14};
    inlay_error err = {.code = INLAY_EPARSE, .msg = "no"};

    CHECK_FAILS(inlay_json_fail_at(place, INLAY_EPARSE, &err), INLAY_EPARSE,
                err, "line 3, column 14: no");
    CHECK(inlay_json_fail_at(place, INLAY_ENOMEM, &err) == INLAY_ENOMEM);
    CHECK_TEXT(err.msg, "line 3, column 14: no");
}

/* ---- Printing ------------------------------------------------------------ */

TEST(a_value_is_printed_in_a_line_with_the_shortest_numbers)
{
    static const char *const texts[] = {
        "{\"a\": 0.1, \"b\": [1, 2.5, 1e+22, true, null], \"c\": {}}",
        "[[], {}]",
        "[\"größe\", \"\\\"\\\\\\n\", {\"k\": [{\"l\": false}]}]",
        "\"text\"",
        "-9223372036854775808",
        "5e-324",
    };

    for (size_t i = 0; i < LEN(texts); i++) {
        json_t *value = parse(texts[i]);
        struct inlay_text text = {0};

        inlay_json_add(&text, value);
        CHECK_TEXT(text.bytes, texts[i]);
        inlay_text_clear(&text);
        json_decref(value);
    }
}

OOM_TEST(printing_without_memory_leaks_nothing)
{
    json_t *value = parse("{\"a\": [1, 0.1, \"a text that is long enough to "
                          "make the buffer grow once or twice\"]}");
    struct inlay_text text = {0};

    inlay_json_add(&text, value);
    const inlay_status st = inlay_text_status(&text, NULL);
    inlay_text_clear(&text);
    json_decref(value);
    return st;
}

/* ---- Out of memory: jansson's allocator, with the k-th call failing ------ */

static long n_left;

static void *failing_malloc(size_t n)
{
    return n_left-- == 0 ? NULL : malloc(n);
}

/* jansson tells some of its failures as syntax errors: nothing may leak, crash
 * or be without a message; the first ones are told as what they are. */
TEST(out_of_memory_in_jansson_is_an_error_like_others)
{
    static const char text[] =
        "{\"variables\": [{\"name\": \"x\", \"min\": -1.5, \"max\": 2}, true]}";
    long k = 0;

    json_set_alloc_funcs(failing_malloc, free);
    for (n_left = -1; n_left < 0; k++) { /* until one is left over */
        inlay_error err = {0};
        json_t *value = NULL;

        n_left = k;
        const inlay_status st =
            inlay_json_parse(text, sizeof text - 1, &value, &err);
        CHECK((st == INLAY_OK) == (value != NULL));
        CHECK((st == INLAY_OK) == (err.msg[0] == '\0'));
        CHECK(k >= 3 || st == INLAY_ENOMEM);
        json_decref(value);
    }
    json_set_alloc_funcs(malloc, free);
    CHECK(k > 10);
}
