/* experiments/network/sweep: every row once, whoever dies. */
#include "ledger_fixture.h"

#include "base/error.h"
#include "network/sweep.h"

enum { MAX_TEXT = 8192 };

/* A value for each row, different for all. */
static double value_of(const struct ledger_row *row)
{
    return -1000.0 * (double)row->replica - 100.0 * (double)row->activation -
           20.0 * (double)row->n_hidden + row->log_rate;
}

static inlay_status evaluate(const struct ledger_row *row, void *context,
                             double *value, inlay_error *err)
{
    (void)context;
    (void)err;
    *value = value_of(row);
    return INLAY_OK;
}

static void check_whole(struct ledger *ledger)
{
    CHECK(ledger->n_known == ledger->n_rows);
    for (size_t i = 0; i < ledger->n_rows; i++) {
        const struct ledger_row row = ledger_row_at(ledger, i);
        CHECK(ledger->value[i] == value_of(&row));
    }
}

static struct sweep sweep_of(size_t n_jobs, sweep_evaluate_fn *f)
{
    return (struct sweep){.n_jobs = n_jobs, .evaluate = f, .is_quiet = true};
}

TEST(all_rows_are_evaluated_by_any_number_of_processes)
{
    static const size_t n_jobs[] = {1, 2, 5, 200};
    char first[MAX_TEXT] = "", text[MAX_TEXT];
    for (size_t k = 0; k < LEN(n_jobs); k++) {
        const struct ledger_fixture f = ledger_fixture();
        const struct sweep sweep = sweep_of(n_jobs[k], evaluate);
        struct ledger ledger = ledger_of(&f);
        inlay_error err = {0};
        CHECK_OK(sweep_run(&sweep, &ledger, &err), err);
        check_whole(&ledger);
        CHECK_OK(ledger_finish(&ledger, &err), err);
        if (k == 0)
            read_text(&f, first);
        CHECK_TEXT(read_text(&f, text), first);
        ledger_clear(&ledger);
        ledger_fixture_clear(&f);
    }
}

/* Dies at one row of replica 1. */
static inlay_status evaluate_half(const struct ledger_row *row, void *context,
                                  double *value, inlay_error *err)
{
    if (row->replica == 1 && row->activation == 2)
        _exit(3);
    return evaluate(row, context, value, err);
}

/* Says that row 0 was asked for again. */
static inlay_status evaluate_rest(const struct ledger_row *row, void *context,
                                  double *value, inlay_error *err)
{
    if (row->replica == 0)
        return inlay_fail(err, INLAY_EINVAL, "this row was known");
    return evaluate(row, context, value, err);
}

TEST(after_a_death_the_same_command_goes_on)
{
    const struct ledger_fixture f = ledger_fixture();
    const struct sweep dies = sweep_of(2, evaluate_half);
    const struct sweep goes_on = sweep_of(2, evaluate_rest);
    struct ledger ledger = ledger_of(&f);
    inlay_error err = {0};
    CHECK(sweep_run(&dies, &ledger, &err) == INLAY_ESTATE);
    CHECK(strstr(err.msg, "rows are missing") != NULL);
    CHECK(ledger.n_known >= ledger.n_rows / 2);
    CHECK(ledger.n_known < ledger.n_rows);
    ledger_clear(&ledger);

    ledger = ledger_of(&f);
    CHECK_OK(sweep_run(&goes_on, &ledger, &err), err);
    check_whole(&ledger);
    CHECK_OK(sweep_run(&goes_on, &ledger, &err), err); /* nothing is left */
    ledger_clear(&ledger);
    ledger_fixture_clear(&f);
}
