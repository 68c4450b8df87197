/*
 * test_notes.c: attributes as JSON and back.
 */
#include "check.h"

#include "base/mem.h"
#include "problem/notes.h"

static struct inlay_notes *parsed(const char *json)
{
    struct inlay_notes *notes = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_notes_parse(json, &notes, &err), err);
    return notes;
}

static void check_printed(const struct inlay_notes *notes,
                          const struct inlay_note *changes, size_t n,
                          const char *want)
{
    struct inlay_text json = {0};
    inlay_notes_print(notes, changes, n, &json);
    CHECK_TEXT(json.bytes, want);
    inlay_text_clear(&json);
}

TEST(attributes_come_back_as_they_were)
{
    static const char JSON[] =
        "{\"b\": \"1\", \"a\": \"\", \"\xc3\xbc\": \"\\\"q\\\"\\n\"}";
    struct inlay_notes *notes = parsed(JSON);
    CHECK(notes->n == 3);
    CHECK_TEXT(notes->at[0].key, "b");
    CHECK_TEXT(inlay_notes_find(notes, "\xc3\xbc"), "\"q\"\n");
    CHECK_TEXT(inlay_notes_find(notes, "a"), "");
    CHECK(!inlay_notes_find(notes, "c") && !inlay_notes_find(NULL, "a"));
    check_printed(notes, NULL, 0, JSON);
    inlay_mem_free(notes);
    CHECK(!parsed("{}"));
    check_printed(NULL, NULL, 0, "{}");
}

TEST(changes_replace_add_and_remove)
{
    struct inlay_notes *notes = parsed("{\"a\": \"1\", \"b\": \"2\"}");
    const struct inlay_note changes[] = {
        {"c", "3"}, {"a", NULL}, {"b", "4"}, {"c", "5"}, {"d", NULL}};
    check_printed(notes, changes, 5, "{\"b\": \"4\", \"c\": \"5\"}");
    inlay_mem_free(notes);
}

TEST(only_an_object_of_texts_is_a_list_of_attributes)
{
    struct inlay_notes *notes = NULL;
    inlay_error err = {0};
    CHECK_FAILS(inlay_notes_parse("[1]", &notes, &err), INLAY_EINVAL, err,
                "attributes are an object, {\"key\": \"text\"}, not an array");
    CHECK_FAILS(inlay_notes_parse("{\"a\": 1}", &notes, &err), INLAY_EINVAL,
                err, "attribute 'a': must be a string, not a number");
    CHECK(inlay_notes_parse("{", &notes, &err) == INLAY_EPARSE && !notes);
    char key[INLAY_MAX_NOTE_KEY + 2];
    memset(key, 'k', sizeof key);
    key[INLAY_MAX_NOTE_KEY] = '\0';
    CHECK_OK(inlay_notes_check(key, "", &err), err);
    CHECK_OK(inlay_notes_check(key, NULL, &err), err);
    key[INLAY_MAX_NOTE_KEY] = 'k';
    key[INLAY_MAX_NOTE_KEY + 1] = '\0';
    CHECK(inlay_notes_check(key, "", &err) == INLAY_EINVAL);
}

#ifdef INLAY_FAILING_MEM
static inlay_status parse_some(void)
{
    struct inlay_notes *notes = NULL;
    const inlay_status st = inlay_notes_parse("{\"a\": \"1\"}", &notes, NULL);
    CHECK((st == INLAY_OK) == (notes != NULL));
    inlay_mem_free(notes);
    return st;
}

TEST(want_of_memory_gives_no_attributes)
{
    check_oom(parse_some, __FILE__, __LINE__);
}
#endif
