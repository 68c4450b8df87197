/*
 * test_golden.c: suggestions as they have always been, bit for bit.
 *
 * Ten studies, each by every method and acquisition, against
 * tests/fixtures/golden_suggestions.txt.  A line of that file:
 *
 *     study/way  digest  values of trial EARLY ; values of the last trial
 *
 * The digest is over all suggested values, and over what the study predicts,
 * recommends and says of its variables at the end.
 *
 * OpenBLAS has kernels for each processor, whose sums differ in the last bits,
 * so the program chooses one set of them and starts itself anew with it.  The
 * first line of the file tells the arithmetic by which it was made.  On a
 * machine with another one (no AVX2, another libm) only trial EARLY is compared,
 * to four digits, and a fifth of the studies may differ: by then errors in the
 * last bits have rarely grown that far, or turned a choice between equals.
 *
 * A change that is meant to alter suggestions says so, and makes the file anew:
 *
 *     INLAY_GOLDEN=write build-dev/tests/study/test_golden
 */
#include <stdio.h>
#include <unistd.h>

#include "study_fixture.h"

#include "base/linalg.h"

static const char FILE_NAME[] = "tests/fixtures/golden_suggestions.txt";

enum { N_TRIALS = 13, EARLY = 8, LINE = 1024 };

extern char **environ;

/* Before main, and before any TEST: the set of kernels is chosen at load. */
__attribute__((constructor)) static void choose_kernels(void)
{
    static char path[] = "/proc/self/exe", name[] = "test_golden";
    char *argv[] = {name, NULL};

    if (getenv("OPENBLAS_CORETYPE"))
        return;
    setenv("OPENBLAS_CORETYPE", "Haswell", 1);
    execve(path, argv, environ);
}

/* ---- The studies ---- */

static const struct study {
    const char *name, *space, *options;
    bool is_negated, has_failures, has_noise;
} STUDIES[] = {
    {"reals",
     "[{\"name\":\"a\",\"type\":\"real\",\"min\":-1,\"max\":2},"
     "{\"name\":\"b\",\"type\":\"real\",\"min\":0,\"max\":1}]",
     "seed=1", false, false, false},
    {"mixed",
     "[{\"name\":\"a\",\"type\":\"real\",\"min\":1e-4,\"max\":1,\"scale\":"
     "\"log\"},{\"name\":\"n\",\"type\":\"integer\",\"min\":1,\"max\":9},"
     "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"p\",\"q\",\"r\"]},"
     "{\"name\":\"o\",\"type\":\"ordinal\",\"values\":[0,1,10,100]},"
     "{\"name\":\"f\",\"type\":\"boolean\"}]",
     "seed=2", false, false, false},
    {"integers",
     "[{\"name\":\"i\",\"type\":\"integer\",\"min\":0,\"max\":30},"
     "{\"name\":\"j\",\"type\":\"integer\",\"min\":1,\"max\":1000,\"scale\":"
     "\"log\"},{\"name\":\"k\",\"type\":\"integer\",\"min\":-5,\"max\":5}]",
     "seed=3", false, false, false},
    {"small",
     "[{\"name\":\"i\",\"type\":\"integer\",\"min\":0,\"max\":5},"
     "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"p\",\"q\",\"r\"]},"
     "{\"name\":\"f\",\"type\":\"boolean\"}]",
     "seed=4", false, false, false},
    {"failing",
     "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
     "{\"name\":\"b\",\"type\":\"real\",\"min\":0,\"max\":1},"
     "{\"name\":\"n\",\"type\":\"integer\",\"min\":1,\"max\":6}]",
     "seed=5", false, true, false},
    {"maximized",
     "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
     "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"p\",\"q\",\"r\","
     "\"s\"]}]",
     "seed=6 goal=maximize", true, false, false},
    {"noisy",
     "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
     "{\"name\":\"n\",\"type\":\"integer\",\"min\":1,\"max\":8}]",
     "seed=7 noise=yes", false, false, true},
    {"constant",
     "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
     "{\"name\":\"k\",\"type\":\"real\",\"min\":3,\"max\":3},"
     "{\"name\":\"b\",\"type\":\"real\",\"min\":10,\"max\":20}]",
     "seed=8 repeats=yes", false, false, false},
    {"wide",
     "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
     "{\"name\":\"b\",\"type\":\"real\",\"min\":0,\"max\":1},"
     "{\"name\":\"c\",\"type\":\"real\",\"min\":0,\"max\":1},"
     "{\"name\":\"d\",\"type\":\"real\",\"min\":0,\"max\":1},"
     "{\"name\":\"e\",\"type\":\"integer\",\"min\":0,\"max\":100},"
     "{\"name\":\"g\",\"type\":\"integer\",\"min\":0,\"max\":3},"
     "{\"name\":\"h\",\"type\":\"categorical\",\"values\":[\"p\",\"q\"]},"
     "{\"name\":\"l\",\"type\":\"ordinal\",\"values\":[1,2,4]}]",
     "seed=9", false, true, false},
    {"paper",
     "[{\"name\":\"a\",\"type\":\"real\",\"min\":0,\"max\":1},"
     "{\"name\":\"n\",\"type\":\"integer\",\"min\":1,\"max\":4},"
     "{\"name\":\"c\",\"type\":\"categorical\",\"values\":[\"p\",\"q\",\"r\"]}"
     "]",
     "seed=10 preset=paper samples=2 burn_in=3", false, false, true},
};

/* Cheap versions: it is the path that counts, not the quality. */
#define PES                                                                    \
    "acquisition=pes pes.minima=2 pes.features=64 candidates=100 starts=2"
#define MES                                                                    \
    "acquisition=mes pes.minima=2 pes.features=64 candidates=100 starts=2"

static const struct way {
    const char *name, *options;
} WAYS[] = {
    {"proposed", "method=gp initial=5"},
    {"proposed-pes", "method=gp initial=5 " PES},
    {"proposed-mes", "method=gp initial=5 " MES},
    {"basic", "method=gp-basic initial=5 candidates=200"},
    {"basic-pes", "method=gp-basic initial=5 " PES},
    {"basic-mes", "method=gp-basic initial=5 " MES},
    {"naive", "method=gp-naive initial=5 candidates=200"},
    {"naive-pes", "method=gp-naive initial=5 " PES},
    {"naive-mes", "method=gp-naive initial=5 " MES},
    {"random", "method=random"},
    {"sobol", "method=sobol"},
    {"hillclimb", "method=hillclimb"},
    {"tpe", "method=tpe initial=5"},
    {"tpe-old", "method=tpe initial=5 tpe.parzen=independent tpe.good=sqrt "
                "tpe.weights=age tpe.bandwidth=clip"},
    {"smac", "method=smac initial=5 candidates=300 starts=3"},
    {"smac-old",
     "method=smac initial=5 candidates=300 starts=3 smac.splits=best "
     "smac.split_share=0.8 smac.leaf=2 smac.uncertainty=total smac.cost=plain "
     "smac.step=0.2 smac.trees=5 recommend=mean"},
    {"slice", "inference=slice samples=2 initial=5 pending=draw"},
    {"model", "initial=5 kernel=se warp=auto categories=per-category "
              "priors=paper jitter=1e-6"},
    {"search", "initial=5 kernel=matern32 warp=yeo-johnson search=grid "
               "trust_region=yes incumbent=recommended recommend=mean "
               "random_share=0.3"},
    {"rest", "initial=5 warp=bilog first=net failure_weight=2 "
             "incumbent=observed recommend=observed threads=2"},
};

/* ---- One of them ---- */

/* Plain arithmetic: no libm, which may differ. */
static double part_of(const inlay_variable *v, const inlay_value *x)
{
    switch (v->type) {
    case INLAY_TYPE_REAL:
        return v->lo < v->hi ? (x->real - v->lo) / (v->hi - v->lo) : 0.0;
    case INLAY_TYPE_INTEGER:
        return (double)(x->integer - v->int_lo) /
               (double)(v->int_hi - v->int_lo);
    case INLAY_TYPE_CATEGORICAL:
        return (double)((7 * x->integer + 3) % 5) / 4.0;
    default:
        return (double)x->integer / (double)(v->n_values - 1);
    }
}

static double value_of(const struct study *study, const inlay_study *s,
                       const inlay_trial *t)
{
    double sum = 0.0, part[MAX_VARS];
    for (size_t i = 0; i < n_vars(s); i++) {
        inlay_variable v;
        CHECK(inlay_space_variable(inlay_study_space(s), i, &v, NULL) ==
              INLAY_OK);
        part[i] = part_of(&v, &t->x[i]);
        const double off = part[i] - 0.3 - 0.1 * (double)i;
        sum += (double)(1 + i % 3) * off * off;
    }
    sum += 0.5 * part[0] * part[1];
    if (study->has_failures && part[0] > 0.6 && part[1] > 0.3)
        return NAN;
    if (study->has_noise)
        sum += 0.1 * (double)(t->id * 7919 % 101) / 101.0;
    return study->is_negated ? -sum : sum;
}

static uint64_t stir(uint64_t digest, double v)
{
    uint64_t bits = 0;
    v += 0.0; /* one zero */
    memcpy(&bits, &v, sizeof bits);
    if (isnan(v))
        bits = 1;
    digest = (digest ^ bits) * 0x9e3779b97f4a7c15u;
    return digest ^ (digest >> 29);
}

static uint64_t stir_x(uint64_t digest, const inlay_value *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        digest = stir(digest, x[i].real);
    return digest;
}

/* What the study says of itself, once it has come to an end. */
static uint64_t stir_insight(uint64_t digest, inlay_study *s)
{
    inlay_error err = {0};
    inlay_value x[MAX_VARS];
    inlay_relevance r[MAX_VARS];
    inlay_residual left[N_TRIALS];
    size_t n_left = 0;

    const inlay_prediction p = predict(s, trial_of(s, 2).x);
    digest = stir(stir(digest, p.mean), p.sd);
    digest = stir(stir(digest, p.p_success), p.acquisition);
    CHECK_OK(inlay_study_recommend(s, x, NULL, &err), err);
    digest = stir_x(digest, x, n_vars(s));
    CHECK_OK(inlay_study_relevance(s, r, &err), err);
    for (size_t i = 0; i < n_vars(s); i++)
        digest = stir(stir(digest, r[i].share), r[i].length_scale);
    CHECK_OK(inlay_study_leave_one_out(s, left, LEN(left), &n_left, &err), err);
    for (size_t i = 0; i < n_left; i++)
        digest = stir(stir(digest, left[i].mean), left[i].z);
    return digest;
}

struct outcome {
    uint64_t digest;
    double early[MAX_VARS], last[MAX_VARS];
    size_t n;
};

/* Every fourth trial is told one step late: it is pending for its successor. */
static struct outcome play(const struct study *study, const struct way *way)
{
    char options[256];
    snprintf(options, sizeof options, "%s %s", study->options, way->options);
    inlay_study *s = study_of(study->space, options);
    struct outcome out = {.digest = 7, .n = n_vars(s)};
    inlay_trial late = {0};

    for (int i = 1; i <= N_TRIALS; i++) {
        const inlay_trial t = ask(s);
        out.digest = stir_x(out.digest, t.x, out.n);
        for (size_t k = 0; k < out.n; k++) {
            if (i == EARLY)
                out.early[k] = t.x[k].real;
            out.last[k] = t.x[k].real;
        }
        if (late.id)
            tell(s, late.id, value_of(study, s, &late));
        late = (inlay_trial){0};
        if (i % 4 == 0)
            late = t;
        else
            tell(s, t.id, value_of(study, s, &t));
    }
    out.digest = stir_insight(out.digest, s);
    inlay_study_free(s);
    return out;
}

/* ---- The file ---- */

enum { N_SIDE = 40 };

static uint64_t stir_all(uint64_t digest, const double *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        digest = stir(digest, v[i]);
    return digest;
}

/* All that the seam to BLAS has, on a matrix of n rows. */
static uint64_t stir_linalg(uint64_t digest, size_t n)
{
    static double A[N_SIDE * N_SIDE], B[N_SIDE * N_SIDE], C[N_SIDE * N_SIDE];
    for (size_t i = 0; i < n * n; i++) {
        const double off = (double)(i / n) - (double)(i % n);
        A[i] = exp(-0.01 * off * off) + (off == 0.0) * 0.1;
        B[i] = C[i] = 1.0 / (1.0 + (double)(i * i % 17));
    }
    CHECK(inlay_chol_factor(A, n, n, NULL) == 0);
    inlay_chol_forward(A, n, n, B, n, n, NULL);
    inlay_chol_forward(A, n, n, C, 1, n, NULL);
    inlay_chol_backward(A, n, n, C, 1, n, NULL);
    inlay_matrix_times(true, n, n, n, 1.0, A, n, B, n, 1.0, C, n, NULL);
    inlay_matrix_take_gram(B, n, n, n, C, n, NULL);
    digest = stir_all(stir_all(digest, B, n * n), C, n * n);
    digest = stir(digest, inlay_dot(A, B, n * n));
    inlay_matrix_t_times(A, n, n, n, B, C);
    inlay_chol_inverse(A, n, n, NULL);
    return stir_all(stir_all(digest, C, n), A, n * n);
}

/* How this machine calculates: linear algebra, and functions of libm. */
static uint64_t arithmetic(void)
{
    uint64_t digest = 7;
    inlay_linalg_setup();
    for (size_t n = 1; n <= N_SIDE; n += 3)
        digest = stir_linalg(digest, n);
    for (int i = 1; i < 100; i++)
        digest = stir(stir(digest, log(0.37 * i)), cos(0.11 * i));
    return digest;
}

static void print_values(FILE *out, const double *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fprintf(out, " %.17g", v[i]);
}

static void write_file(void)
{
    FILE *out = fopen(FILE_NAME, "w");
    CHECK(out != NULL);
    fprintf(out, "arithmetic %016llx\n", (unsigned long long)arithmetic());
    for (size_t i = 0; i < LEN(STUDIES); i++)
        for (size_t k = 0; k < LEN(WAYS); k++) {
            const struct outcome o = play(&STUDIES[i], &WAYS[k]);
            fprintf(out, "%s/%s %016llx", STUDIES[i].name, WAYS[k].name,
                    (unsigned long long)o.digest);
            print_values(out, o.early, o.n);
            fputs(" ;", out);
            print_values(out, o.last, o.n);
            fputs("\n", out);
        }
    CHECK(fclose(out) == 0);
}

/* Do the n numbers after the digest agree to four digits? */
static bool is_near(const char *at, const struct outcome *o)
{
    bool is_near = true;
    for (size_t i = 0; i < o->n; i++) {
        char *end = NULL;
        const double want = strtod(at, &end);
        CHECK(end != at);
        is_near &= fabs(o->early[i] - want) <= 1e-4 * (1.0 + fabs(want));
        at = end;
    }
    return is_near;
}

static void show(const char *name, const char *was, const struct outcome *now)
{
    printf("%s: other suggestions\nwas:%snow:", name, was);
    print_values(stdout, now->early, now->n);
    printf(" ;");
    print_values(stdout, now->last, now->n);
    printf("\n");
}

/* Is the line what the study and way give now? */
static bool holds(const char *line, const struct study *study,
                  const struct way *way, bool is_exact)
{
    char name[64], want[64];
    unsigned long long digest = 0;
    int used = 0;
    CHECK(sscanf(line, "%63s %16llx%n", name, &digest, &used) == 2);
    snprintf(want, sizeof want, "%s/%s", study->name, way->name);
    CHECK_TEXT(name, want);
    const struct outcome o = play(study, way);
    const bool is_same =
        is_exact ? o.digest == digest : is_near(line + used, &o);
    if (!is_same)
        show(name, line + used, &o);
    return is_same;
}

TEST(suggestions_are_as_they_have_always_been)
{
    const char *wish = getenv("INLAY_GOLDEN");
    if (wish && strcmp(wish, "write") == 0)
        write_file();
    FILE *in = fopen(FILE_NAME, "r");
    char line[LINE];
    unsigned long long made_by = 0;
    CHECK(in != NULL);
    CHECK(fgets(line, sizeof line, in) &&
          sscanf(line, "arithmetic %16llx", &made_by) == 1);
    const bool is_exact = made_by == arithmetic();
    if (!is_exact)
        print_message("another arithmetic: compared to four digits\n");
    size_t n_other = 0;
    for (size_t i = 0; i < LEN(STUDIES); i++)
        for (size_t k = 0; k < LEN(WAYS); k++) {
            CHECK(fgets(line, sizeof line, in) != NULL);
            n_other += !holds(line, &STUDIES[i], &WAYS[k], is_exact);
        }
    CHECK(fgets(line, sizeof line, in) == NULL);
    fclose(in);
    CHECK(n_other <= (is_exact ? 0 : LEN(STUDIES) * LEN(WAYS) / 5));
}
