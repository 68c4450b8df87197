/*
 * noise.c: the estimate of the noise, told.
 */
#include "app/pages/noise.h"

#include <math.h>

#include "app/screen/readable.h"

bool inlay_noise_is_told(const inlay_noise_estimate *n)
{
    return n && n->is_found && isfinite(n->low);
}

void inlay_noise_add(struct inlay_text *page, const inlay_noise_estimate *n)
{
    inlay_text_printf(page, "%s (95 %%: %s to %s)",
                      inlay_readable_number(n->sd, 2).text,
                      inlay_readable_number(n->low, 2).text,
                      inlay_readable_number(n->high, 2).text);
}

void inlay_noise_json(const inlay_noise_estimate *n, const char *key,
                      struct inlay_json_writer *w)
{
    inlay_json_begin_object(w, key, INLAY_JSON_LINE);
    inlay_json_write_numbers(w, "sd low high",
                             (const double[]){n->sd, n->low, n->high});
    inlay_json_write_boolean(w, "is_found", n->is_found);
    inlay_json_write_boolean(w, "is_certain", n->is_certain);
    inlay_json_write_boolean(w, "is_declared", n->is_declared);
    inlay_json_write_integer(w, "n_repeated", (int64_t)n->n_repeated);
    inlay_json_end(w);
}
