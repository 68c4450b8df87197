/*
 * test_study_file_keys.c: a key that is added to the table of a study file, or an
 * option to the library's, survives print and parse.  The tests walk the tables:
 * they know no key by name but those that have no text.
 */
#include "study_file_fixture.h"

#include "base/text.h"

#define MINIMAL "{\"variables\": [{\"name\": \"x\", \"type\": \"boolean\"}]}"

/* A value that is not the default, as text; NULL: it has none. */
static const char *other_value(const struct inlay_key *key, char text[32])
{
    double fallback = 0.0;
    switch (key->type) {
    case INLAY_KEY_TEXT:
        snprintf(text, 32, "another %s", key->name);
        return text;
    case INLAY_KEY_WORDS:
        return "./train {x}";
    case INLAY_KEY_CHOICE:
        return key->choices[strcmp(key->choices[0], key->fallback) == 0];
    case INLAY_KEY_INTEGER:
    case INLAY_KEY_NUMBER:
        if (key->fallback)
            CHECK(inlay_text_to_number(key->fallback, &fallback));
        snprintf(text, 32, "%.17g", fallback == key->max ? key->min : key->max);
        return text;
    case INLAY_KEY_VARIABLES:
    case INLAY_KEY_OUTPUTS:
    case INLAY_KEY_OPTIONS:
        break;
    }
    return NULL;
}

static void check_survives(const struct inlay_key *key, const char *value,
                           bool is_option)
{
    struct inlay_study_file *file = parsed(MINIMAL);
    inlay_error err = {0};
    char member[80];

    CHECK_OK(is_option
                 ? inlay_study_file_set_option(file, key->name, value, &err)
                 : inlay_study_file_set(file, key->name, value, &err),
             err);
    char *once = printed(file);
    struct inlay_study_file *again = parsed(once);
    char *twice = printed(again);
    snprintf(member, sizeof member, "\"%s\": ", key->name);
    CHECK(strstr(once, member) != NULL);
    CHECK_TEXT(twice, once);
    inlay_text_free(once);
    inlay_text_free(twice);
    inlay_study_file_free(again);
    inlay_study_file_free(file);
}

TEST(every_key_survives_print_and_parse)
{
    struct inlay_key key;
    size_t n = 0;
    for (size_t i = 0; inlay_key_at(i, &key); i++) {
        char text[32];
        const char *value = other_value(&key, text);
        if (value)
            check_survives(&key, value, false);
        n += value != NULL;
    }
    CHECK(n > 8);
}

/* Set together, the keys do not share a place: each has its own value after. */
TEST(every_key_keeps_its_own_value)
{
    struct inlay_study_file *file = parsed(MINIMAL);
    struct inlay_key key;
    inlay_error err = {0};
    char value[32], want[80];
    for (size_t i = 0; inlay_key_at(i, &key); i++)
        if (!key.option && other_value(&key, value))
            CHECK_OK(inlay_study_file_set(file, key.name,
                                          other_value(&key, value), &err),
                     err);
    char *text = printed(file);
    struct inlay_study_file *again = parsed(text);
    for (size_t i = 0; inlay_key_at(i, &key); i++) {
        if (key.type == INLAY_KEY_TEXT) {
            snprintf(want, sizeof want, "\"%s\": \"%s\"", key.name,
                     other_value(&key, value));
            CHECK(strstr(text, want) != NULL);
        } else if (!key.option && key.fallback) {
            double v = 0.0;
            CHECK(inlay_text_to_number(other_value(&key, value), &v));
            CHECK(inlay_study_file_number(again, key.name) == v);
        }
    }
    inlay_text_free(text);
    inlay_study_file_free(again);
    inlay_study_file_free(file);
}

TEST(every_option_survives_print_and_parse)
{
    struct inlay_key key;
    size_t n = 0;
    for (size_t i = 0; inlay_key_option_at(i, &key); i++) {
        char text[32];
        check_survives(&key, other_value(&key, text), true);
        n++;
    }
    CHECK(n > 20);
}
