/* Tables as functions: what they say, and which files are refused. */
#include "check.h"
#include "text_file.h"

#include "base/rng.h"
#include "harness/table.h"

enum { N_REPLICAS = 3, N_A = 2, N_B = 3, N_AT = 6, MAX_TEXT = 16384 };

static const double AT[N_AT] = {-10.0, -7.0, -4.5, -2.0, -1.0, 0.0};

/* A value of the table, by replica, setting (a, b) and place j. */
static double value_at(size_t replica, size_t a, size_t b, size_t j)
{
    return sin((double)(7 * replica + 5 * a + 3 * b) + 2.0 * (double)j) +
           (double)replica;
}

/* All rows, in an order that is not sorted. */
static void write_table(char *path)
{
    static char text[MAX_TEXT];
    const size_t n = N_REPLICAS * N_A * N_B * N_AT;
    size_t length = (size_t)snprintf(text, sizeof text,
                                     "# seed 1, commit x, options\n"
                                     "replica,a,b,log_rate,value\n");
    for (size_t k = 0; k < n; k++) {
        const size_t i = (k * 77 + 5) % n; /* 77 and 108 have no divisor */
        const size_t j = i % N_AT, b = i / N_AT % N_B;
        const size_t a = i / N_AT / N_B % N_A, r = i / N_AT / N_B / N_A;
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   "%zu,%zu,%d,%.17g,%.17g\n", r, a + 4,
                                   (int)b - 1, AT[j], value_at(r, a, b, j));
    }
    text_file(path, text);
}

static struct table *make_table(void)
{
    char path[] = "/tmp/inlay-table-XXXXXX";
    write_table(path);
    struct table *t = table_load(path);
    unlink(path);
    return t;
}

TEST(sizes_and_settings_are_those_of_the_file)
{
    struct table *t = make_table();
    CHECK(table_n_replicas(t) == N_REPLICAS);
    CHECK(table_n_settings(t) == N_A * N_B && table_n_columns(t) == 2);
    CHECK(table_from(t) == -10.0 && table_to(t) == 0.0);
    for (size_t i = 0; i < N_A * N_B; i++) {
        CHECK(table_setting(t, i)[0] == (int64_t)(i / N_B) + 4);
        CHECK(table_setting(t, i)[1] == (int64_t)(i % N_B) - 1);
    }
    table_free(t);
}

TEST(it_is_the_file_at_the_nodes)
{
    struct table *t = make_table();
    for (size_t i = 0; i < N_A * N_B; i++)
        for (size_t j = 0; j < N_AT; j++) {
            double mean = 0.0;
            for (size_t r = 0; r < N_REPLICAS; r++) {
                const double want = value_at(r, i / N_B, i % N_B, j);
                CHECK(table_value(t, r, table_setting(t, i), AT[j]) == want);
                mean += want / N_REPLICAS;
            }
            CHECK_ABS(table_mean(t, table_setting(t, i), AT[j]), mean, 1e-14);
        }
    table_free(t);
}

TEST(the_mean_is_that_of_the_replicas_everywhere)
{
    struct table *t = make_table();
    for (size_t i = 0; i < N_A * N_B; i++)
        for (double at = -10.0; at <= 0.0; at += 0.037) {
            double mean = 0.0;
            for (size_t r = 0; r < N_REPLICAS; r++)
                mean += table_value(t, r, table_setting(t, i), at) / N_REPLICAS;
            CHECK_ABS(table_mean(t, table_setting(t, i), at), mean, 1e-12);
        }
    table_free(t);
}

/* Between two nodes values stay between theirs. */
TEST(there_is_no_overshoot)
{
    struct table *t = make_table();
    for (size_t i = 0; i < N_A * N_B; i++)
        for (size_t j = 0; j + 1 < N_AT; j++) {
            const double y0 = value_at(1, i / N_B, i % N_B, j);
            const double y1 = value_at(1, i / N_B, i % N_B, j + 1);
            for (int k = 0; k <= 20; k++) {
                const double at = AT[j] + (AT[j + 1] - AT[j]) * k / 20.0;
                const double v = table_value(t, 1, table_setting(t, i), at);
                CHECK(v >= fmin(y0, y1) - 1e-12 && v <= fmax(y0, y1) + 1e-12);
            }
        }
    table_free(t);
}

/* Never beaten by a dense sample, and attained where it is said to be. */
TEST(the_maximum_is_the_maximum)
{
    struct table *t = make_table();
    for (size_t r = 0; r <= N_REPLICAS; r++) {
        const bool is_mean = r == N_REPLICAS;
        const int64_t *setting = NULL;
        double at = 1.0;
        const double top = is_mean ? table_maximum_of_mean(t, &setting, &at)
                                   : table_maximum(t, r, &setting, &at);
        CHECK(top == (is_mean ? table_mean(t, setting, at)
                              : table_value(t, r, setting, at)));
        CHECK(top == (is_mean ? table_maximum_of_mean(t, NULL, NULL)
                              : table_maximum(t, r, NULL, NULL)));
        for (size_t i = 0; i < N_A * N_B; i++)
            for (double x = -10.0; x <= 0.0; x += 0.003) {
                const int64_t *s = table_setting(t, i);
                CHECK((is_mean ? table_mean(t, s, x)
                               : table_value(t, r, s, x)) <= top + 1e-14);
            }
    }
    table_free(t);
}

/* Replicas that peak at different nodes: the mean peaks between them. */
TEST(the_maximum_of_the_mean_can_be_between_nodes)
{
    char path[] = "/tmp/inlay-table-XXXXXX";
    double at = 0.0;
    text_file(path, "replica,a,x,value\n"
                    "0,1,0,0\n0,1,1,1\n0,1,2,0.9\n0,1,3,0\n"
                    "1,1,0,0\n1,1,1,0.9\n1,1,2,1\n1,1,3,0\n");
    struct table *t = table_load(path);
    const double top = table_maximum_of_mean(t, NULL, &at);
    CHECK_ABS(at, 1.5, 1e-12);
    CHECK(top > 0.95 && top < 1.0);
    table_free(t);
    unlink(path);
}

static const struct {
    const char *text, *why;
} BAD_FILES[] = {
    {"", ": there is no header"},
    {"# only a comment\n", ": there is no header"},
    {"replica,a,x,value\n", ": there are no rows"},
    {"a,b,x,value\n",
     ":1: the header is 'a,b,x,value'; it must be replica, 1 to 8 names of "
     "a setting, a real variable and value"},
    {"replica,x,value\n",
     ":1: the header is 'replica,x,value'; it must be replica, 1 to 8 "
     "names of a setting, a real variable and value"},
    {"replica,a,x,value\n0,1,2\n", ":2: 3 fields, but there must be 4"},
    {"replica,a,x,value\n0,1,0,z\n",
     ":2: field 4, 'z', is not a finite number"},
    {"replica,a,x,value\n0,1.5,0,1\n",
     ":2: field 2, 1.5, is not a whole number"},
    {"replica,a,x,value\n-1,1,0,1\n",
     ":2: field 1, -1, is not a replica: 0, 1, …"},
    {"replica,a,x,value\n0,1,0,1\n0,1,1,2", ":3: the file ends within this "
                                            "line"},
    {"replica,a,x,value\n0,1,0,1\n", ": a setting needs two real values or "
                                     "more"},
    {"replica,a,x,value\n0,1,0,1\n0,1,0,1\n0,1,1,3\n",
     ": two rows for replica 0 at 0"},
    {"replica,a,x,value\n0,1,0,1\n0,1,1,1\n0,2,0,3\n",
     ": no full grid: replica 0 at 0 has rows that others have not, or "
     "lacks some"},
    {"replica,a,x,value\n0,1,0,1\n0,1,1,1\n0,2,0,3\n0,2,2,3\n",
     ": no full grid: replica 0 at 2 has rows that others have not, or "
     "lacks some"},
    {"replica,a,x,value\n0,1,0,1\n0,1,1,1\n2,1,0,3\n2,1,1,3\n",
     ": no full grid: replica 2 at 0 has rows that others have not, or "
     "lacks some"},
    {"replica,a,x,value\n0,1,0,1\n0,1,1,1\n1,1,0,3\n",
     ": 3 rows; 2 replicas × 1 settings × 2 real values are 4"},
};

TEST(bad_files_are_refused_with_their_place)
{
    for (size_t i = 0; i < LEN(BAD_FILES); i++) {
        char path[] = "/tmp/inlay-table-XXXXXX";
        struct table *t = NULL;
        inlay_error err = {0};
        text_file(path, BAD_FILES[i].text);
        CHECK(table_read(path, &t, &err) == INLAY_EINVAL);
        check_at(err.msg, path, BAD_FILES[i].why);
        CHECK(t == NULL);
        unlink(path);
    }
}
