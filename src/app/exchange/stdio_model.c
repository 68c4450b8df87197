/*
 * stdio_model.c: what the model of a study says.
 *
 * An answer has the members of the struct of inlay.h that it stands for, under
 * their names.
 */
#include <math.h>

#include "app/exchange/stdio_request.h"
#include "app/pages/noise.h"
#include "base/error.h"
#include "base/mem.h"
#include "problem/configuration.h"
#include "problem/outcome.h"
#include "problem/space.h"
#include "study/tell.h"

void inlay_request_write_numbers(const struct inlay_request *r, const char *key,
                                 const double *v, size_t n)
{
    inlay_json_begin_array(r->w, key, INLAY_JSON_LINE);
    for (size_t i = 0; i < n; i++)
        inlay_json_write_number(r->w, NULL, v[i]);
    inlay_json_end(r->w);
}

void inlay_request_write_prediction(const struct inlay_request *r,
                                    const inlay_prediction *p,
                                    const inlay_output_prediction *at)
{
    const struct inlay_outputs *outputs = inlay_study_outputs(r->study);

    inlay_json_write_numbers(r->w, "mean sd p_success acquisition p_feasible",
                             (const double[]){p->mean, p->sd, p->p_success,
                                              p->acquisition, p->p_feasible});
    if (outputs->is_default)
        return;
    inlay_json_begin_object(r->w, "outputs", INLAY_JSON_LINE);
    for (size_t i = 0; i < outputs->n; i++)
        inlay_json_write_object(
            r->w, outputs->name[i], "mean sd p_within",
            (const double[]){at[i].mean, at[i].sd, at[i].p_within});
    inlay_json_end(r->w);
}

/* ---- Of a configuration ---- */

/* Both answers are of one belief, which is fitted once. */
static inlay_status write_there(struct inlay_request *r,
                                const inlay_prediction *p, inlay_error *err)
{
    const size_t n = inlay_study_outputs(r->study)->n;
    inlay_output_prediction *at = inlay_mem_new(n, sizeof *at);
    const inlay_status st =
        at ? inlay_study_predict_outputs(r->study, r->x, at, err)
           : inlay_fail_memory(err, "a prediction");

    if (st == INLAY_OK)
        inlay_request_write_prediction(r, p, at);
    inlay_mem_free(at);
    return st;
}

inlay_status inlay_op_predict(struct inlay_request *r, inlay_error *err)
{
    inlay_prediction p;
    inlay_status st = inlay_study_predict(r->study, r->x, &p, err);

    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    if (st == INLAY_OK)
        st = write_there(r, &p, err);
    inlay_json_end(r->w);
    return st;
}

inlay_status inlay_op_recommend(struct inlay_request *r, inlay_error *err)
{
    inlay_prediction p;

    r->x = inlay_mem_new(inlay_space_n_variables(r->space), sizeof *r->x);
    if (!r->x)
        return inlay_fail_memory(err, "a configuration");
    inlay_status st = inlay_study_recommend(r->study, r->x, &p, err);
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    if (st == INLAY_OK) {
        inlay_configuration_add_object(inlay_json_write_value(r->w, "x"),
                                       r->space, r->x);
        st = write_there(r, &p, err);
    }
    inlay_json_end(r->w);
    return st;
}

/* ---- Of an output ---- */

inlay_status inlay_op_relevance(struct inlay_request *r, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(r->space);
    inlay_relevance *of = inlay_mem_new(n, sizeof *of);
    const inlay_status st =
        of ? inlay_study_relevance_of(r->study, r->output, of, err)
           : inlay_fail_memory(err, "relevance");

    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_begin_array(r->w, "variables", INLAY_JSON_LINE);
    for (size_t i = 0; st == INLAY_OK && i < n; i++) {
        inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
        inlay_json_write_text(r->w, "name",
                              inlay_space_var(r->space, i)->is.name);
        inlay_json_write_numbers(
            r->w, "share length_scale",
            (const double[]){of[i].share, of[i].length_scale});
        inlay_json_end(r->w);
    }
    inlay_json_end(r->w);
    inlay_json_end(r->w);
    inlay_mem_free(of);
    return st;
}

/* Another process may add trials while there is room for as many as there were:
 * then once more. */
static inlay_status leave_out(const struct inlay_request *r,
                              inlay_residual **out, size_t *n, inlay_error *err)
{
    inlay_status st = INLAY_OK;
    size_t room;

    do {
        room = inlay_study_n_trials(r->study);
        inlay_mem_free(*out);
        *out = inlay_mem_new(room, sizeof **out);
        st = *out ? inlay_study_leave_one_out_of(r->study, r->output, *out,
                                                 room, n, err)
                  : inlay_fail_memory(err, "residuals");
    } while (st == INLAY_EINVAL && inlay_study_n_trials(r->study) > room);
    return st;
}

inlay_status inlay_op_leave_one_out(struct inlay_request *r, inlay_error *err)
{
    inlay_residual *of = NULL;
    size_t n = 0;
    const inlay_status st = leave_out(r, &of, &n, err);

    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_begin_array(r->w, "residuals", INLAY_JSON_LINE);
    for (size_t i = 0; st == INLAY_OK && i < n; i++)
        inlay_json_write_object(r->w, NULL, "id value mean sd z",
                                (const double[]){(double)of[i].id, of[i].value,
                                                 of[i].mean, of[i].sd,
                                                 of[i].z});
    inlay_json_end(r->w);
    inlay_json_end(r->w);
    inlay_mem_free(of);
    return st;
}

static void write_hyperparameters(const struct inlay_request *r,
                                  const inlay_hyperparameters *h)
{
    inlay_json_begin_object(r->w, NULL, INLAY_JSON_LINE);
    inlay_json_write_integer(r->w, "n_variables", (int64_t)h->n_variables);
    inlay_json_write_integer(r->w, "n_samples", (int64_t)h->n_samples);
    inlay_json_begin_array(r->w, "length_scales", INLAY_JSON_LINE);
    for (size_t s = 0; s < h->n_samples; s++)
        inlay_request_write_numbers(
            r, NULL, h->length_scales + s * h->n_variables, h->n_variables);
    inlay_json_end(r->w);
    inlay_request_write_numbers(r, "amplitude", h->amplitude, h->n_samples);
    inlay_request_write_numbers(r, "noise", h->noise, h->n_samples);
    inlay_request_write_numbers(r, "mean", h->mean, h->n_samples);
    inlay_json_write_number(r->w, "noise_sd", h->noise_sd);
    inlay_json_end(r->w);
}

inlay_status inlay_op_hyperparameters(struct inlay_request *r, inlay_error *err)
{
    inlay_hyperparameters *h = NULL;
    const inlay_status st =
        inlay_study_hyperparameters_of(r->study, r->output, &h, err);

    if (st == INLAY_OK)
        write_hyperparameters(r, h);
    inlay_hyperparameters_free(h);
    return st;
}

inlay_status inlay_op_noise(struct inlay_request *r, inlay_error *err)
{
    inlay_noise_estimate e;
    const inlay_status st = inlay_study_noise(r->study, &e, err);

    if (st == INLAY_OK)
        inlay_noise_json(&e, NULL, r->w);
    return st;
}
