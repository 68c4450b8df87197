/*
 * test_slice.c: the sampler leaves known densities as they are, alone and in
 * the chain of a GP's hyper-parameters.
 */
#include "model_fixture.h"

#include "model/fit.h"
#include "model/slice.h"

/* A density on a line, and where the chain is. */
struct target {
    double (*log_p)(double x);
    double x;
    size_t n_calls;
};

static double along(double t, void *context)
{
    struct target *c = context;
    c->n_calls++;
    return c->log_p(c->x + t);
}

static double normal(double x)
{
    return -0.5 * x * x;
}

static double gamma3(double x) /* shape 3, scale 1 */
{
    return x > 0.0 ? 2.0 * log(x) - x : -INFINITY;
}

static double truncated(double x) /* normal on [1, 2], NaN outside */
{
    return x < 1.0 || x > 2.0 ? NAN : -0.5 * x * x;
}

static double bimodal(double x) /* equal halves at −3 and 3, sd 1/2 */
{
    const double a = 2.0 * (x - 3.0), b = 2.0 * (x + 3.0);
    return log(exp(-0.5 * a * a) + exp(-0.5 * b * b));
}

static double uneven(double x) /* 4/5 at −3, sd 2/5; 1/5 at 3, sd 6/5 */
{
    const double a = (x + 3.0) / 0.4, b = (x - 3.0) / 1.2;
    return log(0.8 / 0.4 * exp(-0.5 * a * a) + 0.2 / 1.2 * exp(-0.5 * b * b));
}

static double square(double x)
{
    return x * x;
}

static double itself(double x)
{
    return x;
}

static double is_positive(double x)
{
    return x > 0.0;
}

enum { N_BATCHES = 50, BATCH = 600 };

/* |mean of value(x) over the chain − want| < 4 s.e., s.e. by batches since draws
 * correlate. */
static void check_moment(double (*log_p)(double), double start,
                         struct inlay_slice_options o, double (*value)(double),
                         double want, uint64_t seed)
{
    struct inlay_rng rng = inlay_rng_seed(seed);
    struct target c = {.log_p = log_p, .x = start};
    double at = log_p(start), sum = 0.0, squares = 0.0;

    for (int b = 0; b < N_BATCHES; b++) {
        double mean = 0.0;
        for (int i = 0; i < BATCH; i++) {
            c.x += inlay_slice_update(along, &c, &o, &rng, &at);
            CHECK_ABS(at, log_p(c.x), 1e-12 * (1.0 + fabs(at)));
            mean += value(c.x) / BATCH;
        }
        sum += mean / N_BATCHES;
        squares += mean * mean / N_BATCHES;
    }
    const double se = sqrt((squares - sum * sum) / (N_BATCHES - 1));
    CHECK_ABS(sum, want, 4.0 * se);
    CHECK(se < 0.1 * (1.0 + fabs(want))); /* the bound means something */
}

/* Of every growth, width and budget the density is the same. */
static void check_density(double (*log_p)(double), double start,
                          double (*value)(double), double want)
{
    static const struct inlay_slice_options OPTIONS[] = {
        {INLAY_SLICE_STEP, 1.0, 6},    {INLAY_SLICE_STEP, 0.3, 50},
        {INLAY_SLICE_STEP, 20.0, 0},   {INLAY_SLICE_DOUBLE, 1.0, 10},
        {INLAY_SLICE_DOUBLE, 0.3, 10}, {INLAY_SLICE_DOUBLE, 20.0, 2},
    };

    for (size_t i = 0; i < LEN(OPTIONS); i++)
        check_moment(log_p, start, OPTIONS[i], value, want, 100 + i);
}

TEST(a_normal_keeps_its_mean_and_variance)
{
    check_density(normal, 0.5, itself, 0.0);
    check_density(normal, 0.5, square, 1.0);
}

TEST(a_gamma_keeps_its_mean_and_second_moment)
{
    check_density(gamma3, 1.0, itself, 3.0);
    check_density(gamma3, 1.0, square, 12.0);
}

/* Of a normal on [1, 2]: (φ(1) − φ(2)) / (Φ(2) − Φ(1)). */
TEST(a_truncated_density_keeps_its_mean)
{
    const double mass = 0.5 * (erf(sqrt(2.0)) - erf(sqrt(0.5)));
    const double want = (exp(-0.5) - exp(-2.0)) / sqrt(2.0 * acos(-1.0)) / mass;

    check_density(truncated, 1.5, itself, want);
}

/* Widths that reach across the valley; smaller ones are right but too slow. */
TEST(a_bimodal_density_keeps_both_halves)
{
    static const struct inlay_slice_options WIDE[] = {
        {INLAY_SLICE_STEP, 8.0, 3},
        {INLAY_SLICE_STEP, 20.0, 0},
        {INLAY_SLICE_DOUBLE, 1.0, 10},
        {INLAY_SLICE_DOUBLE, 3.0, 4},
    };

    for (size_t i = 0; i < LEN(WIDE); i++) {
        check_moment(bimodal, 3.0, WIDE[i], is_positive, 0.5, 7 + i);
        check_moment(bimodal, 3.0, WIDE[i], square, 9.25, 17 + i);
    }
}

/* Where the halves differ, an interval that was doubled from one of them may not
 * be one that the other could have given: Neal's acceptance decides. */
TEST(halves_of_different_size_keep_their_share)
{
    static const struct inlay_slice_options WIDE[] = {
        {INLAY_SLICE_STEP, 8.0, 3},    {INLAY_SLICE_STEP, 2.0, 8},
        {INLAY_SLICE_DOUBLE, 1.0, 10}, {INLAY_SLICE_DOUBLE, 2.0, 4},
        {INLAY_SLICE_DOUBLE, 4.0, 2},
    };

    for (size_t i = 0; i < LEN(WIDE); i++)
        check_moment(uneven, 3.0, WIDE[i], is_positive, 0.2, 27 + i);
}

static double nowhere(double x)
{
    (void)x;
    return NAN;
}

static double only_here(double x)
{
    return x == 0.5 ? 0.0 : NAN;
}

TEST(where_nothing_else_is_accepted_the_point_is_kept)
{
    static const enum inlay_slice_growth GROWTH[] = {INLAY_SLICE_STEP,
                                                     INLAY_SLICE_DOUBLE};

    for (size_t i = 0; i < 2; i++) {
        const struct inlay_slice_options o = {GROWTH[i], 1.0, 8};
        static const double bad[] = {NAN, INFINITY, -INFINITY};
        struct inlay_rng rng = inlay_rng_seed(1);
        for (size_t k = 0; k < LEN(bad); k++) {
            struct target c = {.log_p = nowhere, .x = 0.5};
            double at = bad[k];
            CHECK(inlay_slice_update(along, &c, &o, &rng, &at) == 0.0);
            CHECK(c.n_calls == 0);
            CHECK(at == bad[k] || isnan(bad[k]));
        }
        for (int rep = 0; rep < 100; rep++) {
            struct target c = {.log_p = rep % 2 ? nowhere : only_here,
                               .x = 0.5};
            double at = 0.0;
            const double t = inlay_slice_update(along, &c, &o, &rng, &at);
            CHECK(c.x + t == 0.5); /* t may be too small to be a move */
            CHECK(at == 0.0);
            CHECK(c.n_calls < 100); /* it ends */
        }
    }
}

static double flat(double x)
{
    (void)x;
    return 0.0;
}

TEST(a_flat_density_costs_no_more_than_the_budget)
{
    struct inlay_rng rng = inlay_rng_seed(2);

    for (size_t max_grow = 0; max_grow < 10; max_grow++) {
        const struct inlay_slice_options step = {INLAY_SLICE_STEP, 1.0,
                                                 max_grow};
        struct target c = {.log_p = flat};
        double at = 0.0;
        const double t = inlay_slice_update(along, &c, &step, &rng, &at);
        CHECK(c.n_calls == max_grow + 1);
        CHECK(fabs(t) <= 1.0 + (double)max_grow);
    }
}

TEST(the_same_rng_gives_the_same_chain)
{
    const struct inlay_slice_options o = {INLAY_SLICE_STEP, 1.0, 6};
    struct inlay_rng a = inlay_rng_seed(3), b = inlay_rng_seed(3);
    struct target c = {.log_p = normal}, d = {.log_p = normal};
    double at_c = 0.0, at_d = 0.0;

    for (int i = 0; i < 200; i++) {
        c.x += inlay_slice_update(along, &c, &o, &a, &at_c);
        d.x += inlay_slice_update(along, &d, &o, &b, &at_d);
        CHECK(c.x == d.x);
    }
}

/* ---- The chain of a GP --------------------------------------------------- */

static const int AXES[] = {0, 3};
enum { N_POINTS = 5, N_THETA = 5 }; /* two length-scales, a, σ², m */

struct chain {
    struct domain domain;
    struct inlay_metric metric;
    struct inlay_data data;
    struct inlay_evidence ev;
    struct inlay_hyper h;
};

static void chain_init(struct chain *c, enum inlay_priors priors,
                       enum inlay_noise noise)
{
    struct inlay_rng rng = inlay_rng_seed(9);
    inlay_error err = {0};

    domain_init(&c->domain, AXES, LEN(AXES));
    data_random(&c->data, &c->domain.enc, N_POINTS, &rng);
    CHECK(c->data.n == N_POINTS);
    CHECK_OK(inlay_metric_init(&c->metric, &c->domain.enc, false, &err), err);
    CHECK_OK(inlay_evidence_init(&c->ev, &c->metric, &c->data,
                                 INLAY_KERNEL_MATERN52, 1e-6, NULL, &err),
             err);
    CHECK_OK(inlay_hyper_init(&c->h, &c->metric, priors, noise, &err), err);
}

static void chain_clear(struct chain *c)
{
    inlay_hyper_clear(&c->h);
    inlay_evidence_clear(&c->ev);
    inlay_metric_clear(&c->metric);
    inlay_data_clear(&c->data);
    domain_clear(&c->domain);
}

/* y ~ p(y | θ) at the chain's points: m + L z. */
static void redraw(struct chain *c, const double *theta, struct inlay_rng *rng)
{
    double z[N_POINTS], y[N_POINTS];

    CHECK(isfinite(inlay_evidence_value(&c->ev, theta)));
    CHECK(c->ev.counts.n_jitters == 0); /* another K would be another model */
    for (size_t i = 0; i < N_POINTS; i++)
        z[i] = inlay_rng_normal(rng);
    for (size_t i = 0; i < N_POINTS; i++) {
        y[i] = theta[inlay_theta_mean(c->h.n_scales)];
        for (size_t j = 0; j <= i; j++)
            y[i] += c->ev.K[j * N_POINTS + i] * z[j];
    }
    inlay_data_set(&c->data, y);
}

/* Set `inlay` with noise=yes. */
static void draw_inlay(const struct chain *c, struct inlay_rng *rng,
                       double *theta)
{
    theta[0] = c->h.log_center[0] + 1.2 * inlay_rng_normal(rng);
    theta[1] = c->h.log_center[1] + 1.2 * inlay_rng_normal(rng);
    theta[2] = inlay_rng_normal(rng);
    theta[3] = theta[2] - 3.0 + 1.5 * inlay_rng_normal(rng);
    theta[4] = inlay_rng_normal(rng);
}

/* l/5 ~ Beta(1.5, 7) by rejection; its density is below 0.19 everywhere. */
static double draw_scale(struct inlay_rng *rng)
{
    double q;
    do
        q = inlay_rng_uniform(rng);
    while (0.19 * inlay_rng_uniform(rng) > sqrt(q) * pow(1.0 - q, 6.0));
    return 5.0 * q;
}

/* Set `paper` without noise. */
static void draw_paper(const struct chain *c, struct inlay_rng *rng,
                       double *theta)
{
    (void)c;
    theta[0] = log(draw_scale(rng));
    theta[1] = log(draw_scale(rng));
    theta[2] = log(1.0 + inlay_rng_normal(rng)); /* NaN below 0: not valid */
    theta[3] = -INFINITY;
    theta[4] = inlay_rng_normal(rng);
}

/* θ ~ its prior, restricted to the support. */
static void draw_theta(const struct chain *c, struct inlay_rng *rng,
                       double *theta)
{
    do
        if (c->h.priors == INLAY_PRIORS_PAPER)
            draw_paper(c, rng, theta);
        else
            draw_inlay(c, rng, theta);
    while (!inlay_hyper_is_valid(&c->h, theta));
}

/* First and second moments of the sampling coordinates (of the noise: relative
 * to the amplitude), and the products of neighbors. */
enum { N_MOMENTS = 3 * N_THETA - 1 };

static void add_moments(const struct chain *c, const double *theta,
                        double weight, double *to)
{
    double z[N_THETA];

    for (size_t k = 0; k < N_THETA; k++)
        z[k] = inlay_hyper_to_coordinate(&c->h, k, theta[k]);
    z[3] = isfinite(theta[3]) ? theta[3] - theta[2] + 3.0 : 0.0;
    for (size_t k = 0; k < N_THETA; k++) {
        to[k] += weight * z[k];
        to[N_THETA + k] += weight * z[k] * z[k];
        if (k > 0)
            to[2 * N_THETA + k - 1] += weight * z[k - 1] * z[k];
    }
}

struct moments {
    double mean[N_MOMENTS], se[N_MOMENTS];
};

/* Over batches, each of which begins with a draw from the prior and, if has_chain,
 * goes on by the chain. */
static struct moments batches(struct chain *c, bool has_chain, size_t n_batches,
                              size_t n_rounds, struct inlay_rng *rng)
{
    struct moments m = {{0}, {0}};
    inlay_error err = {0};
    double theta[N_THETA], ignored[N_THETA];

    for (size_t b = 0; b < n_batches; b++) {
        double mean[N_MOMENTS] = {0};
        draw_theta(c, rng, theta);
        for (size_t i = 0; i < n_rounds; i++) {
            if (has_chain) {
                redraw(c, theta, rng);
                CHECK_OK(inlay_fit_slice(&c->ev, &c->h, 0, 1, rng, theta,
                                         ignored, 1, &err),
                         err);
            } else {
                draw_theta(c, rng, theta);
            }
            add_moments(c, theta, 1.0 / (double)n_rounds, mean);
        }
        for (size_t k = 0; k < N_MOMENTS; k++) {
            m.mean[k] += mean[k] / (double)n_batches;
            m.se[k] += mean[k] * mean[k] / (double)n_batches;
        }
    }
    for (size_t k = 0; k < N_MOMENTS; k++)
        m.se[k] = sqrt(fmax(m.se[k] - m.mean[k] * m.mean[k], 0.0) /
                       (double)(n_batches - 1));
    return m;
}

/*
 * Geweke (2004), Getting it right, JASA 99(467).  (θ, y) is drawn from the
 * joint; then in turn θ by a sweep of the chain given y, and y given θ.  If each
 * leaves its conditional as it is, θ stays a draw from the prior.  A wrong
 * acceptance, a stale distance or a prior without its Jacobian shows here and
 * nowhere else.
 */
static void check_joint(enum inlay_priors priors, enum inlay_noise noise,
                        size_t n_rounds)
{
    struct chain c;
    struct inlay_rng rng = inlay_rng_seed(20260101);

    chain_init(&c, priors, noise);
    const struct moments want = batches(&c, false, 50, 3000, &rng);
    const struct moments got = batches(&c, true, 60, n_rounds, &rng);
    for (size_t k = 0; k < N_MOMENTS; k++) {
        const double se = hypot(got.se[k], want.se[k]);
        CHECK_ABS(got.mean[k], want.mean[k], 4.0 * se);
        CHECK(se < 0.06 * (1.0 + fabs(want.mean[k]))); /* it could fail */
    }
    chain_clear(&c);
}

TEST(chain_and_data_in_turn_keep_the_own_prior)
{
    check_joint(INLAY_PRIORS_INLAY, INLAY_NOISE_YES, 1500);
}

TEST(chain_and_data_in_turn_keep_the_papers_prior)
{
    check_joint(INLAY_PRIORS_PAPER, INLAY_NOISE_NONE, 1000);
}
