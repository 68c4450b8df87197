/*
 * noise.h: the estimate of the noise as words for people, and as JSON.
 */
#ifndef INLAY_APP_PAGES_NOISE_H
#define INLAY_APP_PAGES_NOISE_H

#include "base/json_writer.h"
#include "base/text.h"
#include "inlay.h"

/* Is there something to tell: noise that was found, and its interval? */
bool inlay_noise_is_told(const inlay_noise_estimate *noise);

/* "0.021 (95 %: 0.015 to 0.031)", of one that is told. */
void inlay_noise_add(struct inlay_text *page,
                     const inlay_noise_estimate *noise);

/* {"sd": 0.021, "low": 0.015, "high": 0.031, "is_found": true, "is_certain": true,
 * "is_declared": false, "n_repeated": 3} */
void inlay_noise_json(const inlay_noise_estimate *noise, const char *key,
                      struct inlay_json_writer *w);

#endif
