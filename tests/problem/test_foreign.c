/* test_foreign.c: words of other programs, and what they mean here. */
#include "problem/foreign.h"

#include "check.h"
#include "strategy/options.h"
#include "study/study_file.h"

static const char *meant(enum inlay_foreign kind, const char *word)
{
    return inlay_foreign_at(kind, word, 0);
}

TEST(words_are_the_same_in_any_case_and_with_any_marks)
{
    CHECK_TEXT(meant(INLAY_FOREIGN_KEY, "n_trials"), "budget");
    CHECK_TEXT(meant(INLAY_FOREIGN_KEY, "nTrials"), "budget");
    CHECK_TEXT(meant(INLAY_FOREIGN_KEY, "N-TRIALS"), "budget");
    CHECK_TEXT(meant(INLAY_FOREIGN_TYPE, "Float"), "real");
    CHECK(!meant(INLAY_FOREIGN_KEY, "n_trial"));
    CHECK(!meant(INLAY_FOREIGN_KEY, "n_trialsx"));
    CHECK(!meant(INLAY_FOREIGN_KEY, ""));
    CHECK(!meant(INLAY_FOREIGN_TYPE, "n_trials"));
}

TEST(a_word_can_mean_several_things)
{
    CHECK_TEXT(inlay_foreign_at(INLAY_FOREIGN_KEY, "stop", 0), "patience");
    CHECK_TEXT(inlay_foreign_at(INLAY_FOREIGN_KEY, "stop", 1), "target");
    CHECK_TEXT(inlay_foreign_at(INLAY_FOREIGN_KEY, "stop", 2), "time_limit");
    CHECK(!inlay_foreign_at(INLAY_FOREIGN_KEY, "stop", 3));
    CHECK(!inlay_foreign_at(INLAY_FOREIGN_KEY, "n_trials", 1));
}

/* What is meant exists, and no key of ours is taken for a foreign word, but for
 * options that are called as other people call a key. */
TEST(what_is_meant_is_a_key_an_option_or_a_flag)
{
    static const char *const words[] = {
        "parameters", "n_trials",         "max_time",   "stop",
        "jobs",       "direction",        "metrics",    "sampler",
        "storage",    "n_startup_trials", "acq_func",   "n_trees",
        "optimizer",  "random_state",     "iterations", "trials"};
    struct inlay_key key;
    inlay_options *options = NULL;
    inlay_error err = {0};

    CHECK_OK(inlay_options_new(&options, &err), err);
    for (size_t i = 0; i < LEN(words); i++) {
        const char *ours = meant(INLAY_FOREIGN_KEY, words[i]);
        CHECK(ours &&
              (inlay_key_find(ours, &key) || inlay_options_get(options, ours) ||
               strcmp(ours, "store") == 0));
    }
    for (size_t i = 0; inlay_key_at(i, &key); i++)
        CHECK(!meant(INLAY_FOREIGN_KEY, key.name));
    inlay_options_free(options);
}

TEST(a_guess_is_a_list_in_words)
{
    static const char *const names[] = {"'a'", "'b'", "'c'"};
    static const char *const want[] = {"", "; did you mean 'a'?",
                                       "; did you mean 'a' or 'b'?",
                                       "; did you mean 'a', 'b' or 'c'?"};

    for (size_t n = 0; n < LEN(want); n++) {
        struct inlay_text text = {0};
        inlay_foreign_add_guess(&text, names, n);
        CHECK_TEXT(inlay_text_view(&text), want[n]);
        inlay_text_clear(&text);
    }
}
