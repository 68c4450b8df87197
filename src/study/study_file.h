/*
 * study_file.h: the study file: what is varied, how, by which command, how
 * often.
 *
 * A study file is a space, the options of the library, and keys that only the
 * tool reads (command, budget, ...).  The library records each study as the text
 * of one, in which the tool's keys have their defaults.
 *
 * One table describes all keys (inlay_key_at).  Parser, printer, flags, help,
 * man page, schema and completion walk it; none has a list of its own.
 *
 *     study_file.c        the table; values from text
 *     study_file_parse.c  from JSON, with line and column in every message
 *     study_file_print.c  to JSON
 */
#ifndef INLAY_STUDY_STUDY_FILE_H
#define INLAY_STUDY_STUDY_FILE_H

#include "inlay.h"

struct inlay_study_file {
    char *name;         /* NULL where none was given */
    char *description;  /* likewise; what the study is, for people */
    inlay_space *space; /* never NULL; without variables until one is added */
    inlay_options *options;
    char **command; /* n_command words; NULL where none was given */
    size_t n_command;
    int64_t budget, parallel, memory_mib, retries, max_failures;
    double timeout, grace; /* seconds, of a trial */
    double time_limit;     /* seconds, of a run; 0: none */
    double target;         /* NaN: none */
    int64_t patience;      /* 0: off */
};

enum inlay_key_type {
    INLAY_KEY_TEXT,
    INLAY_KEY_WORDS,     /* an array of strings */
    INLAY_KEY_VARIABLES, /* an array of variables; cannot be set from text */
    INLAY_KEY_OUTPUTS,   /* an array of outputs; cannot be set from text */
    INLAY_KEY_OPTIONS,   /* an object of options; from text: NAME=VALUE */
    INLAY_KEY_INTEGER,
    INLAY_KEY_NUMBER,
    INLAY_KEY_CHOICE
};

/* A row of the table.  All that it points to is constant. */
struct inlay_key {
    const char *name;
    enum inlay_key_type type;
    double min, max;            /* INTEGER, NUMBER */
    const char *const *choices; /* CHOICE; a NULL ends them */
    const char *fallback;       /* the default, as text; NULL: there is none */
    const char *flag;           /* on the command line; NULL: there is none */
    const char *what;           /* its value in a synopsis, e.g. "SECONDS" */
    const char *help;           /* one line */
    const inlay_option *option; /* the option that it sets; NULL: none */
};

/* Key i of a study file; false past the last. */
bool inlay_key_at(size_t i, struct inlay_key *out);
/* Key i of the object "options"; false past the last. */
bool inlay_key_option_at(size_t i, struct inlay_key *out);
/* The key of a study file that has this name; false: there is none. */
bool inlay_key_find(const char *name, struct inlay_key *out);
/* The key whose name is written much the same, or NULL. */
const char *inlay_key_nearest(const char *name);

/* With copies of a space (NULL: an empty one) and of options (NULL: the
 * defaults); the tool's keys have their defaults. */
inlay_status inlay_study_file_new(const inlay_space *space,
                                  const inlay_options *options,
                                  struct inlay_study_file **out,
                                  inlay_error *err);
void inlay_study_file_free(struct inlay_study_file *file);
/* Exchanges its space, its options, or both with those that are given. */
void inlay_study_file_put(struct inlay_study_file *file, inlay_space **space,
                          inlay_options **options);

/*
 * Sets a key from text.  A command is split into words (base/words).  An
 * unknown key or a wrong value is INLAY_EINVAL and leaves the file as it was.
 */
inlay_status inlay_study_file_set(struct inlay_study_file *file,
                                  const char *key, const char *value,
                                  inlay_error *err);
/* Sets any option of the library; a wrong choice is told with a likely one. */
inlay_status inlay_study_file_set_option(struct inlay_study_file *file,
                                         const char *name, const char *value,
                                         inlay_error *err);
/* Sets the command; words are copied.  Refused: none, or an empty first one. */
inlay_status inlay_study_file_set_command(struct inlay_study_file *file,
                                          const char *const *words, size_t n,
                                          inlay_error *err);
/* A text of the file, or NULL: "name", "description". */
const char *inlay_study_file_text(const struct inlay_study_file *file,
                                  const char *key);
/* A number of the file that is not an option. */
double inlay_study_file_number(const struct inlay_study_file *file,
                               const char *key);

/* The goal of that name; INLAY_GOAL_NONE: there is none. */
inlay_goal inlay_goal_find(const char *name);
const struct inlay_outputs *
inlay_study_file_outputs(const struct inlay_study_file *file);

/* Does a word of the command have {name}? */
bool inlay_study_file_uses(const struct inlay_study_file *file,
                           const char *name);

typedef void inlay_mistake_fn(void *context, const char *message);

/*
 * From the JSON text of a study file.  Each mistake is told with line and
 * column: INLAY_EPARSE or INLAY_EINVAL.  Without `report` the first mistake
 * ends the parsing.  With it, parsing goes on for up to ten mistakes; err has the
 * last one, and the others are reported before.
 */
inlay_status inlay_study_file_parse(const char *text, size_t n_bytes,
                                    inlay_mistake_fn *report, void *context,
                                    struct inlay_study_file **out,
                                    inlay_error *err);
/*
 * From a text that a store has recorded, perhaps by another version: options may
 * stand beside the keys and have the names of 0.1.0, and unknown keys are passed
 * over.
 */
inlay_status inlay_study_file_parse_recorded(const char *text,
                                             struct inlay_study_file **out,
                                             inlay_error *err);

/*
 * As the JSON text of a study file.  Parsing it gives an equal file, and equal
 * files give equal texts.  Printed are the variables, the goal, and what differs
 * from the defaults; beside a command also the budget.  The caller frees *text
 * with inlay_text_free().
 */
inlay_status inlay_study_file_print(const struct inlay_study_file *file,
                                    char **text, inlay_error *err);

#endif
