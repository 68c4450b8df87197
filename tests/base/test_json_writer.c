#include "check.h"

#include "base/json_writer.h"

static void check_written(struct inlay_text *text, const char *want)
{
    char *bytes = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_text_end(text, &bytes, &err), err);
    CHECK_TEXT(bytes, want);
    inlay_text_free(bytes);
}

static void write_sample(struct inlay_json_writer *w,
                         enum inlay_json_style style)
{
    inlay_json_begin_object(w, NULL, style);
    inlay_json_write_text(w, "a", "x\"y");
    inlay_json_begin_array(w, "b", style);
    inlay_json_write_number(w, NULL, 0.1);
    inlay_json_write_number(w, NULL, NAN);
    inlay_json_begin_object(w, NULL, INLAY_JSON_LINE);
    inlay_json_write_integer(w, "n", INT64_MIN);
    inlay_json_write_boolean(w, "t", true);
    inlay_json_end(w);
    inlay_json_end(w);
    inlay_json_begin_array(w, "empty", style);
    inlay_json_end(w);
    inlay_text_add(inlay_json_write_value(w, "raw"), "[1,2]");
    inlay_json_write_null(w, "last");
    inlay_json_end(w);
}

TEST(a_value_is_written_in_one_line)
{
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};

    write_sample(&w, INLAY_JSON_LINE);
    check_written(&text, "{\"a\": \"x\\\"y\", \"b\": [0.1, null, {\"n\": "
                         "-9223372036854775808, \"t\": true}], \"empty\": [], "
                         "\"raw\": [1,2], \"last\": null}");
}

TEST(a_value_is_written_in_lines)
{
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};

    write_sample(&w, INLAY_JSON_LINES);
    check_written(&text, "{\n"
                         "  \"a\": \"x\\\"y\",\n"
                         "  \"b\": [\n"
                         "    0.1,\n"
                         "    null,\n"
                         "    {\"n\": -9223372036854775808, \"t\": true}\n"
                         "  ],\n"
                         "  \"empty\": [],\n"
                         "  \"raw\": [1,2],\n"
                         "  \"last\": null\n"
                         "}");
}

TEST(items_hang_from_their_bracket)
{
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};

    inlay_json_begin_array(&w, NULL, INLAY_JSON_HANGING);
    inlay_json_write_integer(&w, NULL, 1);
    inlay_json_write_integer(&w, NULL, 2);
    inlay_json_end(&w);
    check_written(&text, "[1,\n 2]");
}

TEST(what_is_no_utf8_is_replaced_or_makes_the_text_fail)
{
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};
    inlay_error err = {0};

    inlay_json_write_bytes(&w, NULL, "a\xff");
    CHECK_TEXT(text.bytes, "\"a\xEF\xBF\xBD\"");
    inlay_json_write_text(&w, NULL, "a\xff");
    CHECK_FAILS(inlay_text_status(&text, &err), INLAY_EINVAL, err,
                "'a\xff' is not valid UTF-8, which JSON needs");
    inlay_text_clear(&text);
}

TEST(numbers_are_written_by_their_keys_and_no_text_is_null)
{
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};

    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    inlay_json_write_numbers(&w, "id y", (const double[]){3.0, 0.25});
    inlay_json_write_object(&w, "sub", "z", (const double[]){NAN});
    inlay_json_write_text(&w, "text", NULL);
    inlay_json_write_bytes(&w, "bytes", NULL);
    inlay_json_end(&w);
    check_written(&text, "{\"id\": 3, \"y\": 0.25, \"sub\": {\"z\": null}, "
                         "\"text\": null, \"bytes\": null}");
}

OOM_TEST(a_writer_without_memory_tells_it_at_the_end)
{
    struct inlay_text text = {0};
    struct inlay_json_writer w = {.text = &text};
    char *bytes = NULL;

    write_sample(&w, INLAY_JSON_LINES);
    inlay_json_write_bytes(&w, NULL, "\xff");
    const inlay_status st = inlay_text_end(&text, &bytes, NULL);
    CHECK((st == INLAY_OK) == (bytes != NULL));
    inlay_text_free(bytes);
    return st;
}
