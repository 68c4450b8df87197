/*
 * space.h: variables and their bounds: built, parsed, validated, printed.
 *
 * The public functions are in inlay.h.  Here is what the layers below read.
 * Invariant: a variable in a space is valid; nobody checks its bounds again.
 *
 *     space.c        build, change, find
 *     space_rules.c  what makes a variable valid, and its levels
 *     space_value.c  values of a variable: check, level ↔ value
 *     space_default.c  the value of trials that are older than a variable
 *     space_json.c   parse, print
 */
#ifndef INLAY_PROBLEM_SPACE_H
#define INLAY_PROBLEM_SPACE_H

#include <stdint.h>

#include "base/json_writer.h"
#include "base/shown.h"
#include "inlay.h"

/* A variable is public in all its parts; n_levels is the number of its values,
 * 0 for a real one with lo < hi and no step, 1 for any constant. */
struct inlay_var {
    inlay_variable is; /* pointers in it are owned by the space */
    uint64_t n_levels;
    double unit; /* of a real with a step, all values of which are decimals: the
                    power of ten that makes them whole; else 0 */
};

/* Views, until a variable is added: of one, and of the names of all. */
const struct inlay_var *inlay_space_var(const inlay_space *space, size_t i);
const char *const *inlay_space_names(const inlay_space *space);

/*
 * What inlay_space_add_real and the others have in common: checks and copies a
 * variable.  The members of `is` that its type does not have are 0; of its two
 * lists the wrong one may be there, which for an ordinal is that of names.
 * Messages begin with the name, and with the place (from 1) in the text that is
 * parsed; 0 where there is none.
 */
inlay_status inlay_space_add(inlay_space *space, const inlay_variable *is,
                             size_t place, inlay_error *err);

/* May a variable have this default?  And a copy of one that may, in a block. */
inlay_status inlay_default_check(const inlay_variable *is, const inlay_value *v,
                                 inlay_error *err);
inlay_status inlay_default_copy(const inlay_value *v, inlay_value **out,
                                inlay_error *err);

/* Adds item i of an array of variables.  Messages begin with line and column. */
struct inlay_json_source;
struct json_t;
inlay_status inlay_space_read_variable(const struct inlay_json_source *source,
                                       const struct json_t *variables, size_t i,
                                       inlay_space *space, inlay_error *err);

inlay_status inlay_space_copy(const inlay_space *space, inlay_space **out,
                              inlay_error *err);

/*
 * Checks a configuration of the user's: each value has the type of its
 * variable, and lies within it; the message names variable and value.  out[]
 * gets the canonical values, every member filled, text pointing into space;
 * out may be x.
 */
inlay_status inlay_space_check(const inlay_space *space, const inlay_value *x,
                               inlay_value *out, inlay_error *err);

/* The same of one value, without a message: false, and *out means nothing, where it
 * is none of the variable. */
bool inlay_var_check(const struct inlay_var *var, const inlay_value *x,
                     inlay_value *out);

/* Are n canonical values equal, one by one? */
bool inlay_values_equal(const inlay_value *a, const inlay_value *b, size_t n);

/* The power of ten by which lo and step become whole numbers below 2^50; 0: there
 * is none.  Then value k of lo, lo + step, ... is a quotient of two of them, and
 * has no error but its rounding. */
double inlay_step_unit(double lo, double step);
double inlay_step_value(double lo, double step, double unit, double k);

/* Is an ordinal one of names? */
bool inlay_var_has_names(const inlay_variable *is);

/* Does a variable of this type, with these bounds, values and description, exist?
 * Its name and its default are not looked at, and it is not named in messages. */
inlay_status inlay_variable_check(const inlay_variable *is, inlay_error *err);
inlay_status inlay_variable_check_description(const inlay_variable *is,
                                              inlay_error *err);

/* How many levels, and how they are found: n_levels and unit from `is`. */
void inlay_var_set_levels(struct inlay_var *var);

/* The value of level k < n_levels of a discrete variable (or of a constant), and
 * the level of a canonical value. */
inlay_value inlay_var_value(const struct inlay_var *var, uint64_t level);
uint64_t inlay_var_level(const struct inlay_var *var, const inlay_value *v);

/* The array of its variables, each in one line. */
void inlay_space_write(struct inlay_json_writer *w, const char *key,
                       const inlay_space *space, enum inlay_json_style style);

/* The type's name in JSON and in messages, or NULL: from 0 to
 * INLAY_TYPE_BOOLEAN all are types of variables. */
const char *inlay_type_name(inlay_type type);
/* The name of the type that was meant by a name of another program's, or by a
 * misspelt one; NULL: none. */
const char *inlay_type_nearest(const char *name);

/* For messages: "variable 'rate'" for place 0, else "variable 2 ('rate')", or
 * "variable 2" where the name is NULL. */
struct inlay_shown inlay_shown_var(const char *name, size_t place);

#endif
