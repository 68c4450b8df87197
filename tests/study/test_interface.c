/*
 * test_interface.c: rules that hold for every function of inlay.h, tried on
 * every function of inlay.h.
 *
 * The functions are read from the header.  Each must have a CASE here, which
 * passes NULL for each of its pointers once, by REFUSED (a status says so),
 * ALLOWED (it is optional) or QUIET (a function without a status), and succeeds
 * at least once if it takes an err.  A function X_sized is tried by the case of
 * X, which calls it.
 */
#include "store_fixture.h"

/* ---- What a case works on ---- */

struct walk {
    const char *name; /* of the function */
    size_t n_nulls, n_successes;
    struct scratch scratch;
    inlay_space *space;
    inlay_options *options;
    inlay_study *study;
    inlay_study *of_file; /* see stored() */
    inlay_value x[4];
    /* Outputs, freed between calls. */
    inlay_error err;
    inlay_space *new_space;
    inlay_options *new_options;
    inlay_study *new_study;
    inlay_hyperparameters *hyper;
    inlay_explanation *explanation;
    inlay_slice *slice;
    inlay_audit *audit;
    inlay_stop *stop;
    char *text;
    inlay_trial trial, trials[2];
    inlay_variable variable;
    inlay_prediction prediction;
    inlay_relevance relevance[4];
    inlay_residual residuals[64];
    inlay_output_prediction output;
    inlay_ask_stats stats;
    inlay_noise_estimate noise;
    size_t n;
    int64_t id;
    double number;
};

static void sweep(struct walk *w)
{
    inlay_space_free(w->new_space);
    inlay_options_free(w->new_options);
    inlay_study_free(w->new_study);
    inlay_hyperparameters_free(w->hyper);
    inlay_explanation_free(w->explanation);
    inlay_slice_free(w->slice);
    inlay_audit_free(w->audit);
    inlay_stop_free(w->stop);
    inlay_text_free(w->text);
    w->new_space = NULL;
    w->new_options = NULL;
    w->new_study = NULL;
    w->hyper = NULL;
    w->explanation = NULL;
    w->slice = NULL;
    w->audit = NULL;
    w->stop = NULL;
    w->text = NULL;
}

/* An err that has the failure of an earlier call in it. */
static inlay_error *used_err(struct walk *w)
{
    w->err.code = INLAY_ESTORE;
    strcpy(w->err.msg, "of an earlier call");
    return &w->err;
}

static bool has_output(const struct walk *w)
{
    return w->new_space || w->new_options || w->new_study || w->hyper ||
           w->explanation || w->slice || w->audit || w->stop || w->text;
}

/* The message is that of the function which was called. */
static void check_refused(struct walk *w, inlay_status st, inlay_error *err)
{
    CHECK(st == INLAY_EINVAL);
    CHECK(!has_output(w));
    if (!err)
        return;
    const size_t n = strlen(w->name);
    CHECK(err->code == INLAY_EINVAL);
    CHECK(strncmp(err->msg, w->name, n) == 0 && err->msg[n] == ':');
    CHECK(strstr(err->msg, " must not be NULL"));
}

static void check_succeeded(struct walk *w, inlay_status st, inlay_error *err)
{
    if (err)
        CHECK_OK(st, *err);
    CHECK(st == INLAY_OK);
    CHECK(!err || (err->code == INLAY_OK && err->msg[0] == '\0'));
    w->n_successes++;
}

/* A call is made with an err, and with NULL. */
#define EACH_ERR(call, check)                                                  \
    do {                                                                       \
        for (int k_ = 0; k_ < 2; k_++) {                                       \
            inlay_error *err = k_ == 0 ? used_err(w) : NULL;                   \
            sweep(w);                                                          \
            check(w, call, err);                                               \
        }                                                                      \
        sweep(w);                                                              \
    } while (0)
#define REFUSED(call)                                                          \
    do {                                                                       \
        w->n_nulls++;                                                          \
        EACH_ERR(call, check_refused);                                         \
    } while (0)
#define SUCCEEDS(call) EACH_ERR(call, check_succeeded)
#define ALLOWED(call)                                                          \
    do {                                                                       \
        w->n_nulls++;                                                          \
        EACH_ERR(call, check_succeeded);                                       \
    } while (0)
#define QUIET(condition)                                                       \
    do {                                                                       \
        w->n_nulls++;                                                          \
        CHECK(condition);                                                      \
    } while (0)

typedef void case_fn(struct walk *w);
enum { MAX_CASES = 200 };
static struct {
    const char *name;
    case_fn *fn;
} cases[MAX_CASES];
static size_t n_cases;

#define CASE(function)                                                         \
    static void function##_case(struct walk *w);                               \
    __attribute__((constructor)) static void function##_add(void)              \
    {                                                                          \
        cases[n_cases].name = #function;                                       \
        cases[n_cases++].fn = function##_case;                                 \
    }                                                                          \
    static void function##_case(struct walk *w)

/* A configuration that was not used before. */
static const inlay_value *new_x(struct walk *w)
{
    w->x[0].real += 1e-3;
    return w->x;
}

/* A study in the file w->scratch.path; most cases need none. */
static inlay_study *stored(struct walk *w)
{
    if (!w->of_file) {
        w->of_file = stored_study(w->scratch.path, MIXED_SPACE, "");
        run(w->of_file, mixed, 2);
    }
    return w->of_file;
}

static int64_t pending(struct walk *w)
{
    return ask(w->study).id;
}

/* ---- Status, values ---- */

CASE(inlay_version)
{
    CHECK(w && inlay_version());
}
CASE(inlay_status_name)
{
    CHECK(w && inlay_status_name((inlay_status)-1));
}
CASE(inlay_state_name)
{
    CHECK(w && inlay_state_name((inlay_state)-1));
}
CASE(inlay_origin_name)
{
    CHECK(w && inlay_origin_name((inlay_origin)-1));
}
CASE(inlay_real)
{
    CHECK(w && inlay_real(2.0).real == 2.0);
}
CASE(inlay_integer)
{
    CHECK(w && inlay_integer(2).integer == 2);
}
CASE(inlay_ordinal)
{
    CHECK(w && inlay_ordinal(2.0).real == 2.0);
}
CASE(inlay_ordinal_name)
{
    QUIET(inlay_ordinal_name(NULL).text == NULL);
}
CASE(inlay_category)
{
    QUIET(inlay_category(NULL).text == NULL);
}
CASE(inlay_absent)
{
    CHECK(w && inlay_absent().type == INLAY_TYPE_ABSENT);
}
CASE(inlay_boolean)
{
    CHECK(w && inlay_boolean(true).integer == 1);
}

/* ---- The space ---- */

CASE(inlay_space_new)
{
    REFUSED(inlay_space_new(NULL, err));
    SUCCEEDS(inlay_space_new(&w->new_space, err));
}
CASE(inlay_space_free)
{
    QUIET((inlay_space_free(NULL), true));
}

/* Names must differ. */
static const char *new_name(struct walk *w)
{
    static char name[32];
    snprintf(name, sizeof name, "v%zu", inlay_space_n_variables(w->space));
    return name;
}

CASE(inlay_space_add_real)
{
    const inlay_scale linear = INLAY_SCALE_LINEAR;
    REFUSED(inlay_space_add_real(NULL, "v", 0.0, 1.0, linear, err));
    REFUSED(inlay_space_add_real(w->space, NULL, 0.0, 1.0, linear, err));
    SUCCEEDS(
        inlay_space_add_real(w->space, new_name(w), 0.0, 1.0, linear, err));
}
CASE(inlay_space_add_integer)
{
    const inlay_scale linear = INLAY_SCALE_LINEAR;
    REFUSED(inlay_space_add_integer(NULL, "v", 0, 1, linear, err));
    REFUSED(inlay_space_add_integer(w->space, NULL, 0, 1, linear, err));
    SUCCEEDS(inlay_space_add_integer(w->space, new_name(w), 0, 1, linear, err));
}
CASE(inlay_space_add_ordinal)
{
    static const double V[] = {1.0, 2.0};
    REFUSED(inlay_space_add_ordinal(NULL, "v", V, 2, err));
    REFUSED(inlay_space_add_ordinal(w->space, NULL, V, 2, err));
    REFUSED(inlay_space_add_ordinal(w->space, "v", NULL, 2, err));
    SUCCEEDS(inlay_space_add_ordinal(w->space, new_name(w), V, 2, err));
}
CASE(inlay_space_add_ordinal_names)
{
    static const char *const V[] = {"a", "b"};
    REFUSED(inlay_space_add_ordinal_names(NULL, "v", V, 2, err));
    REFUSED(inlay_space_add_ordinal_names(w->space, NULL, V, 2, err));
    REFUSED(inlay_space_add_ordinal_names(w->space, "v", NULL, 2, err));
    SUCCEEDS(inlay_space_add_ordinal_names(w->space, new_name(w), V, 2, err));
}
CASE(inlay_space_set_step)
{
    const char *name = "step";
    CHECK(inlay_space_add_real(w->space, name, 0.0, 1.0, INLAY_SCALE_LINEAR,
                               NULL) == INLAY_OK);
    REFUSED(inlay_space_set_step(NULL, name, 1.0, err));
    REFUSED(inlay_space_set_step(w->space, NULL, 1.0, err));
    SUCCEEDS(inlay_space_set_step(w->space, name, 0.5, err));
}
CASE(inlay_space_set_description)
{
    const char *name = "described";
    CHECK(inlay_space_add_boolean(w->space, name, NULL) == INLAY_OK);
    REFUSED(inlay_space_set_description(NULL, name, "d", err));
    REFUSED(inlay_space_set_description(w->space, NULL, "d", err));
    SUCCEEDS(inlay_space_set_description(w->space, name, "d", err));
    ALLOWED(inlay_space_set_description(w->space, name, NULL, err));
}
CASE(inlay_space_add_categorical)
{
    static const char *const V[] = {"a", "b"};
    REFUSED(inlay_space_add_categorical(NULL, "v", V, 2, err));
    REFUSED(inlay_space_add_categorical(w->space, NULL, V, 2, err));
    REFUSED(inlay_space_add_categorical(w->space, "v", NULL, 2, err));
    SUCCEEDS(inlay_space_add_categorical(w->space, new_name(w), V, 2, err));
}
CASE(inlay_space_add_boolean)
{
    REFUSED(inlay_space_add_boolean(NULL, "v", err));
    REFUSED(inlay_space_add_boolean(w->space, NULL, err));
    SUCCEEDS(inlay_space_add_boolean(w->space, new_name(w), err));
}
CASE(inlay_space_set_default)
{
    const inlay_value v = inlay_real(0.5);
    REFUSED(inlay_space_set_default(NULL, "a", &v, err));
    REFUSED(inlay_space_set_default(w->space, NULL, &v, err));
    ALLOWED(inlay_space_set_default(w->space, "a", NULL, err));
    SUCCEEDS(inlay_space_set_default(w->space, "a", &v, err));
}
CASE(inlay_space_parse)
{
    REFUSED(inlay_space_parse(NULL, 2, &w->new_space, err));
    REFUSED(inlay_space_parse("[]", 2, NULL, err));
    SUCCEEDS(inlay_space_parse("[]", 2, &w->new_space, err));
}
CASE(inlay_space_print)
{
    REFUSED(inlay_space_print(NULL, &w->text, err));
    REFUSED(inlay_space_print(w->space, NULL, err));
    SUCCEEDS(inlay_space_print(w->space, &w->text, err));
}
CASE(inlay_text_free)
{
    QUIET((inlay_text_free(NULL), true));
}
CASE(inlay_space_n_variables)
{
    QUIET(inlay_space_n_variables(NULL) == 0);
}
CASE(inlay_space_variable)
{
    REFUSED(inlay_space_variable(NULL, 0, &w->variable, err));
    REFUSED(inlay_space_variable(w->space, 0, NULL, err));
    SUCCEEDS(inlay_space_variable(w->space, 0, &w->variable, err));
}
CASE(inlay_space_find)
{
    REFUSED(inlay_space_find(NULL, "a", &w->n, err));
    REFUSED(inlay_space_find(w->space, NULL, &w->n, err));
    REFUSED(inlay_space_find(w->space, "a", NULL, err));
    SUCCEEDS(inlay_space_find(w->space, "a", &w->n, err));
}

/* ---- Options ---- */

CASE(inlay_option_at)
{
    CHECK(w && inlay_option_at(0) && !inlay_option_at(SIZE_MAX));
}
CASE(inlay_options_new)
{
    REFUSED(inlay_options_new(NULL, err));
    SUCCEEDS(inlay_options_new(&w->new_options, err));
}
CASE(inlay_options_free)
{
    QUIET((inlay_options_free(NULL), true));
}
CASE(inlay_options_set)
{
    REFUSED(inlay_options_set(NULL, "seed", "7", err));
    REFUSED(inlay_options_set(w->options, NULL, "7", err));
    REFUSED(inlay_options_set(w->options, "seed", NULL, err));
    SUCCEEDS(inlay_options_set(w->options, "seed", "7", err));
}
CASE(inlay_options_get)
{
    QUIET(!inlay_options_get(NULL, "seed"));
    QUIET(!inlay_options_get(w->options, NULL));
}
CASE(inlay_options_set_number)
{
    REFUSED(inlay_options_set_number(NULL, "seed", 7, err));
    REFUSED(inlay_options_set_number(w->options, NULL, 7, err));
    SUCCEEDS(inlay_options_set_number(w->options, "seed", 7, err));
}
CASE(inlay_options_get_number)
{
    REFUSED(inlay_options_get_number(NULL, "seed", &w->number, err));
    REFUSED(inlay_options_get_number(w->options, NULL, &w->number, err));
    REFUSED(inlay_options_get_number(w->options, "seed", NULL, err));
    SUCCEEDS(inlay_options_get_number(w->options, "seed", &w->number, err));
}
CASE(inlay_options_is_better)
{
    QUIET(!inlay_options_is_better(NULL, 1.0, 2.0));
}

/* A name can be added once. */
static inlay_status add_output(const char *name, inlay_error *err)
{
    inlay_options *o = NULL;
    CHECK(inlay_options_new(&o, NULL) == INLAY_OK);
    const inlay_status st =
        inlay_options_add_output(o, name, INLAY_GOAL_NONE, 0, 9, err);
    inlay_options_free(o);
    return st;
}
CASE(inlay_options_add_output)
{
    REFUSED(inlay_options_add_output(NULL, "ms", INLAY_GOAL_NONE, 0, 9, err));
    REFUSED(add_output(NULL, err));
    SUCCEEDS(add_output("ms", err));
}
CASE(inlay_options_n_outputs)
{
    QUIET(inlay_options_n_outputs(NULL) == 0);
}
CASE(inlay_options_output)
{
    QUIET(!inlay_options_output(NULL, 0));
}
CASE(inlay_options_objective)
{
    QUIET(inlay_options_objective(NULL) == 0);
}

/* ---- The study ---- */

CASE(inlay_study_new)
{
    REFUSED(inlay_study_new(NULL, w->options, &w->new_study, err));
    ALLOWED(inlay_study_new(w->space, NULL, &w->new_study, err));
    REFUSED(inlay_study_new(w->space, w->options, NULL, err));
}
CASE(inlay_study_open)
{
    const char *path = w->scratch.path;
    const inlay_space *space = inlay_study_space(stored(w));
    REFUSED(inlay_study_open(NULL, space, w->options, &w->new_study, err));
    ALLOWED(inlay_study_open(path, NULL, w->options, &w->new_study, err));
    ALLOWED(inlay_study_open(path, space, NULL, &w->new_study, err));
    REFUSED(inlay_study_open(path, space, w->options, NULL, err));
}
CASE(inlay_study_open_read)
{
    const char *path = w->scratch.path;
    CHECK(stored(w));
    REFUSED(inlay_study_open_read(NULL, &w->new_study, err));
    REFUSED(inlay_study_open_read(path, NULL, err));
    SUCCEEDS(inlay_study_open_read(path, &w->new_study, err));
}
CASE(inlay_study_refresh)
{
    REFUSED(inlay_study_refresh(NULL, err));
    SUCCEEDS(inlay_study_refresh(stored(w), err));
}
CASE(inlay_study_revise)
{
    inlay_study *study = stored(w);
    REFUSED(inlay_study_revise(NULL, w->space, w->options, err));
    ALLOWED(inlay_study_revise(study, NULL, w->options, err));
    ALLOWED(inlay_study_revise(study, inlay_study_space(study), NULL, err));
    SUCCEEDS(inlay_study_revise(study, NULL, NULL, err));
}
CASE(inlay_study_last_revision)
{
    inlay_revision change;
    REFUSED(inlay_study_last_revision(NULL, &change, err));
    REFUSED(inlay_study_last_revision(w->study, NULL, err));
    SUCCEEDS(inlay_study_last_revision(w->study, &change, err));
}
CASE(inlay_study_free)
{
    QUIET((inlay_study_free(NULL), true));
}
CASE(inlay_study_space)
{
    QUIET(!inlay_study_space(NULL));
}
CASE(inlay_study_options)
{
    QUIET(!inlay_study_options(NULL));
}
CASE(inlay_study_may_repeat)
{
    QUIET(!inlay_study_may_repeat(NULL));
}
CASE(inlay_study_set_log)
{
    QUIET((inlay_study_set_log(NULL, NULL, NULL), true));
    QUIET((inlay_study_set_log(w->study, NULL, w), true));
    QUIET((inlay_study_set_log(w->study, NULL, NULL), true));
}

/* ---- Ask and tell ---- */

CASE(inlay_study_ask)
{
    REFUSED(inlay_study_ask(NULL, &w->trial, err));
    REFUSED(inlay_study_ask(w->study, NULL, err));
    SUCCEEDS(inlay_study_ask(w->study, &w->trial, err));
}
CASE(inlay_study_ask_many)
{
    REFUSED(inlay_study_ask_many(NULL, 2, w->trials, &w->n, err));
    REFUSED(inlay_study_ask_many(w->study, 2, NULL, &w->n, err));
    REFUSED(inlay_study_ask_many(w->study, 2, w->trials, NULL, err));
    SUCCEEDS(inlay_study_ask_many(w->study, 2, w->trials, &w->n, err));
}
CASE(inlay_study_tell)
{
    REFUSED(inlay_study_tell(NULL, 1, 0.5, err));
    SUCCEEDS(inlay_study_tell(w->study, pending(w), 0.5, err));
}
CASE(inlay_study_tell_noisy)
{
    REFUSED(inlay_study_tell_noisy(NULL, 1, 0.5, 0.1, err));
    SUCCEEDS(inlay_study_tell_noisy(w->study, pending(w), 0.5, 0.1, err));
}
CASE(inlay_study_report_noisy)
{
    const double y = 0.5;
    REFUSED(inlay_study_report_noisy(NULL, 1, &y, 1, 0.1, "{}", err));
    REFUSED(inlay_study_report_noisy(w->study, 1, NULL, 1, 0.1, "{}", err));
    ALLOWED(
        inlay_study_report_noisy(w->study, pending(w), &y, 1, 0.1, NULL, err));
}
CASE(inlay_study_add_noisy)
{
    const double y = 0.5;
    REFUSED(inlay_study_add_noisy(NULL, w->x, &y, 1, 0.1, "{}", &w->id, err));
    REFUSED(
        inlay_study_add_noisy(w->study, NULL, &y, 1, 0.1, "{}", &w->id, err));
    REFUSED(
        inlay_study_add_noisy(w->study, w->x, NULL, 1, 0.1, "{}", &w->id, err));
    ALLOWED(inlay_study_add_noisy(w->study, new_x(w), &y, 1, 0.1, NULL, &w->id,
                                  err));
    ALLOWED(
        inlay_study_add_noisy(w->study, new_x(w), &y, 1, 0.1, "{}", NULL, err));
}
CASE(inlay_study_report)
{
    const double y = 0.5;
    REFUSED(inlay_study_report(NULL, 1, &y, 1, "{}", err));
    REFUSED(inlay_study_report(w->study, 1, NULL, 1, "{}", err));
    ALLOWED(inlay_study_report(w->study, pending(w), &y, 1, NULL, err));
}
CASE(inlay_study_add_report)
{
    const double y = 0.5;
    REFUSED(inlay_study_add_report(NULL, w->x, &y, 1, "{}", &w->id, err));
    REFUSED(inlay_study_add_report(w->study, NULL, &y, 1, "{}", &w->id, err));
    REFUSED(inlay_study_add_report(w->study, w->x, NULL, 1, "{}", &w->id, err));
    ALLOWED(
        inlay_study_add_report(w->study, new_x(w), &y, 1, NULL, &w->id, err));
    ALLOWED(inlay_study_add_report(w->study, new_x(w), &y, 1, "{}", NULL, err));
}
CASE(inlay_study_tell_failed)
{
    REFUSED(inlay_study_tell_failed(NULL, 1, "x", err));
    ALLOWED(inlay_study_tell_failed(w->study, pending(w), NULL, err));
}
CASE(inlay_study_enqueue)
{
    REFUSED(inlay_study_enqueue(NULL, w->x, err));
    REFUSED(inlay_study_enqueue(w->study, NULL, err));
    SUCCEEDS(inlay_study_enqueue(w->study, new_x(w), err));
}
CASE(inlay_study_add)
{
    REFUSED(inlay_study_add(NULL, w->x, 0.5, &w->id, err));
    REFUSED(inlay_study_add(w->study, NULL, 0.5, &w->id, err));
    ALLOWED(inlay_study_add(w->study, new_x(w), 0.5, NULL, err));
}
CASE(inlay_study_add_failed)
{
    REFUSED(inlay_study_add_failed(NULL, w->x, "x", &w->id, err));
    REFUSED(inlay_study_add_failed(w->study, NULL, "x", &w->id, err));
    ALLOWED(inlay_study_add_failed(w->study, new_x(w), NULL, &w->id, err));
    ALLOWED(inlay_study_add_failed(w->study, new_x(w), "x", NULL, err));
}

CASE(inlay_study_add_many)
{
    const double y = 0.5;
    const char *const metrics = "{}";
    REFUSED(inlay_study_add_many(NULL, 1, w->x, &y, &metrics, &w->id, err));
    REFUSED(inlay_study_add_many(w->study, 1, NULL, &y, NULL, &w->id, err));
    REFUSED(inlay_study_add_many(w->study, 1, w->x, NULL, NULL, &w->id, err));
    ALLOWED(inlay_study_add_many(w->study, 1, new_x(w), &y, NULL, &w->id, err));
    ALLOWED(
        inlay_study_add_many(w->study, 1, new_x(w), &y, &metrics, NULL, err));
}
CASE(inlay_study_add_many_noisy)
{
    const double y = 0.5, v = 0.1;
    const char *const m = "{}";
    REFUSED(inlay_study_add_many_noisy(NULL, 1, w->x, &y, &v, &m, &w->id, err));
    REFUSED(
        inlay_study_add_many_noisy(w->study, 1, NULL, &y, &v, &m, &w->id, err));
    REFUSED(inlay_study_add_many_noisy(w->study, 1, w->x, NULL, &v, &m, &w->id,
                                       err));
    ALLOWED(inlay_study_add_many_noisy(w->study, 1, new_x(w), &y, NULL, &m,
                                       &w->id, err));
    ALLOWED(inlay_study_add_many_noisy(w->study, 1, new_x(w), &y, &v, NULL,
                                       &w->id, err));
    ALLOWED(inlay_study_add_many_noisy(w->study, 1, new_x(w), &y, &v, &m, NULL,
                                       err));
}

/* ---- When something went wrong ---- */

static int64_t done(struct walk *w)
{
    const int64_t id = pending(w);
    tell(w->study, id, 0.5);
    return id;
}

static int64_t discarded(struct walk *w)
{
    const int64_t id = done(w);
    CHECK(inlay_study_discard(w->study, id, "x", NULL) == INLAY_OK);
    return id;
}

static void ignore_change(const inlay_change *change, void *context)
{
    (void)change, (void)context;
}

CASE(inlay_change_name)
{
    CHECK(w && inlay_change_name((inlay_change_kind)-1));
}
CASE(inlay_study_abandon)
{
    REFUSED(inlay_study_abandon(NULL, 1, "x", err));
    ALLOWED(inlay_study_abandon(w->study, pending(w), NULL, err));
}
CASE(inlay_study_requeue)
{
    REFUSED(inlay_study_requeue(NULL, 1, err));
    SUCCEEDS(inlay_study_requeue(w->study, pending(w), err));
}
CASE(inlay_study_amend)
{
    const double y = 0.5;
    REFUSED(inlay_study_amend(NULL, 1, &y, 1, "{}", err));
    REFUSED(inlay_study_amend(w->study, 1, NULL, 1, "{}", err));
    ALLOWED(inlay_study_amend(w->study, done(w), &y, 1, NULL, err));
}
CASE(inlay_study_amend_noisy)
{
    const double y = 0.5;
    REFUSED(inlay_study_amend_noisy(NULL, 1, &y, 1, 0.1, "{}", err));
    REFUSED(inlay_study_amend_noisy(w->study, 1, NULL, 1, 0.1, "{}", err));
    ALLOWED(inlay_study_amend_noisy(w->study, done(w), &y, 1, 0.1, NULL, err));
}
CASE(inlay_study_amend_failed)
{
    REFUSED(inlay_study_amend_failed(NULL, 1, "x", err));
    ALLOWED(inlay_study_amend_failed(w->study, done(w), NULL, err));
}
CASE(inlay_study_discard)
{
    REFUSED(inlay_study_discard(NULL, 1, "x", err));
    ALLOWED(inlay_study_discard(w->study, done(w), NULL, err));
}
CASE(inlay_study_restore)
{
    REFUSED(inlay_study_restore(NULL, 1, err));
    SUCCEEDS(inlay_study_restore(w->study, discarded(w), err));
}
CASE(inlay_study_changes)
{
    REFUSED(inlay_study_changes(NULL, 1, ignore_change, w, err));
    REFUSED(inlay_study_changes(w->study, 1, NULL, w, err));
    ALLOWED(inlay_study_changes(w->study, 1, ignore_change, NULL, err));
}
CASE(inlay_study_set_attribute)
{
    REFUSED(inlay_study_set_attribute(NULL, 1, "a", "b", err));
    REFUSED(inlay_study_set_attribute(w->study, 1, NULL, "b", err));
    ALLOWED(inlay_study_set_attribute(w->study, 1, "a", NULL, err));
}
CASE(inlay_study_attribute)
{
    QUIET(!inlay_study_attribute(NULL, 1, "a"));
    QUIET(!inlay_study_attribute(w->study, 1, NULL));
}
CASE(inlay_study_n_attributes)
{
    QUIET(inlay_study_n_attributes(NULL, 1) == 0);
}
CASE(inlay_study_attribute_key)
{
    QUIET(!inlay_study_attribute_key(NULL, 1, 0));
}
CASE(inlay_study_set_lease)
{
    REFUSED(inlay_study_set_lease(NULL, 60.0, err));
    SUCCEEDS(inlay_study_set_lease(w->study, 60.0, err));
}
CASE(inlay_study_renew)
{
    REFUSED(inlay_study_renew(NULL, err));
    CHECK(inlay_study_set_lease(w->study, 60.0, NULL) == INLAY_OK);
    SUCCEEDS(inlay_study_renew(w->study, err));
}

/* ---- Looking ---- */

CASE(inlay_study_n_trials)
{
    QUIET(inlay_study_n_trials(NULL) == 0);
}
CASE(inlay_study_n_in_state)
{
    QUIET(inlay_study_n_in_state(NULL, INLAY_STATE_PENDING) == 0);
}
CASE(inlay_study_n_queued)
{
    QUIET(inlay_study_n_queued(NULL) == 0);
}
CASE(inlay_study_find)
{
    REFUSED(inlay_study_find(NULL, w->x, &w->id, err));
    REFUSED(inlay_study_find(w->study, NULL, &w->id, err));
    REFUSED(inlay_study_find(w->study, w->x, NULL, err));
    SUCCEEDS(inlay_study_find(w->study, w->x, &w->id, err));
}
CASE(inlay_study_find_queued)
{
    REFUSED(inlay_study_find_queued(NULL, w->x, &w->n, err));
    REFUSED(inlay_study_find_queued(w->study, NULL, &w->n, err));
    REFUSED(inlay_study_find_queued(w->study, w->x, NULL, err));
    SUCCEEDS(inlay_study_find_queued(w->study, w->x, &w->n, err));
}
CASE(inlay_study_trial)
{
    REFUSED(inlay_study_trial(NULL, 1, &w->trial, err));
    REFUSED(inlay_study_trial(w->study, 1, NULL, err));
    SUCCEEDS(inlay_study_trial(w->study, 1, &w->trial, err));
}
CASE(inlay_study_best)
{
    REFUSED(inlay_study_best(NULL, &w->trial, err));
    REFUSED(inlay_study_best(w->study, NULL, err));
    SUCCEEDS(inlay_study_best(w->study, &w->trial, err));
}
CASE(inlay_study_predict)
{
    REFUSED(inlay_study_predict(NULL, w->x, &w->prediction, err));
    REFUSED(inlay_study_predict(w->study, NULL, &w->prediction, err));
    REFUSED(inlay_study_predict(w->study, w->x, NULL, err));
    SUCCEEDS(inlay_study_predict(w->study, w->x, &w->prediction, err));
}
CASE(inlay_study_recommend)
{
    inlay_value x[4];
    REFUSED(inlay_study_recommend(NULL, x, &w->prediction, err));
    REFUSED(inlay_study_recommend(w->study, NULL, &w->prediction, err));
    ALLOWED(inlay_study_recommend(w->study, x, NULL, err));
}
CASE(inlay_study_relevance)
{
    REFUSED(inlay_study_relevance(NULL, w->relevance, err));
    REFUSED(inlay_study_relevance(w->study, NULL, err));
    SUCCEEDS(inlay_study_relevance(w->study, w->relevance, err));
}
CASE(inlay_study_leave_one_out)
{
    inlay_residual *r = w->residuals;
    REFUSED(inlay_study_leave_one_out(NULL, r, 64, &w->n, err));
    REFUSED(inlay_study_leave_one_out(w->study, NULL, 64, &w->n, err));
    REFUSED(inlay_study_leave_one_out(w->study, r, 64, NULL, err));
    SUCCEEDS(inlay_study_leave_one_out(w->study, r, 64, &w->n, err));
}
CASE(inlay_study_predict_outputs)
{
    REFUSED(inlay_study_predict_outputs(NULL, w->x, &w->output, err));
    REFUSED(inlay_study_predict_outputs(w->study, NULL, &w->output, err));
    REFUSED(inlay_study_predict_outputs(w->study, w->x, NULL, err));
    SUCCEEDS(inlay_study_predict_outputs(w->study, w->x, &w->output, err));
}
CASE(inlay_study_relevance_of)
{
    REFUSED(inlay_study_relevance_of(NULL, 0, w->relevance, err));
    REFUSED(inlay_study_relevance_of(w->study, 0, NULL, err));
    SUCCEEDS(inlay_study_relevance_of(w->study, 0, w->relevance, err));
}
CASE(inlay_study_leave_one_out_of)
{
    inlay_residual *r = w->residuals;
    REFUSED(inlay_study_leave_one_out_of(NULL, 0, r, 64, &w->n, err));
    REFUSED(inlay_study_leave_one_out_of(w->study, 0, NULL, 64, &w->n, err));
    REFUSED(inlay_study_leave_one_out_of(w->study, 0, r, 64, NULL, err));
    SUCCEEDS(inlay_study_leave_one_out_of(w->study, 0, r, 64, &w->n, err));
}
CASE(inlay_study_hyperparameters_of)
{
    REFUSED(inlay_study_hyperparameters_of(NULL, 0, &w->hyper, err));
    REFUSED(inlay_study_hyperparameters_of(w->study, 0, NULL, err));
    SUCCEEDS(inlay_study_hyperparameters_of(w->study, 0, &w->hyper, err));
}
CASE(inlay_study_noise)
{
    REFUSED(inlay_study_noise(NULL, &w->noise, err));
    REFUSED(inlay_study_noise(w->study, NULL, err));
    SUCCEEDS(inlay_study_noise(w->study, &w->noise, err));
}
CASE(inlay_study_last_ask)
{
    REFUSED(inlay_study_last_ask(NULL, &w->stats, err));
    REFUSED(inlay_study_last_ask(w->study, NULL, err));
    SUCCEEDS(inlay_study_last_ask(w->study, &w->stats, err));
}

CASE(inlay_study_n_since_best)
{
    QUIET(inlay_study_n_since_best(NULL) == 0);
}

/* ---- Stopping ---- */

CASE(inlay_stop_new)
{
    REFUSED(inlay_stop_new(NULL, err));
    SUCCEEDS(inlay_stop_new(&w->stop, err));
}
CASE(inlay_stop_free)
{
    QUIET((inlay_stop_free(NULL), true));
}
CASE(inlay_stop_request)
{
    QUIET((inlay_stop_request(NULL), true));
}
CASE(inlay_stop_clear)
{
    QUIET((inlay_stop_clear(NULL), true));
}
CASE(inlay_stop_is_requested)
{
    QUIET(!inlay_stop_is_requested(NULL));
}
CASE(inlay_study_set_stop)
{
    QUIET((inlay_study_set_stop(NULL, NULL), true));
    QUIET((inlay_study_set_stop(w->study, NULL), true));
}
CASE(inlay_study_set_deadline)
{
    REFUSED(inlay_study_set_deadline(NULL, 1.0, err));
    SUCCEEDS(inlay_study_set_deadline(w->study, INFINITY, err));
}

/* ---- Insight ---- */

CASE(inlay_study_is_better)
{
    QUIET(!inlay_study_is_better(NULL, 1.0, 2.0));
}
CASE(inlay_study_acquisition)
{
    QUIET(!inlay_study_acquisition(NULL));
}
CASE(inlay_study_hyperparameters)
{
    REFUSED(inlay_study_hyperparameters(NULL, &w->hyper, err));
    REFUSED(inlay_study_hyperparameters(w->study, NULL, err));
    SUCCEEDS(inlay_study_hyperparameters(w->study, &w->hyper, err));
}
CASE(inlay_hyperparameters_free)
{
    QUIET((inlay_hyperparameters_free(NULL), true));
}
CASE(inlay_study_explain)
{
    REFUSED(inlay_study_explain(NULL, 1, &w->explanation, err));
    REFUSED(inlay_study_explain(w->study, 1, NULL, err));
    SUCCEEDS(inlay_study_explain(w->study, 1, &w->explanation, err));
}
CASE(inlay_explanation_free)
{
    QUIET((inlay_explanation_free(NULL), true));
}
CASE(inlay_study_slice)
{
    const size_t v = 0;
    REFUSED(inlay_study_slice(NULL, w->x, &v, 1, 0, &w->slice, err));
    ALLOWED(inlay_study_slice(w->study, NULL, &v, 1, 0, &w->slice, err));
    REFUSED(inlay_study_slice(w->study, w->x, NULL, 1, 0, &w->slice, err));
    REFUSED(inlay_study_slice(w->study, w->x, &v, 1, 0, NULL, err));
    SUCCEEDS(inlay_study_slice(w->study, w->x, &v, 1, 0, &w->slice, err));
}
CASE(inlay_slice_free)
{
    QUIET((inlay_slice_free(NULL), true));
}
CASE(inlay_study_audit)
{
    REFUSED(inlay_study_audit(NULL, &w->audit, err));
    REFUSED(inlay_study_audit(w->study, NULL, err));
    SUCCEEDS(inlay_study_audit(w->study, &w->audit, err));
}
CASE(inlay_audit_file)
{
    CHECK(stored(w));
    REFUSED(inlay_audit_file(NULL, &w->audit, err));
    REFUSED(inlay_audit_file(w->scratch.path, NULL, err));
    SUCCEEDS(inlay_audit_file(w->scratch.path, &w->audit, err));
}
CASE(inlay_audit_free)
{
    QUIET((inlay_audit_free(NULL), true));
}

/* ---- One call ---- */

static double objective(const inlay_value *x, void *context)
{
    (void)context;
    return x[0].real;
}

static bool evaluate(const inlay_value *x, double *value, void *context)
{
    *value = objective(x, context);
    return true;
}

CASE(inlay_minimize_with)
{
    const inlay_space *space = w->space;
    const inlay_options *o = w->options;
    const inlay_minimize_terms terms = {.budget = 3, .context = w}, *t = &terms;
    inlay_minimize_result result, *r = &result;
    REFUSED(inlay_minimize_with(NULL, o, evaluate, t, w->x, r, err));
    ALLOWED(inlay_minimize_with(space, NULL, evaluate, t, w->x, r, err));
    REFUSED(inlay_minimize_with(space, o, NULL, t, w->x, r, err));
    REFUSED(inlay_minimize_with_sized(space, o, evaluate, NULL, sizeof terms,
                                      w->x, r, sizeof result, err));
    ALLOWED(inlay_minimize_with(space, o, evaluate, t, NULL, r, err));
    ALLOWED(inlay_minimize_with_sized(space, o, evaluate, t, sizeof terms, w->x,
                                      NULL, sizeof result, err));
}

CASE(inlay_minimize)
{
    const inlay_space *space = w->space;
    const inlay_options *o = w->options;
    inlay_value *x = w->x;
    double *v = &w->number;
    REFUSED(inlay_minimize(NULL, o, 3, objective, w, x, v, err));
    ALLOWED(inlay_minimize(space, NULL, 3, objective, w, x, v, err));
    REFUSED(inlay_minimize(space, o, 3, NULL, w, x, v, err));
    ALLOWED(inlay_minimize(space, o, 3, objective, NULL, x, v, err));
    ALLOWED(inlay_minimize(space, o, 3, objective, w, NULL, v, err));
    ALLOWED(inlay_minimize(space, o, 3, objective, w, x, NULL, err));
}

/* ---- The header ---- */

/* inlay.h without comments and lines of the preprocessor. */
static char *read_header(void)
{
    FILE *f = fopen("include/inlay.h", "r");
    char line[256], *text = calloc(1, 200000), *to = text;
    bool in_comment = false;
    CHECK(f && text);
    while (fgets(line, sizeof line, f)) {
        for (const char *c = line; line[0] != '#' && *c; c++) {
            if (c[0] == '/' && c[1] == '*')
                in_comment = true;
            if (!in_comment)
                *to++ = *c;
            if (in_comment && c > line && c[-1] == '*' && c[0] == '/')
                in_comment = false;
        }
        CHECK(to - text < 190000);
    }
    fclose(f);
    return text;
}

/* A function as it is declared. */
struct prototype {
    char name[80];
    size_t n_pointers; /* without err */
    bool has_err;
};

/* The first one from *at on, which is moved behind it; false: none. */
static bool next_prototype(const char **at, struct prototype *p)
{
    const char *begin = strstr(*at, "INLAY_");
    while (begin && strncmp(begin, "INLAY_API ", 10) != 0 &&
           strncmp(begin, "INLAY_INLINE ", 13) != 0)
        begin = strstr(begin + 1, "INLAY_");
    if (!begin)
        return false;
    const char *open = strchr(begin, '('), *end = strpbrk(open, ";{");
    const char *name = open;
    while (name[-1] == '_' || (name[-1] >= 'a' && name[-1] <= 'z'))
        name--;
    *p = (struct prototype){0};
    snprintf(p->name, sizeof p->name, "%.*s", (int)(open - name), name);
    for (const char *c = open, *from = open; c < end; c++) {
        if (*c != ',' && *c != ')')
            continue;
        const bool is_pointer = memchr(from, '*', (size_t)(c - from));
        const char *err = strstr(from, "inlay_error *err");
        if (err && err < c)
            p->has_err = true;
        else
            p->n_pointers += is_pointer;
        from = c;
    }
    *at = end;
    return true;
}

static case_fn *find_case(const char *name)
{
    for (size_t i = 0; i < n_cases; i++)
        if (strcmp(cases[i].name, name) == 0)
            return cases[i].fn;
    return NULL;
}

static void begin(struct walk *w)
{
    *w = (struct walk){.scratch = scratch_make()};
    w->space = space_of(MIXED_SPACE);
    w->options = options_of("seed=7");
    w->study = study_of(MIXED_SPACE, "");
    run(w->study, mixed, 6);
    memcpy(w->x, trial_of(w->study, 1).x, sizeof w->x);
    w->x[0].real = 0.125;
}

static void end(struct walk *w)
{
    sweep(w);
    inlay_study_free(w->of_file);
    inlay_study_free(w->study);
    inlay_options_free(w->options);
    inlay_space_free(w->space);
    scratch_remove(&w->scratch);
}

static void try_function(const struct prototype *p, case_fn *fn)
{
    struct walk w;
    begin(&w);
    w.name = p->name;
    fn(&w);
    end(&w);
    if (w.n_nulls != p->n_pointers || (w.n_successes == 0 && p->has_err)) {
        print_error("%s: %zu of %zu pointers were NULL once, %zu successes\n",
                    p->name, w.n_nulls, p->n_pointers, w.n_successes);
        fail();
    }
}

static bool is_sized(const char *name)
{
    const size_t n = strlen(name);
    return n > 6 && strcmp(name + n - 6, "_sized") == 0;
}

TEST(null_is_treated_the_same_everywhere_and_success_clears_err)
{
    char *header = read_header();
    const char *at = header;
    struct prototype p;
    size_t n = 0;
    while (next_prototype(&at, &p)) {
        case_fn *fn = find_case(p.name);
        if (is_sized(p.name) || *at == '{') /* the body of an inline one */
            continue;
        n++;
        if (!fn) {
            print_error("%s has no CASE in tests/study/test_interface.c\n",
                        p.name);
            fail();
            return;
        }
        try_function(&p, fn);
    }
    CHECK(n == n_cases); /* none for a function that is gone */
    free(header);
}

TEST(the_message_of_err_may_be_an_argument)
{
    inlay_study *s = study_of(MIXED_SPACE, "");
    inlay_error err = {0};
    const int64_t id = ask(s).id;

    CHECK(inlay_study_tell(s, 77, 1.0, &err) == INLAY_ESTATE);
    CHECK_OK(inlay_study_tell_failed(s, id, err.msg, &err), err);
    CHECK_TEXT(trial_of(s, id).why,
               "trial 77 does not exist; the study has trials 1 to 1");
    CHECK_TEXT(err.msg, "");
    inlay_study_free(s);
}

/* The second one of them could not be asked: no failure of this call. */
TEST(fewer_trials_than_wanted_are_a_success)
{
    inlay_study *s = study_of(SMALL_SPACE, "");
    inlay_trial trials[7];
    inlay_error err = {0};
    size_t n = 0;

    CHECK_OK(inlay_study_ask_many(s, 7, trials, &n, &err), err);
    CHECK(n == 6 && err.code == INLAY_OK && err.msg[0] == '\0');
    CHECK(inlay_study_ask_many(s, 1, trials, &n, &err) == INLAY_EXHAUSTED);
    CHECK(err.code == INLAY_EXHAUSTED);
    inlay_study_free(s);
}
