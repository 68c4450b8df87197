/*
 * test_schema.c: the schema knows every key, and what is written is in it.
 */
#include "output_fixture.h"

#include "app/commands/init.h"
#include "app/pages/help.h"
#include "base/json.h"

static json_t *schema(void)
{
    static struct output o;
    json_t *root = NULL;
    inlay_error err = {0};

    OUTPUT_OF(&o, "schema");
    CHECK(o.code == 0);
    CHECK_OK(inlay_json_parse(o.out, strlen(o.out), &root, &err), err);
    return root;
}

static void check_property(const json_t *properties,
                           const struct inlay_key *key)
{
    const json_t *p = json_object_get(properties, key->name);
    const json_t *fallback = json_object_get(p, "default");

    CHECK_TEXT(json_string_value(json_object_get(p, "description")), key->help);
    CHECK((fallback != NULL) == (key->fallback != NULL));
    if (key->fallback && !key->choices) {
        CHECK(json_number_value(json_object_get(p, "minimum")) == key->min);
        CHECK(json_number_value(json_object_get(p, "maximum")) == key->max);
        CHECK(json_is_number(fallback));
    }
    if (!key->choices)
        return;
    CHECK_TEXT(json_string_value(fallback), key->fallback);
    const json_t *choices = json_object_get(p, "enum");
    for (size_t k = 0; key->choices[k]; k++)
        CHECK_TEXT(json_string_value(json_array_get(choices, k)),
                   key->choices[k]);
}

TEST(every_key_and_option_is_a_property_with_range_and_default)
{
    json_t *root = schema();
    const json_t *properties = json_object_get(root, "properties");
    const json_t *object = json_object_get(properties, "options");
    const json_t *options = json_object_get(object, "properties");
    struct inlay_key key;
    size_t n = 0, n_options = 0;

    for (; inlay_key_at(n, &key); n++)
        check_property(properties, &key);
    for (; inlay_key_option_at(n_options, &key); n_options++)
        check_property(options, &key);
    CHECK(json_object_size(properties) == n + 1); /* $schema */
    CHECK(json_object_size(options) == n_options && n_options > 30);
    CHECK(json_is_false(json_object_get(root, "additionalProperties")));
    CHECK(json_is_false(json_object_get(object, "additionalProperties")));
    json_decref(root);
}

/* The properties of the variable type that `type` is, or NULL. */
static const json_t *properties_of(const json_t *root, const char *type)
{
    const json_t *variable =
        json_object_get(json_object_get(root, "$defs"), "variable");
    const json_t *types = json_object_get(variable, "oneOf");

    for (size_t i = 0; i < json_array_size(types); i++) {
        const json_t *p =
            json_object_get(json_array_get(types, i), "properties");
        const json_t *constant =
            json_object_get(json_object_get(p, "type"), "const");

        if (strcmp(json_string_value(constant), type) == 0)
            return p;
    }
    return NULL;
}

TEST(all_that_the_example_has_is_in_the_schema)
{
    json_t *root = schema(), *example = NULL;
    struct inlay_study_file *file = NULL;
    char *text = NULL;
    const json_t *properties = json_object_get(root, "properties");
    inlay_error err = {0};
    const char *key;
    json_t *value;
    size_t n_types = 0;

    CHECK_OK(inlay_study_file_parse(INLAY_INIT_EXAMPLE,
                                    strlen(INLAY_INIT_EXAMPLE), NULL, NULL,
                                    &file, &err),
             err);
    CHECK_OK(inlay_study_file_print(file, &text, &err), err);
    CHECK_OK(inlay_json_parse(text, strlen(text), &example, &err), err);
    inlay_text_free(text);
    inlay_study_file_free(file);
    json_object_foreach(example, key, value)
        CHECK(json_object_get(properties, key) != NULL);
    const json_t *variables = json_object_get(example, "variables");
    for (; n_types < json_array_size(variables); n_types++) {
        json_t *variable = json_array_get(variables, n_types);
        const char *type = json_string_value(json_object_get(variable, "type"));

        json_object_foreach(variable, key, value)
            CHECK(json_object_get(properties_of(root, type), key) != NULL);
    }
    CHECK(n_types == 5);
    json_decref(example);
    json_decref(root);
}

OOM_TEST(a_schema_without_memory_leaks_nothing)
{
    struct inlay_page page = {0};

    inlay_schema_write(&page);
    const inlay_status st = inlay_text_status(&page.text, NULL);
    inlay_text_clear(&page.text);
    return st;
}
