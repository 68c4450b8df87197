/*
 * moment.h: a point in time, in seconds since 1970, as text.
 */
#ifndef INLAY_APP_EXCHANGE_MOMENT_H
#define INLAY_APP_EXCHANGE_MOMENT_H

#include "base/text.h"

/* 2026-11-18T14:03:07Z, for programs. */
void inlay_moment_add_utc(struct inlay_text *text, double at);
/* 2026-11-18 14:03, by the clock of the user. */
void inlay_moment_add_local(struct inlay_text *text, double at);

#endif
