/*
 * inlay.h: Bayesian optimization over real, integer and categorical variables.
 *
 * The only header a program needs.  Every use has the same shape:
 *
 *     inlay_space   the variables: names, types, bounds
 *     inlay_options how to search: names and values (see inlay_option_at)
 *     inlay_study   ask for a configuration, evaluate it, tell its value
 *
 * If the objective is a C function, inlay_minimize() does it all in one call.
 *
 * Rules that hold for every function here:
 *
 * - A function that can fail returns an inlay_status and takes an inlay_error
 *   that the caller owns; pass NULL if you do not need the message.  The
 *   message says which name and value are wrong, and which rule they break.
 *   The library never prints, and never exits or aborts on a user's mistake.
 * - After an error the handle can still be used, and nothing that you passed
 *   was recorded.  The exception is INLAY_ESTORE: then inlay_study_refresh()
 *   shows what the file holds.
 * - Outputs are written only on success.  What you pass is copied.
 * - Free a T with T_free(), whichever function made it.  T_free(NULL) does
 *   nothing.
 * - A returned `const T *` is a view; its comment says how long it is valid.
 * - Only one thread at a time may use a handle; different handles are
 *   independent.  Do not use a handle in a child process after fork().
 * - No global state, with one exception: creating a study sets OpenBLAS to one
 *   thread for the whole process.  inlay has threads of its own (option
 *   "threads").
 * - The same seed, options and history give the same suggestions, bit for bit
 *   on one build and kind of processor, for any number of threads.
 */
#ifndef INLAY_H
#define INLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Windows: define INLAY_STATIC where you link the static library; packages for
 * CMake and pkg-config do.  INLAY_BUILD is defined when inlay itself is
 * compiled. */
#if defined(_WIN32) && defined(INLAY_STATIC)
#define INLAY_API
#elif defined(_WIN32) && defined(INLAY_BUILD)
#define INLAY_API __declspec(dllexport)
#elif defined(_WIN32)
#define INLAY_API __declspec(dllimport)
#elif defined(__GNUC__)
#define INLAY_API __attribute__((visibility("default")))
#else
#define INLAY_API
#endif

/* A function of this header, which calls one of the library: see the end. */
#define INLAY_INLINE static inline

#ifdef __cplusplus
extern "C" {
#endif

#define INLAY_VERSION_MAJOR 0
#define INLAY_VERSION_MINOR 1
#define INLAY_VERSION_PATCH 0

/* The version of the running library, e.g. "0.1.0".  Always valid. */
INLAY_API const char *inlay_version(void);

/* ---- Status and errors --------------------------------------------------- */

typedef enum inlay_status {
    INLAY_OK = 0,
    INLAY_EINVAL,    /* an argument, option or configuration is not allowed */
    INLAY_EPARSE,    /* the text is not valid JSON */
    INLAY_ESTATE,    /* no such trial, it has a result already, no trial is
                        done, or the study was opened for reading only */
    INLAY_ENOMEM,    /* out of memory */
    INLAY_ENUMERIC,  /* a model could not be fitted, even with jitter */
    INLAY_EXHAUSTED, /* every configuration of a finite space has been
                        suggested or added */
    INLAY_ESTORE,    /* the file of a study cannot be read or written */
    INLAY_STOPPED,   /* a stop was requested, or the deadline passed */
    INLAY_WAIT,      /* nothing to evaluate now, but other processes still
                        evaluate: ask again later.  See inlay_study_set_lease */
} inlay_status;

/* Short name of a status, e.g. "invalid argument".  Always valid. */
INLAY_API const char *inlay_status_name(inlay_status status);

/* A call that fails sets both members.  A call that succeeds clears them: code
 * is INLAY_OK, msg is empty. */
typedef struct inlay_error {
    inlay_status code;
    char msg[504];
} inlay_error;

/* ---- Values -------------------------------------------------------------- */

typedef enum inlay_type {
    INLAY_TYPE_REAL = 0,
    INLAY_TYPE_INTEGER,
    INLAY_TYPE_ORDINAL,
    INLAY_TYPE_CATEGORICAL,
    INLAY_TYPE_BOOLEAN,
    INLAY_TYPE_ABSENT, /* of a value only: the trial has none of this variable */
} inlay_type;

/*
 * One value of one variable.  A configuration is an array with one value for
 * each variable, in the order in which you added the variables.
 *
 * In a value from inlay all members are set:
 *
 *     type         real             integer             text
 *     real         the value        0                   NULL
 *     integer      as a double      the value           NULL
 *     ordinal      the number       its index, from 0   NULL
 *       of names   its index        its index, from 0   its name
 *     categorical  its index        its index, from 0   its name
 *     boolean      0 or 1           0 or 1              "false" or "true"
 *     absent       0                0                   NULL
 *
 * A trial that lies outside the space (inlay_trial, is_outside) has what it was
 * evaluated with: a number out of bounds; an ordinal or categorical value that
 * the variable no longer has, whose index is -1; a value of the type that the
 * variable had then; or an absent value.
 *
 * To pass a value (enqueue, add, predict), make it with one of the
 * functions below, or copy one and change the member named here.  inlay reads
 * `real` of a real and an ordinal, `integer` of an integer and a boolean,
 * `text` of a categorical and of an ordinal of names.  The text of a value from
 * inlay is valid as long as the study or space that it came from.
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
/* A value of an ordinal of names. */
INLAY_API inlay_value inlay_ordinal_name(const char *name);
/* No value: what inlay_space_set_default takes for "it is not known". */
INLAY_API inlay_value inlay_absent(void);

/* ---- The space ----------------------------------------------------------- */

typedef struct inlay_space inlay_space;

/* On a log scale, 1 to 10 is as far as 10 to 100.  The lower bound must be
 * > 0. */
typedef enum inlay_scale {
    INLAY_SCALE_LINEAR = 0,
    INLAY_SCALE_LOG
} inlay_scale;

#define INLAY_MAX_VARIABLES 1000
#define INLAY_MAX_LEVELS 10000 /* values of one ordinal or categorical */

/* An empty space. */
INLAY_API inlay_status inlay_space_new(inlay_space **out, inlay_error *err);
INLAY_API void inlay_space_free(inlay_space *space);

/*
 * Add a variable.  Names and values are copied.  Equal bounds, or a single
 * value, make a constant.  Refused: a name that is empty, repeated or not
 * UTF-8, a bound that is not finite, lo > hi, a log scale with lo <= 0, more
 * than INLAY_MAX_VARIABLES variables or INLAY_MAX_LEVELS values.
 */
INLAY_API inlay_status inlay_space_add_real(inlay_space *space,
                                            const char *name, double lo,
                                            double hi, inlay_scale scale,
                                            inlay_error *err);
/* The bounds must be less than 2^53 apart; on a log scale, 1 <= lo and
 * hi <= 2^43. */
INLAY_API inlay_status inlay_space_add_integer(inlay_space *space,
                                               const char *name, int64_t lo,
                                               int64_t hi, inlay_scale scale,
                                               inlay_error *err);
/* values: n >= 1 finite numbers, strictly increasing.  The model uses their
 * order, not the distances between them. */
INLAY_API inlay_status inlay_space_add_ordinal(inlay_space *space,
                                               const char *name,
                                               const double *values, size_t n,
                                               inlay_error *err);
/* values: n >= 1 different, non-empty names in UTF-8.  Their order has no
 * meaning. */
INLAY_API inlay_status inlay_space_add_categorical(inlay_space *space,
                                                   const char *name,
                                                   const char *const *values,
                                                   size_t n, inlay_error *err);
INLAY_API inlay_status inlay_space_add_boolean(inlay_space *space,
                                               const char *name,
                                               inlay_error *err);
/* An ordinal of names, such as small, medium, large.  values: as of a
 * categorical, but in their order. */
INLAY_API inlay_status inlay_space_add_ordinal_names(inlay_space *space,
                                                     const char *name,
                                                     const char *const *values,
                                                     size_t n,
                                                     inlay_error *err);

/*
 * The values of a real or an integer become lo, lo + step, lo + 2 step, ..., hi.
 * They are the decimals that one writes: lo 0 and step 0.1 give 0.3, not
 * 0.30000000000000004.  The variable is discrete then.  step 0: all values again.
 * Refused: a log scale, and a step that does not lead to hi.  A value that is
 * passed may miss the one that is meant by rounding errors.
 */
INLAY_API inlay_status inlay_space_set_step(inlay_space *space,
                                            const char *name, double step,
                                            inlay_error *err);
/* What the variable is, in words, for people; NULL: nothing.  The search does
 * not read it.  Refused: a text that is not UTF-8. */
INLAY_API inlay_status inlay_space_set_description(inlay_space *space,
                                                   const char *name,
                                                   const char *text,
                                                   inlay_error *err);

/*
 * The value that a trial had if it was evaluated before the study got this
 * variable: see inlay_study_open, and "default" below.  v is of the variable's
 * type and may lie outside it: a rate that used to be 0 may be searched from 0.1
 * to 0.5.  An absent value: it is not known; such trials are kept, but the model
 * does not use them.  NULL: there is no default.
 */
INLAY_API inlay_status inlay_space_set_default(inlay_space *space,
                                               const char *name,
                                               const inlay_value *v,
                                               inlay_error *err);

/*
 * A space from JSON: an array of variables, or an object with such an array
 * under "variables" (other keys of that object are ignored).
 *
 *     [{"name": "rate",  "type": "real",        "min": 1e-5, "max": 1, "scale": "log"},
 *      {"name": "depth", "type": "integer",     "min": 1, "max": 6},
 *      {"name": "drop",  "type": "ordinal",     "values": [0, 0.1, 0.5]},
 *      {"name": "act",   "type": "categorical", "values": ["relu", "tanh"]},
 *      {"name": "bias",  "type": "boolean"}]
 *
 * A real or an integer may have a "step", an ordinal may have names as values,
 * and any variable a "description" and a "default", a value or null: see
 * inlay_space_set_default.  An unknown key of a variable is an error.  text need
 * not end with a zero byte.
 */
INLAY_API inlay_status inlay_space_parse(const char *text, size_t n_bytes,
                                         inlay_space **out, inlay_error *err);

/* The space as such a JSON array.  Parsing it gives an equal space.  Free *text
 * with inlay_text_free(). */
INLAY_API inlay_status inlay_space_print(const inlay_space *space, char **text,
                                         inlay_error *err);
INLAY_API void inlay_text_free(char *text);

/* A variable of a space.  Pointers are valid as long as the space. */
typedef struct inlay_variable {
    const char *name;
    inlay_type type;
    inlay_scale scale;      /* real, integer */
    double lo, hi;          /* real: bounds; ordinal: first and last number, or
                               index of a name */
    int64_t int_lo, int_hi; /* integer */
    size_t n_values;        /* ordinal, categorical, boolean; else 0 */
    const double *numbers;  /* ordinal of numbers; else NULL */
    const char *const *labels; /* categorical, boolean, ordinal of names */
    double step;             /* real, integer: inlay_space_set_step(); else 0 */
    const char *description; /* NULL: none; valid until it is set again */
    /* Of trials that are older than the variable; NULL: none is given. */
    const inlay_value *fallback;
} inlay_variable;

INLAY_API size_t inlay_space_n_variables(const inlay_space *space);
/* i < inlay_space_n_variables(); otherwise INLAY_EINVAL. */
INLAY_INLINE inlay_status inlay_space_variable(const inlay_space *space,
                                               size_t i, inlay_variable *out,
                                               inlay_error *err);
/* *i becomes the index of the variable with that name.  INLAY_EINVAL: there is
 * none. */
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

/* A row of the table of options, which `inlay help options`, bindings and the
 * documentation show.  Always valid. */
typedef struct inlay_option {
    const char *name;
    inlay_option_type type;
    double min, max;            /* INTEGER, NUMBER */
    const char *const *choices; /* CHOICE: ends with NULL */
    const char *fallback;       /* the default, as text */
    const char *help;           /* one line */
    /* The method or part that reads it, e.g. "smac".  NULL: a common option,
     * which is a key of its own in a study file; all others are under
     * "options" there. */
    const char *group;
    const char *const *choice_helps; /* one line per choice, or NULL */
} inlay_option;

/* Row i of the table, or NULL past its end. */
INLAY_API const inlay_option *inlay_option_at(size_t i);

INLAY_API inlay_status inlay_options_new(inlay_options **out, inlay_error *err);
INLAY_API void inlay_options_free(inlay_options *options);

/*
 * Set an option from text: inlay_options_set(o, "seed", "7", &err).
 *
 * "preset" changes every option that you do not set yourself, in whatever order
 * you make the calls.  So does "method", as some methods have defaults of their
 * own.  INLAY_EINVAL: no such option, or a value that it does not allow.
 */
INLAY_API inlay_status inlay_options_set(inlay_options *options,
                                         const char *name, const char *value,
                                         inlay_error *err);
/* The same from a number, for options of type INTEGER and NUMBER:
 * inlay_options_set_number(o, "seed", 7, &err).  INLAY_EINVAL: also for a
 * choice, and for a fraction where a whole number is needed. */
INLAY_API inlay_status inlay_options_set_number(inlay_options *options,
                                                const char *name, double value,
                                                inlay_error *err);
/* The current value, as text; valid until the option is set again.  NULL if
 * there is no such option. */
INLAY_API const char *inlay_options_get(const inlay_options *options,
                                        const char *name);
/* The current value of an option of type INTEGER or NUMBER, exactly: all
 * integers are below 2^53.  INLAY_EINVAL: no such option, or a choice. */
INLAY_API inlay_status inlay_options_get_number(const inlay_options *options,
                                                const char *name, double *out,
                                                inlay_error *err);

/* ---- Outputs ------------------------------------------------------------- */

/*
 * What an evaluation gives.  Without a call of inlay_options_add_output there is
 * one output, "objective", with option "goal".  With it, a study has one output
 * with a goal, the objective, and others with limits:
 *
 *     inlay_options_add_output(o, "loss", INLAY_GOAL_MINIMIZE,
 *                              -INFINITY, INFINITY, &err);
 *     inlay_options_add_output(o, "latency_ms", INLAY_GOAL_NONE,
 *                              -INFINITY, 20.0, &err);
 *
 * A trial is feasible if every output is within its limits.  Suggestions seek the
 * best feasible configuration.  A value is not worse for being far within its
 * limits.
 */
typedef enum inlay_goal {
    INLAY_GOAL_NONE = 0,
    INLAY_GOAL_MINIMIZE,
    INLAY_GOAL_MAXIMIZE,
} inlay_goal;

typedef struct inlay_output {
    const char *name;
    inlay_goal goal;
    double min, max; /* its limits; infinite: none */
} inlay_output;

/*
 * One more output.  Refused: a name that is empty, repeated or not UTF-8; a min
 * that is not below max; neither goal nor limit; a second goal, as several
 * objectives are not supported yet.  Option "goal" is the objective's: setting
 * it later turns that one round.
 */
INLAY_API inlay_status inlay_options_add_output(inlay_options *options,
                                                const char *name,
                                                inlay_goal goal, double min,
                                                double max, inlay_error *err);
/* Number of outputs, at least 1. */
INLAY_API size_t inlay_options_n_outputs(const inlay_options *options);
/* Output i; NULL past the last.  Valid until the options change. */
INLAY_API const inlay_output *inlay_options_output(const inlay_options *options,
                                                   size_t i);
/* The index of the output that has the goal. */
INLAY_API size_t inlay_options_objective(const inlay_options *options);

/* ---- The study ----------------------------------------------------------- */

typedef struct inlay_study inlay_study;

typedef enum inlay_state {
    INLAY_STATE_PENDING = 0, /* suggested, no result yet */
    INLAY_STATE_DONE,        /* has a finite value */
    INLAY_STATE_FAILED,      /* reported as failed, or as NaN or infinity */
    INLAY_STATE_ABANDONED,   /* given up without a result */
} inlay_state;               /* a trial is finished if it is done or failed */

/* "pending", "done", "failed" or "abandoned".  Always valid. */
INLAY_API const char *inlay_state_name(inlay_state state);

typedef struct inlay_trial {
    int64_t id; /* 1, 2, ... in the order of ask and add */
    inlay_state state;
    bool is_feasible; /* done, and every output is within its limits */
    /* x is no configuration of the space, which has changed since: the trial is
     * never suggested again and never the best; a method with a Gaussian process
     * learns from it as far as it can, see inlay_study_open. */
    bool is_outside;
    double value;         /* as you reported it; NaN unless done */
    const char *why;      /* why it failed or was abandoned, or NULL */
    const inlay_value *x; /* the configuration */
    size_t n_values;      /* outputs of the study */
    /* Of each output, as reported; NaN unless done, and where an output was
     * added later and its value is not known. */
    const double *values;
    bool is_discarded;        /* its result is kept, but counts for nothing */
    const char *void_because; /* why it was discarded, or NULL */
    const char *metrics;      /* of its result, a JSON object, or NULL; outputs
                                 that have names are among them */
    int64_t attempts;         /* evaluations begun by inlay run and by handles
                                 with leases, this one included */
    /* Seconds since 1970; 0: unknown, or not yet. */
    double asked_at, started_at, ended_at;
    double amended_at; /* when its result was replaced; 0: never */
    double variance;   /* of value, as you gave it with the result; NaN: none */
} inlay_trial; /* a snapshot; its texts, x and values live as long as the study */

/* A study in memory.  NULL options: defaults.  INLAY_EINVAL: the space is
 * empty. */
INLAY_API inlay_status inlay_study_new(const inlay_space *space,
                                       const inlay_options *options,
                                       inlay_study **out, inlay_error *err);

/*
 * A study in the file `path`, which is created if it does not exist.  space
 * NULL: open an existing study as it is recorded; options are then ignored.
 * When ask or tell returns, the trial or result is in the file.
 *
 * Several processes may use the same study at once.  ask, tell, enqueue, add,
 * refresh and every function that uses the model first read what the others
 * wrote.  Functions that take a `const inlay_study *` answer from what was read
 * last.  A call waits up to a minute for another process.
 *
 * If the file has a study, space and options replace what it has recorded, for
 * this handle and those that are opened later; handles that are open keep theirs.
 * NULL options: those that are recorded.  All may change: bounds, scales, lists
 * of values, the variables themselves, the goal.  Trials keep their numbers and
 * results.  Their values go to the variable of the same name; where they lack one
 * they have its default (inlay_space_set_default); a value of a variable that is
 * gone is dropped.  A trial that lies outside the new space is kept: see
 * inlay_trial, is_outside.  A method with a Gaussian process learns from it too if
 * it has a point: if its real and integer values are merely out of bounds.  A
 * queued configuration that lies outside is dropped.  inlay_study_last_revision
 * tells what happened.  INLAY_EINVAL: there are trials, and a variable that they
 * lack has no default; or it was a number and is a name, or the other way round.
 * Trials that a handle with an older space has added since hinder no later change.
 *
 * INLAY_ESTORE: the file cannot be read or written, is damaged, belongs to
 * another program, or was written by a newer version.
 */
INLAY_API inlay_status inlay_study_open(const char *path,
                                        const inlay_space *space,
                                        const inlay_options *options,
                                        inlay_study **out, inlay_error *err);
/*
 * The study in an existing file, for reading only: ask, tell, enqueue and add
 * are INLAY_ESTATE.  Everything that looks at a study works.  The file may be on
 * a disk that cannot be written.
 */
INLAY_API inlay_status inlay_study_open_read(const char *path,
                                             inlay_study **out,
                                             inlay_error *err);
/* Reads what other processes added since the last call.  Does nothing for a
 * study in memory. */
INLAY_API inlay_status inlay_study_refresh(inlay_study *study,
                                           inlay_error *err);

/*
 * Another space, other options, or both, from now on; NULL: as they are.  What
 * inlay_study_open says of a study file that has changed holds here, also for a
 * study in memory.  Trials have other values of x then: views that you have stay
 * valid, but show what was before, as do inlay_study_space and
 * inlay_study_options until you call them again.  Lease, stop, deadline and log
 * stay.  INLAY_EINVAL: nothing has changed.
 *
 * After INLAY_ENOMEM and INLAY_ESTORE the handle is as it was, and can be used; the
 * change may be recorded or not, and whoever opens the study later has it if it is.
 * Call again with the same arguments: what is recorded is taken over, and nothing
 * is recorded twice.
 */
INLAY_API inlay_status inlay_study_revise(inlay_study *study,
                                          const inlay_space *space,
                                          const inlay_options *options,
                                          inlay_error *err);

/* What inlay_study_open or inlay_study_revise found to be another space, goal or
 * output than before, and what became of the trials. */
typedef struct inlay_revision {
    const char *text; /* "depth: 0 to 8 became 0 to 12; ..."; "" if nothing
                         is.  Valid as long as the study */
    bool is_recorded; /* false: the study was opened for reading */
    size_t n_carried; /* trials that there were */
    size_t n_outside; /* of them: those that lie outside the space now */
    size_t n_without_point; /* of those: the model cannot use them */
    size_t n_queue_outside; /* queued configurations that lie outside now: they
                               wait for a space that has them */
    size_t n_without_value; /* done trials without a value of the objective as
                               it is called now: they do not count */
    size_t n_without_limit; /* of the others: a limit's value is missing */
} inlay_revision;

INLAY_INLINE inlay_status inlay_study_last_revision(const inlay_study *study,
                                                    inlay_revision *out,
                                                    inlay_error *err);

INLAY_API void inlay_study_free(inlay_study *study);
/* Its space and its options; both are valid as long as the study. */
INLAY_API const inlay_space *inlay_study_space(const inlay_study *study);
INLAY_API const inlay_options *inlay_study_options(const inlay_study *study);
/* May a configuration be suggested twice?  (Options "repeats" and "noise".) */
INLAY_API bool inlay_study_may_repeat(const inlay_study *study);

/*
 * The next configuration to evaluate.  The trial is pending until you report
 * its result.  To evaluate several at once, ask again before you tell.
 *
 * INLAY_EXHAUSTED: every configuration of a finite space has been suggested.
 * This is the normal end of such a search; it does not happen with noise=yes or
 * repeats=yes.  INLAY_ENUMERIC: the model could not be fitted.
 */
INLAY_INLINE inlay_status inlay_study_ask(inlay_study *study,
                                          inlay_trial *trial, inlay_error *err);
/* Suggests up to n trials; *n_got of them are in trials[].  INLAY_OK if there
 * is at least one.  Fewer than n: a later one failed, for example because the
 * space is exhausted; the next ask reports why. */
INLAY_INLINE inlay_status inlay_study_ask_many(inlay_study *study, size_t n,
                                               inlay_trial *trials,
                                               size_t *n_got, inlay_error *err);

/* Report the value of a pending trial.  NaN or infinity: it failed.
 * INLAY_ESTATE: no such trial, or it has a result already. */
INLAY_API inlay_status inlay_study_tell(inlay_study *study, int64_t id,
                                        double value, inlay_error *err);
/*
 * Report the values of a pending trial, one for each of the n outputs, in their
 * order.  A value that is not finite: the trial failed.  metrics: a JSON object
 * with anything else worth keeping, such as {"epochs": 20}, or NULL.
 * inlay_study_tell is the short form for a study with one output.
 */
INLAY_API inlay_status inlay_study_report(inlay_study *study, int64_t id,
                                          const double *values, size_t n,
                                          const char *metrics,
                                          inlay_error *err);
/*
 * Report a value that is an estimate, such as a mean over repetitions, with its
 * variance: the square of its standard error, in squared units of the value.  The
 * variance is believed: a model with a Gaussian process takes it in the place of
 * the noise that it estimates (docs/library.md, "Variances").  0: the value is
 * exact.  NaN: none is given, as in inlay_study_tell.  Where the trial failed, it
 * is dropped.  INLAY_EINVAL: it is negative or infinite.
 */
INLAY_API inlay_status inlay_study_tell_noisy(inlay_study *study, int64_t id,
                                              double value, double variance,
                                              inlay_error *err);
/* inlay_study_report with the variance of the objective; those of other outputs
 * cannot be given. */
INLAY_API inlay_status inlay_study_report_noisy(inlay_study *study, int64_t id,
                                                const double *values, size_t n,
                                                double variance,
                                                const char *metrics,
                                                inlay_error *err);
/* Report that a pending trial failed.  The model learns where trials fail, and
 * this configuration is not suggested again.  why may be NULL. */
INLAY_API inlay_status inlay_study_tell_failed(inlay_study *study, int64_t id,
                                               const char *why,
                                               inlay_error *err);

/* Queue a configuration: ask returns queued ones first, in order.
 * INLAY_ESTATE: it has been suggested before and repeats are off. */
INLAY_API inlay_status inlay_study_enqueue(inlay_study *study,
                                           const inlay_value *x,
                                           inlay_error *err);

/* Add a trial that you evaluated yourself, e.g. a row of an old table.  A value
 * that is not finite makes it a failed trial.  id may be NULL. */
INLAY_API inlay_status inlay_study_add(inlay_study *study, const inlay_value *x,
                                       double value, int64_t *id,
                                       inlay_error *err);
/* The same with a value for each of the n outputs, and metrics, as in
 * inlay_study_report. */
INLAY_API inlay_status inlay_study_add_report(inlay_study *study,
                                              const inlay_value *x,
                                              const double *values, size_t n,
                                              const char *metrics, int64_t *id,
                                              inlay_error *err);
/* ... and with the variance of the objective, as in inlay_study_report_noisy. */
INLAY_API inlay_status inlay_study_add_noisy(
    inlay_study *study, const inlay_value *x, const double *values, size_t n,
    double variance, const char *metrics, int64_t *id, inlay_error *err);
INLAY_API inlay_status inlay_study_add_failed(inlay_study *study,
                                              const inlay_value *x,
                                              const char *why, int64_t *id,
                                              inlay_error *err);

/*
 * Add n trials, all or none, in one transaction: x has a configuration after the
 * other, values the n_outputs() values of each.  metrics: n JSON objects or NULLs,
 * or NULL.  The trials have the numbers *first, *first + 1, ...; first may be
 * NULL.  A message names the trial that is wrong, counted from 1.
 */
INLAY_API inlay_status inlay_study_add_many(inlay_study *study, size_t n,
                                            const inlay_value *x,
                                            const double *values,
                                            const char *const *metrics,
                                            int64_t *first, inlay_error *err);
/* The same with the variance of the objective of each trial; variances may be
 * NULL, and NaN where none is given. */
INLAY_API inlay_status inlay_study_add_many_noisy(
    inlay_study *study, size_t n, const inlay_value *x, const double *values,
    const double *variances, const char *const *metrics, int64_t *first,
    inlay_error *err);

INLAY_API size_t inlay_study_n_trials(const inlay_study *study);
/* Number of trials in that state, and of configurations in the queue, but for
 * those that were suggested meanwhile: ask passes them over. */
INLAY_API size_t inlay_study_n_in_state(const inlay_study *study,
                                        inlay_state state);
INLAY_API size_t inlay_study_n_queued(const inlay_study *study);

/* The id of the first trial with the configuration x, 0 if there is none. */
INLAY_API inlay_status inlay_study_find(const inlay_study *study,
                                        const inlay_value *x, int64_t *id,
                                        inlay_error *err);
/* Number of configurations ahead of x in the queue; inlay_study_n_queued() if x
 * is not in it. */
INLAY_API inlay_status inlay_study_find_queued(const inlay_study *study,
                                               const inlay_value *x,
                                               size_t *n_before,
                                               inlay_error *err);

/* The trial with that id; ids run from 1 to inlay_study_n_trials(). */
INLAY_INLINE inlay_status inlay_study_trial(const inlay_study *study,
                                            int64_t id, inlay_trial *out,
                                            inlay_error *err);

/*
 * The feasible trial with the best value; of equal ones, that with the lowest
 * id.  While none is feasible, the done trial that is nearest to its limits
 * (is_feasible is false): the excesses are added, each as a share of its limit.
 * INLAY_ESTATE: no trial is done.
 */
INLAY_INLINE inlay_status inlay_study_best(const inlay_study *study,
                                           inlay_trial *out, inlay_error *err);
/* Number of trials that were asked after that one and have finished, all without
 * an improvement.  Trials that were added do not count.  While no trial is done,
 * all that have finished. */
INLAY_API size_t inlay_study_n_since_best(const inlay_study *study);

/* What the model predicts for a configuration, on the user's scale: the units
 * and the sign in which you report values.  If no trial is done, or the method
 * has no model, p_success is 1 and the rest is NaN. */
typedef struct inlay_prediction {
    double mean, sd;    /* of the objective, without observation noise */
    double p_success;   /* probability that the evaluation succeeds; NaN if
                           the model does not estimate it (smac) */
    double acquisition; /* log of the acquisition, weighted by p_success and
                           p_feasible: expected improvement in the model's unit
                           (ei, smac), that of the least mean by one more
                           value (kg), or information in nats about the
                           minimizer (pes) or minimum (mes).  While no trial is
                           feasible, the weights alone.  Compare it only between
                           configurations of one study at one moment */
    double p_feasible;  /* probability that all limits hold; 1 without limits,
                           NaN if the model does not estimate it, and while no
                           trial has a value of one of them */
} inlay_prediction;

INLAY_INLINE inlay_status inlay_study_predict(inlay_study *study,
                                              const inlay_value *x,
                                              inlay_prediction *out,
                                              inlay_error *err);

/* What the model predicts for one output of a configuration; NaN where it has
 * no model of it. */
typedef struct inlay_output_prediction {
    double mean, sd; /* without observation noise */
    double p_within; /* probability that its limits hold; 1 without limits */
} inlay_output_prediction;

/* The same for each output, in their order: out has room for all. */
INLAY_INLINE inlay_status
inlay_study_predict_outputs(inlay_study *study, const inlay_value *x,
                            inlay_output_prediction *out, inlay_error *err);

/*
 * The configuration to use, as option "recommend" says: the best observed one,
 * or the optimum of the model's mean over the whole space.  x has room for all
 * variables; prediction may be NULL.  INLAY_ESTATE: no trial is done.
 */
INLAY_INLINE inlay_status inlay_study_recommend(inlay_study *study,
                                                inlay_value *x,
                                                inlay_prediction *prediction,
                                                inlay_error *err);

/* How much a variable matters to the model. */
typedef struct inlay_relevance {
    double share; /* of what the variables explain, see below */
    /* Distance over which the objective changes.  1 is the whole range; two
     * values of a categorical are 1/sqrt(2) apart.  The geometric mean if the
     * model has several; NaN for a constant, and for models without
     * length-scales (smac). */
    double length_scale;
} inlay_relevance;

/*
 * out has room for each variable.  To score a variable: draw a random
 * configuration, redraw this variable alone, and average the squared change of
 * the model's mean (on the scale on which the model is fitted, option "warp").
 * So its interactions with other variables count too.  Shares are >= 0 and sum
 * to 1; a constant has 0, and if the model is flat all have 0.  If no trial is
 * done, or the method has no model, all are NaN.
 */
INLAY_INLINE inlay_status inlay_study_relevance(inlay_study *study,
                                                inlay_relevance *out,
                                                inlay_error *err);

/* The same for the model of any output: the objective, or one with limits. */
INLAY_INLINE inlay_status inlay_study_relevance_of(inlay_study *study,
                                                   size_t output,
                                                   inlay_relevance *out,
                                                   inlay_error *err);

/* What the model predicts for a done trial from all the other trials. */
typedef struct inlay_residual {
    int64_t id;
    double value;    /* as reported */
    double mean, sd; /* predicted from all other configurations; sd includes the
                        noise of an observation, or the variance that the
                        trial was told with */
    double z; /* standardized residual, on the scale on which the model is
                        fitted: about standard normal if the model is good */
} inlay_residual;

/*
 * A check of the model: out[0] to out[*n - 1] are all done trials, in order.
 * out has room for `room` of them.  inlay_study_n_trials() is enough, unless
 * another process adds trials during the call: too little is INLAY_EINVAL.
 * Trials with the same configuration are left out together, but those with a
 * variance apart from those without.  Hyper-parameters
 * are fitted once, to all trials.  For smac, only trees whose sample lacks the
 * trial predict it; with few trials these may agree by chance, and z is then
 * far too large.  *n is 0 if no trial is done or the method has no model.
 */
INLAY_INLINE inlay_status inlay_study_leave_one_out(inlay_study *study,
                                                    inlay_residual *out,
                                                    size_t room, size_t *n,
                                                    inlay_error *err);

/* The same for any output: the trials that have a value of it. */
INLAY_INLINE inlay_status inlay_study_leave_one_out_of(inlay_study *study,
                                                       size_t output,
                                                       inlay_residual *out,
                                                       size_t room, size_t *n,
                                                       inlay_error *err);

/* What the last ask of this handle cost, for logs and benchmarks. */
typedef struct inlay_ask_stats {
    size_t n_likelihoods; /* evaluations of the likelihood */
    size_t n_jitters;     /* times a covariance needed more jitter */
    double jitter;        /* largest added, relative to the amplitude */
    size_t n_candidates;  /* acquisition values computed */
    size_t n_minima;      /* draws of the minimum (acquisitions pes, mes) */
    size_t n_unconverged; /* of them (pes): those that did not converge */
    double fit_seconds, maximize_seconds;
    /* The noise that the model found, as in inlay_noise_estimate; 0: it found
     * none, or took no part. */
    double noise_sd;
} inlay_ask_stats;

/* All members are 0 before the first ask. */
INLAY_INLINE inlay_status inlay_study_last_ask(const inlay_study *study,
                                               inlay_ask_stats *out,
                                               inlay_error *err);

/*
 * Receives one message each time it is called, without a newline: a model
 * needed jitter, a queued configuration was skipped.  NULL, the default, turns
 * it off.  It is called in the thread that uses the study, and must not use
 * the study itself.
 */
typedef void inlay_log_fn(const char *line, void *context);
INLAY_API void inlay_study_set_log(inlay_study *study, inlay_log_fn *fn,
                                   void *context);

/* ---- When something went wrong with a trial ------------------------------ */

/*
 * Nothing is ever deleted: a study keeps what was told first, and explain shows
 * what was known then.  why may be NULL.  INLAY_ESTATE: there is no such trial,
 * or it is in another state.
 */

/* A pending trial is given up.  Nothing is learnt from it, and its configuration
 * may be suggested again. */
INLAY_API inlay_status inlay_study_abandon(inlay_study *study, int64_t id,
                                           const char *why, inlay_error *err);
/*
 * A trial is to be evaluated again, with its number and values: the next ask, of
 * any handle, or the next inlay run takes it up.  It has failed or was abandoned,
 * and that is forgotten; or it is pending, and who evaluated it is gone.
 * INLAY_ESTATE: it is done (amend it or discard it), or another process is
 * evaluating it.
 */
INLAY_API inlay_status inlay_study_requeue(inlay_study *study, int64_t id,
                                           inlay_error *err);
/* A finished trial has other values, or has failed: as in inlay_study_report and
 * inlay_study_tell_failed.  From now on they count.  Metrics are replaced, too. */
INLAY_API inlay_status inlay_study_amend(inlay_study *study, int64_t id,
                                         const double *values, size_t n,
                                         const char *metrics, inlay_error *err);
/* ... and another variance: without one here it has none from now on. */
INLAY_API inlay_status inlay_study_amend_noisy(inlay_study *study, int64_t id,
                                               const double *values, size_t n,
                                               double variance,
                                               const char *metrics,
                                               inlay_error *err);
INLAY_API inlay_status inlay_study_amend_failed(inlay_study *study, int64_t id,
                                                const char *why,
                                                inlay_error *err);
/* The result of a finished trial is void: it is kept and shown, but it is not the
 * best, no model learns from it, and its configuration may be suggested again.
 * restore makes it count again. */
INLAY_API inlay_status inlay_study_discard(inlay_study *study, int64_t id,
                                           const char *why, inlay_error *err);
INLAY_API inlay_status inlay_study_restore(inlay_study *study, int64_t id,
                                           inlay_error *err);

/* What happened to a trial. */
typedef enum inlay_change_kind {
    INLAY_CHANGE_ENDED = 0,
    INLAY_CHANGE_ABANDONED,
    INLAY_CHANGE_REQUEUED,
    INLAY_CHANGE_AMENDED,
    INLAY_CHANGE_DISCARDED,
    INLAY_CHANGE_RESTORED,
    INLAY_CHANGE_NOTED, /* text: its attributes, as a JSON object */
} inlay_change_kind;

/* "ended", "abandoned", "requeued", "amended", "discarded", "restored", "noted".
 * Always valid. */
INLAY_API const char *inlay_change_name(inlay_change_kind kind);

typedef struct inlay_change {
    inlay_change_kind kind;
    double at;        /* seconds since 1970 */
    double value;     /* ENDED, AMENDED: of the objective; NaN if it failed */
    const char *text; /* why, or NULL */
    const char *metrics; /* ENDED, AMENDED: a JSON object, or NULL */
    double variance;     /* ENDED, AMENDED: of value; NaN: none was given */
} inlay_change;          /* later versions may add members */

/* Calls fn for each change of a trial, oldest first; id 0: of the study itself.
 * Views end when fn returns, which must not use the study. */
typedef void inlay_change_fn(const inlay_change *change, void *context);
INLAY_API inlay_status inlay_study_changes(inlay_study *study, int64_t id,
                                           inlay_change_fn *fn, void *context,
                                           inlay_error *err);

/*
 * Attributes: texts under keys, of a trial, or of the study (id 0).  For people
 * and programs; no method reads them.  value NULL removes one; "" makes a tag.
 */
INLAY_API inlay_status inlay_study_set_attribute(inlay_study *study, int64_t id,
                                                 const char *key,
                                                 const char *value,
                                                 inlay_error *err);
/* The value, or NULL.  Views live as long as the study. */
INLAY_API const char *inlay_study_attribute(const inlay_study *study,
                                            int64_t id, const char *key);
INLAY_API size_t inlay_study_n_attributes(const inlay_study *study, int64_t id);
/* The key of attribute i, in the order in which they were first set; NULL past
 * the last. */
INLAY_API const char *inlay_study_attribute_key(const inlay_study *study,
                                                int64_t id, size_t i);

/*
 * Leases: for processes that share a study and may die.  From now on a trial that
 * this handle asks for is leased to this process for so many seconds, and every
 * call on the handle renews that; call inlay_study_renew during an evaluation
 * that takes longer.  Where the process dies, the next ask of a handle with leases
 * gives its trials out again, with their numbers and values, and
 * inlay_trial.attempts counts.  On one machine the death is noticed at once, and a
 * living process keeps its trials; on another the lease must run out.
 *
 * While other processes evaluate the last configurations of a finite space, ask
 * is INLAY_WAIT, not INLAY_EXHAUSTED: they may die.  Sleep, and ask again.
 * Handles of one process count as one.  seconds 0: no leases from now on.  The
 * first result of a trial counts, whoever has it.
 */
INLAY_API inlay_status inlay_study_set_lease(inlay_study *study, double seconds,
                                             inlay_error *err);
INLAY_API inlay_status inlay_study_renew(inlay_study *study, inlay_error *err);
/* ---- Stopping ------------------------------------------------------------ */

/*
 * A flag that ends long calls.  It may be requested, cleared and asked in any
 * thread at any time, also while a call runs that looks at it, and
 * inlay_stop_request() in a signal handler too: it is one atomic store.
 */
typedef struct inlay_stop inlay_stop;

INLAY_API inlay_status inlay_stop_new(inlay_stop **out, inlay_error *err);
/* No study may use it any more. */
INLAY_API void inlay_stop_free(inlay_stop *stop);
INLAY_API void inlay_stop_request(inlay_stop *stop);
INLAY_API void inlay_stop_clear(inlay_stop *stop);
INLAY_API bool inlay_stop_is_requested(const inlay_stop *stop);

/*
 * What ends long calls of a study: ask, ask_many, predict, recommend, relevance,
 * leave_one_out, hyperparameters, explain, slice, audit, and their kin.  Such a
 * call returns INLAY_STOPPED soon after a request, or when it has taken longer
 * than its deadline.  Each call has its own time; ask_many is one call.
 *
 * A stopped call has changed nothing: no trial was created, and the next ask
 * gives the same suggestion as if the stopped one had never been.  (ask_many
 * keeps the trials it already has, and then returns INLAY_OK.)  While a stop is
 * requested, each of these calls is stopped at once: clear it to go on.  The
 * deadline is that of computing, not of waiting for another process.
 *
 * How soon: within 10 ms for up to 2000 trials, where Linux has huge pages for the
 * memory that is given back.  bench/stop measures it.
 */
INLAY_API void inlay_study_set_stop(inlay_study *study, const inlay_stop *stop);
/* seconds > 0; INFINITY: none, as at first. */
INLAY_API inlay_status inlay_study_set_deadline(inlay_study *study,
                                                double seconds,
                                                inlay_error *err);

/* ---- Insight: why, how good, what the model looks like ------------------- */

/*
 * Everything here is on the user's scale and in the direction of the goal.
 * Nothing here changes a suggestion.  An unknown number is NaN.
 *
 * The library allocates these results; free each with its own ..._free
 * function.  Views in them are valid until then, but not longer than the
 * study.  Later versions may add members at the end of these structs, so each
 * is reached by a pointer, and an array of them is one of pointers:
 * slice->at[i]->mean.
 */

/* Is value a better than b by option "goal"?  A number is better than NaN.  NaN
 * is never better, and a value is not better than an equal one. */
INLAY_API bool inlay_study_is_better(const inlay_study *study, double a,
                                     double b);
INLAY_API bool inlay_options_is_better(const inlay_options *options, double a,
                                       double b);

/* Which acquisition inlay_prediction.acquisition holds: "ei", "kg", "pes" or
 * "mes".  With acquisition=auto it is that of the last prediction, which is "ei"
 * until noise is found, then "kg"; "ei" for methods without a choice.  Always
 * valid. */
INLAY_API const char *inlay_study_acquisition(const inlay_study *study);

/* The hyper-parameters of the model, one row per sample (one row with
 * inference=map). */
typedef struct inlay_hyperparameters {
    size_t n_variables;
    size_t n_samples; /* 0: the model has no hyper-parameters, or no trial is
                         finished */
    /* n_samples rows of n_variables, as in inlay_relevance */
    const double *length_scales;
    /* n_samples each, in the model's unit: values after option "warp", shifted
     * and scaled to mean 0 and standard deviation 1.  amplitude and mean are
     * the prior standard deviation and mean of the objective, noise is the
     * standard deviation of the noise. */
    const double *amplitude, *noise, *mean;
    /* Standard deviation of repeated evaluations of the best configuration, on
     * the user's scale; 0 with option noise=none. */
    double noise_sd;
} inlay_hyperparameters;

INLAY_API inlay_status inlay_study_hyperparameters(inlay_study *study,
                                                   inlay_hyperparameters **out,
                                                   inlay_error *err);
/* The same for the model of any output. */
INLAY_API inlay_status
inlay_study_hyperparameters_of(inlay_study *study, size_t output,
                               inlay_hyperparameters **out, inlay_error *err);
INLAY_API void inlay_hyperparameters_free(inlay_hyperparameters *h);

/* The noise of the objective, as the model estimates it from the values: by how
 * much those of one configuration scatter. */
typedef struct inlay_noise_estimate {
    /* Standard deviation of repeated evaluations of the best configuration, on the
     * user's scale, as in inlay_hyperparameters.  Where no noise was found it is
     * the little that the model allows itself, or 0. */
    double sd;
    /* Its 95 % interval.  NaN where nothing is estimated: where no noise was found,
     * and where every value has a variance of its own. */
    double low, high;
    bool is_found; /* the values are modelled as ones that scatter */
    bool
        is_certain; /* ... as you said so, or the values show it beyond doubt */
    bool is_declared;  /* by option noise=yes or none, or a variance above 0 */
    size_t n_repeated; /* done trials that measured a configuration again */
} inlay_noise_estimate;

/* All but n_repeated are NaN and false while no trial is done, and for methods
 * without a Gaussian process.  Costs a few dozen likelihoods for each sample of the
 * hyper-parameters, n^3 operations each. */
INLAY_INLINE inlay_status inlay_study_noise(inlay_study *study,
                                            inlay_noise_estimate *out,
                                            inlay_error *err);

/* Where a trial came from. */
typedef enum inlay_origin {
    INLAY_ORIGIN_MODEL = 0, /* the model found it most promising */
    INLAY_ORIGIN_DESIGN,    /* initial design, spread over the space */
    INLAY_ORIGIN_NET,       /* a point of the Sobol' net */
    INLAY_ORIGIN_STEP,      /* a neighbor of a good trial */
    INLAY_ORIGIN_RANDOM,    /* drawn uniformly */
    INLAY_ORIGIN_QUEUE,     /* enqueued by the user */
    INLAY_ORIGIN_IMPORT,    /* added with its result */
} inlay_origin;

/* "model", "design", "net", "step", "random", "queue", "import".  Always
 * valid. */
INLAY_API const char *inlay_origin_name(inlay_origin origin);

/* The result of computing the suggestion of a past trial again. */
typedef enum inlay_replay {
    INLAY_REPLAY_NONE = 0, /* nothing to compute: it was enqueued or added, or
                                is not suggested yet */
    INLAY_REPLAY_SAME,     /* the recorded suggestion */
    INLAY_REPLAY_OTHER,    /* a different one: it was made by another version
                                or processor, or with other options */
} inlay_replay;

/* A finished trial near a configuration. */
typedef struct inlay_neighbor {
    const inlay_trial *trial;
    double distance; /* in length-scales; in fractions of each variable's range
                        if the model has none */
} inlay_neighbor;

/* One output of an explained trial. */
typedef struct inlay_output_explanation {
    const inlay_output *output;        /* its limits are those of then */
    const inlay_output_prediction *at; /* of this configuration, then */
    /* What came out, NaN unless done, and its distance from at->mean, in standard
     * deviations of a value: > 0 is larger. */
    double value, z;
} inlay_output_explanation;

/* Why the model measures a configuration again.  If the acquisition has no part in
 * it, as in a probe, inlay_explanation.rank is NaN. */
typedef enum inlay_again {
    INLAY_AGAIN_NO = 0,  /* it does not */
    INLAY_AGAIN_LIMIT,   /* nothing was known of a limit there */
    INLAY_AGAIN_PROBE,   /* to learn whether values scatter; once in a study */
    INLAY_AGAIN_NOISE,   /* values scatter, and one more says more */
    INLAY_AGAIN_ALLOWED, /* option repeats=yes allows it */
} inlay_again;

/* Why a trial was suggested: what the model believed at that time. */
typedef struct inlay_explanation {
    const inlay_space *space;
    const inlay_trial *trial; /* as it is now; id 0: the next suggestion */
    inlay_origin origin;
    inlay_replay replay;
    size_t n_done, n_failed, n_pending; /* trials known then */
    bool may_repeat; /* could a configuration be suggested twice? */

    bool has_model;             /* false: the model's numbers are NaN */
    const char *acquisition;    /* see inlay_study_acquisition */
    const inlay_prediction *at; /* of this configuration, then */
    double observed_sd; /* of a value observed here: at->sd and the noise */
    /* Distance of its value from at->mean, in standard deviations of a value,
     * on the scale on which the model is fitted: > 0 is larger.  NaN unless
     * done. */
    double z;
    bool is_better;    /* its value is better than at->mean */
    double gain;       /* how much better at->mean is than at_best->mean; NaN if
                          the best breaks a limit */
    double p_better;   /* probability that the objective is better here than
                          at_best->mean; NaN likewise */
    size_t n_random;   /* random configurations compared with it */
    double rank;       /* share of them whose acquisition is no higher */
    double typical_sd; /* the median of their sd */
    const inlay_relevance *const *relevance; /* of each variable */
    bool has_length_scales;

    const inlay_trial *best; /* of the trials finished then; id 0: none */
    const inlay_prediction *at_best; /* of its configuration, then */
    size_t n_near;
    const inlay_neighbor *const
        *near; /* up to 3 finished trials, nearest first */
    size_t n_outputs;
    const inlay_output_explanation *const *outputs; /* of each, in order */
    /* No trial kept all limits then: the search wants one that does, and the
     * acquisition is the logarithm of the probability that the limits hold. */
    bool seeks_limits;
    /* The first trial that had this configuration, which the model measures again;
     * 0: none. */
    int64_t measures_again;
    inlay_again why_again;
    const inlay_noise_estimate *noise; /* as it was estimated then */
} inlay_explanation;

/*
 * Explains trial `id`; 0: the next suggestion, without creating a trial.  A
 * past trial is explained by the results and options known when it was
 * suggested, which takes about as long as that suggestion did.
 *
 * INLAY_ESTATE: no such trial.  INLAY_EXHAUSTED: there is no next suggestion.
 */
INLAY_API inlay_status inlay_study_explain(inlay_study *study, int64_t id,
                                           inlay_explanation **out,
                                           inlay_error *err);
INLAY_API void inlay_explanation_free(inlay_explanation *explanation);

/* One variable of a slice, and the values at which the model is evaluated. */
typedef struct inlay_slice_axis {
    size_t variable;
    size_t n;
    /*
     * n increasing coordinates each, for a picture: the value of a real or an
     * integer; the index of the value, from 0, of any other variable.  A
     * discrete value covers the interval from left to right, over which the
     * prediction is constant; intervals meet half-way between values.  For a
     * real variable both are the value itself.
     */
    const double *left, *right;
    const inlay_value *values; /* n: the value at each coordinate */
    double here;               /* coordinate of the configuration */
} inlay_slice_axis;

/* Where a trial is in the picture of a slice. */
typedef struct inlay_slice_trial {
    int64_t id;
    double place[2]; /* its coordinate on each axis; NaN: no such axis */
    double distance; /* from the slice, in all other variables, in length-scales
                        (in ranges if the model has none) */
} inlay_slice_trial;

/* The model along one variable or over two, through one configuration. */
typedef struct inlay_slice {
    const inlay_value *x;    /* variables other than the axes keep its values */
    bool has_model;          /* false: predictions are NaN */
    const char *acquisition; /* see inlay_study_acquisition */
    size_t n_axes;
    const inlay_slice_axis *const *axes;
    size_t n_cells; /* axes[0]->n, or axes[0]->n * axes[1]->n */
    /* Value i of the first axis and j of the second: at[i * axes[1]->n + j] */
    const inlay_prediction *const *at;
    size_t n_trials;
    /* The trials that count: neither abandoned, nor discarded, nor outside the
     * space; in the order of their ids */
    const inlay_slice_trial *const *trials;
    size_t n_outputs;
    /* Of each cell, the prediction of each output: outputs[i][output] */
    const inlay_output_prediction *const *outputs;
} inlay_slice;

/*
 * A slice through x (NULL: the one from inlay_study_recommend) along 1 or 2
 * variables, given by their indices in the space.  Each cell is what
 * inlay_study_predict returns there.  A real variable, or a discrete one with
 * more than `resolution` values, is evaluated in `resolution` even steps (in
 * log x on a log scale) and at x itself.  Resolution 0 is 201 steps for one
 * variable, 41 for each of two.
 *
 * INLAY_EINVAL: no such variable, a constant, the same one twice, or a
 * resolution of 1 or above 1000.  INLAY_ESTATE: x is NULL and no trial is done.
 */
INLAY_API inlay_status inlay_study_slice(inlay_study *study,
                                         const inlay_value *x,
                                         const size_t *variables,
                                         size_t n_variables, size_t resolution,
                                         inlay_slice **out, inlay_error *err);
INLAY_API void inlay_slice_free(inlay_slice *slice);

/* Failures with one reason.  Reasons that differ only in digits count as
 * one. */
typedef struct inlay_failure_reason {
    const char *why; /* of the first such failure */
    size_t n;
} inlay_failure_reason;

typedef enum inlay_loss {
    INLAY_LOSS_DEAD = 0, /* the process that evaluated it has died */
    INLAY_LOSS_SILENT,   /* another machine ran it, and no longer responds */
    INLAY_LOSS_WAITING,  /* asked for long ago, and still without a result */
} inlay_loss;

/* A pending trial that will probably never get a result. */
typedef struct inlay_lost_trial {
    int64_t id;
    inlay_loss how;
    double hours; /* since it was suggested; NaN: unknown */
} inlay_lost_trial;

/* Are the model's errors as large as it expects? */
typedef enum inlay_calibration {
    INLAY_CALIBRATION_UNKNOWN = 0,    /* fewer than 10 trials are done */
    INLAY_CALIBRATION_GOOD,           /* yes */
    INLAY_CALIBRATION_OVERCONFIDENT,  /* they are larger */
    INLAY_CALIBRATION_UNDERCONFIDENT, /* they are smaller */
} inlay_calibration;

/* How good are its predictions? */
typedef enum inlay_accuracy {
    INLAY_ACCURACY_UNKNOWN = 0, /* fewer than 10 trials are done, or all values
                                   are equal */
    INLAY_ACCURACY_NONE,        /* no better than the mean of all values */
    INLAY_ACCURACY_POOR,
    INLAY_ACCURACY_FAIR,
    INLAY_ACCURACY_GOOD,
} inlay_accuracy;

/* The model tested on trials it has not seen: each finished trial is predicted
 * from the others, see inlay_study_leave_one_out. */
typedef struct inlay_model_check {
    size_t n; /* number of predicted trials */

    inlay_calibration calibration;
    double z_mean, z_sd; /* of the standardized residuals: about 0 and 1 if the
                            model is well calibrated */
    size_t n_within_1, n_within_2; /* |z| below 1 and 2: expect 68 % and 95 % */

    inlay_accuracy accuracy; /* by the larger of explained and the square of
                                rank_correlation: below 0.1 none, then poor,
                                from 0.5 fair, from 0.9 good */
    double explained; /* share of the variance of the values that predictions
                         explain: 1 - sum (value - predicted)^2 / sum (value -
                         mean of the other values)^2, and at least 0 */
    double error;     /* mean |value - predicted| */
    double error_of_mean;    /* the same if each prediction were the mean of the
                             other values */
    double rank_correlation; /* Spearman's, of values and predictions: are they
                                in the right order? */

    double noise_sd; /* see inlay_hyperparameters */
    size_t n_worst;
    /* up to 3 with the largest |z|, largest first */
    const inlay_residual *const *worst;
} inlay_model_check;

/* An output, and what the trials and the model make of it. */
typedef struct inlay_output_audit {
    const char *name;
    double min, max;                /* its limits; infinite: none */
    size_t n_known;                 /* done trials whose value is known */
    size_t n_within;                /* ... and within the limits */
    const inlay_model_check *model; /* NULL: there is no model of it */
} inlay_output_audit;

/* How the trials were spent, and whether file and model can be trusted. */
typedef struct inlay_audit {
    size_t n_problems; /* damage and contradictions in the file */
    size_t n_listed;   /* how many are in problems: up to 50 */
    const char *const *problems;

    size_t n_trials, n_done, n_failed, n_pending;
    size_t n_added; /* how many were added with their result */
    size_t n_reasons;
    /* up to 20, in order of first failure */
    const inlay_failure_reason *const *reasons;
    size_t n_other_failures; /* for reasons that are not listed */
    size_t n_lost;
    const inlay_lost_trial *const *lost;
    bool is_flat; /* at least 5 are done, and all values are equal */

    bool has_study;   /* the study can be read; false: the members below
                         are not set */
    bool may_repeat;  /* may a configuration be suggested twice? */
    size_t n_repeats; /* trials that repeat an earlier configuration */
    int64_t best_id;  /* 0: none is done */
    double best_value;
    size_t n_since;    /* finished trials with a larger id than the best */
    bool is_best_late; /* it is in the last fifth of finished trials */
    const inlay_model_check *model; /* of the objective; NULL: there is none */

    size_t n_feasible;     /* done trials that keep all limits */
    bool is_best_feasible; /* best_id is one of them */
    size_t n_outputs;
    const inlay_output_audit *const *outputs; /* of each, in order */
    size_t n_outside;       /* trials that lie outside the space */
    size_t n_without_point; /* of them: those that the model cannot use */
    size_t n_abandoned, n_discarded;
    size_t n_spent; /* how many count toward a budget: they were suggested, and
                       neither abandoned nor discarded */
    /* Done trials without a value of the objective as it is called now: they do
     * not count. */
    size_t n_without_value;
    /* At least 8 trials failed and 8 are done, and failures do not follow the
     * variables: run each again before you count it as failed. */
    bool are_failures_random;
    bool is_too_large; /* too many trials for a model in this memory */
    const inlay_noise_estimate *noise; /* NULL: there is no model */
} inlay_audit;

/*
 * Checks the study, its file and its model.  Costs one fit of the model and
 * n^3 operations for n done trials.  Damage is listed as a problem; it does
 * not make the call fail.
 */
INLAY_API inlay_status inlay_study_audit(inlay_study *study, inlay_audit **out,
                                         inlay_error *err);
/* The same for a study in a file, which is only read.  Works even if the file
 * is too damaged for inlay_study_open().  INLAY_ESTORE: nothing can be
 * read. */
INLAY_API inlay_status inlay_audit_file(const char *path, inlay_audit **out,
                                        inlay_error *err);
INLAY_API void inlay_audit_free(inlay_audit *audit);

/* ---- One call ------------------------------------------------------------ */

/* The objective: x has a value for each variable.  Return NaN or infinity if
 * the evaluation failed. */
typedef double inlay_objective_fn(const inlay_value *x, void *context);

/*
 * Minimize f with at most `budget` evaluations (fewer if every configuration
 * has been evaluated).  x, with room for all variables, and *value become the
 * best configuration and its value; either may be NULL.  Texts in x live as
 * long as `space`.  Option goal must not be "maximize": negate f, or use a
 * study.  f must return: to stop early, use inlay_minimize_with; where exceptions
 * may pass, use a study.  INLAY_ESTATE: every evaluation failed.
 */
INLAY_API inlay_status inlay_minimize(const inlay_space *space,
                                      const inlay_options *options,
                                      size_t budget, inlay_objective_fn *f,
                                      void *context, inlay_value *x,
                                      double *value, inlay_error *err);

/*
 * An objective that can say stop.  *value is NaN at first, and the evaluation has
 * failed if it stays so, or becomes infinite.  Return false to end the search: a
 * finite value then still counts, and without one the trial is dropped.
 */
typedef bool inlay_evaluate_fn(const inlay_value *x, double *value,
                               void *context);

/* Where a search is, after an evaluation. */
typedef struct inlay_progress {
    size_t n;                 /* evaluations so far */
    double seconds;           /* since the search began */
    const inlay_trial *trial; /* the last one */
    const inlay_trial *best;  /* NULL: none has succeeded */
} inlay_progress;

/* Return false to end the search.  The views are valid until then. */
typedef bool inlay_progress_fn(const inlay_progress *progress, void *context);

/* When a search ends, and who is told of it.  Members that are 0 or NULL do
 * nothing; at least one of the first four is needed, or a stop. */
typedef struct inlay_minimize_terms {
    size_t budget;     /* evaluations, at most */
    double time_limit; /* seconds: nothing begins after it */
    size_t patience;   /* evaluations in a row that are no improvement */
    bool has_target;   /* end at a value <= target */
    double target;
    const inlay_stop *stop; /* ends the suggestion that is being computed, too;
                               an evaluation is not interrupted */
    inlay_progress_fn *progress;
    void *context; /* of the objective and of progress */
} inlay_minimize_terms;

/* Why a search has ended. */
typedef enum inlay_minimize_end {
    INLAY_MINIMIZE_BUDGET = 0,
    INLAY_MINIMIZE_EXHAUSTED, /* every configuration has been evaluated */
    INLAY_MINIMIZE_TIME_LIMIT,
    INLAY_MINIMIZE_PATIENCE,
    INLAY_MINIMIZE_TARGET,
    INLAY_MINIMIZE_STOP,      /* the stop was requested */
    INLAY_MINIMIZE_OBJECTIVE, /* the objective said so */
    INLAY_MINIMIZE_PROGRESS,  /* progress said so */
} inlay_minimize_end;

typedef struct inlay_minimize_result {
    inlay_minimize_end end;
    size_t n;       /* evaluations */
    double value;   /* the best; NaN: none has succeeded */
    double seconds; /* the search took */
} inlay_minimize_result;

/*
 * inlay_minimize on terms.  *result tells how it ended, and x, with room for all
 * variables, becomes the best configuration; it is left alone where none has
 * succeeded, which is no error here.  x and result may be NULL.  Whichever way it
 * ends, all memory is freed.
 */
INLAY_INLINE inlay_status inlay_minimize_with(
    const inlay_space *space, const inlay_options *options,
    inlay_evaluate_fn *f, const inlay_minimize_terms *terms, inlay_value *x,
    inlay_minimize_result *result, inlay_error *err);

/* ---- Sizes of structs ---------------------------------------------------- */

/*
 * A struct that you allocate may get members in a later version, at its end.
 * So each function that fills one gets its size: the functions above that are
 * marked INLAY_INLINE call these, which are the ones in the library.  The
 * library fills the members that both sides know and sets yours that it does
 * not know to zero.  In an array the structs are `size` bytes apart.
 *
 * From C and C++ use the functions above.  From another language call these,
 * with the size of the struct that you declared.
 */
INLAY_API inlay_status inlay_space_variable_sized(const inlay_space *space,
                                                  size_t i, inlay_variable *out,
                                                  size_t size,
                                                  inlay_error *err);
INLAY_API inlay_status inlay_study_ask_sized(inlay_study *study,
                                             inlay_trial *trial, size_t size,
                                             inlay_error *err);
INLAY_API inlay_status inlay_study_ask_many_sized(inlay_study *study, size_t n,
                                                  inlay_trial *trials,
                                                  size_t size, size_t *n_got,
                                                  inlay_error *err);
INLAY_API inlay_status inlay_study_trial_sized(const inlay_study *study,
                                               int64_t id, inlay_trial *out,
                                               size_t size, inlay_error *err);
INLAY_API inlay_status inlay_study_best_sized(const inlay_study *study,
                                              inlay_trial *out, size_t size,
                                              inlay_error *err);
INLAY_API inlay_status inlay_study_predict_sized(inlay_study *study,
                                                 const inlay_value *x,
                                                 inlay_prediction *out,
                                                 size_t size, inlay_error *err);
INLAY_API inlay_status inlay_study_recommend_sized(inlay_study *study,
                                                   inlay_value *x,
                                                   inlay_prediction *prediction,
                                                   size_t size,
                                                   inlay_error *err);
INLAY_API inlay_status inlay_study_relevance_sized(inlay_study *study,
                                                   inlay_relevance *out,
                                                   size_t size,
                                                   inlay_error *err);
INLAY_API inlay_status inlay_study_leave_one_out_sized(inlay_study *study,
                                                       inlay_residual *out,
                                                       size_t size, size_t room,
                                                       size_t *n,
                                                       inlay_error *err);
INLAY_API inlay_status inlay_study_predict_outputs_sized(
    inlay_study *study, const inlay_value *x, inlay_output_prediction *out,
    size_t size, inlay_error *err);
INLAY_API inlay_status inlay_study_relevance_of_sized(inlay_study *study,
                                                      size_t output,
                                                      inlay_relevance *out,
                                                      size_t size,
                                                      inlay_error *err);
INLAY_API inlay_status inlay_study_leave_one_out_of_sized(
    inlay_study *study, size_t output, inlay_residual *out, size_t size,
    size_t room, size_t *n, inlay_error *err);
INLAY_API inlay_status inlay_study_last_ask_sized(const inlay_study *study,
                                                  inlay_ask_stats *out,
                                                  size_t size,
                                                  inlay_error *err);
INLAY_API inlay_status inlay_study_last_revision_sized(const inlay_study *study,
                                                       inlay_revision *out,
                                                       size_t size,
                                                       inlay_error *err);
INLAY_API inlay_status inlay_study_noise_sized(inlay_study *study,
                                               inlay_noise_estimate *out,
                                               size_t size, inlay_error *err);

/* The sizes are those of *terms and of *result. */
INLAY_API inlay_status inlay_minimize_with_sized(
    const inlay_space *space, const inlay_options *options,
    inlay_evaluate_fn *f, const inlay_minimize_terms *terms, size_t size_terms,
    inlay_value *x, inlay_minimize_result *result, size_t size,
    inlay_error *err);

INLAY_INLINE inlay_status inlay_space_variable(const inlay_space *space,
                                               size_t i, inlay_variable *out,
                                               inlay_error *err)
{
    return inlay_space_variable_sized(space, i, out, sizeof *out, err);
}

INLAY_INLINE inlay_status inlay_study_ask(inlay_study *study,
                                          inlay_trial *trial, inlay_error *err)
{
    return inlay_study_ask_sized(study, trial, sizeof *trial, err);
}

INLAY_INLINE inlay_status inlay_study_ask_many(inlay_study *study, size_t n,
                                               inlay_trial *trials,
                                               size_t *n_got, inlay_error *err)
{
    return inlay_study_ask_many_sized(study, n, trials, sizeof *trials, n_got,
                                      err);
}

INLAY_INLINE inlay_status inlay_study_trial(const inlay_study *study,
                                            int64_t id, inlay_trial *out,
                                            inlay_error *err)
{
    return inlay_study_trial_sized(study, id, out, sizeof *out, err);
}

INLAY_INLINE inlay_status inlay_study_best(const inlay_study *study,
                                           inlay_trial *out, inlay_error *err)
{
    return inlay_study_best_sized(study, out, sizeof *out, err);
}

INLAY_INLINE inlay_status inlay_study_predict(inlay_study *study,
                                              const inlay_value *x,
                                              inlay_prediction *out,
                                              inlay_error *err)
{
    return inlay_study_predict_sized(study, x, out, sizeof *out, err);
}

INLAY_INLINE inlay_status inlay_study_recommend(inlay_study *study,
                                                inlay_value *x,
                                                inlay_prediction *prediction,
                                                inlay_error *err)
{
    return inlay_study_recommend_sized(study, x, prediction, sizeof *prediction,
                                       err);
}

INLAY_INLINE inlay_status inlay_study_relevance(inlay_study *study,
                                                inlay_relevance *out,
                                                inlay_error *err)
{
    return inlay_study_relevance_sized(study, out, sizeof *out, err);
}

INLAY_INLINE inlay_status inlay_study_leave_one_out(inlay_study *study,
                                                    inlay_residual *out,
                                                    size_t room, size_t *n,
                                                    inlay_error *err)
{
    return inlay_study_leave_one_out_sized(study, out, sizeof *out, room, n,
                                           err);
}

INLAY_INLINE inlay_status
inlay_study_predict_outputs(inlay_study *study, const inlay_value *x,
                            inlay_output_prediction *out, inlay_error *err)
{
    return inlay_study_predict_outputs_sized(study, x, out, sizeof *out, err);
}

INLAY_INLINE inlay_status inlay_study_relevance_of(inlay_study *study,
                                                   size_t output,
                                                   inlay_relevance *out,
                                                   inlay_error *err)
{
    return inlay_study_relevance_of_sized(study, output, out, sizeof *out, err);
}

INLAY_INLINE inlay_status inlay_study_leave_one_out_of(inlay_study *study,
                                                       size_t output,
                                                       inlay_residual *out,
                                                       size_t room, size_t *n,
                                                       inlay_error *err)
{
    return inlay_study_leave_one_out_of_sized(study, output, out, sizeof *out,
                                              room, n, err);
}

INLAY_INLINE inlay_status inlay_study_noise(inlay_study *study,
                                            inlay_noise_estimate *out,
                                            inlay_error *err)
{
    return inlay_study_noise_sized(study, out, sizeof *out, err);
}

INLAY_INLINE inlay_status inlay_study_last_ask(const inlay_study *study,
                                               inlay_ask_stats *out,
                                               inlay_error *err)
{
    return inlay_study_last_ask_sized(study, out, sizeof *out, err);
}

INLAY_INLINE inlay_status inlay_minimize_with(
    const inlay_space *space, const inlay_options *options,
    inlay_evaluate_fn *f, const inlay_minimize_terms *terms, inlay_value *x,
    inlay_minimize_result *result, inlay_error *err)
{
    return inlay_minimize_with_sized(space, options, f, terms, sizeof *terms, x,
                                     result, sizeof *result, err);
}

INLAY_INLINE inlay_status inlay_study_last_revision(const inlay_study *study,
                                                    inlay_revision *out,
                                                    inlay_error *err)
{
    return inlay_study_last_revision_sized(study, out, sizeof *out, err);
}

#ifdef __cplusplus
}
#endif

#endif
