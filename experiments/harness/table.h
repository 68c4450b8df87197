/*
 * table.h: an objective that was tabulated, as a function.
 *
 * A table is a CSV file: comment lines that begin with '#', a header
 * `replica,NAME,…,NAME,value`, and rows.  The column before the value is real,
 * those between replica and it have whole numbers: a setting.  Every replica
 * (0, 1, …) has every setting of the table at the same real values, at least
 * two, each once, in any order.
 *
 * Between the values of the real column it is a monotone piecewise cubic
 * (Fritsch and Carlson 1980; slopes of Fritsch and Butland 1984): it never
 * leaves the range of the two neighboring values, so that its extremes over
 * each replica are known exactly.
 */
#ifndef EXPERIMENTS_TABLE_H
#define EXPERIMENTS_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "inlay.h"

struct table;

/* *out is written on success only; the caller frees.  A refusal names the file,
 * the line and the rule. */
inlay_status table_read(const char *path, struct table **out, inlay_error *err);

/* The same; exits with the message where it fails. */
struct table *table_load(const char *path);
void table_free(struct table *t);

size_t table_n_replicas(const struct table *t);
size_t table_n_settings(const struct table *t);
size_t table_n_columns(const struct table *t); /* numbers of a setting */
/* A view of setting i, in ascending order. */
const int64_t *table_setting(const struct table *t, size_t i);
/* The range of the real column. */
double table_from(const struct table *t);
double table_to(const struct table *t);

/* Exits with a message if the table lacks the replica or the setting, or `at`
 * is out of range: nothing is extrapolated. */
double table_value(const struct table *t, size_t replica,
                   const int64_t *setting, double at);

/* The average over replicas. */
double table_mean(const struct table *t, const int64_t *setting, double at);

/* The maximum over all settings and all real values, of a replica and of the
 * mean.  Where it is goes to *setting (a view) and *at, which may be NULL. */
double table_maximum(const struct table *t, size_t replica,
                     const int64_t **setting, double *at);
double table_maximum_of_mean(const struct table *t, const int64_t **setting,
                             double *at);

#endif
