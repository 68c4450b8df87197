/*
 * methods.h: the table of all methods; what each does is in the file of its
 * name.
 *
 * Options that a method alone reads have its name in front: smac.trees.
 */
#ifndef INLAY_STRATEGY_METHODS_H
#define INLAY_STRATEGY_METHODS_H

#include "strategy/strategy.h"

/* What a method has in place of an option's default. */
struct inlay_method_default {
    enum inlay_option_id id;
    const char *value, *paper; /* in either preset; NULL: the option's */
};

enum { INLAY_METHOD_MAX_DEFAULTS = 8 };

struct inlay_method {
    const char *name;
    const char *help; /* one line */
    const struct inlay_strategy_ops *ops;
    int variant; /* for ops->init */
    struct inlay_method_default defaults[INLAY_METHOD_MAX_DEFAULTS];
};

extern const struct inlay_strategy_ops inlay_gpbo_ops, inlay_hillclimb_ops,
    inlay_tpe_ops, inlay_smac_ops;

/* Variants of gpbo. */
enum inlay_gpbo_way { INLAY_GPBO_EXACT, INLAY_GPBO_BASIC, INLAY_GPBO_NAIVE };

/* The names and the help lines of all methods; a NULL ends each list. */
extern const char *const inlay_method_names[], *const inlay_method_helps[];

/* The method of that name, which must exist. */
const struct inlay_method *inlay_method_find(const char *name);

/* The method's own default of an option, or NULL. */
const char *inlay_method_default(const struct inlay_method *m,
                                 enum inlay_option_id id, bool is_paper);

#endif
