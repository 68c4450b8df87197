/*
 * test_threads.c: the number of threads does not show in a suggestion, and
 * studies in several threads do not know of each other.
 */
#include "study_fixture.h"

#include <pthread.h>

/* Failures now and then, and a trial pending at every ask. */
static void drive(inlay_study *s, int n)
{
    int64_t last = ask(s).id;
    for (int i = 0; i < n; i++) {
        const inlay_trial t = ask(s);
        tell(s, last, i % 6 == 5 ? NAN : mixed(trial_of(s, last).x));
        last = t.id;
    }
}

TEST(the_number_of_threads_does_not_show)
{
    static const char *const WAYS[] = {
        "seed=3 ",
        "seed=3 inference=slice samples=2 ",
        "seed=3 trust_region=yes ",
        "seed=3 noise=yes ",
        "seed=3 method=gp-basic candidates=300 ",
        "seed=3 method=smac initial=4 candidates=200 recommend=mean ",
        "seed=3 acquisition=pes pes.features=200 candidates=300 ",
        "seed=3 acquisition=mes pes.features=200 candidates=300 "};
    static const char *const THREADS[] = {"threads=3", "threads=8"};

    for (size_t w = 0; w < LEN(WAYS); w++) {
        inlay_study *one = study_of(MIXED_SPACE, WAYS[w]);
        drive(one, 14);
        for (size_t k = 0; k < LEN(THREADS); k++) {
            char options[128];
            snprintf(options, sizeof options, "%s%s", WAYS[w], THREADS[k]);
            inlay_study *many = study_of(MIXED_SPACE, options);
            drive(many, 14);
            CHECK_SAME_TRIALS(one, many);
            inlay_error err = {0};
            inlay_value x[4], y[4];
            CHECK_OK(inlay_study_recommend(one, x, NULL, &err), err);
            CHECK_OK(inlay_study_recommend(many, y, NULL, &err), err);
            CHECK(is_same_x(x, y, 4));
            inlay_study_free(many);
        }
        inlay_study_free(one);
    }
}

/* cmocka's checks may fail in the main thread only, so that the others just
 * drive and leave their study. */
enum { N_STUDIES = 6 };

static const char *const OPTIONS[N_STUDIES] = {
    "seed=1",
    "seed=2 threads=2",
    "seed=3 inference=slice samples=2",
    "seed=4 method=gp-naive candidates=300",
    "seed=5 acquisition=pes pes.minima=4 pes.features=100 candidates=300",
    ("seed=6 acquisition=mes pes.minima=4 pes.features=100 candidates=300 "
     "threads=2")};

struct job {
    inlay_study *study;
    inlay_status status;
};

static void *work(void *context)
{
    struct job *job = context;
    for (int i = 0; i < 14 && job->status == INLAY_OK; i++) {
        inlay_trial t;
        job->status = inlay_study_ask(job->study, &t, NULL);
        if (job->status == INLAY_OK)
            job->status = inlay_study_tell(job->study, t.id,
                                           i % 5 == 4 ? NAN : mixed(t.x), NULL);
    }
    return NULL;
}

TEST(studies_in_several_threads_are_as_alone)
{
    struct job together[N_STUDIES], alone[N_STUDIES];
    pthread_t thread[N_STUDIES];

    for (size_t i = 0; i < N_STUDIES; i++) {
        alone[i] = (struct job){study_of(MIXED_SPACE, OPTIONS[i]), INLAY_OK};
        together[i] = (struct job){study_of(MIXED_SPACE, OPTIONS[i]), INLAY_OK};
        work(&alone[i]);
    }
    for (size_t i = 0; i < N_STUDIES; i++)
        CHECK(pthread_create(&thread[i], NULL, work, &together[i]) == 0);
    for (size_t i = 0; i < N_STUDIES; i++)
        CHECK(pthread_join(thread[i], NULL) == 0);
    for (size_t i = 0; i < N_STUDIES; i++) {
        CHECK(alone[i].status == INLAY_OK && together[i].status == INLAY_OK);
        CHECK_SAME_TRIALS(alone[i].study, together[i].study);
        inlay_study_free(alone[i].study);
        inlay_study_free(together[i].study);
    }
}

/* Making and freeing studies at once: what the library sets up once is safe. */
static void *make_and_free(void *context)
{
    inlay_space *space = context;
    for (int i = 0; i < 20; i++) {
        inlay_study *s = NULL;
        if (inlay_study_new(space, NULL, &s, NULL) != INLAY_OK)
            return context;
        inlay_study_free(s);
    }
    return NULL;
}

TEST(studies_can_be_made_in_several_threads)
{
    inlay_space *space = space_of(MIXED_SPACE); /* const: it may be shared */
    pthread_t thread[N_STUDIES];
    void *failed;

    for (size_t i = 0; i < N_STUDIES; i++)
        CHECK(pthread_create(&thread[i], NULL, make_and_free, space) == 0);
    for (size_t i = 0; i < N_STUDIES; i++) {
        CHECK(pthread_join(thread[i], &failed) == 0);
        CHECK(failed == NULL);
    }
    inlay_space_free(space);
}
