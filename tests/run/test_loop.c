/*
 * test_loop.c: the run loop with a scripted runner: what is stored, what is told,
 * when it ends.
 */
#include "check.h"

#include "../open_text.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/loop.h"
#include "study/claim.h"
#include "study/inside.h"
#include "study/tell.h"

/* ---- A runner that runs nothing ---- */

enum { MAX_JOBS = 16, MAX_NEWS = 400 };

static volatile sig_atomic_t wish;

/* How the attempt of a trial ends. */
struct script {
    enum inlay_end_kind kind;
    int code;
    const char *output; /* its standard output */
};
typedef struct script script_fn(int64_t trial, int n_starts);

struct fake {
    struct inlay_runner base; /* first */
    script_fn *script;
    struct {
        int64_t trial;
        bool is_cancelled;
        struct script ends;
    } jobs[MAX_JOBS];
    size_t n_jobs, most_jobs;
    int n_starts[64];
    bool cannot_start, ends_all;
    size_t most_at_once;          /* 0: any number */
    volatile sig_atomic_t wishes; /* what `wish` becomes at the first end */
};

static struct fake *fake_of(struct inlay_runner *r)
{
    return (struct fake *)r;
}

static void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

static inlay_status fake_start(struct inlay_runner *r,
                               const struct inlay_job *job, inlay_error *err)
{
    struct fake *f = fake_of(r);
    if (f->cannot_start) {
        if (err)
            snprintf(err->msg, sizeof err->msg, "cannot start '%s'",
                     job->argv[0]);
        return INLAY_EINVAL;
    }
    if (f->most_at_once > 0 && f->n_jobs == f->most_at_once)
        return INLAY_ESTATE;
    const struct script ends = f->script(job->trial, ++f->n_starts[job->trial]);
    CHECK(f->n_jobs < MAX_JOBS);
    f->jobs[f->n_jobs].trial = job->trial;
    f->jobs[f->n_jobs].is_cancelled = false;
    f->jobs[f->n_jobs++].ends = ends;
    if (f->n_jobs > f->most_jobs)
        f->most_jobs = f->n_jobs;
    write_text(job->output_path, ends.output ? ends.output : "");
    write_text(job->error_path, ends.code ? "first\nlast words\n" : "");
    return INLAY_OK;
}

static inlay_status fake_wait(struct inlay_runner *r, double seconds,
                              struct inlay_job_end *end, bool *any,
                              inlay_error *err)
{
    struct fake *f = fake_of(r);
    (void)err;
    /* Who only looks finds none but the cancelled, or all. */
    *any = f->n_jobs > 0 &&
           (seconds > 0.0 || f->ends_all || f->jobs[0].is_cancelled);
    if (!*any)
        return INLAY_OK;
    if (f->wishes > 0)
        wish = f->wishes;
    *end = (struct inlay_job_end){
        .trial = f->jobs[0].trial,
        .kind = f->jobs[0].is_cancelled ? INLAY_END_CANCELLED
                                        : f->jobs[0].ends.kind,
        .code = f->jobs[0].ends.code,
        .seconds = 0.5,
    };
    f->n_jobs--;
    memmove(f->jobs, f->jobs + 1, f->n_jobs * sizeof f->jobs[0]);
    return INLAY_OK;
}

static inlay_status fake_cancel(struct inlay_runner *r, int64_t trial,
                                inlay_error *err)
{
    struct fake *f = fake_of(r);
    (void)err;
    for (size_t i = 0; i < f->n_jobs; i++)
        f->jobs[i].is_cancelled |= f->jobs[i].trial == trial;
    return INLAY_OK;
}

static void fake_free(struct inlay_runner *r)
{
    (void)r;
}

static const struct inlay_runner_ops FAKE_OPS = {fake_start, fake_wait,
                                                 fake_cancel, fake_free};

/* ---- A study and a loop on it ---- */

struct bench {
    char folder[64], store[96], trials[96];
    inlay_study *study;
    struct fake fake;
    struct inlay_loop_options options;
    /* what was told */
    int n_news[INLAY_NEWS_TICK + 1];
    char log[MAX_NEWS];
    char why[200], output[200];
    int stop_after;   /* done trials, then wish := stop_wish */
    int stop_on_tick; /* wish := this at the first tick */
    int stop_wish;
};

static char WORD[] = "program";
static char *const COMMAND[] = {WORD};
static char *const ENVIRONMENT[] = {NULL};

static const char SPACE[] =
    "{\"variables\": [{\"name\": \"a\", \"type\": \"integer\", \"min\": 1, "
    "\"max\": 9}], \"method\": \"random\"}";

static struct bench *bench_make(script_fn *script)
{
    static struct bench b;
    inlay_error err = {0};
    b = (struct bench){0};
    wish = 0;
    snprintf(b.folder, sizeof b.folder, "/tmp/inlay-test-XXXXXX");
    CHECK(mkdtemp(b.folder) != NULL);
    snprintf(b.store, sizeof b.store, "%s/s.inlay", b.folder);
    snprintf(b.trials, sizeof b.trials, "%s/trials", b.folder);
    CHECK_OK(open_text(b.store, SPACE, INLAY_STORE_CREATE, &b.study, &err),
             err);
    b.fake.base.ops = &FAKE_OPS;
    b.fake.script = script;
    b.options = (struct inlay_loop_options){
        .command = COMMAND,
        .n_command = 1,
        .environment = ENVIRONMENT,
        .folder = b.folder,
        .trials_folder = b.trials,
        .budget = 5,
        .n_parallel = 2,
        .timeout = 3.0,
    };
    return &b;
}

static void remove_tree(const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        char name[400];
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        snprintf(name, sizeof name, "%s/%s", path, e->d_name);
        if (unlink(name) != 0)
            remove_tree(name);
    }
    if (folder)
        closedir(folder);
    rmdir(path);
}

static void bench_clear(struct bench *b)
{
    inlay_study_free(b->study);
    remove_tree(b->folder);
}

static void hear(const struct inlay_loop_news *news, void *context)
{
    static const char letters[] = "srdfbgl";
    struct bench *b = context;
    b->n_news[news->kind]++;
    if (news->kind == INLAY_NEWS_TICK) {
        wish = b->stop_on_tick ? b->stop_on_tick : wish;
        return;
    }
    const size_t n = strlen(b->log);
    snprintf(b->log + n, sizeof b->log - n, "%c%lld%s ", letters[news->kind],
             (long long)news->trial.id, news->is_best ? "*" : "");
    if (news->why)
        snprintf(b->why, sizeof b->why, "%s", news->why);
    if (news->output)
        snprintf(b->output, sizeof b->output, "%s", news->output);
    if (b->stop_after > 0 && b->n_news[INLAY_NEWS_DONE] >= b->stop_after)
        wish = b->stop_wish;
}

static inlay_status run(struct bench *b, enum inlay_loop_end *end,
                        inlay_error *err)
{
    const struct inlay_loop loop = {
        .study = b->study,
        .runner = &b->fake.base,
        .options = &b->options,
        .listener = hear,
        .context = b,
        .wish = &wish,
    };
    return inlay_loop_run(&loop, end, err);
}

static enum inlay_loop_end run_ok(struct bench *b)
{
    inlay_error err = {0};
    enum inlay_loop_end end = INLAY_LOOP_COMPLETE;
    CHECK_OK(run(b, &end, &err), err);
    return end;
}

static inlay_trial trial_of(const struct bench *b, int64_t id)
{
    inlay_error err = {0};
    inlay_trial t = {0};
    CHECK_OK(inlay_study_trial(b->study, id, &t, &err), err);
    return t;
}

/* ---- Scripts ---- */

static struct script good(int64_t trial, int n_starts)
{
    static char text[64];
    (void)n_starts;
    snprintf(text, sizeof text, "noise\n{\"objective\": %lld, \"n\": 1}\n",
             (long long)(10 - trial));
    return (struct script){INLAY_END_EXITED, 0, text};
}

static struct script bad(int64_t trial, int n_starts)
{
    (void)trial;
    (void)n_starts;
    return (struct script){INLAY_END_EXITED, 3, "1\n"};
}

/* Of each trial the first attempt fails. */
static struct script second_time(int64_t trial, int n_starts)
{
    return n_starts == 1 ? bad(trial, 1) : good(trial, 2);
}

static struct script mixed(int64_t trial, int n_starts)
{
    (void)n_starts;
    switch (trial) {
    case 1:
        return (struct script){INLAY_END_SIGNALLED, 9, ""};
    case 2:
        return (struct script){INLAY_END_TIMED_OUT, 15, "0.5\n"};
    case 3:
        return (struct script){INLAY_END_EXITED, 0, "no number\n"};
    case 4:
        return (struct script){INLAY_END_EXITED, 0, "nan\n"};
    default:
        return (struct script){INLAY_END_EXITED, 0, " 0.25 \n"};
    }
}

/* ---- Tests ---- */

TEST(a_run_evaluates_its_budget_in_its_slots)
{
    struct bench *b = bench_make(good);
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    CHECK(b->fake.most_jobs == 2);
    CHECK(inlay_study_n_trials(b->study) == 5);
    for (int64_t id = 1; id <= 5; id++) {
        CHECK(trial_of(b, id).state == INLAY_STATE_DONE);
        CHECK(trial_of(b, id).value == 10.0 - (double)id);
    }
    CHECK_TEXT(b->log, "s1 s2 d1* s3 d2* s4 d3* s5 d4* d5* ");
    /* A second run finds nothing to do. */
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    CHECK(inlay_study_n_trials(b->study) == 5);
    bench_clear(b);
}

TEST(all_that_have_ended_are_known_to_the_next_suggestion)
{
    struct bench *b = bench_make(good);
    b->fake.ends_all = true;
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    CHECK_TEXT(b->log, "s1 s2 d1* d2* s3 s4 d3* d4* s5 d5* ");
    bench_clear(b);
}

static inlay_status take_metrics(const struct inlay_trial_row *row,
                                 void *context, inlay_error *err)
{
    (void)err;
    CHECK_TEXT(row->metrics, "{\"n\": 1}");
    CHECK(row->n_starts == 1 && row->started_at > 0.0);
    ++*(int *)context;
    return INLAY_OK;
}

TEST(metrics_starts_and_outputs_are_kept)
{
    struct bench *b = bench_make(good);
    inlay_error err = {0};
    char path[200];
    int n = 0;
    run_ok(b);
    CHECK_OK(b->study->journal->ops->trials(b->study->journal, 1, INT64_MAX,
                                            take_metrics, &n, &err),
             err);
    CHECK(n == 5);
    snprintf(path, sizeof path, "%s/000003/stdout", b->trials);
    CHECK(access(path, R_OK) == 0);
    bench_clear(b);
}

TEST(an_evaluation_that_fails_is_tried_again)
{
    struct bench *b = bench_make(second_time);
    char path[200];
    b->options.n_retries = 1;
    b->options.n_parallel = 1;
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    CHECK(strncmp(b->log, "s1 r1 s1 d1* s2 r2 s2 d2* ", 26) == 0);
    CHECK_TEXT(b->why, "exit code 3: last words");
    for (int64_t id = 1; id <= 5; id++)
        CHECK(trial_of(b, id).state == INLAY_STATE_DONE);
    snprintf(path, sizeof path, "%s/000001/stdout.2", b->trials);
    CHECK(access(path, R_OK) == 0);
    bench_clear(b);
}

TEST(without_retries_it_is_a_failed_trial_with_its_last_words)
{
    struct bench *b = bench_make(second_time);
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    CHECK(b->n_news[INLAY_NEWS_FAILED] == 5);
    CHECK(trial_of(b, 4).state == INLAY_STATE_FAILED);
    CHECK_TEXT(trial_of(b, 4).why, "exit code 3: last words");
    CHECK_TEXT(b->output, "first\nlast words");
    bench_clear(b);
}

TEST(every_kind_of_end_has_its_reason)
{
    struct bench *b = bench_make(mixed);
    b->options.n_parallel = 1;
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    CHECK_TEXT(trial_of(b, 1).why, "signal 9 (Killed): last words");
    CHECK_TEXT(trial_of(b, 2).why,
               "timeout: stopped after 3 seconds: last words");
    CHECK(trial_of(b, 3).state == INLAY_STATE_FAILED);
    CHECK(strstr(trial_of(b, 3).why, "no number") != NULL);
    CHECK(trial_of(b, 4).state == INLAY_STATE_FAILED);
    CHECK(trial_of(b, 5).value == 0.25);
    bench_clear(b);
}

TEST(too_many_failures_in_a_row_stop_the_run)
{
    struct bench *b = bench_make(bad);
    b->options.budget = 9;
    b->options.max_failures = 3;
    b->options.n_parallel = 1;
    CHECK(run_ok(b) == INLAY_LOOP_FAILING);
    CHECK(inlay_study_n_trials(b->study) == 3);
    bench_clear(b);
}

TEST(a_space_that_is_used_up_ends_the_run)
{
    struct bench *b = bench_make(good);
    b->options.budget = 50;
    CHECK(run_ok(b) == INLAY_LOOP_EXHAUSTED);
    CHECK(inlay_study_n_trials(b->study) == 9);
    CHECK(trial_of(b, 9).state == INLAY_STATE_DONE);
    bench_clear(b);
}

TEST(the_first_wish_lets_what_runs_end)
{
    struct bench *b = bench_make(good);
    b->stop_after = 2;
    b->stop_wish = 1;
    CHECK(run_ok(b) == INLAY_LOOP_STOPPED);
    CHECK_TEXT(b->log, "s1 s2 d1* s3 d2* d3* ");
    CHECK(inlay_study_n_trials(b->study) == 3);
    wish = 0;
    b->stop_after = 0;
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    CHECK(inlay_study_n_trials(b->study) == 5);
    bench_clear(b);
}

TEST(the_second_wish_puts_back_what_runs)
{
    struct bench *b = bench_make(good);
    b->stop_after = 1;
    b->stop_wish = 2;
    CHECK(run_ok(b) == INLAY_LOOP_STOPPED);
    CHECK_TEXT(b->log, "s1 s2 d1* b2 ");
    CHECK(trial_of(b, 2).state == INLAY_STATE_PENDING);
    const double a = trial_of(b, 2).x[0].real;
    wish = 0;
    b->stop_after = 0;
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    CHECK(trial_of(b, 2).state == INLAY_STATE_DONE &&
          trial_of(b, 2).x[0].real == a);
    CHECK(inlay_study_n_trials(b->study) == 5);
    bench_clear(b);
}

TEST(a_command_that_cannot_be_started_ends_the_run_and_costs_no_trial)
{
    struct bench *b = bench_make(good);
    inlay_error err = {0};
    enum inlay_loop_end end;
    b->fake.cannot_start = true;
    CHECK(run(b, &end, &err) == INLAY_EINVAL);
    CHECK_TEXT(err.msg, "cannot start 'program'");
    CHECK(inlay_study_n_trials(b->study) == 1);
    CHECK(trial_of(b, 1).state == INLAY_STATE_PENDING);
    b->fake.cannot_start = false;
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    CHECK(inlay_study_n_trials(b->study) == 5);
    bench_clear(b);
}

/* Somebody else tells trial 1 while it runs. */
static char told_path[96];

static struct script told_meanwhile(int64_t trial, int n_starts)
{
    inlay_error err = {0};
    inlay_study *other = NULL;
    if (trial == 1) {
        CHECK_OK(inlay_study_open(told_path, NULL, NULL, &other, &err), err);
        CHECK_OK(inlay_study_tell(other, 1, 77.0, &err), err);
        inlay_study_free(other);
    }
    return good(trial, n_starts);
}

TEST(a_trial_that_somebody_told_meanwhile_keeps_that_value)
{
    struct bench *b = bench_make(told_meanwhile);
    memcpy(told_path, b->store, sizeof told_path);
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    CHECK(trial_of(b, 1).value == 77.0);
    CHECK(inlay_study_n_trials(b->study) == 5);
    CHECK(b->n_news[INLAY_NEWS_DONE] == 4);
    bench_clear(b);
}

/* The same, told as failed, with retries left: neither is the run's business. */
static struct script failed_meanwhile(int64_t trial, int n_starts)
{
    inlay_error err = {0};
    inlay_study *other = NULL;
    if (trial == 1 && n_starts == 1) {
        CHECK_OK(inlay_study_open(told_path, NULL, NULL, &other, &err), err);
        CHECK_OK(inlay_study_tell_failed(other, 1, "by hand", &err), err);
        inlay_study_free(other);
    }
    return trial == 2 ? bad(trial, n_starts) : good(trial, n_starts);
}

TEST(a_trial_that_somebody_told_as_failed_does_not_end_the_run)
{
    struct bench *b = bench_make(failed_meanwhile);
    memcpy(told_path, b->store, sizeof told_path);
    b->options.n_parallel = 1;
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    CHECK_TEXT(trial_of(b, 1).why, "by hand");
    CHECK(trial_of(b, 5).state == INLAY_STATE_DONE);
    bench_clear(b);
}

static struct script told_then_bad(int64_t trial, int n_starts)
{
    told_meanwhile(trial, n_starts);
    return bad(trial, n_starts);
}

TEST(an_evaluation_is_not_tried_again_once_its_trial_was_told)
{
    struct bench *b = bench_make(told_then_bad);
    memcpy(told_path, b->store, sizeof told_path);
    b->options.n_parallel = 1;
    b->options.n_retries = 1;
    b->options.budget = 1;
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    CHECK(b->fake.n_starts[1] == 1);
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE); /* nor by the next run */
    CHECK(b->fake.n_starts[1] == 1);
    CHECK(trial_of(b, 1).value == 77.0);
    bench_clear(b);
}

/* A worker that got the signal which stops the run. */
static struct script stopped(int64_t trial, int n_starts)
{
    (void)trial;
    if (n_starts > 1)
        return good(trial, n_starts);
    wish = 2;
    return (struct script){INLAY_END_SIGNALLED, 15, ""};
}

TEST(a_worker_that_is_signalled_with_the_run_is_put_back)
{
    struct bench *b = bench_make(stopped);
    b->options.n_parallel = 1;
    CHECK(run_ok(b) == INLAY_LOOP_STOPPED);
    CHECK(trial_of(b, 1).state == INLAY_STATE_PENDING);
    wish = 0;
    b->options.budget = 1;
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    CHECK(trial_of(b, 1).state == INLAY_STATE_DONE);
    bench_clear(b);
}

TEST(with_retries_left_an_interrupted_run_puts_a_failure_back)
{
    struct bench *b = bench_make(second_time);
    b->options.n_retries = 1;
    b->options.n_parallel = 2;
    wish = 0;
    /* The first failure is heard of with wish 1. */
    b->fake.wishes = 1;
    CHECK(run_ok(b) == INLAY_LOOP_STOPPED);
    CHECK(trial_of(b, 1).state == INLAY_STATE_PENDING);
    CHECK(b->n_news[INLAY_NEWS_FAILED] == 0);
    bench_clear(b);
}

/* As when there are no more processes. */
TEST(what_cannot_be_started_now_is_started_later)
{
    struct bench *b = bench_make(good);
    b->fake.most_at_once = 1;
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    CHECK(b->fake.most_jobs == 1);
    for (int64_t id = 1; id <= 5; id++)
        CHECK(trial_of(b, id).state == INLAY_STATE_DONE);
    bench_clear(b);
}

/* ---- Limits ---- */

TEST(a_target_ends_the_run_when_what_runs_has_ended)
{
    struct bench *b = bench_make(good); /* trial i has 10 − i */
    b->options.has_target = true;
    b->options.target = 8.0;
    CHECK(run_ok(b) == INLAY_LOOP_TARGET);
    CHECK_TEXT(b->log, "s1 s2 d1* s3 d2* l0 d3* ");
    CHECK(inlay_study_n_trials(b->study) == 3);
    /* The next run has nothing to do; with a better target it has. */
    CHECK(run_ok(b) == INLAY_LOOP_TARGET);
    CHECK(inlay_study_n_trials(b->study) == 3);
    b->options.target = 6.0;
    CHECK(run_ok(b) == INLAY_LOOP_TARGET);
    CHECK(inlay_study_n_trials(b->study) == 5);
    bench_clear(b);
}

/* Of the trials, the second has the best value. */
static struct script second_is_best(int64_t trial, int n_starts)
{
    (void)n_starts;
    return (struct script){INLAY_END_EXITED, 0, trial == 2 ? "1\n" : "2\n"};
}

TEST(patience_ends_the_run_after_so_many_trials_without_improvement)
{
    struct bench *b = bench_make(second_is_best);
    b->options.budget = 20;
    b->options.n_parallel = 1;
    b->options.patience = 3;
    CHECK(run_ok(b) == INLAY_LOOP_PATIENCE);
    CHECK_TEXT(b->log, "s1 d1* s2 d2* s3 d3 s4 d4 s5 d5 l0 ");
    bench_clear(b);
}

/* Those of an old table are no evaluations of this study. */
TEST(added_trials_do_not_try_the_patience)
{
    struct bench *b = bench_make(bad);
    inlay_error err = {0};
    b->options.budget = 20;
    b->options.n_parallel = 1;
    b->options.patience = 3;
    b->options.max_failures = 0;
    for (int k = 0; k < 5; k++) { /* the first is the best */
        const inlay_value x = inlay_integer(k + 1);
        CHECK_OK(inlay_study_add(b->study, &x, k, NULL, &err), err);
    }
    CHECK(inlay_study_n_since_best(b->study) == 0);
    CHECK(run_ok(b) == INLAY_LOOP_PATIENCE);
    CHECK_TEXT(b->log, "s6 f6 s7 f7 s8 f8 l0 ");
    bench_clear(b);
}

TEST(nothing_starts_after_the_time_limit)
{
    struct bench *b = bench_make(good);
    b->options.time_limit = 1e-9;
    CHECK(run_ok(b) == INLAY_LOOP_TIME);
    CHECK_TEXT(b->log, "l0 ");
    CHECK(inlay_study_n_trials(b->study) == 0);
    b->options.time_limit = 1e6;
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    bench_clear(b);
}

/* A trial that has failed is not tried again after the limit, but by the next run
 * that may. */
static struct script second_fails_once(int64_t trial, int n_starts)
{
    return trial == 2 && n_starts == 1 ? bad(trial, 1) : good(trial, 1);
}

TEST(what_fails_after_a_limit_is_put_back_for_its_retry)
{
    struct bench *b = bench_make(second_fails_once);
    b->options.n_retries = 1;
    b->options.has_target = true;
    b->options.target = 9.0;
    CHECK(run_ok(b) == INLAY_LOOP_TARGET);
    CHECK_TEXT(b->log, "s1 s2 d1* l0 b2 ");
    b->options.has_target = false;
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    CHECK(trial_of(b, 2).state == INLAY_STATE_DONE);
    bench_clear(b);
}

TEST(aborting_what_runs_after_a_limit_is_an_interrupted_run)
{
    struct bench *b = bench_make(good);
    b->options.has_target = true;
    b->options.target = 9.0;
    b->stop_after = 1; /* the first value, by which the target is reached */
    b->stop_wish = 2;
    CHECK(run_ok(b) == INLAY_LOOP_STOPPED);
    CHECK(trial_of(b, 2).state == INLAY_STATE_PENDING);
    bench_clear(b);
}

TEST(a_requested_stop_and_a_wish_end_the_run_without_a_trial)
{
    struct bench *b = bench_make(good);
    inlay_error err = {0};
    inlay_stop *stop = NULL;
    enum inlay_loop_end end = INLAY_LOOP_COMPLETE;
    CHECK_OK(inlay_stop_new(&stop, &err), err);
    inlay_stop_request(stop);
    wish = 0;
    b->stop_on_tick = 1;
    const struct inlay_loop loop = {.study = b->study,
                                    .runner = &b->fake.base,
                                    .options = &b->options,
                                    .listener = hear,
                                    .context = b,
                                    .wish = &wish,
                                    .stop = stop};
    CHECK_OK(inlay_loop_run(&loop, &end, &err), err);
    CHECK(end == INLAY_LOOP_STOPPED);
    CHECK(inlay_study_n_trials(b->study) == 0);
    /* The study does not look at the stop any more. */
    wish = 0;
    b->stop_on_tick = 0;
    CHECK(run_ok(b) == INLAY_LOOP_COMPLETE);
    inlay_stop_free(stop);
    bench_clear(b);
}
