/*
 * idea.c: the numbers of docs/idea.svg: one integer variable, two GPs.
 *
 * Four of the five values are evaluated.  The GP of the relaxed encoding sees u
 * as it is, the one of the exact encoding T(u); data, kernel and hyper-parameters
 * are the same.  Prints, for u over [0,1], mean, standard deviation and expected
 * improvement of both, then the data as a second block.  docs/figures/make.sh
 * compiles and plots it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "acquire/ei.h"
#include "base/mem.h"
#include "model/gp.h"

enum { N_VALUES = 5, N_STEPS = 300 };

/* What is known: value k + 1 was evaluated and gave OBSERVED[k]. */
static const double OBSERVED[N_VALUES] = {0.9, -0.7, NAN, -0.1, 0.8};

/* θ: log length-scale, log amplitude, log noise variance (none), mean. */
static const double LENGTH_SCALE = 0.16;

struct side {
    struct inlay_encoding enc;
    struct inlay_data data;
    struct inlay_gp *gp;
    double best;
    struct inlay_ei ei;
    double *scratch;
};

static void need(inlay_status st, const inlay_error *err)
{
    if (st == INLAY_OK)
        return;
    fprintf(stderr, "idea: %s\n", err->msg);
    exit(1);
}

static void side_init(struct side *s, const inlay_space *space, bool is_relaxed)
{
    const struct inlay_gp_options options = {.kernel = INLAY_KERNEL_MATERN52,
                                             .jitter = 1e-8};
    const double theta[] = {log(LENGTH_SCALE), 0.0, -INFINITY, 0.0};
    double values[N_VALUES];
    size_t n = 0;
    inlay_error err = {0};

    need(inlay_encoding_init(&s->enc, space, is_relaxed, &err), &err);
    need(inlay_data_init(&s->data, s->enc.dim, N_VALUES, &err), &err);
    s->best = INFINITY;
    for (int k = 0; k < N_VALUES; k++) {
        inlay_value x = inlay_integer(k + 1);
        double u;
        if (isnan(OBSERVED[k]))
            continue;
        need(inlay_space_check(space, &x, &x, &err), &err);
        inlay_encode(&s->enc, &x, &u);
        inlay_data_add(&s->data, &u, OBSERVED[k]);
        values[n++] = OBSERVED[k];
        s->best = fmin(s->best, OBSERVED[k]);
    }
    inlay_data_set(&s->data, values);
    need(inlay_gp_at(&s->enc, &s->data, &options, theta, 0, &s->gp, &err),
         &err);
    inlay_ei_init(&s->ei, &s->gp->base, &s->best, INLAY_EI_PLAIN);
    s->scratch = inlay_mem_doubles(s->ei.base.n_scratch);
    if (!s->scratch)
        exit(1);
}

static void side_clear(struct side *s)
{
    inlay_mem_free(s->scratch);
    inlay_gp_free(s->gp);
    inlay_data_clear(&s->data);
    inlay_encoding_clear(&s->enc);
}

static void print_at(const struct side *s, double u)
{
    const struct inlay_acq *acq = &s->ei.base;
    double mean, var, log_ei;
    inlay_gp_predict(s->gp, 0, &u, 1, &mean, &var, s->scratch);
    acq->ops->evaluate(acq, &u, 1, &log_ei, NULL, s->scratch);
    printf(" %.6f %.6f %.6f", mean, sqrt(var), exp(log_ei));
}

int main(void)
{
    inlay_space *space = NULL;
    struct side ordinary, proposed;
    inlay_error err = {0};

    need(inlay_space_new(&space, &err), &err);
    need(inlay_space_add_integer(space, "x", 1, N_VALUES, INLAY_SCALE_LINEAR, &err),
         &err);
    side_init(&ordinary, space, true);
    side_init(&proposed, space, false);
    puts("# u, then mean, sd, EI of the ordinary and of the proposed GP");
    for (int i = 0; i <= N_STEPS; i++) {
        const double u = (double)i / N_STEPS;
        printf("%.4f", u);
        print_at(&ordinary, u);
        print_at(&proposed, u);
        putchar('\n');
    }
    puts("\n\n# u, observation");
    for (int k = 0; k < N_VALUES; k++)
        if (!isnan(OBSERVED[k]))
            printf("%.4f %.4f\n", k / (N_VALUES - 1.0), OBSERVED[k]);
    side_clear(&ordinary);
    side_clear(&proposed);
    inlay_space_free(space);
    return 0;
}
