/*
 * stdio_slice.c: the model along one variable or over two.
 */
#include <inttypes.h>

#include "app/exchange/stdio_request.h"
#include "base/error.h"
#include "problem/configuration.h"

/* "variable": a name; or "variables": one or two of them. */
static inlay_status read_axes(const struct inlay_request *r, size_t axes[2],
                              size_t *n, inlay_error *err)
{
    const json_t *one = json_object_get(r->json, "variable");
    const json_t *list = json_object_get(r->json, "variables");
    inlay_status st = INLAY_OK;

    *n = list ? json_array_size(list) : 1;
    if (!one == !list || *n < 1 || *n > 2)
        return inlay_fail(err, INLAY_EPARSE,
                          "slice: give a \"variable\", its name, or "
                          "\"variables\", an array of one or two names");
    for (size_t i = 0; st == INLAY_OK && i < *n; i++) {
        const json_t *name = list ? json_array_get(list, i) : one;

        st = json_is_string(name)
                 ? inlay_space_find(r->space, json_string_value(name), &axes[i],
                                    err)
                 : inlay_fail(err, INLAY_EPARSE,
                              "slice: the name of a variable is a string, not "
                              "%s",
                              inlay_json_type_name(name));
    }
    return st;
}

static void write_axis(const struct inlay_request *r,
                       const inlay_slice_axis *axis)
{
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_text(r->w, "variable",
                          inlay_space_var(r->space, axis->variable)->is.name);
    inlay_json_write_number(r->w, "here", axis->here);
    inlay_request_write_numbers(r, "left", axis->left, axis->n);
    inlay_request_write_numbers(r, "right", axis->right, axis->n);
    inlay_json_begin_array(r->w, "values", INLAY_JSON_LINE);
    for (size_t i = 0; i < axis->n; i++)
        inlay_configuration_add_value(inlay_json_write_value(r->w, NULL),
                                      inlay_space_var(r->space, axis->variable),
                                      &axis->values[i]);
    inlay_json_end(r->w);
    inlay_json_end(r->w);
}

/* The members of inlay_slice, by their names. */
static void write_slice(const struct inlay_request *r, const inlay_slice *s)
{
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_configuration_add_object(inlay_json_write_value(r->w, "x"), r->space,
                                   s->x);
    inlay_json_write_boolean(r->w, "has_model", s->has_model);
    inlay_json_write_text(r->w, "acquisition", s->acquisition);
    inlay_json_begin_array(r->w, "axes", INLAY_JSON_LINE);
    for (size_t i = 0; i < s->n_axes; i++)
        write_axis(r, s->axes[i]);
    inlay_json_end(r->w);
    inlay_json_begin_array(r->w, "at", INLAY_JSON_LINE);
    for (size_t i = 0; i < s->n_cells; i++) {
        inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
        inlay_request_write_prediction(r, s->at[i], s->outputs[i]);
        inlay_json_end(r->w);
    }
    inlay_json_end(r->w);
    inlay_json_begin_array(r->w, "trials", INLAY_JSON_LINE);
    for (size_t i = 0; i < s->n_trials; i++) {
        inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
        inlay_json_write_integer(r->w, "id", s->trials[i]->id);
        inlay_request_write_numbers(r, "place", s->trials[i]->place, s->n_axes);
        inlay_json_write_number(r->w, "distance", s->trials[i]->distance);
        inlay_json_end(r->w);
    }
    inlay_json_end(r->w);
    inlay_json_end(r->w);
}

inlay_status inlay_op_slice(struct inlay_request *r, inlay_error *err)
{
    size_t axes[2], n = 0;
    int64_t resolution = 0;
    inlay_slice *slice = NULL;
    inlay_status st = read_axes(r, axes, &n, err);

    if (st == INLAY_OK && json_object_get(r->json, "x"))
        st = inlay_request_x(r, err);
    if (st == INLAY_OK && json_object_get(r->json, "resolution"))
        st = inlay_json_integer(r->json, "resolution", "slice", &resolution,
                                err);
    if (st == INLAY_OK && resolution < 0)
        st = inlay_fail(err, INLAY_EINVAL,
                        "slice: the resolution %" PRId64 " is below 0",
                        resolution);
    if (st == INLAY_OK)
        st = inlay_study_slice(r->study, r->x, axes, n, (size_t)resolution,
                               &slice, err);
    if (st == INLAY_OK)
        write_slice(r, slice);
    inlay_slice_free(slice);
    return st;
}
