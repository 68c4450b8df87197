/*
 * test_claim.c: who evaluates what, and what happens when they die.
 */
#include "store_fixture.h"

#include <sys/wait.h>

#include "base/process.h"

static struct inlay_claim_terms terms_of(const char *holder, int64_t budget)
{
    return (struct inlay_claim_terms){
        .holder = holder, .seconds = 60.0, .budget = budget};
}

static struct inlay_claim claim(inlay_study *s, const char *holder,
                                int64_t budget)
{
    const struct inlay_claim_terms terms = terms_of(holder, budget);
    inlay_error err = {0};
    struct inlay_claim c = {0};
    CHECK_OK(inlay_study_claim(s, &terms, &c, &err), err);
    return c;
}

/* In another space it lacks a value: nobody can evaluate it, and nobody waits. */
TEST(a_lost_trial_without_all_values_is_passed_over)
{
    inlay_error err = {0};
    const struct scratch dir = scratch_make();
    inlay_study *s = stored_study(dir.path, SMALL_SPACE, "seed=1");
    const struct inlay_claim_terms terms = {"9999999 1 nowhere", 0.0,
                                            INT64_MAX};
    struct inlay_claim claim;
    CHECK_OK(inlay_study_claim(s, &terms, &claim, &err), err);
    CHECK_OK(inlay_study_put_back(s, &terms, claim.trial.id, "stopped", &err),
             err);
    inlay_space *space =
        space_of("[{\"name\":\"b\",\"type\":\"integer\",\"min\":0,\"max\":1},"
                 "{\"name\":\"d\",\"type\":\"boolean\",\"default\":null}]");
    CHECK_OK(inlay_study_revise(s, space, NULL, &err), err);
    CHECK_OK(inlay_study_claim(s, &terms, &claim, &err), err);
    CHECK(claim.kind == INLAY_CLAIM_NEW && claim.trial.id == 2);
    CHECK(claim.n_elsewhere == 0);
    /* With a default it is there again. */
    CHECK_OK(inlay_study_put_back(s, &terms, 2, "stopped", &err), err);
    const inlay_value no = inlay_boolean(false);
    CHECK_OK(inlay_space_set_default(space, "d", &no, &err), err);
    CHECK_OK(inlay_study_revise(s, space, NULL, &err), err);
    CHECK_OK(inlay_study_claim(s, &terms, &claim, &err), err);
    CHECK(claim.kind == INLAY_CLAIM_AGAIN && claim.trial.id == 1);
    CHECK(claim.trial.x[1].type == INLAY_TYPE_BOOLEAN);
    inlay_space_free(space);
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(a_claimed_trial_is_nobody_elses)
{
    const struct scratch dir = scratch_make();
    const struct inlay_process self = inlay_process_self();
    inlay_study *a = stored_study(dir.path, MIXED_SPACE, "");
    inlay_study *b = stored_study(dir.path, MIXED_SPACE, "");
    CHECK(claim(a, self.name, 3).trial.id == 1);
    CHECK(claim(b, self.name, 3).trial.id == 2);
    CHECK(claim(a, self.name, 3).trial.id == 3);
    CHECK(claim(b, self.name, 3).kind == INLAY_CLAIM_NONE);
    inlay_study_free(a);
    inlay_study_free(b);
    scratch_remove(&dir);
}

TEST(the_budget_counts_what_was_asked_and_not_what_was_added)
{
    const struct scratch dir = scratch_make();
    const struct inlay_process self = inlay_process_self();
    const inlay_value x[] = {inlay_real(0.5), inlay_integer(3),
                             inlay_category("r"), inlay_real(0.5)};
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "");
    add(s, x, 1.0);
    CHECK(claim(s, self.name, 2).trial.id == 2);
    CHECK(ask(s).id == 3);
    CHECK(claim(s, self.name, 2).kind == INLAY_CLAIM_NONE);
    CHECK(claim(s, self.name, 3).trial.id == 4);
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(what_was_put_back_is_claimed_again_with_its_number_and_values)
{
    const struct scratch dir = scratch_make();
    const struct inlay_process self = inlay_process_self();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "");
    const struct inlay_claim first = claim(s, self.name, 5);
    const struct inlay_claim second = claim(s, self.name, 5);
    const struct inlay_claim_terms terms = terms_of(self.name, 5);
    CHECK_OK(
        inlay_study_put_back(s, &terms, first.trial.id, "interrupted", &err),
        err);
    const struct inlay_claim again = claim(s, self.name, 5);
    CHECK(again.kind == INLAY_CLAIM_AGAIN && again.attempt == 2);
    CHECK(again.trial.id == first.trial.id);
    CHECK(is_same_x(again.trial.x, first.trial.x, 4));
    CHECK(claim(s, self.name, 5).trial.id == second.trial.id + 1);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* A process that claims, and dies. */
static void claim_and_die(const char *path)
{
    const pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        const struct inlay_process self = inlay_process_self();
        inlay_study *s = stored_study(path, MIXED_SPACE, "");
        claim(s, self.name, 5);
        _exit(0);
    }
    int status;
    CHECK(waitpid(pid, &status, 0) == pid && status == 0);
}

TEST(the_trial_of_a_dead_process_is_taken_up_at_once)
{
    const struct scratch dir = scratch_make();
    const struct inlay_process self = inlay_process_self();
    claim_and_die(dir.path);
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "");
    const struct inlay_claim c = claim(s, self.name, 5);
    CHECK(c.kind == INLAY_CLAIM_AGAIN && c.trial.id == 1 && c.attempt == 2);
    CHECK(claim(s, self.name, 5).kind == INLAY_CLAIM_NEW);
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(of_another_machine_only_the_time_tells)
{
    const struct scratch dir = scratch_make();
    const struct inlay_process self = inlay_process_self();
    inlay_error err = {0};
    const char *far = "faraway/boot/ns/17/4711";
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "");
    CHECK(claim(s, far, 2).trial.id == 1);
    CHECK(claim(s, self.name, 2).trial.id == 2);
    CHECK(claim(s, self.name, 2).kind == INLAY_CLAIM_NONE);
    struct inlay_claim_terms terms = terms_of(far, 2);
    terms.seconds = -1.0; /* it ran out a second ago */
    CHECK_OK(inlay_study_renew_for(s, &terms, &err), err);
    const struct inlay_claim c = claim(s, self.name, 2);
    CHECK(c.kind == INLAY_CLAIM_AGAIN && c.trial.id == 1);
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(a_trial_that_was_asked_without_a_claim_is_left_to_its_asker)
{
    const struct scratch dir = scratch_make();
    const struct inlay_process self = inlay_process_self();
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "");
    CHECK(ask(s).id == 1);
    CHECK(claim(s, self.name, 2).trial.id == 2);
    CHECK(claim(s, self.name, 2).kind == INLAY_CLAIM_NONE);
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(an_end_gives_up_the_lease_and_a_second_one_is_refused)
{
    const struct scratch dir = scratch_make();
    const struct inlay_process self = inlay_process_self();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "");
    const struct inlay_claim c = claim(s, self.name, 1);
    int64_t attempt = 0;
    const struct inlay_claim_terms terms = terms_of(self.name, 1);
    CHECK_OK(
        inlay_study_restart(s, &terms, c.trial.id, "once more", &attempt, &err),
        err);
    CHECK(attempt == 2);
    CHECK_OK(inlay_study_end(
                 s, 1, inlay_outcome_of(0.5, NULL, "{\"epochs\": 3}"), &err),
             err);
    CHECK_FAILS(inlay_study_end(s, 1, inlay_outcome_of(0.5, NULL, NULL), &err),
                INLAY_ESTATE, err, "trial 1 already has a result");
    CHECK(claim(s, self.name, 1).kind == INLAY_CLAIM_NONE);
    CHECK(trial_of(s, 1).value == 0.5);
    inlay_study_free(s);
    scratch_remove(&dir);
}

/* Its lease was taken over, or the trial has ended: whoever had it has no say
 * any more. */
TEST(only_the_holder_puts_back_and_restarts)
{
    const struct scratch dir = scratch_make();
    const struct inlay_process self = inlay_process_self();
    inlay_error err = {0};
    int64_t attempt = 0;
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "");
    const struct inlay_claim_terms other = terms_of("far/boot/ns/1/2", 3);
    CHECK(claim(s, self.name, 3).trial.id == 1);
    static const char message[] =
        "trial 1: it has finished, or another process is evaluating it";
    CHECK_FAILS(inlay_study_put_back(s, &other, 1, "", &err), INLAY_ESTATE, err,
                message);
    CHECK_FAILS(inlay_study_restart(s, &other, 1, "", &attempt, &err),
                INLAY_ESTATE, err, message);
    bool is_running = false;
    CHECK_OK(inlay_study_is_running(s, 1, &is_running, &err), err);
    CHECK(is_running);

    const struct inlay_claim_terms own = terms_of(self.name, 3);
    CHECK_OK(inlay_study_end(s, 1, inlay_outcome_of(0.5, NULL, NULL), &err),
             err);
    CHECK_FAILS(inlay_study_restart(s, &own, 1, "", &attempt, &err),
                INLAY_ESTATE, err, message);
    CHECK_FAILS(inlay_study_put_back(s, &own, 1, "", &err), INLAY_ESTATE, err,
                message);
    CHECK_OK(inlay_study_is_running(s, 1, &is_running, &err), err);
    CHECK(!is_running);
    CHECK(claim(s, self.name, 3).trial.id == 2);
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(a_space_that_is_used_up_is_told_with_what_others_evaluate)
{
    const struct scratch dir = scratch_make();
    const struct inlay_process self = inlay_process_self();
    inlay_study *s = stored_study(dir.path, SMALL_SPACE, "");
    for (int64_t id = 1; id <= 6; id++)
        CHECK(claim(s, id == 6 ? "far/boot/ns/1/2" : self.name, 99).trial.id ==
              id);
    const struct inlay_claim c = claim(s, self.name, 99);
    CHECK(c.kind == INLAY_CLAIM_NONE && c.is_exhausted && c.n_elsewhere == 1);
    inlay_study_free(s);
    scratch_remove(&dir);
}

TEST(a_failed_trial_that_is_reopened_is_claimed_with_its_values)
{
    const struct scratch dir = scratch_make();
    const struct inlay_process self = inlay_process_self();
    inlay_error err = {0};
    inlay_study *s = stored_study(dir.path, MIXED_SPACE, "");
    const struct inlay_claim first = claim(s, self.name, 2);
    CHECK_OK(
        inlay_study_end(s, 1, inlay_outcome_of(NAN, "no disk", NULL), &err),
        err);
    const inlay_trial failed = trial_of(s, 1);
    CHECK(claim(s, self.name, 2).trial.id == 2);
    CHECK_OK(inlay_study_end(s, 2, inlay_outcome_of(0.5, NULL, NULL), &err),
             err);
    CHECK_FAILS(inlay_study_reopen(s, 2, &err), INLAY_ESTATE, err,
                "trial 2 has not failed: it has a value; amend that, or "
                "discard it");
    CHECK_OK(inlay_study_reopen(s, 1, &err), err);
    CHECK_FAILS(inlay_study_reopen(s, 1, &err), INLAY_ESTATE, err,
                "trial 1 has not failed, and was not abandoned: it is "
                "pending");
    CHECK_TEXT(failed.why, "no disk"); /* a view lives as long as the study */
    CHECK(trial_of(s, 1).state == INLAY_STATE_PENDING);

    inlay_study *other = stored_study(dir.path, MIXED_SPACE, "");
    const struct inlay_claim again = claim(other, self.name, 2);
    CHECK(again.kind == INLAY_CLAIM_AGAIN && again.trial.id == 1);
    CHECK(again.attempt == 2);
    CHECK(is_same_x(again.trial.x, first.trial.x, 4));
    CHECK_OK(inlay_study_end(other, 1,
                             inlay_outcome_of(NAN, "still none", NULL), &err),
             err);
    CHECK_FAILS(inlay_study_end(s, 1, inlay_outcome_of(0.1, NULL, NULL), &err),
                INLAY_ESTATE, err,
                "trial 1 already has a result: it failed (still none)");
    CHECK_TEXT(trial_of(s, 1).why, "still none");
    /* And once more, with success. */
    CHECK_OK(inlay_study_reopen(s, 1, &err), err);
    CHECK_OK(
        inlay_study_end(other, 1, inlay_outcome_of(0.25, NULL, NULL), &err),
        err);
    CHECK(claim(s, self.name, 2).kind == INLAY_CLAIM_NONE);
    CHECK(trial_of(s, 1).value == 0.25);
    inlay_study_free(s);
    inlay_study_free(other);
    scratch_remove(&dir);
}
