/*
 * schema.c: a JSON Schema of study files, made from the tables.
 *
 * What a schema cannot say (min below max, names that differ) is left to the
 * parser; all it says is true of every file that the parser takes.
 */
#include "app/pages/schema.h"

#include "inlay.h"
#include "run/plan.h"

static void add_range(struct inlay_text *page, double min, double max)
{
    inlay_text_add(page, ", \"minimum\": ");
    inlay_text_add_number(page, min);
    inlay_text_add(page, ", \"maximum\": ");
    inlay_text_add_number(page, max);
}

static void begin_property(struct inlay_text *page, const char *name,
                           const char *help)
{
    inlay_text_add(page, ",\n    ");
    inlay_text_add_json(page, name);
    inlay_text_add(page, ": {\"description\": ");
    inlay_text_add_json(page, help);
}

static void add_key(struct inlay_text *page, const struct inlay_plan_key *key)
{
    begin_property(page, key->name, key->help);
    switch (key->type) {
    case INLAY_PLAN_TEXT:
        inlay_text_add(page, ", \"type\": \"string\", \"pattern\": "
                             "\"^[^/]+$\"");
        break;
    case INLAY_PLAN_WORDS:
        inlay_text_add(page, ", \"type\": \"array\", \"minItems\": 1, "
                             "\"items\": {\"type\": \"string\"}");
        break;
    case INLAY_PLAN_VARIABLES:
        inlay_text_printf(page,
                          ", \"type\": \"array\", \"minItems\": 1, "
                          "\"maxItems\": %d, \"items\": {\"$ref\": "
                          "\"#/$defs/variable\"}",
                          INLAY_MAX_VARIABLES);
        break;
    case INLAY_PLAN_INTEGER:
    case INLAY_PLAN_NUMBER:
        inlay_text_printf(page, ", \"type\": \"%s\"",
                          key->type == INLAY_PLAN_INTEGER ? "integer"
                                                          : "number");
        add_range(page, key->min, key->max);
        break;
    }
    if (key->fallback) /* of numbers only */
        inlay_text_printf(page, ", \"default\": %s", key->fallback);
    inlay_text_add(page, "}");
}

static void add_option(struct inlay_text *page, const inlay_option *option)
{
    begin_property(page, option->name, option->help);
    if (option->type == INLAY_OPTION_CHOICE) {
        inlay_text_add(page, ", \"enum\": [");
        for (size_t i = 0; option->choices[i]; i++) {
            inlay_text_add(page, i > 0 ? ", " : "");
            inlay_text_add_json(page, option->choices[i]);
        }
        inlay_text_add(page, "], \"default\": ");
        inlay_text_add_json(page, option->fallback);
    } else {
        inlay_text_printf(page, ", \"type\": \"%s\"",
                          option->type == INLAY_OPTION_INTEGER ? "integer"
                                                               : "number");
        add_range(page, option->min, option->max);
        inlay_text_printf(page, ", \"default\": %s", option->fallback);
    }
    inlay_text_add(page, "}");
}

/* A type of variable: its own properties, and which of them are needed. */
static void add_type(struct inlay_text *page, const char *type,
                     const char *properties, const char *required)
{
    inlay_text_printf(
        page,
        "        {\"type\": \"object\", \"properties\": {\"name\": "
        "{\"type\": \"string\", \"minLength\": 1}, \"type\": "
        "{\"const\": \"%s\"}%s}, \"required\": [\"name\", "
        "\"type\"%s], \"additionalProperties\": false}",
        type, properties, required);
}

static void add_variable(struct inlay_text *page)
{
    const char *scale = "\"scale\": {\"enum\": [\"linear\", \"log\"], "
                        "\"default\": \"linear\"}";
    static const char *const numbers[][2] = {{"real", "number"},
                                             {"integer", "integer"}};

    inlay_text_add(page, "    \"variable\": {\"oneOf\": [\n");
    for (size_t i = 0; i < 2; i++) {
        struct inlay_text range = {0};

        inlay_text_printf(&range,
                          ", \"min\": {\"type\": \"%s\"}, \"max\": "
                          "{\"type\": \"%s\"}, %s",
                          numbers[i][1], numbers[i][1], scale);
        inlay_text_add(page, i > 0 ? ",\n" : "");
        add_type(page, numbers[i][0], inlay_text_view(&range),
                 ", \"min\", \"max\"");
        inlay_text_fail_as(page, &range);
        inlay_text_clear(&range);
    }
    inlay_text_add(page, ",\n");
    add_type(page, "ordinal",
             ", \"values\": {\"type\": \"array\", \"items\": {\"type\": "
             "\"number\"}, \"minItems\": 1, \"uniqueItems\": true}",
             ", \"values\"");
    inlay_text_add(page, ",\n");
    add_type(page, "categorical",
             ", \"values\": {\"type\": \"array\", \"items\": {\"type\": "
             "\"string\", \"minLength\": 1}, \"minItems\": 1, "
             "\"uniqueItems\": true}",
             ", \"values\"");
    inlay_text_add(page, ",\n");
    add_type(page, "boolean", "", "");
    inlay_text_add(page, "\n    ]}");
}

void inlay_schema_write(struct inlay_text *page)
{
    const struct inlay_plan_key *key;
    const inlay_option *option;

    inlay_text_printf(page,
                      "{\n"
                      "  \"$schema\": "
                      "\"https://json-schema.org/draft/2020-12/schema\",\n"
                      "  \"title\": \"Study file of inlay %s\",\n"
                      "  \"type\": \"object\",\n"
                      "  \"required\": [\"variables\"],\n"
                      "  \"additionalProperties\": false,\n"
                      "  \"properties\": {\n"
                      "    \"$schema\": {\"description\": \"this schema, for "
                      "editors\"}",
                      inlay_version());
    for (size_t i = 0; (key = inlay_plan_key_at(i)) != NULL; i++)
        add_key(page, key);
    for (size_t i = 0; (option = inlay_option_at(i)) != NULL; i++)
        add_option(page, option);
    inlay_text_add(page, "\n  },\n  \"$defs\": {\n");
    add_variable(page);
    inlay_text_add(page, "\n  }\n}\n");
}
