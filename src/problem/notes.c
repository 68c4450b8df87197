/*
 * notes.c: attributes as JSON, and as a list in one block.
 */
#include "problem/notes.h"

#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "base/shown.h"
#include "base/utf8.h"

/* Bytes of all texts; INLAY_EINVAL where a value is none. */
static inlay_status measure(json_t *json, size_t *n_bytes, inlay_error *err)
{
    const char *key;
    json_t *value;
    *n_bytes = 0;
    if (!json_is_object(json))
        return inlay_fail(err, INLAY_EINVAL,
                          "attributes are an object, {\"key\": \"text\"}, not "
                          "%s",
                          inlay_json_type_name(json));
    json_object_foreach(json, key, value)
    {
        if (!json_is_string(value))
            return inlay_fail(
                err, INLAY_EINVAL, "attribute '%s': must be a string, not %s",
                inlay_shown_text(key).text, inlay_json_type_name(value));
        *n_bytes += strlen(key) + json_string_length(value) + 2;
    }
    return INLAY_OK;
}

static const char *put(const char *text, char **to)
{
    const size_t n = strlen(text) + 1;
    const char *at = memcpy(*to, text, n);
    *to += n;
    return at;
}

static inlay_status gather(json_t *json, struct inlay_notes **out,
                           inlay_error *err)
{
    const size_t n = json_object_size(json);
    struct inlay_notes *notes = NULL;
    size_t n_bytes;
    const char *key;
    json_t *value;
    const inlay_status st = measure(json, &n_bytes, err);
    if (st != INLAY_OK || n == 0) {
        *out = NULL;
        return st;
    }
    notes = inlay_mem_new(sizeof *notes + n * sizeof *notes->at + n_bytes, 1);
    if (!notes)
        return inlay_fail_memory(err, "attributes");
    char *to = (char *)(notes->at + n);
    json_object_foreach(json, key, value)
    {
        notes->at[notes->n].key = put(key, &to);
        notes->at[notes->n++].value = put(json_string_value(value), &to);
    }
    *out = notes;
    return INLAY_OK;
}

inlay_status inlay_notes_parse(const char *json, struct inlay_notes **out,
                               inlay_error *err)
{
    json_t *parsed = NULL;
    inlay_status st = inlay_json_parse(json, strlen(json), &parsed, err);
    if (st == INLAY_OK)
        st = gather(parsed, out, err);
    json_decref(parsed);
    return st;
}

const char *inlay_notes_find(const struct inlay_notes *notes, const char *key)
{
    for (size_t i = 0; notes && i < notes->n; i++)
        if (strcmp(notes->at[i].key, key) == 0)
            return notes->at[i].value;
    return NULL;
}

inlay_status inlay_notes_check(const char *key, const char *value,
                               inlay_error *err)
{
    const size_t n = strlen(key);
    if (n == 0 || n > INLAY_MAX_NOTE_KEY || !inlay_utf8_is_valid(key))
        return inlay_fail(err, INLAY_EINVAL,
                          "attribute '%s': a key is text in UTF-8 of 1 to %d "
                          "bytes",
                          inlay_shown_text(key).text, INLAY_MAX_NOTE_KEY);
    if (value &&
        (strlen(value) > INLAY_MAX_NOTE || !inlay_utf8_is_valid(value)))
        return inlay_fail(err, INLAY_EINVAL,
                          "attribute '%s': a value is text in UTF-8 of at most "
                          "%d bytes",
                          inlay_shown_text(key).text, INLAY_MAX_NOTE);
    return INLAY_OK;
}

/* The last of the changes with that key, or NULL. */
static const struct inlay_note *find(const struct inlay_note *changes, size_t n,
                                     const char *key)
{
    while (n-- > 0)
        if (strcmp(changes[n].key, key) == 0)
            return &changes[n];
    return NULL;
}

void inlay_notes_print(const struct inlay_notes *notes,
                       const struct inlay_note *changes, size_t n,
                       struct inlay_text *json)
{
    struct inlay_json_writer w = {.text = json};
    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    for (size_t i = 0; notes && i < notes->n; i++) {
        const struct inlay_note *change = find(changes, n, notes->at[i].key);
        const char *value = change ? change->value : notes->at[i].value;
        if (value)
            inlay_json_write_text(&w, notes->at[i].key, value);
    }
    for (size_t i = 0; i < n; i++)
        if (changes[i].value && !inlay_notes_find(notes, changes[i].key) &&
            find(changes, n, changes[i].key) == &changes[i])
            inlay_json_write_text(&w, changes[i].key, changes[i].value);
    inlay_json_end(&w);
}
