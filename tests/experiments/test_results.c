/*
 * test_results.c: how two methods of a panel compare, from files made for it.
 */
#include "check.h"

#include <sys/stat.h>
#include <unistd.h>

#include "claims/results.h"
#include "support/sample.h"

enum { N = 12 };

static const double A[N] = {-3, -2, -5, -1, -4, -3, -2, -5, -1, -4, -6, -3};
static const double B[N] = {-2, -1, -1, -2, -1, -2, -1, -1, -1, -2, -1, -2};

static const struct side A_R = {"a", 'r'}, A_O = {"a", 'o'};
static const struct side B_R = {"b-c", 'r'}, B_O = {"b-c", 'o'};

static void write_text(const char *folder, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    CHECK(f != NULL);
    fputs(text, f);
    fclose(f);
}

static void in(const char *root, const char *name, char path[256])
{
    snprintf(path, 256, "%s/%s", root, name);
}

static const char *const FOLDERS[] = {"fig", "fig/curves", "fig/ends"};

/* The ends of a panel with these gaps of a and b, averages of a half and a fourth. */
static void write_ends(const char *root, const char *name, const double *a,
                       const double *b)
{
    char text[2048] = "# commit=x\nproblem,a_r,a_r_avg,a_o,a_o_avg,"
                      "b-c_r,b-c_r_avg,b-c_o,b-c_o_avg\n";
    for (size_t i = 0; i < N; i++) {
        char line[128];
        snprintf(line, sizeof line, "%zu,%g,%g,0,0,%g,%g,0,0\n", i + 1, a[i],
                 0.5 * a[i], b[i], 0.25 * b[i]);
        strcat(text, line);
    }
    write_text(root, name, text);
}

/* A root with one panel of figure "fig". */
static void make_root(char *root)
{
    char path[256];
    CHECK(mkdtemp(root) != NULL);
    for (size_t i = 0; i < LEN(FOLDERS); i++) {
        in(root, FOLDERS[i], path);
        CHECK(mkdir(path, 0700) == 0);
    }
    write_ends(root, "fig/ends/p.csv", A, B);
    write_text(root, "fig/curves/p.csv",
               "evaluation,a_r,a_r_se,a_r_lm,a_o,b-c_r,b-c_r_se\n"
               "1,0,0,0,0,0,0\n");
}

static void remove_root(const char *root)
{
    char path[256];
    in(root, "fig/ends/p.csv", path);
    unlink(path);
    in(root, "fig/curves/p.csv", path);
    unlink(path);
    for (size_t i = LEN(FOLDERS); i-- > 0;) {
        in(root, FOLDERS[i], path);
        rmdir(path);
    }
    CHECK(rmdir(root) == 0);
}

TEST(methods_are_found_in_the_names_of_columns)
{
    char root[] = "/tmp/inlay-results-XXXXXX";
    struct results r;
    make_root(root);
    CHECK(results_load(&r, root, "fig", "p"));
    CHECK(r.n_methods == 2);
    CHECK(strcmp(r.method[0], "a") == 0 && strcmp(r.method[1], "b-c") == 0);
    results_clear(&r);
    CHECK(!results_load(&r, root, "fig", "other"));
    remove_root(root);
}

TEST(a_comparison_is_that_of_the_differences)
{
    char root[] = "/tmp/inlay-results-XXXXXX";
    struct results r;
    double end[N], average[N];
    for (size_t i = 0; i < N; i++) {
        end[i] = A[i] - B[i];
        average[i] = 0.5 * A[i] - 0.25 * B[i];
    }
    make_root(root);
    CHECK(results_load(&r, root, "fig", "p"));
    struct comparison c = results_compare(&r, A_R, B_R, AT_THE_END);
    CHECK_REL(c.mean, sample_mean(end, N), 1e-12);
    CHECK_REL(c.error, sample_bootstrap(end, N), 1e-12);
    const struct sample_test t = sample_wilcoxon(end, N); /* spoils them */
    CHECK_REL(c.p, t.p, 1e-12);
    CHECK(c.sign == -1 && c.n_not == 11);
    CHECK(c.mean < -1.0 && c.p < 0.05);

    const struct comparison back = results_compare(&r, B_R, A_R, AT_THE_END);
    CHECK_REL(back.mean, -c.mean, 1e-12);
    CHECK_REL(back.p, c.p, 1e-12);

    c = results_compare(&r, A_R, B_R, AVERAGED);
    CHECK_REL(c.mean, sample_mean(average, N), 1e-12);
    c = results_compare(&r, A_O, B_O, AT_THE_END);
    CHECK(c.mean == 0.0 && c.p == 1.0);
    results_clear(&r);
    remove_root(root);
}

TEST(means_are_compared_by_the_error_of_their_ratio)
{
    char root[] = "/tmp/inlay-results-XXXXXX";
    struct results r;
    double a[N], b[N];
    for (size_t i = 0; i < N; i++) {
        a[i] = pow(10.0, A[i]);
        b[i] = pow(10.0, B[i]);
    }
    make_root(root);
    CHECK(results_load(&r, root, "fig", "p"));
    const struct comparison c = results_compare(&r, A_R, B_R, OF_MEANS);
    CHECK_REL(c.mean, log10(sample_mean(a, N) / sample_mean(b, N)), 1e-12);
    const struct sample_ratio ratio =
        sample_ratio((struct sample_pairs){a, b, N}, NULL);
    CHECK_REL(c.error, ratio.error, 1e-12);
    CHECK_REL(c.p, ratio.p, 1e-12);
    CHECK(c.sign == -1 && c.n_not == 11);
    const struct comparison same = results_compare(&r, A_R, A_R, OF_MEANS);
    CHECK(same.mean == 0.0 && same.p == 1.0 && same.sign == 0);
    results_clear(&r);
    remove_root(root);
}

/* d in one panel, −d in the other, where a is b and b is a. */
TEST(a_contrast_is_of_samples_without_pairs)
{
    char root[] = "/tmp/inlay-results-XXXXXX", path[256];
    struct results r, other;
    double d[N], minus[N];
    for (size_t i = 0; i < N; i++) {
        d[i] = A[i] - B[i];
        minus[i] = -d[i];
    }
    make_root(root);
    write_ends(root, "fig/ends/q.csv", B, A);
    CHECK(results_load(&r, root, "fig", "p"));
    CHECK(results_load(&other, root, "fig", "q"));
    struct comparison c = results_contrast(&r, &other, A_R, B_R, AT_THE_END);
    const struct sample_test t = sample_rank_sum(d, N, minus, N);
    CHECK_REL(c.mean, 2.0 * sample_mean(d, N), 1e-12);
    CHECK_REL(c.error, sqrt(2.0) * sample_bootstrap(d, N), 1e-12);
    CHECK_REL(c.p, t.p, 1e-12);
    CHECK(c.sign == -1 && t.sign == -1 && !c.has_pairs);
    c = results_contrast(&r, &other, A_R, B_R, OF_MEANS);
    CHECK_REL(c.mean, 2.0 * results_compare(&r, A_R, B_R, OF_MEANS).mean,
              1e-12);
    CHECK(c.p < 0.05 && c.sign == -1);
    c = results_contrast(&r, &r, A_R, B_R, AT_THE_END);
    CHECK(c.mean == 0.0 && c.p == 1.0 && c.sign == 0);
    results_clear(&r);
    results_clear(&other);
    in(root, "fig/ends/q.csv", path);
    unlink(path);
    remove_root(root);
}

TEST(comparisons_are_adjusted_for_their_number)
{
    struct comparison c[3] = {{.p = 0.01}, {.p = 0.04}, {.p = 0.5}};
    comparisons_adjust(c, 3);
    CHECK_REL(c[0].p, 0.03, 1e-12);
    CHECK_REL(c[1].p, 0.08, 1e-12);
    CHECK_REL(c[2].p, 0.5, 1e-12);
}
