/*
 * test_terms.c: what a limit is made of, for each type of variable.
 */
#include "check.h"

#include "base/rng.h"
#include "model/terms.h"

enum { MAX_TERMS = 40, MAX_D = 12 };

static const char SPACE[] =
    "{\"variables\": ["
    "{\"name\": \"pos\", \"type\": \"real\", \"min\": 1, \"max\": 100},"
    "{\"name\": \"rate\", \"type\": \"real\", \"min\": 0.001, \"max\": 1,"
    " \"scale\": \"log\"},"
    "{\"name\": \"any\", \"type\": \"real\", \"min\": -2, \"max\": 4},"
    "{\"name\": \"n\", \"type\": \"integer\", \"min\": 1, \"max\": 9},"
    "{\"name\": \"k\", \"type\": \"integer\", \"min\": -3, \"max\": 3},"
    "{\"name\": \"o\", \"type\": \"ordinal\", \"values\": [0.5, 1, 8]},"
    "{\"name\": \"c\", \"type\": \"categorical\","
    " \"values\": [\"x\", \"y\", \"z\"]},"
    "{\"name\": \"b\", \"type\": \"boolean\"}]}";

struct fixture {
    inlay_space *space;
    struct inlay_encoding enc;
    struct inlay_terms terms;
};

static void fixture_init(struct fixture *f, const char *json, bool is_relaxed)
{
    inlay_error err = {0};
    *f = (struct fixture){0};
    CHECK_OK(inlay_space_parse(json, strlen(json), &f->space, &err), err);
    CHECK_OK(inlay_encoding_init(&f->enc, f->space, is_relaxed, &err), err);
    CHECK_OK(inlay_terms_init(&f->terms, &f->enc, &err), err);
    CHECK(f->terms.n == inlay_terms_count(&f->enc));
    CHECK(f->terms.n <= MAX_TERMS && f->enc.dim <= MAX_D);
}

static void fixture_clear(struct fixture *f)
{
    inlay_terms_clear(&f->terms);
    inlay_encoding_clear(&f->enc);
    inlay_space_free(f->space);
}

TEST(terms_are_functions_of_the_users_values)
{
    static const inlay_value NONE = {0};
    struct fixture f;
    double phi[MAX_TERMS], u[MAX_D];
    inlay_value x[8];

    fixture_init(&f, SPACE, false);
    CHECK(f.terms.n == 1 + 2 * 6 + 3 + 2);
    for (size_t i = 0; i < LEN(x); i++)
        x[i] = NONE;
    x[0] = inlay_real(10); /* half of the logarithms from 1 to 100 */
    x[1] = inlay_real(0.001);
    x[2] = inlay_real(-2);
    x[3] = inlay_integer(3); /* the same from 1 to 9 */
    x[4] = inlay_integer(0);
    x[5] = inlay_real(8);
    x[5].type = INLAY_TYPE_ORDINAL;
    x[6] = (inlay_value){.type = INLAY_TYPE_CATEGORICAL, .text = "y"};
    x[7] = (inlay_value){.type = INLAY_TYPE_BOOLEAN, .integer = 1};
    inlay_error err = {0};
    CHECK_OK(inlay_space_check(f.space, x, x, &err), err);
    inlay_encode(&f.enc, x, u);
    inlay_terms_at(&f.terms, u, phi, NULL);
    static const double WANT[] = {
        1,                            /* constant */
        0,  0.5 * (2 * 9.0 / 99 - 1), /* log x, x */
        -1, -0.5,                     /* the lower end of both */
        -1, 0.5 * (2 * 0.25 - 1),     /* x, x² of (-2/4)² */
        0,  0.5 * (2 * 2.0 / 8 - 1),  /* log 3, 3 of 1 to 9 */
        0,  -0.5,                     /* 0 of -3 to 3, 0² */
        1,  0.5,                      /* the upper end of both */
        0,  1,
        0,  0,
        1};
    for (size_t t = 0; t < f.terms.n; t++)
        CHECK_ABS(phi[t], WANT[t], 1e-12);
    fixture_clear(&f);
}

TEST(terms_of_steps_and_names_are_functions_of_the_values_too)
{
    static const char JSON[] =
        "[{\"name\": \"r\", \"type\": \"real\", \"min\": 1, \"max\": 3,"
        " \"step\": 0.5},"
        "{\"name\": \"n\", \"type\": \"integer\", \"min\": 16, \"max\": 64,"
        " \"step\": 16},"
        "{\"name\": \"o\", \"type\": \"ordinal\","
        " \"values\": [\"s\", \"m\", \"l\"]}]";
    struct fixture f;
    double phi[MAX_TERMS], slope[MAX_TERMS];

    fixture_init(&f, JSON, false);
    CHECK(f.terms.n == 1 + 2 * 3);
    /* 1.5, 48 and m, from inside of their cells */
    inlay_terms_at(&f.terms, (const double[]){0.3, 0.7, 0.4}, phi, slope);
    const double WANT[] = {1,
                           2 * log(1.5) / log(3) - 1,
                           0.5 * (2 * 0.25 - 1),
                           2 * log(3) / log(4) - 1,
                           0.5 * (2 * 2.0 / 3 - 1),
                           0,
                           0.5 * (2 * 0.25 - 1)};
    for (size_t t = 0; t < f.terms.n; t++) {
        CHECK_ABS(phi[t], WANT[t], 1e-12);
        CHECK(slope[t] == 0.0);
    }
    fixture_clear(&f);
}

TEST(terms_keep_to_their_size)
{
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(1);
    double phi[MAX_TERMS], u[MAX_D];

    fixture_init(&f, SPACE, false);
    for (int rep = 0; rep < 1000; rep++) {
        inlay_encode_sample(&f.enc, &rng, u);
        if (rep < 2) /* both corners */
            for (size_t j = 0; j < f.enc.dim; j++)
                u[j] = rep;
        inlay_terms_at(&f.terms, u, phi, NULL);
        for (size_t t = 0; t < f.terms.n; t++)
            CHECK(fabs(phi[t]) <= f.terms.term[t].size * (1 + 1e-12));
    }
    fixture_clear(&f);
}

static void check_slopes(const char *json, bool is_relaxed)
{
    const double h = 1e-6;
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(2);
    double phi[MAX_TERMS], slope[MAX_TERMS], up[MAX_TERMS], down[MAX_TERMS];
    double u[MAX_D];

    fixture_init(&f, json, is_relaxed);
    for (int rep = 0; rep < 100; rep++) {
        for (size_t j = 0; j < f.enc.dim; j++)
            u[j] = 0.01 + 0.98 * inlay_rng_uniform(&rng);
        inlay_encode_snap(&f.enc, u, u);
        inlay_terms_at(&f.terms, u, phi, slope);
        CHECK(slope[0] == 0.0);
        for (size_t t = 1; t < f.terms.n; t++) {
            const size_t j = f.terms.term[t].axis;
            const double at = u[j];
            if (f.enc.axis[j].kind != INLAY_AXIS_REAL) {
                CHECK(slope[t] == 0.0);
                continue;
            }
            u[j] = at + h;
            inlay_terms_at(&f.terms, u, up, NULL);
            u[j] = at - h;
            inlay_terms_at(&f.terms, u, down, NULL);
            u[j] = at;
            const double diff = (up[t] - down[t]) / (2 * h);
            CHECK_ABS(slope[t], diff, 1e-6 * (1 + fabs(diff)));
        }
    }
    fixture_clear(&f);
}

TEST(slopes_are_central_differences)
{
    check_slopes(SPACE, false);
    check_slopes(SPACE, true);
}

/* In the relaxed cube a coordinate of a discrete variable is all there is. */
TEST(relaxed_axes_have_their_coordinate)
{
    struct fixture f;
    double phi[MAX_TERMS], u[MAX_D] = {0};
    fixture_init(&f, SPACE, true);
    CHECK(f.terms.n == 1 + 2 * 3 + 3 + 3 + 2);
    u[3] = 0.25;
    inlay_terms_at(&f.terms, u, phi, NULL);
    CHECK_ABS(phi[7], -0.5, 1e-15);
    fixture_clear(&f);
}

/* Bounds that differ by less than a double shows, or by more than it holds. */
TEST(hard_ranges_give_numbers)
{
    static const char HARD[] =
        "{\"variables\": ["
        "{\"name\": \"a\", \"type\": \"real\", \"min\": -8e307,"
        " \"max\": 8e307},"
        "{\"name\": \"b\", \"type\": \"real\", \"min\": 1e-300,"
        " \"max\": 1e300},"
        "{\"name\": \"c\", \"type\": \"real\", \"min\": 1e-300,"
        " \"max\": 1e300, \"scale\": \"log\"},"
        "{\"name\": \"d\", \"type\": \"integer\","
        " \"min\": -4503599627370000, \"max\": 4503599627370000},"
        "{\"name\": \"e\", \"type\": \"integer\","
        " \"min\": 1152921504606846976, \"max\": 1152921504606846979},"
        "{\"name\": \"f\", \"type\": \"real\", \"min\": 1e10,"
        " \"max\": 10000000000.00001},"
        "{\"name\": \"g\", \"type\": \"real\", \"min\": 0,"
        " \"max\": 1e-310},"
        "{\"name\": \"h\", \"type\": \"real\", \"min\": -4, \"max\": -2},"
        "{\"name\": \"i\", \"type\": \"ordinal\","
        " \"values\": [1e-300, 1, 1e300]}]}";
    struct fixture f;
    struct inlay_rng rng = inlay_rng_seed(3);
    double phi[MAX_TERMS], slope[MAX_TERMS], u[MAX_D];
    double lo[MAX_TERMS], hi[MAX_TERMS];

    fixture_init(&f, HARD, false);
    for (size_t t = 0; t < f.terms.n; t++)
        lo[t] = INFINITY, hi[t] = -INFINITY;
    for (int rep = 0; rep < 2000; rep++) {
        inlay_encode_sample(&f.enc, &rng, u);
        if (rep < 2)
            for (size_t j = 0; j < f.enc.dim; j++)
                u[j] = rep;
        inlay_terms_at(&f.terms, u, phi, slope);
        for (size_t t = 0; t < f.terms.n; t++) {
            CHECK(fabs(phi[t]) <= f.terms.term[t].size * (1 + 1e-9));
            CHECK(isfinite(slope[t]));
            lo[t] = fmin(lo[t], phi[t]);
            hi[t] = fmax(hi[t], phi[t]);
        }
    }
    for (size_t t = 1; t < f.terms.n; t++) { /* each from end to end */
        CHECK_ABS(lo[t], -f.terms.term[t].size, 1e-2);
        CHECK_ABS(hi[t], f.terms.term[t].size, 1e-2);
    }
    /* four integers near 2^60 are evenly spaced, also in their logarithms */
    u[4] = inlay_axis_coordinate(&f.enc.axis[4], 1);
    inlay_terms_at(&f.terms, u, phi, NULL);
    CHECK_ABS(phi[9], -1.0 / 3, 1e-9);
    CHECK_ABS(phi[10], -0.5 / 3, 1e-9);
    fixture_clear(&f);
}

TEST(terms_are_counted_without_being_made)
{
    char *json = malloc(200000), *at = json;
    at += sprintf(at, "{\"variables\": [{\"name\": \"c\", \"type\": "
                      "\"categorical\", \"values\": [\"v0\"");
    for (int i = 1; i < 10000; i++)
        at += sprintf(at, ",\"v%d\"", i);
    sprintf(at, "]}]}");
    inlay_space *space = NULL;
    struct inlay_encoding enc;
    inlay_error err = {0};
    CHECK_OK(inlay_space_parse(json, strlen(json), &space, &err), err);
    CHECK_OK(inlay_encoding_init(&enc, space, false, &err), err);
    CHECK(inlay_terms_count(&enc) == 10001);
    inlay_encoding_clear(&enc);
    inlay_space_free(space);
    free(json);
}
