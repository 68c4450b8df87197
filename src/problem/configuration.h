/*
 * configuration.h: a configuration as JSON: an object by the variables' names,
 * for people and their programs, or an array in the variables' order, as the
 * journal has it.
 *
 * A real is written as inlay_encode_shown has it, but in the array, where it is
 * exact.  Other numbers are exact, also integers up to 64 bits.  A boolean is
 * true or false, a category its name, an ordinal its number or name.
 */
#ifndef INLAY_PROBLEM_CONFIGURATION_H
#define INLAY_PROBLEM_CONFIGURATION_H

#include <jansson.h>

#include "base/text.h"
#include "problem/space.h"

/* One value as plain text without quotes (for command lines and tables). */
void inlay_configuration_add_plain(struct inlay_text *text,
                                   const struct inlay_var *var,
                                   const inlay_value *v);

/* The same as JSON. */
void inlay_configuration_add_value(struct inlay_text *text,
                                   const struct inlay_var *var,
                                   const inlay_value *v);

/* {"rate": 0.1, "depth": 3} and [0.1, 3], without line ends.  An absent value is
 * left out of the object, and null in the array. */
void inlay_configuration_add_object(struct inlay_text *text,
                                    const inlay_space *space,
                                    const inlay_value *x);
void inlay_configuration_add_array(struct inlay_text *text,
                                   const inlay_space *space,
                                   const inlay_value *x);

/*
 * x[] (room for all variables) from an object or an array: canonical values, as
 * inlay_space_check makes them.  A name too many or too few, a value of the
 * wrong type or out of range is an error that names the variable.
 */
inlay_status inlay_configuration_read(const inlay_space *space,
                                      const json_t *json, inlay_value *x,
                                      inlay_error *err);

/*
 * The same of a trial that may be older than the space, or lie outside it: a
 * variable that is missing in an object has its default, and only without one is
 * that an error; null is absent; a value may be out of range, though of the right
 * type.  Texts of values outside are views of json.
 */
inlay_status inlay_configuration_read_past(const inlay_space *space,
                                           const json_t *json, inlay_value *x,
                                           bool *is_inside, inlay_error *err);
/* Values of the right types as far as possible made canonical; false: some lie
 * outside. */
bool inlay_configuration_adopt(const inlay_space *space, inlay_value *x);

/* inlay_configuration_read from JSON text, which may not be JSON. */
inlay_status inlay_configuration_parse(const inlay_space *space,
                                       const char *text, inlay_value *x,
                                       inlay_error *err);

/* One value of the variable's type; its range is not looked at, and its text is a
 * view of json. */
inlay_status inlay_configuration_read_value(const inlay_variable *is,
                                            const json_t *json, inlay_value *v,
                                            inlay_error *err);

/* One value of variable i from plain text, as tables have it: "3", "relu",
 * "true" or "1".  Its range is not looked at, see inlay_space_check; its text is
 * a view of text. */
inlay_status inlay_configuration_read_plain(const inlay_space *space, size_t i,
                                            const char *text, inlay_value *v,
                                            inlay_error *err);

#endif
