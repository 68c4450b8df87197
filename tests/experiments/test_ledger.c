/* experiments/network/ledger: rows survive, whatever was cut; foreign files do. */
#include "ledger_fixture.h"

enum { N_ROWS = 2 * 4 * 3 * 3, MAX_TEXT = 8192 };

TEST(rows_are_in_the_order_of_their_columns)
{
    const struct ledger_fixture f = ledger_fixture();
    struct ledger ledger = ledger_of(&f);
    size_t i = 0;
    CHECK(ledger.n_rows == N_ROWS && ledger.n_known == 0);
    for (size_t replica = 0; replica < 2; replica++)
        for (size_t activation = 0; activation < 4; activation++)
            for (size_t layers = 1; layers <= 3; layers++)
                for (size_t r = 0; r < 3; r++) {
                    const struct ledger_row row = ledger_row_at(&ledger, i++);
                    CHECK(row.replica == replica);
                    CHECK(row.activation == activation);
                    CHECK(row.n_hidden == layers);
                    CHECK(row.log_rate == LEDGER_RATES[r]);
                }
    ledger_clear(&ledger);
    ledger_fixture_clear(&f);
}

TEST(a_row_is_in_the_file_as_soon_as_it_is_known)
{
    const struct ledger_fixture f = ledger_fixture();
    struct ledger ledger = ledger_of(&f);
    inlay_error err = {0};
    char text[MAX_TEXT];
    CHECK_TEXT(read_text(&f, text), LEDGER_HEAD);
    CHECK_OK(ledger_add(&ledger, 70, -0.1, &err), err);
    CHECK_TEXT(read_text(&f, text), LEDGER_HEAD "1,3,3,-2.3,-0.1\n");
    CHECK_OK(ledger_add(&ledger, 3, -1.0 / 3.0, &err), err);
    CHECK_TEXT(read_text(&f, text),
               LEDGER_HEAD "1,3,3,-2.3,-0.1\n0,0,2,-10,-0.3333333333333333\n");
    CHECK(ledger.n_known == 2);
    ledger_clear(&ledger);
    ledger_fixture_clear(&f);
}

TEST(rows_are_found_again_with_all_their_digits)
{
    const struct ledger_fixture f = ledger_fixture();
    struct ledger ledger = ledger_of(&f);
    inlay_error err = {0};
    for (size_t i = 0; i < N_ROWS; i += 5)
        CHECK_OK(ledger_add(&ledger, i, -1.0 / (double)(i + 7), &err), err);
    ledger_clear(&ledger);
    ledger = ledger_of(&f);
    for (size_t i = 0; i < N_ROWS; i++) {
        CHECK(ledger_knows(&ledger, i) == (i % 5 == 0));
        if (i % 5 == 0)
            CHECK(ledger.value[i] == -1.0 / (double)(i + 7));
    }
    CHECK(ledger.n_known == (N_ROWS + 4) / 5);
    ledger_clear(&ledger);
    ledger_fixture_clear(&f);
}

TEST(a_finished_file_has_all_rows_in_order)
{
    const struct ledger_fixture f = ledger_fixture();
    struct ledger ledger = ledger_of(&f);
    inlay_error err = {0};
    char text[MAX_TEXT], want[MAX_TEXT] = LEDGER_HEAD;
    for (size_t i = N_ROWS; i-- > 0;)
        CHECK_OK(ledger_add(&ledger, i, -(double)i, &err), err);
    CHECK_OK(ledger_finish(&ledger, &err), err);
    for (size_t i = 0; i < N_ROWS; i++) {
        const struct ledger_row row = ledger_row_at(&ledger, i);
        char line[80];
        snprintf(line, sizeof line, "%zu,%zu,%zu,%g,%g\n", row.replica,
                 row.activation, row.n_hidden, row.log_rate, -(double)i);
        strcat(want, line);
    }
    CHECK_TEXT(read_text(&f, text), want);
    ledger_clear(&ledger);
    ledger = ledger_of(&f);
    CHECK(ledger.n_known == N_ROWS);
    ledger_clear(&ledger);
    ledger_fixture_clear(&f);
}

/* After a kill at any byte: the whole lines are kept and the rest is made anew.
 */
TEST(a_file_that_was_cut_anywhere_goes_on)
{
    static const char whole[] = LEDGER_HEAD "0,0,1,-10,-1\n0,0,1,-2.3,-2\n";
    const struct ledger_fixture f = ledger_fixture();
    for (size_t n = 0; n < sizeof whole; n++) {
        char text[MAX_TEXT], want[MAX_TEXT];
        size_t n_lines = 0, kept = strlen(LEDGER_HEAD);
        snprintf(text, n + 1, "%s", whole);
        write_file(&f, text);
        for (size_t i = strlen(LEDGER_HEAD); i < n; i++)
            if (whole[i] == '\n') {
                n_lines++;
                kept = i + 1;
            }
        struct ledger ledger = ledger_of(&f);
        snprintf(want, kept + 1, "%s", whole);
        CHECK(ledger.n_known == n_lines);
        CHECK_TEXT(read_text(&f, text), want);
        ledger_clear(&ledger);
    }
    ledger_fixture_clear(&f);
}

/* It is refused for that reason, and not touched. */
static void check_refused(const char *content, inlay_status status,
                          const char *why)
{
    const struct ledger_fixture f = ledger_fixture();
    struct ledger ledger = {.n_rows = 77};
    inlay_error err = {0};
    char text[MAX_TEXT];
    write_file(&f, content);
    CHECK(ledger_open(f.path, "made by hand", &LEDGER_AXES, &ledger, &err) ==
          status);
    CHECK(strncmp(err.msg, f.path, strlen(f.path)) == 0);
    CHECK_TEXT(err.msg + strlen(f.path), why);
    CHECK(ledger.n_rows == 77);
    CHECK_TEXT(read_text(&f, text), content);
    ledger_fixture_clear(&f);
}

TEST(what_was_made_otherwise_is_left_alone)
{
    check_refused("# made by me\nreplica,activation,layers,log_rate,value\n",
                  INLAY_EINVAL,
                  ": it was made with other options; remove it, or give those "
                  "of its first line: '# made by me'");
    check_refused("my diary", INLAY_EINVAL,
                  ": it was made with other options; remove it, or give those "
                  "of its first line: 'my diary'");
}

#define NO_ROW                                                                 \
    ": line 3 is no row of this table of 2 replica(s) and 3 log rates: "

TEST(rows_of_another_table_are_refused)
{
    static const char *const rows[] = {
        "2,0,1,-10,-1",  "0,4,1,-10,-1",   "0,0,0,-10,-1",
        "0,0,4,-10,-1",  "0,0,1,-9,-1",    "0,0,1,-10,nan",
        "0,0,1,-10",     "0,0,1,-10,-1,5", "",
        "-1,0,1,-10,-1", " 0,0,1,-10,-1",  "0,0,1,-10,-1 ",
    };
    for (size_t i = 0; i < LEN(rows); i++) {
        char content[256], why[256];
        snprintf(content, sizeof content, "%s%s\n", LEDGER_HEAD, rows[i]);
        snprintf(why, sizeof why, "%s'%s'", NO_ROW, rows[i]);
        check_refused(content, INLAY_EPARSE, why);
    }
}

TEST(a_folder_that_is_not_there_is_named)
{
    struct ledger ledger;
    inlay_error err = {0};
    CHECK_FAILS(ledger_open("no/such/t.csv", "x", &LEDGER_AXES, &ledger, &err),
                INLAY_ESTORE, err,
                "no/such/t.csv: cannot be opened: No such file or directory");
}

OOM_TEST(out_of_memory_is_said)
{
    const struct ledger_fixture f = ledger_fixture();
    struct ledger ledger = {.fd = -1};
    inlay_error err = {0};
    inlay_status st =
        ledger_open(f.path, "made by hand", &LEDGER_AXES, &ledger, &err);
    for (size_t i = 0; i < N_ROWS && st == INLAY_OK; i++)
        st = ledger_add(&ledger, i, -1.0, &err);
    if (st == INLAY_OK)
        st = ledger_finish(&ledger, &err);
    ledger_clear(&ledger);
    ledger_fixture_clear(&f);
    return st;
}
