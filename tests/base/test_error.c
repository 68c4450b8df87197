#include "check.h"

#include "base/error.h"

TEST(fail_formats_the_message_and_returns_its_code)
{
    inlay_error err = {0};

    CHECK(inlay_fail(&err, INLAY_EINVAL, "variable '%s': %d", "x", 7) ==
          INLAY_EINVAL);
    CHECK(err.code == INLAY_EINVAL);
    CHECK_TEXT(err.msg, "variable 'x': 7");
}

TEST(nobody_needs_to_want_the_message)
{
    CHECK(inlay_fail(NULL, INLAY_ESTATE, "told twice") == INLAY_ESTATE);
    CHECK(inlay_fail_memory(NULL, "a space") == INLAY_ENOMEM);
    CHECK(inlay_fail_within(NULL, INLAY_EPARSE, "row %d", 3) == INLAY_EPARSE);
}

TEST(context_goes_before_the_message)
{
    inlay_error err = {0};

    inlay_fail(&err, INLAY_EPARSE, "no name");
    CHECK_FAILS(inlay_fail_within(&err, INLAY_EPARSE, "variable %d", 2),
                INLAY_EPARSE, err, "variable 2: no name");
    CHECK_FAILS(inlay_fail_within(&err, INLAY_EPARSE, "%s", "a.json"),
                INLAY_EPARSE, err, "a.json: variable 2: no name");
    CHECK(inlay_fail_within(&err, INLAY_OK, "b.json") == INLAY_OK);
    CHECK_TEXT(err.msg, "a.json: variable 2: no name");
    CHECK(err.code == INLAY_EPARSE);
}

TEST(a_refusal_of_null_names_the_call_as_users_know_it)
{
    inlay_error err = {0};

    CHECK_FAILS(inlay_refuse_null("inlay_study_ask", "study and trial", &err),
                INLAY_EINVAL, err,
                "inlay_study_ask: study and trial must not be NULL");
    CHECK_FAILS(inlay_refuse_null("inlay_study_ask_sized", "study", &err),
                INLAY_EINVAL, err, "inlay_study_ask: study must not be NULL");
    CHECK_FAILS(inlay_refuse_null("_sized", "x", &err), INLAY_EINVAL, err,
                "_sized: x must not be NULL");
    CHECK(inlay_refuse_null("f", "x", NULL) == INLAY_EINVAL);
}

TEST(a_success_clears_the_error_and_a_failure_keeps_it)
{
    inlay_error err = {0};

    inlay_fail(&err, INLAY_EPARSE, "no name");
    CHECK(inlay_settle(&err, INLAY_EPARSE) == INLAY_EPARSE);
    CHECK_TEXT(err.msg, "no name");
    CHECK(inlay_settle(&err, INLAY_OK) == INLAY_OK);
    CHECK(err.code == INLAY_OK);
    CHECK_TEXT(err.msg, "");
    CHECK(inlay_settle(NULL, INLAY_OK) == INLAY_OK);
    CHECK(inlay_settle(NULL, INLAY_ESTATE) == INLAY_ESTATE);
}

TEST(out_of_memory_names_what_was_to_be_made)
{
    inlay_error err = {0};

    CHECK_FAILS(inlay_fail_memory(&err, "a space"), INLAY_ENOMEM, err,
                "out of memory for a space");
}

TEST(the_old_message_may_be_an_argument)
{
    inlay_error err = {0};

    inlay_fail(&err, INLAY_EINVAL, "inner");
    CHECK_FAILS(inlay_fail(&err, INLAY_ESTATE, "outer (%s)", err.msg),
                INLAY_ESTATE, err, "outer (inner)");
}

/* n times the letter, behind n_before bytes of 'a'. */
static void fill(char *text, size_t n_before, const char *letter, size_t n)
{
    const size_t n_letter = strlen(letter);

    memset(text, 'a', n_before);
    for (size_t i = 0; i < n; i++)
        memcpy(text + n_before + i * n_letter, letter, n_letter);
    text[n_before + n * n_letter] = '\0';
}

TEST(a_long_message_is_cut_at_a_whole_character)
{
    static const char *const letter[] = {"b", "é", "€", "😀"};
    const size_t room = sizeof((inlay_error *)0)->msg - 1;

    for (size_t k = 0; k < LEN(letter); k++)
        for (size_t n_before = 0; n_before < 8; n_before++) {
            char text[4096];
            inlay_error err = {0};
            const size_t n_letter = strlen(letter[k]);

            fill(text, n_before, letter[k], 600);
            inlay_fail(&err, INLAY_EINVAL, "%s", text);
            const size_t n = strlen(err.msg);
            CHECK(n <= room && n + n_letter > room); /* no letter more fits */
            CHECK((n - n_before) % n_letter == 0);
            CHECK(strncmp(err.msg, text, n) == 0);
        }
}

TEST(a_message_that_just_fits_is_kept)
{
    char text[sizeof((inlay_error *)0)->msg];
    inlay_error err = {0};

    fill(text, LEN(text) - 3, "é", 1);
    inlay_fail(&err, INLAY_EINVAL, "%s", text);
    CHECK_TEXT(err.msg, text);
}

TEST(a_long_context_is_cut_at_a_whole_character)
{
    inlay_error err = {0};
    char text[1024], want[1040];

    fill(text, 1, "é", 247); /* 495 bytes, then ": ", then 6 of 9 bytes */
    snprintf(want, sizeof want, "%s: €€", text);
    inlay_fail(&err, INLAY_EINVAL, "€€€");
    inlay_fail_within(&err, INLAY_EINVAL, "%s", text);
    CHECK_TEXT(err.msg, want);
}

TEST(every_status_has_its_own_name)
{
    for (int a = INLAY_OK; a <= INLAY_EXHAUSTED; a++) {
        CHECK(strcmp(inlay_status_name((inlay_status)a), "unknown status"));
        for (int b = INLAY_OK; b < a; b++)
            CHECK(strcmp(inlay_status_name((inlay_status)a),
                         inlay_status_name((inlay_status)b)) != 0);
    }
    CHECK_TEXT(inlay_status_name(INLAY_EINVAL), "invalid argument");
    CHECK_TEXT(inlay_status_name((inlay_status)99), "unknown status");
}

TEST(version_is_that_of_the_header)
{
    char want[32];

    snprintf(want, sizeof want, "%d.%d.%d", INLAY_VERSION_MAJOR,
             INLAY_VERSION_MINOR, INLAY_VERSION_PATCH);
    CHECK_TEXT(inlay_version(), want);
}
