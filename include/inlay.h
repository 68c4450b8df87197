/*
 * inlay.h: Bayesian optimisation over real, integer and categorical variables.
 *
 * The only header a program needs.  The shape of every use:
 *
 *     inlay_space   what may be varied: names, types, bounds
 *     inlay_options how: name and value from one table (see inlay_option_at)
 *     inlay_study   ask for a configuration, evaluate it, tell its value
 *
 * or, where the objective is a C function, inlay_minimise() in one call.
 *
 * Rules that hold for every function here:
 *
 * - What can fail returns an inlay_status and takes an inlay_error that the
 *   caller owns; NULL is allowed where the message is not wanted.  The message
 *   names the thing, the value and the rule.  Nothing is ever printed; the
 *   library never exits or aborts on a user's mistake, and after an error the
 *   handle works on as before the call.
 * - Outputs are written on success only.
 * - x_new gives a handle which x_free frees; x_free takes NULL.
 * - A `const T *` that is returned is a view; its comment says for how long.
 * - No global state.  One handle is for one thread at a time; different
 *   handles are independent.  (OpenBLAS, which is linked, is set to one thread
 *   in the process: inlay divides the work itself.)
 * - The same seed, options and history give the same suggestions, bit for bit
 *   on one build and kind of processor, for any number of threads.
 */
#ifndef INLAY_H
#define INLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define INLAY_API __attribute__((visibility("default")))
#else
#define INLAY_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define INLAY_VERSION_MAJOR 0
#define INLAY_VERSION_MINOR 1
#define INLAY_VERSION_PATCH 0

/* The version of the library that runs, e.g. "0.1.0".  Lives for ever. */
INLAY_API const char *inlay_version(void);

/* ---- Status and errors --------------------------------------------------- */

typedef enum inlay_status {
    INLAY_OK = 0,
    INLAY_EINVAL,    /* an argument, option or configuration is not allowed */
    INLAY_EPARSE,    /* a JSON text cannot be understood */
    INLAY_ESTATE,    /* not now: told twice, unknown trial, nothing finished */
    INLAY_ENOMEM,    /* out of memory */
    INLAY_ENUMERIC,  /* a model could not be fitted, even with jitter */
    INLAY_EXHAUSTED, /* every configuration of a finite space has been asked */
    INLAY_ESTORE,    /* the file of a study cannot be read or written */
} inlay_status;

/* Short name of a status, e.g. "invalid argument".  Lives for ever. */
INLAY_API const char *inlay_status_name(inlay_status status);

/* Start with `inlay_error err = {0};`.  msg is written by a call that fails. */
typedef struct inlay_error {
    inlay_status code;
    char msg[504];
} inlay_error;

/* ---- Values -------------------------------------------------------------- */

typedef enum inlay_type {
    INLAY_REAL = 0,
    INLAY_INTEGER,
    INLAY_ORDINAL,
    INLAY_CATEGORICAL,
    INLAY_BOOLEAN,
} inlay_type;

/*
 * One value of one variable.  A configuration is an array of them, one for
 * each variable, in the order in which the variables were added.
 *
 * When inlay gives a value, every member that makes sense is filled:
 *
 *     type         real             integer             text
 *     real         the value        0                   NULL
 *     integer      as a double      the value           NULL
 *     ordinal      the number       its place, from 0   NULL
 *     categorical  its place        its place, from 0   its name
 *     boolean      0 or 1           0 or 1              "false" or "true"
 *
 * When you give one (enqueue, add, predict), use the five functions below, or
 * change a copy of a value you were given: of a real and an ordinal `real` is
 * read, of an integer and a boolean `integer`, of a categorical `text`.  Text
 * in a value that inlay gave lives as long as the study or space it is from.
 */
typedef struct inlay_value {
    inlay_type type;
    double real;
    int64_t integer;
    const char *text;
} inlay_value;

INLAY_API inlay_value inlay_real(double v);
INLAY_API inlay_value inlay_integer(int64_t v);
INLAY_API inlay_value inlay_ordinal(double v);
INLAY_API inlay_value inlay_category(const char *name);
INLAY_API inlay_value inlay_boolean(bool v);

/* ---- The space ----------------------------------------------------------- */

typedef struct inlay_space inlay_space;

/* On a log scale a factor counts the same everywhere: needs a lower bound > 0. */
typedef enum inlay_scale { INLAY_LINEAR = 0, INLAY_LOG } inlay_scale;

#define INLAY_MAX_VARIABLES 1000
#define INLAY_MAX_LEVELS 10000 /* values of an ordinal or a categorical */

/* An empty space. */
INLAY_API inlay_status inlay_space_new(inlay_space **out, inlay_error *err);
INLAY_API void inlay_space_free(inlay_space *space);

/*
 * Add a variable.  Names and values are copied.  Equal bounds, or a single
 * value, make a constant.  Refused: an empty or repeated name, a bound that is
 * not finite, lo > hi, a log scale with lo <= 0, more than INLAY_MAX_VARIABLES.
 */
INLAY_API inlay_status inlay_space_add_real(inlay_space *space,
                                            const char *name, double lo,
                                            double hi, inlay_scale scale,
                                            inlay_error *err);
/* Any bounds within int64_t whose difference is below 2^53; on a log scale
 * 1 <= lo and hi <= 2^43. */
INLAY_API inlay_status inlay_space_add_integer(inlay_space *space,
                                               const char *name, int64_t lo,
                                               int64_t hi, inlay_scale scale,
                                               inlay_error *err);
/* values: n >= 1 finite numbers, strictly increasing.  Their order counts for
 * the model, the distances between them do not. */
INLAY_API inlay_status inlay_space_add_ordinal(inlay_space *space,
                                               const char *name,
                                               const double *values, size_t n,
                                               inlay_error *err);
/* values: n >= 1 different, non-empty names in UTF-8 (as is name).  Their order
 * does not count. */
INLAY_API inlay_status inlay_space_add_categorical(inlay_space *space,
                                                   const char *name,
                                                   const char *const *values,
                                                   size_t n, inlay_error *err);
INLAY_API inlay_status inlay_space_add_boolean(inlay_space *space,
                                               const char *name,
                                               inlay_error *err);

/*
 * A space from JSON: an array of variables, or an object with such an array
 * under "variables" (other keys of that object are left alone).
 *
 *     [{"name": "rate",  "type": "real",        "min": 1e-5, "max": 1, "scale": "log"},
 *      {"name": "depth", "type": "integer",     "min": 1, "max": 6},
 *      {"name": "drop",  "type": "ordinal",     "values": [0, 0.1, 0.5]},
 *      {"name": "act",   "type": "categorical", "values": ["relu", "tanh"]},
 *      {"name": "bias",  "type": "boolean"}]
 *
 * An unknown key of a variable is an error.  text needs no terminating zero.
 */
INLAY_API inlay_status inlay_space_parse(const char *text, size_t n_bytes,
                                         inlay_space **out, inlay_error *err);

/* The same JSON array, exact: parsing it gives an equal space.  The caller
 * frees *text with inlay_text_free(). */
INLAY_API inlay_status inlay_space_print(const inlay_space *space, char **text,
                                         inlay_error *err);
INLAY_API void inlay_text_free(char *text);

/* What a space knows of a variable.  Pointers live as long as the space. */
typedef struct inlay_variable {
    const char *name;
    inlay_type type;
    inlay_scale scale;      /* real, integer */
    double lo, hi;          /* real: bounds; ordinal: first and last number */
    int64_t int_lo, int_hi; /* integer */
    size_t n_values;        /* ordinal, categorical, boolean; else 0 */
    const double *numbers;  /* ordinal */
    const char *const *labels; /* categorical, boolean */
} inlay_variable;

INLAY_API size_t inlay_space_n_variables(const inlay_space *space);
/* i < inlay_space_n_variables(); otherwise INLAY_EINVAL. */
INLAY_API inlay_status inlay_space_variable(const inlay_space *space, size_t i,
                                            inlay_variable *out,
                                            inlay_error *err);
/* The place of the variable of that name in *i. */
INLAY_API inlay_status inlay_space_find(const inlay_space *space,
                                        const char *name, size_t *i,
                                        inlay_error *err);

/* ---- Options ------------------------------------------------------------- */

typedef struct inlay_options inlay_options;

typedef enum inlay_option_type {
    INLAY_OPTION_INTEGER,
    INLAY_OPTION_NUMBER,
    INLAY_OPTION_CHOICE,
} inlay_option_type;

/* A row of the table of options: what `inlay --help`, the bindings and the
 * documentation show.  Everything in it lives for ever. */
typedef struct inlay_option {
    const char *name;
    inlay_option_type type;
    double min, max;            /* INTEGER, NUMBER */
    const char *const *choices; /* CHOICE: ends with NULL */
    const char *fallback;       /* the default, as text */
    const char *help;           /* one line */
    const char *group; /* what reads it, for lists, as "smac"; NULL: one of the
                          few that most studies set.  In a study file all
                          others are under "options" */
    const char *const *choice_helps; /* a line for each choice; NULL: none */
} inlay_option;

/* Row i of the table, or NULL past its end. */
INLAY_API const inlay_option *inlay_option_at(size_t i);

INLAY_API inlay_status inlay_options_new(inlay_options **out, inlay_error *err);
INLAY_API void inlay_options_free(inlay_options *options);

/*
 * Set an option from text: inlay_options_set(o, "seed", "7", &err).
 *
 * "preset" gives all options that are not set by name the values of that
 * preset, whatever the order of the calls.
 */
INLAY_API inlay_status inlay_options_set(inlay_options *options,
                                         const char *name, const char *value,
                                         inlay_error *err);
/* The value in force, as text; a view until the option is set again.  NULL if
 * there is no such option. */
INLAY_API const char *inlay_options_get(const inlay_options *options,
                                        const char *name);

/* ---- The study ----------------------------------------------------------- */

typedef struct inlay_study inlay_study;

typedef enum inlay_state {
    INLAY_PENDING = 0, /* asked, not told yet */
    INLAY_DONE,        /* told a finite value */
    INLAY_FAILED,      /* told as failed, or told NaN or infinity */
} inlay_state;

/* "pending", "done" or "failed".  Lives for ever. */
INLAY_API const char *inlay_state_name(inlay_state state);

typedef struct inlay_trial {
    int64_t id; /* 1, 2, ... in the order of ask and add */
    inlay_state state;
    double value;         /* on the user's scale; NaN unless done */
    const char *why;      /* reason of a failure; NULL unless failed */
    const inlay_value *x; /* the configuration */
} inlay_trial;            /* views live as long as the study */

/* Both are copied; options may be NULL for the defaults. */
INLAY_API inlay_status inlay_study_new(const inlay_space *space,
                                       const inlay_options *options,
                                       inlay_study **out, inlay_error *err);

/*
 * A study that is kept in the file `path`, and made there if there is none.
 * Whatever is asked or told is in the file when the call returns; any number of
 * processes may have the same study open, and each ask or tell sees what the
 * others did before it.  space NULL: a study that is there, as it is.
 *
 * INLAY_EINVAL: the file's study has other variables, or another goal.  Options
 * other than the goal may change; suggestions are made with the newest.
 * INLAY_ESTORE: the file cannot be read or written, is damaged, belongs to
 * another program, or was written by a newer version.
 */
INLAY_API inlay_status inlay_study_open(const char *path,
                                        const inlay_space *space,
                                        const inlay_options *options,
                                        inlay_study **out, inlay_error *err);
/* Reads what other processes asked and told since the last call.  Does nothing
 * for a study that is not kept in a file. */
INLAY_API inlay_status inlay_study_refresh(inlay_study *study,
                                           inlay_error *err);

INLAY_API void inlay_study_free(inlay_study *study);
/* Its space and its options; they live as long as the study. */
INLAY_API const inlay_space *inlay_study_space(const inlay_study *study);
INLAY_API const inlay_options *inlay_study_options(const inlay_study *study);
/* May a configuration be asked twice?  (Options "repeats" and "noise".) */
INLAY_API bool inlay_study_may_repeat(const inlay_study *study);

/*
 * The next configuration to evaluate; the trial is pending until it is told.
 * Ask again before telling to evaluate several at once.
 *
 * INLAY_EXHAUSTED: the space is finite and all of it was asked.  That is an
 * end, not a failure; with noise=yes or repeats=yes it does not come.
 */
INLAY_API inlay_status inlay_study_ask(inlay_study *study, inlay_trial *trial,
                                       inlay_error *err);
/* Up to n trials into trials[]; *n_got of them were given.  INLAY_OK if at
 * least one was; the next ask says why there were not more (mostly because the
 * space is exhausted). */
INLAY_API inlay_status inlay_study_ask_many(inlay_study *study, size_t n,
                                            inlay_trial *trials, size_t *n_got,
                                            inlay_error *err);

/* The value of a pending trial.  NaN or infinity makes it a failed one. */
INLAY_API inlay_status inlay_study_tell(inlay_study *study, int64_t id,
                                        double value, inlay_error *err);
/* A pending trial could not be evaluated.  The model learns where that
 * happens, and the configuration is not suggested again. */
INLAY_API inlay_status inlay_study_tell_failed(inlay_study *study, int64_t id,
                                               const char *why,
                                               inlay_error *err);

/* Try this configuration next: ask gives enqueued ones first, in order.
 * Refused if it was asked before and repeats are off. */
INLAY_API inlay_status inlay_study_enqueue(inlay_study *study,
                                           const inlay_value *x,
                                           inlay_error *err);

/* A trial that was finished elsewhere, e.g. a row of an old table.  A value
 * that is not finite is a failed trial.  id may be NULL. */
INLAY_API inlay_status inlay_study_add(inlay_study *study, const inlay_value *x,
                                       double value, int64_t *id,
                                       inlay_error *err);
INLAY_API inlay_status inlay_study_add_failed(inlay_study *study,
                                              const inlay_value *x,
                                              const char *why, int64_t *id,
                                              inlay_error *err);

INLAY_API size_t inlay_study_n_trials(const inlay_study *study);
/* Trials in that state, and configurations in the queue. */
INLAY_API size_t inlay_study_n_in_state(const inlay_study *study,
                                        inlay_state state);
INLAY_API size_t inlay_study_n_queued(const inlay_study *study);

/* The id of the first trial with the configuration x, 0 if there is none. */
INLAY_API inlay_status inlay_study_find(const inlay_study *study,
                                        const inlay_value *x, int64_t *id,
                                        inlay_error *err);
/* How many configurations are asked before x, where x is in the queue; if not,
 * inlay_study_n_queued(). */
INLAY_API inlay_status inlay_study_find_queued(const inlay_study *study,
                                               const inlay_value *x,
                                               size_t *n_before,
                                               inlay_error *err);

/* The trial with that id; ids run from 1 to inlay_study_n_trials(). */
INLAY_API inlay_status inlay_study_trial(const inlay_study *study, int64_t id,
                                         inlay_trial *out, inlay_error *err);

/* The finished trial with the best value (the first of equal ones). */
INLAY_API inlay_status inlay_study_best(const inlay_study *study,
                                        inlay_trial *out, inlay_error *err);

/* What the model says of a configuration, on the user's scale.  Where nothing is
 * finished yet, and for methods without a model, p_success is 1 and the rest is
 * NaN. */
typedef struct inlay_prediction {
    double mean, sd;    /* of the objective, without observation noise */
    double p_success;   /* probability that the evaluation does not fail; NaN
                           where the model does not tell (smac) */
    double acquisition; /* log of what option "acquisition" names (smac: of the
                           expected improvement), weighted by p_success: the expected improvement in the model's
                           unit, or information in nats about the minimiser
                           (pes) or minimum (mes).  Only differences mean
                           something */
} inlay_prediction;

INLAY_API inlay_status inlay_study_predict(inlay_study *study,
                                           const inlay_value *x,
                                           inlay_prediction *out,
                                           inlay_error *err);

/*
 * The configuration to use in the end, as option "recommend" says: the best
 * observed, or the minimiser of the model's mean over the whole space.  x has
 * room for all variables; prediction may be NULL.
 */
INLAY_API inlay_status inlay_study_recommend(inlay_study *study, inlay_value *x,
                                             inlay_prediction *prediction,
                                             inlay_error *err);

/* How much a variable matters to the model. */
typedef struct inlay_relevance {
    double share; /* of what the variables explain, see below */
    double
        length_scale; /* how far one must go in it for the objective to become
                            another: 1 is the whole range, or between two values
                            of a categorical 1/sqrt(2).  A geometric mean where
                            the model has several; NaN for a constant, and
                            where the model has none (smac) */
} inlay_relevance;

/*
 * out has room for one of each variable.  Redraw a variable at random in a random
 * configuration: the mean square of the change in the model's mean (on the scale
 * on which it is fitted, option "warp") is what the variable explains, alone and
 * together with others.  Shares are >= 0 and sum to 1; a constant has 0, and all
 * have 0 where the model is flat.  Where nothing is finished yet, and for methods
 * without a model, all is NaN.
 */
INLAY_API inlay_status inlay_study_relevance(inlay_study *study,
                                             inlay_relevance *out,
                                             inlay_error *err);

/* What the model would have said of a finished trial, had it not known it. */
typedef struct inlay_residual {
    int64_t id;
    double value;    /* as it was told */
    double mean, sd; /* predicted from all other configurations; the sd is that
                        of an observation, with its noise */
    double z; /* standardised residual, on the scale on which the model is
                        fitted: of a good model about standard normal */
} inlay_residual;

/*
 * A check of the model: out[*n] for all finished trials, in their order; it has
 * room for `room`, of which inlay_study_n_trials() is always enough, and too
 * little is refused.  Trials of one configuration are left out together.  Hyper-
 * parameters are those of all trials.  Of smac it is what trees say whose sample
 * does not have the trial, alone: with few trials these may agree by chance, and
 * z is then far too large.  *n is 0 where nothing is finished, and for methods
 * without a model.
 */
INLAY_API inlay_status inlay_study_leave_one_out(inlay_study *study,
                                                 inlay_residual *out,
                                                 size_t room, size_t *n,
                                                 inlay_error *err);

/* What the last ask cost, for logs and benchmarks. */
typedef struct inlay_ask_stats {
    size_t n_likelihoods; /* evaluations of the likelihood, gradient or not */
    size_t n_jitters;     /* times a covariance needed more jitter */
    double jitter;        /* largest added, relative to the amplitude */
    size_t n_candidates;  /* acquisition values computed */
    size_t n_minima;      /* draws of the minimum (acquisitions pes, mes) */
    size_t n_unconverged; /* of them: their conditions (pes) did not settle */
    double fit_seconds, maximise_seconds;
} inlay_ask_stats;

INLAY_API inlay_ask_stats inlay_study_last_ask(const inlay_study *study);

/*
 * One line of news a call (no newline): a model that needed jitter, an enqueued
 * configuration that was passed over.  NULL turns it off, which is the default.
 * Called from the thread that uses the study.
 */
typedef void inlay_log_fn(const char *line, void *context);
INLAY_API void inlay_study_set_log(inlay_study *study, inlay_log_fn *fn,
                                   void *context);

/* ---- Insight: why, how good, what the model looks like ------------------- */

/*
 * Everything here is on the user's scale and in the direction of the goal, and
 * nothing changes a suggestion.  A number that is not known is NaN.
 *
 * Results are made by the library.  Read them, then free them with the function
 * of their name.  Views in them live until then, and not longer than the study.
 * Later versions may add members at the end of a struct.
 */

/* Is value a better than b by option "goal"?  A number is better than NaN; NaN,
 * and a value that is equal, are never better. */
INLAY_API bool inlay_study_is_better(const inlay_study *study, double a,
                                     double b);
INLAY_API bool inlay_options_is_better(const inlay_options *options, double a,
                                       double b);

/* What the acquisition of a prediction is, as the choice of option
 * "acquisition": "ei", "pes", "mes".  Lives for ever. */
INLAY_API const char *inlay_study_acquisition(const inlay_study *study);

/* The model behind predictions: its hyper-parameters, one row for each sample of
 * them (a single one where the likelihood is maximised). */
typedef struct inlay_hyperparameters {
    size_t n_variables;
    size_t n_samples; /* 0: the method has no model with hyper-parameters, or
                         nothing is finished yet */
    /* n_samples x n_variables, row after row: as in inlay_relevance */
    const double *length_scales;
    /* n_samples each, in the model's unit: values after option "warp", shifted
     * and scaled to mean 0 and standard deviation 1.  Standard deviation of the
     * objective before any result, standard deviation of the noise, and mean
     * before any result. */
    const double *amplitude, *noise, *mean;
    /* Standard deviation of repeated evaluations of the best configuration, on
     * the user's scale; 0 where option "noise" rules noise out. */
    double noise_sd;
} inlay_hyperparameters;

INLAY_API inlay_status inlay_study_hyperparameters(inlay_study *study,
                                                   inlay_hyperparameters **out,
                                                   inlay_error *err);
INLAY_API void inlay_hyperparameters_free(inlay_hyperparameters *h);

/* Where a trial came from. */
typedef enum inlay_origin {
    INLAY_FROM_MODEL = 0, /* the most promising by a model */
    INLAY_FROM_DESIGN,    /* one of the first, spread over the space */
    INLAY_FROM_NET,       /* a point of a net, like every other of its study */
    INLAY_FROM_STEP,      /* a neighbour of a good one */
    INLAY_FROM_RANDOM,    /* drawn uniformly */
    INLAY_FROM_QUEUE,     /* somebody enqueued it */
    INLAY_FROM_IMPORT,    /* finished elsewhere, and added */
} inlay_origin;

/* "model", "design", "net", "step", "random", "queue", "import".  Lives for
 * ever. */
INLAY_API const char *inlay_origin_name(inlay_origin origin);

/* Whether the suggestion of a past trial was computed again. */
typedef enum inlay_replay {
    INLAY_NOT_REPLAYED = 0,  /* there is nothing to compute: it was enqueued or
                                added, or was not asked yet */
    INLAY_REPLAYED_THE_SAME, /* ... and is what was recorded */
    INLAY_REPLAYED_ANOTHER,  /* ... and differs: it was made by another version
                                or processor, or with other options */
} inlay_replay;

/* A finished trial near a configuration. */
typedef struct inlay_neighbour {
    inlay_trial trial;
    double distance; /* in length-scales; in ranges of the variables where the
                        model has no length-scales */
} inlay_neighbour;

/* Why a trial was suggested: what was believed when it was asked. */
typedef struct inlay_explanation {
    const inlay_space *space;
    inlay_trial trial; /* as it is now; id 0: the next one, not asked yet */
    inlay_origin origin;
    inlay_replay replay;
    size_t n_done, n_failed, n_pending; /* trials that were known then */
    bool may_repeat; /* could a configuration be suggested twice? */

    bool has_model;          /* false: numbers down to relevance are NaN */
    const char *acquisition; /* see inlay_study_acquisition */
    inlay_prediction at;     /* of the configuration, then */
    double
        observed_sd; /* standard deviation of its value: at.sd and the noise */
    double z;        /* how far its value came out from at.mean, in standard
                           deviations of a value, on the scale on which the model is
                           fitted: > 0 is larger.  NaN unless done */
    bool is_better;  /* its value came out better than at.mean */
    double gain;     /* how much better at.mean is than at_best.mean */
    double p_better; /* probability that the objective here is better than
                           at_best.mean */
    size_t n_random; /* random configurations that it is compared with: */
    double rank;     /* share of them that are not more promising */
    double typical_sd;                /* the median of their at.sd */
    const inlay_relevance *relevance; /* of each variable */
    bool has_length_scales;

    inlay_trial best;         /* of those finished then; id 0: there was none */
    inlay_prediction at_best; /* of its configuration, then */
    size_t n_near;
    const inlay_neighbour *near; /* up to 3 finished trials, nearest first */
} inlay_explanation;

/*
 * Trial `id`; 0: the next suggestion, which stays unasked.  A past trial is
 * explained by the study as it was when the trial was asked, with the options of
 * that time: it takes about as long as that ask did.
 *
 * INLAY_ESTATE: there is no such trial.  INLAY_EXHAUSTED: there is no next one.
 */
INLAY_API inlay_status inlay_study_explain(inlay_study *study, int64_t id,
                                           inlay_explanation **out,
                                           inlay_error *err);
INLAY_API void inlay_explanation_free(inlay_explanation *explanation);

/* One variable of a slice, and where the model is looked at. */
typedef struct inlay_slice_axis {
    size_t variable;
    size_t n;
    /*
     * n coordinates each, increasing, as a picture has them: the value of a real
     * and of an integer; of any other variable the place of its value, from 0.
     * A discrete value is a cell from left to right in which the model is flat;
     * cells meet half-way.  Of a real variable both are the value itself.
     */
    const double *left, *right;
    const inlay_value *values; /* n: the value at each */
    double here;               /* coordinate of the configuration */
} inlay_slice_axis;

/* Where a trial is in the picture of a slice. */
typedef struct inlay_slice_trial {
    int64_t id;
    double place[2]; /* its coordinate on each axis; NaN: there is none */
    double distance; /* from the slice, in all other variables, in length-scales
                        (in ranges where the model has none) */
} inlay_slice_trial;

/* The model along one variable or over two, through one configuration. */
typedef struct inlay_slice {
    const inlay_value
        *x;         /* the configuration; all but the axes keep its value */
    bool has_model; /* false: predictions are NaN */
    const char *acquisition; /* see inlay_study_acquisition */
    size_t n_axes;
    const inlay_slice_axis *axes;
    size_t n_cells;             /* axes[0].n, or axes[0].n * axes[1].n */
    const inlay_prediction *at; /* value i of the first axis and j of the second
                                   is at[i * axes[1].n + j] */
    size_t n_trials;
    const inlay_slice_trial *trials; /* all, in their order */
} inlay_slice;

/*
 * A slice through x (NULL: the configuration that inlay_study_recommend gives)
 * along the 1 or 2 variables with these places in the space.  Each cell is what
 * inlay_study_predict says there.  A real variable is looked at in `resolution`
 * even steps (in log x on a log scale), and at x itself; so is a discrete one
 * that has more values than that.  0 takes 201 steps for one variable and 41 for
 * each of two.
 *
 * INLAY_EINVAL: no such variable, a constant, the same one twice, or a resolution
 * of 1 or above 1000.  INLAY_ESTATE: x is NULL, and no trial is done.
 */
INLAY_API inlay_status inlay_study_slice(inlay_study *study,
                                         const inlay_value *x,
                                         const size_t *variables,
                                         size_t n_variables, size_t resolution,
                                         inlay_slice **out, inlay_error *err);
INLAY_API void inlay_slice_free(inlay_slice *slice);

/* Failures for one reason; reasons that differ in their numbers only are one. */
typedef struct inlay_failure_reason {
    const char *why; /* of the first */
    size_t n;
} inlay_failure_reason;

typedef enum inlay_loss {
    INLAY_LOST_DEAD = 0, /* the process that evaluated it is gone */
    INLAY_LOST_SILENT,   /* it ran on another machine, and its lease ran out */
    INLAY_LOST_WAITING,  /* it was asked by hand long ago, and never told */
} inlay_loss;

/* A pending trial of which no result is to be expected. */
typedef struct inlay_lost_trial {
    int64_t id;
    inlay_loss how;
    double hours; /* since it was asked; NaN: not known */
} inlay_lost_trial;

/* Does the model err as often as it says? */
typedef enum inlay_calibration {
    INLAY_CALIBRATION_UNKNOWN = 0,    /* fewer than 10 trials are done */
    INLAY_CALIBRATION_GOOD,           /* yes */
    INLAY_CALIBRATION_OVERCONFIDENT,  /* it errs by more */
    INLAY_CALIBRATION_UNDERCONFIDENT, /* it errs by less */
} inlay_calibration;

/* How much do its predictions tell? */
typedef enum inlay_accuracy {
    INLAY_ACCURACY_UNKNOWN = 0, /* fewer than 10 trials are done, or all values
                                   are equal */
    INLAY_ACCURACY_NONE,        /* no more than the mean of all values */
    INLAY_ACCURACY_POOR,
    INLAY_ACCURACY_FAIR,
    INLAY_ACCURACY_GOOD,
} inlay_accuracy;

/* The model tried on what it was not shown: each finished trial predicted from
 * the others, see inlay_study_leave_one_out. */
typedef struct inlay_model_check {
    size_t n; /* trials that were predicted */

    inlay_calibration calibration;
    double z_mean, z_sd; /* of the standardised residuals: about 0 and 1 if the
                            model is honest */
    size_t n_within_1, n_within_2; /* |z| below 1 and 2: 68 % and 95 % are
                                      expected */

    inlay_accuracy accuracy; /* by the larger of explained and the square of
                                rank_correlation: below 0.1 none, then poor,
                                from 0.5 fair, from 0.9 good */
    double explained; /* share of the variance of the values that predictions
                         explain: 1 - sum (value - predicted)^2 / sum (value -
                         mean of the other values)^2, and 0 where that is below */
    double error;     /* mean |value - predicted| */
    double error_of_mean; /* the same, were each value predicted as the mean of
                             the others */
    double rank_correlation; /* Spearman's, between values and predictions: does
                                the model put them into the right order? */

    double noise_sd; /* see inlay_hyperparameters */
    size_t n_worst;
    const inlay_residual *worst; /* up to 3 with the largest |z|, that first */
} inlay_model_check;

/* What a study was spent on, and whether file and model can be trusted. */
typedef struct inlay_audit {
    size_t n_problems; /* damage of the file, contradictions in its journal */
    size_t n_listed;   /* of them in problems: up to 50 */
    const char *const *problems;

    size_t n_trials, n_done, n_failed, n_pending;
    size_t n_added; /* of them finished elsewhere */
    size_t n_reasons;
    const inlay_failure_reason *reasons; /* up to 20, by their first failure */
    size_t n_other_failures;             /* for reasons that are not listed */
    size_t n_lost;
    const inlay_lost_trial *lost;
    bool is_flat; /* 5 or more are done, and all values are equal */

    bool has_study;   /* the journal makes sense; else what follows is empty */
    bool may_repeat;  /* may a configuration be suggested twice? */
    size_t n_repeats; /* trials with the configuration of an earlier one */
    int64_t best_id;  /* 0: none is done */
    double best_value;
    size_t n_since;    /* trials finished after the best */
    bool is_best_late; /* the best is in the last fifth of what is finished */
    const inlay_model_check *model; /* NULL: there is no model */
} inlay_audit;

/*
 * Looks at the study and at what keeps it; a fit of the model and n^3 operations
 * for n finished trials.  What cannot be read is a problem, not a failure.
 */
INLAY_API inlay_status inlay_study_audit(inlay_study *study, inlay_audit **out,
                                         inlay_error *err);
/* The same for a study in a file, which is read only; it may be so damaged that
 * it cannot be opened as a study.  INLAY_ESTORE: nothing in it can be read. */
INLAY_API inlay_status inlay_audit_file(const char *path, inlay_audit **out,
                                        inlay_error *err);
INLAY_API void inlay_audit_free(inlay_audit *audit);

/* ---- One call ------------------------------------------------------------ */

/* The objective: x has a value for each variable.  NaN or infinity tells that
 * the evaluation failed. */
typedef double inlay_objective_fn(const inlay_value *x, void *context);

/*
 * Minimise f with at most `budget` evaluations (fewer if the space is used up).
 * x (room for all variables) and *value get the best configuration that was
 * evaluated; either may be NULL.  Option goal must not be "maximize": negate f,
 * or use a study.
 */
INLAY_API inlay_status inlay_minimise(const inlay_space *space,
                                      const inlay_options *options,
                                      size_t budget, inlay_objective_fn *f,
                                      void *context, inlay_value *x,
                                      double *value, inlay_error *err);

#ifdef __cplusplus
}
#endif

#endif
