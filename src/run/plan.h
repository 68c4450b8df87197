/*
 * plan.h: the study file: what is varied, how, by which command, how often.
 *
 * A plan is a space, the library's options, and the keys of a table of its own
 * (inlay_plan_key_at).  From these tables come the parser of the file, the flags
 * of the command line, help, man page and schema; none has a list of its own.
 *
 *     plan.c        the table; values from text
 *     plan_json.c   parse, print
 *     plan_words.c  a command line as words
 */
#ifndef INLAY_RUN_PLAN_H
#define INLAY_RUN_PLAN_H

#include "inlay.h"

enum inlay_plan_type {
    INLAY_PLAN_TEXT,
    INLAY_PLAN_WORDS,     /* an array of strings */
    INLAY_PLAN_VARIABLES, /* what inlay_space_parse takes; not set from text */
    INLAY_PLAN_INTEGER,
    INLAY_PLAN_NUMBER,
};

/* A row of the table.  Everything in it lives for ever. */
struct inlay_plan_key {
    const char *name;
    enum inlay_plan_type type;
    double min, max;      /* INTEGER, NUMBER */
    const char *fallback; /* the default, as text; NULL where there is none */
    const char *what;     /* what it is in a synopsis, e.g. "SECONDS" */
    const char *help;     /* one line */
};

/* Row i of the table, or NULL past its end. */
const struct inlay_plan_key *inlay_plan_key_at(size_t i);

struct inlay_plan {
    char *name;         /* NULL where none was given */
    inlay_space *space; /* never NULL; without variables until one is parsed */
    inlay_options *options;
    char **command; /* n_command words; NULL where none was given */
    size_t n_command;
    int64_t budget, parallel, memory_mib, retries, max_failures;
    double timeout, grace; /* seconds */
};

/* A plan of defaults, with an empty space. */
inlay_status inlay_plan_new(struct inlay_plan **out, inlay_error *err);
void inlay_plan_free(struct inlay_plan *plan);

/*
 * A plan from the JSON text of a study file.  What the text has wrong is told
 * with line and column: INLAY_EPARSE or INLAY_EINVAL.
 */
inlay_status inlay_plan_parse(const char *text, size_t n_bytes,
                              struct inlay_plan **out, inlay_error *err);
/* The same of a text that a store has: names of version 0.1.0 are allowed. */
inlay_status inlay_plan_parse_recorded(const char *text,
                                       struct inlay_plan **out,
                                       inlay_error *err);

/*
 * Sets a key of the table, or an option of the library, from text.  A command
 * is split into words (inlay_plan_split).  An unknown key or a wrong value is
 * INLAY_EINVAL and leaves the plan as it was.
 */
inlay_status inlay_plan_set(struct inlay_plan *plan, const char *key,
                            const char *value, inlay_error *err);
/* Sets the command; words are copied.  Refused: none, or an empty first one. */
inlay_status inlay_plan_set_command(struct inlay_plan *plan,
                                    const char *const *words, size_t n,
                                    inlay_error *err);

/*
 * The plan as the JSON text of a study file; parsing it gives an equal plan,
 * and equal plans give equal texts.  Goal and budget are always there, of the
 * rest what differs from the defaults.  The caller frees *text with
 * inlay_text_free().
 */
inlay_status inlay_plan_print(const struct inlay_plan *plan, char **text,
                              inlay_error *err);

/*
 * A command line as words: white space parts them; '...' and "..." and a
 * backslash keep it.  No shell: words that only a shell understands (|, >, &&)
 * are refused.  *words is one block, to be freed with inlay_mem_free; the
 * strings are in it.
 */
inlay_status inlay_plan_split(const char *line, char ***words, size_t *n,
                              inlay_error *err);

/* Whether a word of the command has {name}. */
bool inlay_plan_uses(const struct inlay_plan *plan, const char *name);

/* "did you mean 'x'?" for a key that neither table has, or NULL. */
const char *inlay_plan_nearest_key(const char *key);

#endif
