/*
 * schema.c: a JSON Schema of study files, made from the tables.
 *
 * What a schema cannot say (min below max, names that differ) is left to the
 * parser; all it says is true of every file that the parser takes.
 */
#include "app/pages/help.h"

#include "base/json_writer.h"
#include "inlay.h"
#include "study/study_file.h"

static void write_default(struct inlay_json_writer *w,
                          const struct inlay_key *key)
{
    double v = 0.0;

    if (inlay_text_to_number(key->fallback, &v))
        inlay_json_write_number(w, "default", v);
    else
        inlay_json_write_text(w, "default", key->fallback);
}

/* A member whose only property is a text. */
static void write_member(struct inlay_json_writer *w, const char *name,
                         const char *key, const char *value)
{
    inlay_json_begin_object(w, name, INLAY_JSON_LINE);
    inlay_json_write_text(w, key, value);
    inlay_json_end(w);
}

static void write_key(struct inlay_json_writer *w, const struct inlay_key *key);

static void write_options(struct inlay_json_writer *w)
{
    struct inlay_key key;

    inlay_json_write_boolean(w, "additionalProperties", false);
    inlay_json_begin_object(w, "properties", INLAY_JSON_LINES);
    for (size_t i = 0; inlay_key_option_at(i, &key); i++)
        write_key(w, &key);
    inlay_json_end(w);
}

static void write_type(struct inlay_json_writer *w, const struct inlay_key *key)
{
    static const char *const TYPES[] = {
        [INLAY_KEY_TEXT] = "string",     [INLAY_KEY_WORDS] = "array",
        [INLAY_KEY_VARIABLES] = "array", [INLAY_KEY_OPTIONS] = "object",
        [INLAY_KEY_INTEGER] = "integer", [INLAY_KEY_NUMBER] = "number",
        [INLAY_KEY_CHOICE] = "string",   [INLAY_KEY_OUTPUTS] = "array",
    };

    inlay_json_write_text(w, "type", TYPES[key->type]);
    switch (key->type) {
    case INLAY_KEY_TEXT:
        inlay_json_write_text(w, "pattern", "^[^/]+$");
        break;
    case INLAY_KEY_WORDS:
        inlay_json_write_integer(w, "minItems", 1);
        write_member(w, "items", "type", "string");
        break;
    case INLAY_KEY_VARIABLES:
        inlay_json_write_numbers(w, "minItems maxItems",
                                 (const double[]){1.0, INLAY_MAX_VARIABLES});
        write_member(w, "items", "$ref", "#/$defs/variable");
        break;
    case INLAY_KEY_OUTPUTS:
        inlay_json_write_integer(w, "minItems", 1);
        write_member(w, "items", "$ref", "#/$defs/output");
        break;
    case INLAY_KEY_OPTIONS:
        write_options(w);
        break;
    case INLAY_KEY_INTEGER:
    case INLAY_KEY_NUMBER:
        inlay_json_write_numbers(w, "minimum maximum",
                                 (const double[]){key->min, key->max});
        break;
    case INLAY_KEY_CHOICE:
        inlay_json_begin_array(w, "enum", INLAY_JSON_LINE);
        for (size_t i = 0; key->choices[i]; i++)
            inlay_json_write_text(w, NULL, key->choices[i]);
        inlay_json_end(w);
        break;
    }
}

static void write_key(struct inlay_json_writer *w, const struct inlay_key *key)
{
    inlay_json_begin_object(w, key->name,
                            key->type == INLAY_KEY_OPTIONS ? INLAY_JSON_LINES
                                                           : INLAY_JSON_LINE);
    inlay_json_write_text(w, "description", key->help);
    write_type(w, key);
    if (key->fallback)
        write_default(w, key);
    inlay_json_end(w);
}

/* ---- Variables ----------------------------------------------------------- */

#define RANGE(type)                                                            \
    ", \"min\": {\"type\": \"" type "\"}, \"max\": {\"type\": \"" type         \
    "\"}, \"scale\": {\"enum\": [\"linear\", \"log\"], \"default\": "          \
    "\"linear\"}"
#define VALUES(type)                                                           \
    ", \"values\": {\"type\": \"array\", \"items\": " type                     \
    ", \"minItems\": 1, \"uniqueItems\": true}"

/* What space_json.c takes. */
static void write_variable(struct inlay_json_writer *w)
{
    static const struct {
        const char *type, *properties, *required, *value;
    } row[] = {
        {"real", RANGE("number"), ", \"min\", \"max\"", "number"},
        {"integer", RANGE("integer"), ", \"min\", \"max\"", "integer"},
        {"ordinal", VALUES("{\"type\": \"number\"}"), ", \"values\"", "number"},
        {"categorical", VALUES("{\"type\": \"string\", \"minLength\": 1}"),
         ", \"values\"", "string"},
        {"boolean", "", "", "boolean"},
    };
    struct inlay_text *text = inlay_json_write_value(w, "variable");

    inlay_text_add(text, "{\"oneOf\": [");
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        inlay_text_printf(
            text,
            "%s\n      {\"type\": \"object\", \"properties\": {\"name\": "
            "{\"type\": \"string\", \"minLength\": 1}, \"type\": {\"const\": "
            "\"%s\"}%s, \"default\": {\"type\": [\"%s\", \"null\"]}}, "
            "\"required\": [\"name\", \"type\"%s], "
            "\"additionalProperties\": false}",
            i > 0 ? "," : "", row[i].type, row[i].properties, row[i].value,
            row[i].required);
    inlay_text_add(text, "\n    ]}");
}

/* What study_file_parse.c takes. */
static void write_output(struct inlay_json_writer *w)
{
    inlay_text_add(
        inlay_json_write_value(w, "output"),
        "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": "
        "\"string\", \"minLength\": 1}, \"goal\": {\"enum\": [\"minimize\", "
        "\"maximize\"]}, \"min\": {\"type\": \"number\"}, \"max\": "
        "{\"type\": \"number\"}}, \"required\": [\"name\"], "
        "\"additionalProperties\": false}");
}

void inlay_schema_write(struct inlay_page *page)
{
    struct inlay_json_writer w = {.text = &page->text};
    struct inlay_key key;

    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINES);
    inlay_json_write_text(&w, "$schema",
                          "https://json-schema.org/draft/2020-12/schema");
    inlay_text_printf(inlay_json_write_value(&w, "title"),
                      "\"Study file of inlay %s\"", inlay_version());
    inlay_json_write_text(&w, "type", "object");
    inlay_json_begin_array(&w, "required", INLAY_JSON_LINE);
    inlay_json_write_text(&w, NULL, "variables");
    inlay_json_end(&w);
    inlay_json_write_boolean(&w, "additionalProperties", false);
    inlay_json_begin_object(&w, "properties", INLAY_JSON_LINES);
    write_member(&w, "$schema", "description", "this schema, for editors");
    for (size_t i = 0; inlay_key_at(i, &key); i++)
        write_key(&w, &key);
    inlay_json_end(&w);
    inlay_json_begin_object(&w, "$defs", INLAY_JSON_LINES);
    write_variable(&w);
    write_output(&w);
    inlay_json_end(&w);
    inlay_json_end(&w);
    inlay_text_add(&page->text, "\n");
}
