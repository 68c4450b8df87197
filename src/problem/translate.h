/*
 * translate.h: a configuration of one space in the terms of another.
 *
 * Variables are known by their names.  One that both spaces have keeps its value;
 * one that the first lacks has its default; one that the second lacks is dropped.
 * A value goes from number to number (real, integer, ordinal of numbers) where it
 * is exactly one of the new type, and from name to name (categorical, boolean,
 * ordinal of names).  What cannot
 * go is absent.
 *
 * The translation lies inside the new space, or not: then each value that does
 * not fit is what inlay.h says at inlay_value.
 */
#ifndef INLAY_PROBLEM_TRANSLATE_H
#define INLAY_PROBLEM_TRANSLATE_H

#include "problem/space.h"

/* The same variables in the same order?  Defaults do not count. */
bool inlay_space_is_same(const inlay_space *a, const inlay_space *b);
bool inlay_variable_is_same(const inlay_variable *a, const inlay_variable *b);

/* May values go from one variable to the other: are both numbers, or both
 * names? */
bool inlay_variable_is_kin(const inlay_variable *a, const inlay_variable *b);

/* *out := a value of any variable as one of var; false: it lies outside, or is
 * absent.  The text of a value outside is that of v. */
bool inlay_var_adopt(const struct inlay_var *var, const inlay_value *v,
                     inlay_value *out);

struct inlay_translation {
    const inlay_space *from, *to; /* not owned */
    size_t *source; /* for each variable of `to`: its place in `from`, or
                       SIZE_MAX */
};
inlay_status inlay_translation_init(struct inlay_translation *t,
                                    const inlay_space *from,
                                    const inlay_space *to, inlay_error *err);
void inlay_translation_clear(struct inlay_translation *t);

/* out[] := x in the terms of `to`; false: it lies outside. */
bool inlay_translate(const struct inlay_translation *t, const inlay_value *x,
                     inlay_value *out);

#endif
