/*
 * fuzz_memo.c: any text as the memo of a stored trial: read, or passed over.
 * What is read is finite, and printing it gives a memo that reads the same.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "strategy/memo.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

enum { N_THETA = 5 };

static void check_finite(const double *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(v[i]))
            abort();
}

/* Chains are written in a few digits: what was written once is exact. */
static void check_round_trip(const double *theta, const double *chains,
                             size_t n_chains)
{
    double again[N_THETA] = {0}, *read = NULL;
    struct inlay_text text = {0};
    char *memo = NULL;
    size_t n = 0;

    inlay_memo_add(&text, theta, N_THETA, chains, n_chains);
    if (inlay_text_end(&text, &memo, NULL) != INLAY_OK ||
        !inlay_memo_read_theta(memo, N_THETA, again) ||
        memcmp(again, theta, sizeof again) != 0 ||
        inlay_memo_read_chains(memo, &read, &n, NULL) != INLAY_OK ||
        n != n_chains)
        abort();
    inlay_mem_free(read);
    inlay_mem_free(memo);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    double theta[N_THETA] = {0}, *chains = NULL;
    size_t n_chains = 0;
    char *memo = inlay_mem_bytes((const char *)bytes, n);

    if (!memo)
        return 0;
    const bool has_theta = inlay_memo_read_theta(memo, N_THETA, theta);
    check_finite(theta, N_THETA);
    if (inlay_memo_read_chains(memo, &chains, &n_chains, NULL) != INLAY_OK)
        abort();
    check_finite(chains, n_chains);
    if (has_theta)
        check_round_trip(theta, chains, n_chains);
    inlay_mem_free(chains);
    inlay_mem_free(memo);
    return 0;
}
