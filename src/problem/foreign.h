/*
 * foreign.h: what other programs call things, and what they are called here: for
 * "did you mean", where no letters are near.
 *
 * The one table of such words serves study files, flags, options and their
 * choices.
 */
#ifndef INLAY_PROBLEM_FOREIGN_H
#define INLAY_PROBLEM_FOREIGN_H

#include "base/text.h"

enum inlay_foreign {
    INLAY_FOREIGN_KEY,      /* of a study file, a flag or an option */
    INLAY_FOREIGN_VARIABLE, /* a key of a variable */
    INLAY_FOREIGN_OUTPUT,   /* a key of an output */
    INLAY_FOREIGN_RESULT,   /* a key of a result */
    INLAY_FOREIGN_TYPE,     /* of a variable */
    INLAY_FOREIGN_CHOICE    /* of an option */
};

/* What a word of another program may mean, i from 0 on, likeliest first; NULL past
 * the last.  Upper and lower case are the same, and _, - and . are passed over. */
const char *inlay_foreign_at(enum inlay_foreign kind, const char *theirs,
                             size_t i);

/* Appends "; did you mean 'a', 'b' or 'c'?", or nothing for n = 0.  Names have their
 * quotes, if they are to have some. */
void inlay_foreign_add_guess(struct inlay_text *text, const char *const *names,
                             size_t n);

#endif
