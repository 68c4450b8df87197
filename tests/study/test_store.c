/*
 * test_store.c: files that are not ours, damaged, newer, moved, read-only, and
 * many hands at once.
 */
#include "store_fixture.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static inlay_status open_it(const char *path, inlay_error *err)
{
    inlay_study *s = NULL;
    const inlay_status st = inlay_study_open(path, NULL, NULL, &s, err);
    inlay_study_free(s);
    return st;
}

/* Fails with INLAY_ESTORE and "store 'PATH': MESSAGE...". */
static void check_refused(const char *path, const char *message)
{
    inlay_error err = {0};
    char want[300];
    snprintf(want, sizeof want, "store '%s': %s", path, message);
    CHECK(open_it(path, &err) == INLAY_ESTORE);
    if (strncmp(err.msg, want, strlen(want)) != 0)
        CHECK_TEXT(err.msg, want);
}

static void write_file(const char *path, const char *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    CHECK(f && fwrite(bytes, 1, n, f) == n && fclose(f) == 0);
}

static size_t read_file(const char *path, char *bytes, size_t room)
{
    FILE *f = fopen(path, "rb");
    CHECK(f != NULL);
    const size_t n = fread(bytes, 1, room, f);
    fclose(f);
    return n;
}

TEST(files_that_are_no_store_are_refused_and_left_alone)
{
    const struct scratch dir = scratch_make();
    static const char text[] = "{\"variables\": []}\n";
    char after[64];
    check_refused(dir.path, "the file cannot be opened");

    write_file(dir.path, text, sizeof text - 1);
    check_refused(dir.path,
                  "it is not an inlay store (not even an SQLite file)");
    CHECK(read_file(dir.path, after, sizeof after) == sizeof text - 1);
    CHECK(memcmp(after, text, sizeof text - 1) == 0);

    write_file(dir.path, "", 0);
    check_refused(dir.path, "contains no study");
    unlink(dir.path);
    meddle(dir.path, "CREATE TABLE cooking (recipe TEXT)");
    check_refused(dir.path, "it is an SQLite file of another program");
    scratch_remove(&dir);
}

TEST(a_foreign_file_is_not_taken_for_a_new_store)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = NULL;
    inlay_space *space = space_of(SMALL_SPACE);
    meddle(dir.path, "CREATE TABLE cooking (recipe TEXT)");
    char before[8192], after[8192];
    const size_t n = read_file(dir.path, before, sizeof before);
    CHECK(inlay_study_open(dir.path, space, NULL, &s, &err) == INLAY_ESTORE);
    CHECK(read_file(dir.path, after, sizeof after) == n);
    CHECK(memcmp(before, after, n) == 0); /* not even its journal's mode */
    meddle(dir.path, "INSERT INTO cooking VALUES ('soup')");
    inlay_space_free(space);
    scratch_remove(&dir);
}

TEST(a_file_of_a_newer_version_is_refused)
{
    const struct scratch dir = scratch_make();
    inlay_study *s = stored_study(dir.path, SMALL_SPACE, "");
    run(s, small, 2);
    inlay_study_free(s);
    meddle(dir.path, "PRAGMA user_version = 4");
    check_refused(dir.path, "it was written by a newer version of inlay "
                            "(format 4; this version reads up to 3)");
    meddle(dir.path, "PRAGMA user_version = 1");
    s = stored_study(dir.path, SMALL_SPACE, "");
    CHECK(inlay_study_n_trials(s) == 2);
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(a_damaged_file_is_refused_with_a_word_about_it)
{
    const struct scratch dir = scratch_make();
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "method=random");
    run(s, mixed, 200);
    inlay_study_free(s);
    FILE *f = fopen(dir.path, "r+b");
    CHECK(f != NULL);
    fseek(f, 8192, SEEK_SET);
    for (int i = 0; i < 40000; i++)
        fputc(0xA5, f);
    fclose(f);
    check_refused(dir.path, "the file is damaged");
    scratch_remove(&dir);
}

static inlay_study *reopened(inlay_study *s, const char *path)
{
    inlay_error err = {0};
    inlay_study *t = NULL;
    inlay_study_free(s);
    CHECK_OK(inlay_study_open(path, NULL, NULL, &t, &err), err);
    return t;
}

TEST(a_file_that_was_deleted_is_noticed_and_its_contents_saved)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, SMALL_SPACE, "");
    run(s, small, 2);
    const inlay_trial t = ask(s);
    unlink(dir.path);
    char want[400], rescued[120];
    inlay_trial again;
    snprintf(rescued, sizeof rescued, "%s.rescued", dir.path);
    snprintf(want, sizeof want,
             "store '%s': the file was deleted or moved, so nothing more is "
             "written; the stored results are saved in '%s'",
             dir.path, rescued);
    CHECK_FAILS(inlay_study_tell(s, t.id, 1.0, &err), INLAY_ESTORE, err, want);
    inlay_study *saved = NULL;
    CHECK_OK(inlay_study_open(rescued, NULL, NULL, &saved, &err), err);
    CHECK_SAME_TRIALS(s, saved);
    CHECK(trial_of(saved, 2).value == trial_of(s, 2).value);
    /* The copy takes its place, and is deleted too: a second copy is made. */
    CHECK(rename(rescued, dir.path) == 0);
    write_file(rescued, "old", 3);
    run(saved = reopened(saved, dir.path), small, 1);
    unlink(dir.path);
    CHECK(inlay_study_ask(saved, &again, &err) == INLAY_ESTORE);
    CHECK(strstr(err.msg, ".rescued-2'") != NULL);
    inlay_study_free(saved);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* Files may not grow past this, from the kernel's point of view: as on a disk
 * that is full. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    CHECK(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    limit.rlim_cur = bytes;
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

TEST(a_full_disk_loses_nothing_that_was_told)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "method=random");
    inlay_trial t;
    inlay_status st = INLAY_OK;
    signal(SIGXFSZ, SIG_IGN);
    limit_files((rlim_t)1 << 20);
    for (int i = 0; st == INLAY_OK && i < 5000; i++) {
        st = inlay_study_ask(s, &t, &err);
        if (st == INLAY_OK)
            st = inlay_study_tell(s, t.id, mixed(t.x), &err);
    }
    CHECK(st == INLAY_ESTORE);
    CHECK(strstr(err.msg, "disk") != NULL);
    const size_t n_done = s->history.n_done, n = inlay_study_n_trials(s);
    CHECK(n_done >= 10);
    inlay_study_free(s);
    limit_files(RLIM_INFINITY);
    s = stored_study(dir.path, MIXED_SPACE, "method=random");
    CHECK(s->history.n_done == n_done && inlay_study_n_trials(s) == n);
    run(s, mixed, 3); /* room again */
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* ---- Many hands ---- */

enum { N_HANDS = 6, N_EACH = 12 };

static void work(const char *path, int hand)
{
    inlay_study *s =
        stored_study(path, MIXED_SPACE, hand % 2 ? "method=random" : "seed=2");
    run(s, mixed, N_EACH);
    inlay_study_free(s);
}

TEST(many_processes_share_a_study_without_loss)
{
    const struct scratch dir = scratch_make();
    pid_t pids[N_HANDS];
    for (int i = 0; i < N_HANDS; i++) {
        pids[i] = fork();
        CHECK(pids[i] >= 0);
        if (pids[i] == 0) {
            work(dir.path, i);
            _exit(0);
        }
    }
    for (int i = 0; i < N_HANDS; i++) {
        int status = -1;
        CHECK(waitpid(pids[i], &status, 0) == pids[i]);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "seed=2");
    CHECK(inlay_study_n_trials(s) == (size_t)N_HANDS * N_EACH);
    CHECK(s->history.n_done == (size_t)N_HANDS * N_EACH);
    CHECK(n_repeats(s) == 0);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* Where the study is made by another connection: just before statement number
 * `before` of the connection that opens it, if that has no transaction. */
static struct {
    const char *path;
    int before, n_seen;
    bool is_made;
} rival;

static int on_statement(unsigned event, void *handle, void *statement,
                        void *sql)
{
    (void)event, (void)statement, (void)sql;
    if (!rival.path || ++rival.n_seen != rival.before ||
        sqlite3_txn_state(handle, NULL) != SQLITE_TXN_NONE)
        return 0;
    const char *path = rival.path;
    rival.path = NULL; /* its own statements are not counted */
    inlay_study_free(stored_study(path, SMALL_SPACE, "seed=3"));
    rival.is_made = true;
    return 0;
}

static int watch(sqlite3 *handle, char **message, const void *routines)
{
    (void)message, (void)routines;
    return sqlite3_trace_v2(handle, SQLITE_TRACE_STMT, on_statement, handle);
}

static bool opens_beside_a_rival(int before)
{
    const struct scratch dir = scratch_make();

    rival.path = dir.path;
    rival.before = before;
    rival.n_seen = 0;
    rival.is_made = false;
    inlay_study_free(stored_study(dir.path, SMALL_SPACE, "seed=3"));
    rival.path = NULL;
    scratch_remove(&dir);
    return rival.is_made;
}

TEST(another_one_may_make_the_study_between_any_two_statements)
{
    enum { MORE_THAN_THERE_ARE = 40 };
    int n_moments = 0;

    CHECK(sqlite3_auto_extension((void (*)(void))watch) == SQLITE_OK);
    for (int before = 1; before <= MORE_THAN_THERE_ARE; before++)
        n_moments += opens_beside_a_rival(before);
    sqlite3_reset_auto_extension();
    CHECK(n_moments >= 8); /* two to open, one each for marks and mode, … */
}

static void take_finding(const char *line, void *context)
{
    (void)line;
    ++*(int *)context;
}

TEST(the_check_finds_what_was_meddled_with)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    struct inlay_journal *store = NULL;
    int n = 0;
    inlay_study *s = stored_study(dir.path, SMALL_SPACE, "");
    run(s, small, 5);
    CHECK_OK(s->journal->ops->check(s->journal, take_finding, &n, &err), err);
    CHECK(n == 0);
    inlay_study_free(s);
    meddle(dir.path, "DELETE FROM journal WHERE trial = 3 AND kind = 'asked'");
    CHECK_OK(inlay_journal_open(dir.path, INLAY_STORE_READ, &store, &err), err);
    CHECK_OK(store->ops->check(store, take_finding, &n, &err), err);
    CHECK(n == 2); /* 3 ended unasked, and is missing before 4 */
    inlay_journal_free(store);
    scratch_remove(&dir);
}

TEST(a_study_that_cannot_be_made_is_not_recorded)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = NULL;
    inlay_space *empty = NULL;
    CHECK_OK(inlay_space_new(&empty, &err), err);
    CHECK(inlay_study_open(dir.path, empty, NULL, &s, &err) == INLAY_EINVAL);
    s = stored_study(dir.path, SMALL_SPACE, "");
    run(s, small, 1);
    inlay_study_free(s);
    inlay_space_free(empty);
    scratch_remove(&dir);
}

/* ---- For reading only ---- */

static void check_read_only(inlay_status st, const inlay_error *err)
{
    CHECK(st == INLAY_ESTATE);
    CHECK(strstr(err->msg, "the study was opened for reading only") != NULL);
}

static inlay_study *opened_to_read(const char *path)
{
    inlay_error err = {0};
    inlay_study *s = NULL;
    CHECK_OK(inlay_study_open_read(path, &s, &err), err);
    return s;
}

TEST(a_study_opened_for_reading_refuses_every_change)
{
    const struct scratch dir = scratch_make();
    const struct inlay_claim_terms terms = {"somebody", 60.0, 100};
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "initial=3");
    inlay_trial t;
    struct inlay_claim claim;
    size_t n_got;
    run(s, mixed, 5);
    const int64_t id = ask(s).id;
    inlay_study *r = opened_to_read(dir.path);
    const inlay_value *x = trial_of(r, 1).x;
    check_read_only(inlay_study_ask(r, &t, &err), &err);
    check_read_only(inlay_study_ask_many(r, 2, &t, &n_got, &err), &err);
    check_read_only(inlay_study_tell(r, id, 1.0, &err), &err);
    check_read_only(inlay_study_tell(r, 99, 1.0, &err), &err);
    check_read_only(inlay_study_tell_failed(r, id, "why", &err), &err);
    check_read_only(inlay_study_enqueue(r, x, &err), &err);
    check_read_only(inlay_study_add(r, x, 1.0, NULL, &err), &err);
    check_read_only(inlay_study_add_failed(r, x, "why", NULL, &err), &err);
    check_read_only(inlay_study_claim(r, &terms, &claim, &err), &err);
    CHECK_OK(inlay_study_refresh(s, &err), err);
    CHECK_SAME_TRIALS(s, r);
    CHECK(inlay_study_n_trials(s) == 6 && inlay_study_n_queued(s) == 0);
    inlay_study_free(r);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* Every call that looks at a study. */
static void look_at_all(inlay_study *r)
{
    inlay_error err = {0};
    inlay_explanation *next = NULL, *past = NULL;
    inlay_hyperparameters *h = NULL;
    inlay_audit *audit = NULL;
    inlay_slice *slice = NULL;
    inlay_residual residual[10];
    inlay_relevance relevance[4];
    inlay_value x[4];
    inlay_trial best;
    size_t n = 0;
    const size_t first = 0;
    CHECK_OK(inlay_study_best(r, &best, &err), err);
    CHECK_OK(inlay_study_recommend(r, x, NULL, &err), err);
    CHECK(isfinite(predict(r, x).mean));
    CHECK_OK(inlay_study_relevance(r, relevance, &err), err);
    CHECK_OK(inlay_study_leave_one_out(r, residual, 10, &n, &err), err);
    CHECK(n == inlay_study_n_in_state(r, INLAY_STATE_DONE));
    CHECK_OK(inlay_study_hyperparameters(r, &h, &err), err);
    CHECK_OK(inlay_study_explain(r, 0, &next, &err), err);
    CHECK_OK(inlay_study_explain(r, 5, &past, &err), err);
    CHECK(past->replay == INLAY_REPLAY_SAME);
    CHECK_OK(inlay_study_slice(r, NULL, &first, 1, 5, &slice, &err), err);
    CHECK_OK(inlay_study_audit(r, &audit, &err), err);
    CHECK(audit->n_problems == 0 && audit->model != NULL);
    inlay_hyperparameters_free(h);
    inlay_explanation_free(next);
    inlay_explanation_free(past);
    inlay_slice_free(slice);
    inlay_audit_free(audit);
}

TEST(a_study_opened_for_reading_shows_all_that_there_is)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "initial=3");
    run(s, mixed, 5);
    inlay_study *r = opened_to_read(dir.path);
    look_at_all(r);
    run(s, mixed, 1); /* by another process, as it were */
    CHECK(inlay_study_n_trials(r) == 5);
    CHECK_OK(inlay_study_refresh(r, &err), err);
    CHECK_SAME_TRIALS(s, r);
    look_at_all(r);
    inlay_study_free(r);
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(nothing_is_made_for_reading)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = NULL;
    CHECK(inlay_study_open_read(dir.path, &s, &err) == INLAY_ESTORE);
    CHECK(access(dir.path, F_OK) != 0 && s == NULL);
    CHECK(inlay_study_open_read(NULL, &s, &err) == INLAY_EINVAL);
    CHECK(inlay_study_open_read(dir.path, NULL, &err) == INLAY_EINVAL);
    scratch_remove(&dir);
}

TEST(a_path_with_two_slashes_is_a_path)
{
    const struct scratch dir = scratch_make();
    char path[120];
    snprintf(path, sizeof path, "/%s", dir.path);
    inlay_study *s = stored_study(path, SMALL_SPACE, "");
    run(s, small, 1);
    inlay_study_free(s);
    s = stored_study(dir.path, SMALL_SPACE, "");
    CHECK(inlay_study_n_trials(s) == 1);
    inlay_study_free(s);
    scratch_remove(&dir);
}

static void check_no_file(const char *path, const char *message)
{
    inlay_error err = {0};
    inlay_study *s = NULL;
    inlay_space *space = space_of(SMALL_SPACE);
    CHECK_FAILS(inlay_study_open(path, space, NULL, &s, &err), INLAY_EINVAL,
                err, message);
    CHECK(inlay_study_open(path, NULL, NULL, &s, &err) == INLAY_EINVAL);
    CHECK(s == NULL);
    inlay_space_free(space);
}

TEST(a_path_that_names_no_file_is_refused)
{
    check_no_file("", "store '': this is not a file, so everything would be "
                      "lost; give the path of a file");
    check_no_file(
        ":memory:",
        "store ':memory:': this is not a file, so everything would be lost; "
        "give the path of a file ('./:memory:' for a file of this name)");
}

/* Whatever SQLite makes of such a name elsewhere, here it is a file. */
TEST(a_relative_path_is_that_of_a_file)
{
    static const char *const NAMES[] = {
        "./:memory:", ":memory:x",     "file:x",   "file::memory:",
        "-x",         "x?mode=memory", "a b%20#c", "file:x?mode=memory"};
    const struct scratch dir = scratch_make();
    char before[512];
    CHECK(getcwd(before, sizeof before) && chdir(dir.folder) == 0);
    for (size_t i = 0; i < LEN(NAMES); i++) {
        inlay_study *s = stored_study(NAMES[i], SMALL_SPACE, "");
        run(s, small, 2);
        CHECK(access(NAMES[i], R_OK) == 0);
        s = reopened(s, NAMES[i]);
        CHECK(inlay_study_n_trials(s) == 2);
        inlay_study_free(s);
    }
    CHECK(chdir(before) == 0);
    scratch_remove(&dir);
}

TEST(a_reason_that_is_no_utf8_is_stored_as_text)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, SMALL_SPACE, "");
    CHECK_OK(inlay_study_tell_failed(s, ask(s).id, "a\xff\xc3", &err), err);
    CHECK_TEXT(trial_of(s, 1).why, "a\xef\xbf\xbd\xef\xbf\xbd");
    inlay_study_free(s);
    scratch_remove(&dir);
}

#ifdef INLAY_FAILING_MEM
/* Whatever fails for lack of memory is not in the store: who tries again does
 * not do it twice. */
TEST(an_add_that_fails_for_lack_of_memory_is_not_stored)
{
    const struct scratch dir = scratch_make();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, SMALL_SPACE, "repeats=yes");
    const inlay_value x[] = {inlay_integer(0), inlay_category("c1")};
    size_t n_added = 0;
    bool is_done = false;
    for (long k = 0; !is_done; k++) {
        inlay_mem_fail_after(k);
        const inlay_status st = inlay_study_add(s, x, 1.0, NULL, &err);
        is_done = inlay_mem_fail_after(-1) <= k;
        n_added += st == INLAY_OK;
        CHECK(st == INLAY_OK || st == INLAY_ENOMEM);
        CHECK_OK(inlay_study_refresh(s, &err), err);
        CHECK(inlay_study_n_trials(s) == n_added);
    }
    CHECK(n_added >= 1);
    inlay_study_free(s);
    scratch_remove(&dir);
}
#endif
