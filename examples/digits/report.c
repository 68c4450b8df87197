/* report.c: lines and tables of at most 78 columns. */
#include "report.h"

#include <stdio.h>

enum { N_BEST = 5 };

const char *const REPORT_ACTIVATIONS[NETWORK_N_ACTIVATIONS] = {
    [NETWORK_LINEAR] = "linear",
    [NETWORK_SIGMOID] = "sigmoid",
    [NETWORK_TANH] = "tanh",
    [NETWORK_RELU] = "relu",
};

static bool is_better(const struct evaluation *a, const struct evaluation *b)
{
    return a->result == NETWORK_LEARNT &&
           (b->result != NETWORK_LEARNT || a->score.loss < b->score.loss);
}

/* The places of the best, best first; returns how many of them there are. */
static size_t find_best(const struct report *report, size_t places[N_BEST])
{
    const struct evaluation *e = report->evaluations;
    size_t n = 0;
    for (size_t i = 0; i < report->n; i++) {
        if (e[i].result != NETWORK_LEARNT)
            continue;
        size_t at = n < N_BEST ? n++ : N_BEST;
        for (; at > 0 && is_better(&e[i], &e[places[at - 1]]); at--)
            if (at < N_BEST)
                places[at] = places[at - 1];
        if (at < N_BEST)
            places[at] = i;
    }
    return n;
}

void report_start(const struct data_split *split, size_t n_planned)
{
    printf("Tuning a network that reads handwritten digits: it learns from "
           "%zu,\nis chosen by %zu others and judged by %zu more.  "
           "%zu evaluations.\n\n",
           split->train.n, split->validation.n, split->test.n, n_planned);
    fflush(stdout);
}

static void print_headings(void)
{
    printf(" trial        loss  accuracy  learning rate  layers  activation  "
           "batch\n");
}

static void print_score(const struct evaluation *e)
{
    if (e->result != NETWORK_LEARNT)
        printf("  %10s  %8s", "diverged", "");
    else if (e->score.loss < 1e4)
        printf("  %10.4f  %6.1f %%", e->score.loss, 100.0 * e->score.accuracy);
    else
        printf("  %10.2e  %6.1f %%", e->score.loss, 100.0 * e->score.accuracy);
}

static void print_row(const struct report *report, size_t i)
{
    const struct setting *s = &report->evaluations[i].setting;
    printf("%6zu", i + 1);
    print_score(&report->evaluations[i]);
    printf("  %13.5f  %6zu  %-10s  %5zu\n", s->learning_rate, s->n_hidden,
           REPORT_ACTIVATIONS[s->activation], s->batch_size);
}

/* "\r" goes back to the start of the line, "\033[K" clears what is behind. */
static void print_live(const struct report *report)
{
    const struct setting *s = &report->evaluations[report->n - 1].setting;
    size_t best[N_BEST];
    printf("\r%4zu/%zu  %zu x %s, rate %.2g, batch %zu", report->n,
           report->n_planned, s->n_hidden, REPORT_ACTIVATIONS[s->activation],
           s->learning_rate, s->batch_size);
    if (find_best(report, best) > 0) {
        const struct network_score *top = &report->evaluations[best[0]].score;
        printf(" | best loss %.4g, %.1f %%", top->loss, 100.0 * top->accuracy);
    }
    printf("\033[K");
}

void report_progress(const struct report *report, bool is_terminal)
{
    if (is_terminal) {
        print_live(report);
    } else {
        if (report->n == 1)
            print_headings();
        print_row(report, report->n - 1);
    }
    fflush(stdout);
}

void report_progress_end(bool is_terminal)
{
    printf(is_terminal ? "\n\n" : "\n");
}

static void print_table(const struct report *report)
{
    size_t best[N_BEST], n_failed = 0;
    const size_t n = find_best(report, best);
    for (size_t i = 0; i < report->n; i++)
        n_failed += report->evaluations[i].result != NETWORK_LEARNT;
    printf("The best %zu of %zu evaluations", n, report->n);
    if (report->n < report->n_planned)
        printf(" (of %zu planned)", report->n_planned);
    if (n_failed > 0)
        printf("; %zu diverged", n_failed);
    printf("\n\n");
    print_headings();
    for (size_t i = 0; i < n; i++)
        print_row(report, best[i]);
}

void report_result(const struct report *report, const struct evaluation *best,
                   const struct network_score *test, size_t n_test)
{
    const struct setting *s = &best->setting;
    print_table(report);
    printf("\nBest: learning rate %.4g, %zu hidden layer%s of %d %s units, "
           "batches of %zu\n\n",
           s->learning_rate, s->n_hidden, s->n_hidden == 1 ? "" : "s",
           OBJECTIVE_UNITS, REPORT_ACTIVATIONS[s->activation], s->batch_size);
    printf("  validation  log-likelihood %8.4f a digit, %5.1f %% wrong\n",
           -best->score.loss, 100.0 - 100.0 * best->score.accuracy);
    printf("  test        log-likelihood %8.4f a digit, %5.1f %% right: %.0f "
           "of %zu\n\n",
           -test->loss, 100.0 * test->accuracy, test->accuracy * (double)n_test,
           n_test);
    printf("Time: %.2f s in the objective, %.2f s in Inlay's asks "
           "(%.1f ms each)\n",
           report->evaluate_seconds, report->ask_seconds,
           1e3 * report->ask_seconds / (double)report->n);
}
