#include "check.h"

#include <unistd.h>

#include "stdio_fixture.h"

TEST(ask_and_tell_go_on_until_the_space_is_used_up)
{
    inlay_study *s = study_of(SPACE, "");
    check_reply(s, "{\"op\": \"enqueue\", \"x\": {\"a\": 3}}",
                "{\"ok\": true}");
    check_reply(s, "{\"op\": \"ask\"}", "{\"id\": 1, \"x\": {\"a\": 3}}");
    check_reply(s, "{\"op\": \"enqueue\", \"x\": [1]}", "{\"ok\": true}");
    check_reply(s, "{\"op\": \"ask\", \"n\": 3}",
                "{\"trials\": [{\"id\": 2, \"x\": {\"a\": 1}}, "
                "{\"id\": 3, \"x\": {\"a\": 2}}]}");
    check_reply(s, "{\"op\": \"ask\"}", "{\"exhausted\": true}");
    check_reply(s, "{\"op\": \"ask\", \"n\": 2}", "{\"exhausted\": true}");
    check_reply(s, "{\"op\": \"tell\", \"id\": 1, \"y\": 0.25}",
                "{\"ok\": true}");
    check_reply(s, "{\"op\": \"show\", \"id\": 1}",
                "{\"id\": 1, \"state\": \"done\", \"x\": {\"a\": 3}, "
                "\"y\": 0.25}");
    check_reply(s, "{\"op\": \"tell\", \"id\": 1, \"y\": 1}",
                "{\"error\": \"trial 1 already has a result: 0.25\"}");
    inlay_study_free(s);
}

TEST(failures_are_told_in_five_ways)
{
    static const char *const ends[] = {"\"failed\": \"why\"", "\"y\": null",
                                       "\"y\": \"nan\"", "\"y\": \"-Infinity\"",
                                       "\"y\": \"inf\""};
    static const char *const whys[] = {
        "why", "the value is not a number", "the value is not a number",
        "the value is minus infinity", "the value is infinite"};
    inlay_study *s = study_of(SPACE, "repeats=yes");
    for (size_t i = 0; i < LEN(ends); i++) {
        char line[100];
        inlay_error err = {0};
        inlay_trial t;
        CHECK_OK(inlay_study_ask(s, &t, &err), err);
        snprintf(line, sizeof line, "{\"op\": \"tell\", \"id\": %zu, %s}",
                 i + 1, ends[i]);
        check_reply(s, line, "{\"ok\": true}");
        CHECK_OK(inlay_study_trial(s, (int64_t)i + 1, &t, &err), err);
        CHECK(t.state == INLAY_STATE_FAILED);
        CHECK_TEXT(t.why, whys[i]);
    }
    inlay_study_free(s);
}

TEST(trials_of_elsewhere_are_added_and_the_best_is_found)
{
    inlay_study *s = study_of(SPACE, "method=random goal=maximize");
    check_reply(s, "{\"op\": \"best\"}",
                "{\"error\": \"best: none of 0 trials has a value\"}");
    check_reply(s, "{\"op\": \"add\", \"x\": {\"a\": 1}, \"y\": 2.5}",
                "{\"id\": 1}");
    check_reply(s, "{\"op\": \"add\", \"x\": {\"a\": 2}, \"y\": 7}",
                "{\"id\": 2}");
    check_reply(s, "{\"op\": \"add\", \"x\": {\"a\": 3}, \"failed\": \"x\"}",
                "{\"id\": 3}");
    check_reply(s, "{\"op\": \"best\"}",
                "{\"id\": 2, \"x\": {\"a\": 2}, \"y\": 7, \"mean\": null, "
                "\"sd\": null, \"n_done\": 2, \"n_failed\": 1, "
                "\"n_pending\": 0, "
                "\"noise\": {\"sd\": null, \"low\": null, \"high\": null, "
                "\"is_found\": false, \"is_certain\": false, "
                "\"is_declared\": false, \"n_repeated\": 0}, "
                "\"at_bound\": [], \"irrelevant\": []}");
    check_reply(s, "{\"op\": \"info\"}",
                "{\"version\": \"0.1.0\", \"goal\": \"maximize\", "
                "\"n_trials\": 3, \"n_done\": 2, \"n_failed\": 1, "
                "\"n_pending\": 0, \"n_enqueued\": 0, \"n_abandoned\": 0, "
                "\"n_since_best\": 0, \"n_discarded\": 0, \"n_outside\": 0, "
                "\"n_feasible\": 2, \"may_repeat\": false, "
                "\"acquisition\": \"ei\", \"variables\": "
                "[{\"name\": \"a\", \"type\": \"integer\", \"min\": 1, "
                "\"max\": 3}], \"outputs\": [{\"name\": \"objective\", "
                "\"goal\": \"maximize\"}], \"attributes\": {}}");
    inlay_study_free(s);
}

TEST(an_answer_that_takes_longer_than_its_deadline_is_stopped)
{
    inlay_study *s = study_of(MIXED_SPACE, "seed=3");
    run(s, mixed, 14);
    static const char *const OPS[] = {
        "{\"op\": \"ask\", \"deadline\": 1e-6}",
        "{\"op\": \"explain\", \"deadline\": 1e-6}",
        "{\"op\": \"check\", \"deadline\": 1e-6}",
        "{\"op\": \"slice\", \"variable\": \"a\", \"deadline\": 1e-6}"};
    for (size_t i = 0; i < LEN(OPS); i++)
        check_reply(s, OPS[i], "{\"stopped\": true}");
    CHECK(inlay_study_n_trials(s) == 14);
    check_reply(s, "{\"op\": \"ask\", \"deadline\": 0}",
                "{\"error\": \"deadline: 0 is not a number of seconds above "
                "0\"}");
    ask(s); /* the deadline was that of one answer */
    inlay_study_free(s);
}

TEST(a_trial_the_next_one_and_the_study_are_explained)
{
    inlay_study *s = study_of(SPACE, "");
    check_within(s, "{\"op\": \"explain\"}",
                 "{\"id\": null, \"x\": {\"a\": 2}, \"origin\": \"design\"");
    check_reply(s, "{\"op\": \"add\", \"x\": {\"a\": 1}, \"y\": 2.5}",
                "{\"id\": 1}");
    check_reply(s, "{\"op\": \"ask\"}", "{\"id\": 2, \"x\": {\"a\": 3}}");
    check_reply(s, "{\"op\": \"tell\", \"id\": 2, \"failed\": \"full disk\"}",
                "{\"ok\": true}");
    check_within(s, "{\"op\": \"explain\", \"id\": 1}",
                 "{\"id\": 1, \"x\": {\"a\": 1}, \"origin\": \"import\"");
    check_within(s, "{\"op\": \"explain\", \"id\": 2}",
                 "\"origin\": \"design\", \"replays\": true");
    check_reply(s, "{\"op\": \"explain\", \"id\": 7}",
                "{\"error\": \"trial 7 does not exist; the study has trials 1 "
                "to 2\"}");
    check_within(s, "{\"op\": \"check\"}",
                 "\"trials\": 2, \"done\": 1, \"failed\": 1, \"pending\": 0, "
                 "\"imported\": 1");
    check_within(s, "{\"op\": \"check\"}", "full disk");
    inlay_study_free(s);
}

TEST(what_python_writes_for_a_failure_is_one)
{
    static const char *const values[] = {"NaN", "Infinity", "-Infinity",
                                         "{\"objective\": NaN}",
                                         "{\"loss\": NaN, \"n\": null}"};
    static const char *const whys[] = {
        "the value is not a number", "the value is infinite",
        "the value is minus infinity", "the value is not a number",
        "the value is not a number"};
    inlay_study *s = study_of(SPACE, "repeats=yes");
    for (size_t i = 0; i < LEN(values); i++) {
        char line[100];
        inlay_error err = {0};
        inlay_trial t;
        CHECK_OK(inlay_study_ask(s, &t, &err), err);
        snprintf(line, sizeof line,
                 "{\"op\": \"tell\", \"id\": %zu, \"y\": %s}", i + 1,
                 values[i]);
        check_within(s, line, "{\"ok\": true");
        CHECK_OK(inlay_study_trial(s, (int64_t)i + 1, &t, &err), err);
        CHECK(t.state == INLAY_STATE_FAILED);
        CHECK_TEXT(t.why, whys[i]);
    }
    check_within(s, "{\"op\": \"tell\", \"id\": 1, \"y\": nan}",
                 "; report a failure as \\\"y\\\": null or \\\"failed\\\": "
                 "\\\"why\\\"\"}");
    check_within(s, "{\"op\": \"tell\", \"id\": 1, \"y\": NaN,}",
                 "{\"error\": \"line 1, column ");
    inlay_study_free(s);
}

TEST(the_only_number_of_an_object_is_the_value)
{
    inlay_study *s = study_of(SPACE, "repeats=yes");
    inlay_error err = {0};
    inlay_trial t;
    CHECK_OK(inlay_study_ask(s, &t, &err), err);
    check_reply(s,
                "{\"op\": \"tell\", \"id\": 1, \"y\": {\"loss\": 1, "
                "\"n\": 2}}",
                "{\"error\": \"the result has no \\\"objective\\\"; its "
                "numbers are loss, n; tell {\\\"objective\\\": 0.3}, or name "
                "the objective in \\\"outputs\\\" of the study file\"}");
    check_reply(s, "{\"op\": \"tell\", \"id\": 1, \"y\": {\"loss\": 0.5}}",
                "{\"ok\": true, \"taken\": \"loss\"}");
    CHECK_OK(inlay_study_trial(s, 1, &t, &err), err);
    CHECK(t.value == 0.5);
    inlay_study_free(s);
}

TEST(a_study_changes_while_it_is_asked)
{
    inlay_study *s = study_of(SMALL_SPACE, "seed=1");
    struct inlay_text reply = {0};
    const char *wider =
        "{\"op\": \"change\", \"study\": {\"variables\": [{\"name\": \"b\", "
        "\"type\": \"integer\", \"min\": 0, \"max\": 9}]}}";
    CHECK(ask(s).id == 1);
    tell(s, 1, 0.5);
    check_reply(
        s, wider,
        "{\"ok\": true, \"changed\": \"the study has changed: b: 0 to 1 "
        "became 0 to 9; c is gone; 1 trial is carried over\"}");
    inlay_stdio_reply(s, "{\"op\": \"info\"}", 14, &reply);
    CHECK(strstr(reply.bytes, "\"changed\": \"the study has changed: b: ") &&
          strstr(reply.bytes, "\"max\": 9"));
    inlay_text_clear(&reply);
    check_reply(
        s, "{\"op\": \"change\"}",
        "{\"error\": \"study is missing: a study file, as in {\\\"op\\\": "
        "\\\"change\\\", \\\"study\\\": {\\\"variables\\\": "
        "[...]}}\"}");
    check_reply(
        s,
        "{\"op\": \"change\", \"study\": {\"variables\": [{\"name\": "
        "\"b\", \"type\": \"integer\", \"min\": 1, \"max\": 9}]}}",
        trial_of(s, 1).x[0].integer == 0
            ? "{\"ok\": true, \"changed\": \"the study has changed: b: 0 "
              "to 9 became 1 to 9; 1 trial is carried over, but it "
              "lies outside now (kept and shown, but not suggested)\"}"
            : "{\"ok\": true, \"changed\": \"the study has changed: b: 0 "
              "to 9 became 1 to 9; 1 trial is carried over\"}");
    inlay_study_free(s);
}

TEST(a_mistake_is_answered_and_changes_nothing)
{
    static const char *const row[][2] = {
        {"{\"op\": \"tel\"}", "unknown op 'tel'; did you mean 'tell'?"},
        {"{\"op\": \"zzzz\"}",
         "unknown op 'zzzz'; the operations are ask, tell, best, enqueue, add, "
         "abandon, requeue, amend, discard, restore, note, lease, renew, show, "
         "changes, find, is_better, info, options, change, last_revision, "
         "last_ask, explain, check, predict, recommend, slice, relevance, "
         "leave_one_out, hyperparameters, noise"},
        {"{\"op\": 1}", "the request: 'op' is a number, not a string"},
        {"{\"op\": \"show\"}",
         "id is missing: the number of the trial, as in {\\\"op\\\": "
         "\\\"show\\\", \\\"id\\\": 7}"},
        {"[]", "a request is an object, {\\\"op\\\": ...}, not an array"},
        {"{\"op\": \"ask\", \"m\": 1}",
         "ask: unknown key 'm'; its keys are n, deadline"},
        {"{\"op\": \"ask\", \"n\": 10001}", "n: 10001 is not from 1 to 10000"},
        {"{\"op\": \"ask\", \"n\": 0}", "n: 0 is not from 1 to 10000"},
        {"{\"op\": \"tell\", \"id\": 1}", "y is missing: the value; or, if the "
                                          "evaluation failed, \\\"failed\\\": "
                                          "\\\"why\\\""},
        {"{\"op\": \"tell\", \"id\": 1, \"value\": 2}",
         "tell: unknown key 'value'; did you mean 'y'?"},
        {"{\"op\": \"ask\", \"value\": 2}",
         "ask: unknown key 'value'; its keys are n, deadline"},
        {"{\"op\": \"tell\", \"id\": 1, \"y\": 1, \"failed\": \"\"}",
         "y and failed: choose one"},
        {"{\"op\": \"tell\", \"id\": 1, \"y\": \"0.5\"}",
         "y: must be a number, null or \\\"nan\\\", not \\\"0.5\\\" (leave out "
         "the quotes)"},
        {"{\"op\": \"tell\", \"id\": 1, \"y\": []}",
         "y: must be a number, null or \\\"nan\\\", not an array"},
        {"{\"op\": \"tell\", \"id\": 1, \"failed\": true}",
         "failed: must be a string, the reason, not a boolean"},
        {"{\"op\": \"tell\", \"id\": 1, \"y\": 1, \"metrics\": 3}",
         "metrics: must be a JSON object, not a number"},
        {"{\"op\": \"tell\", \"id\": 5, \"y\": 1}",
         "trial 5 does not exist; the study has no trials yet"},
        {"{\"op\": \"show\", \"id\": 0}",
         "show: there is no trial 0; {\\\"op\\\": \\\"info\\\"} shows the "
         "study"},
        {"{\"op\": \"add\", \"y\": 1}",
         "x is missing: the value of each variable, by its name"},
        {"{\"op\": \"add\", \"x\": {\"a\": 4}, \"y\": 1}",
         "variable 'a': value 4 is not between 1 and 3"},
        {"{\"op\": \"add\", \"x\": {\"a\": 1, \"b\": 4}, \"y\": 1}",
         "the configuration: unknown key 'b'"},
    };
    inlay_study *s = study_of(SPACE, "");
    for (size_t i = 0; i < LEN(row); i++) {
        char want[400];
        snprintf(want, sizeof want, "{\"error\": \"%s\"}", row[i][1]);
        check_reply(s, row[i][0], want);
    }
    CHECK(inlay_study_n_trials(s) == 0);
    inlay_study_free(s);
}

TEST(any_bytes_get_a_reply_in_utf8)
{
    static const char *const lines[] = {
        "{",  "\xFF\xFE", "{\"op\": \"\xC3\"}",
        "\"", "nul",      "{\"op\": \"a\\u0000\"}"};
    inlay_study *s = study_of(SPACE, "");
    for (size_t i = 0; i < LEN(lines); i++) {
        struct inlay_text reply = {0};
        inlay_stdio_reply(s, lines[i], strlen(lines[i]), &reply);
        CHECK(strncmp(reply.bytes, "{\"error\": \"line 1", 17) == 0);
        CHECK(!strstr(reply.bytes, "\xFF") && !strstr(reply.bytes, "\xC3\""));
        inlay_text_clear(&reply);
    }
    inlay_study_free(s);
}

TEST(a_stream_is_served_to_its_end_and_blank_lines_have_no_reply)
{
    static const char requests[] = "{\"op\": \"show\", \"id\": 1}\n \r\n\n{";
    static const char want[] =
        "{\"error\": \"trial 1 does not exist; the study has no trials yet\"}\n"
        "{\"error\": \"line 1, column 1: string or '}' expected near end of "
        "file\"}\n";
    inlay_study *s = study_of(SPACE, "");
    int in[2], out[2];
    char got[400] = "";
    bool is_closed = true;
    inlay_error err = {0};
    CHECK(pipe(in) == 0 && pipe(out) == 0);
    CHECK(write(in[1], requests, sizeof requests - 1) > 0);
    close(in[1]);
    FILE *lines = fdopen(in[0], "r");
    CHECK(lines);
    CHECK_OK(inlay_stdio_serve(s, lines, out[1], &is_closed, &err), err);
    CHECK(!is_closed);
    CHECK(read(out[0], got, sizeof got - 1) > 0);
    CHECK_TEXT(got, want);
    fclose(lines);
    close(out[0]);
    close(out[1]);
    inlay_study_free(s);
}

/* The reply, which is `want` or an error. */
static inlay_status reply_to(const char *line, const char *want, size_t n_added)
{
    struct inlay_text reply = {0};
    inlay_space *space = NULL;
    inlay_study *s = NULL;
    inlay_error err = {0};
    bool is_done = false;
    inlay_status st = inlay_space_parse(SPACE, sizeof SPACE - 1, &space, &err);
    if (st == INLAY_OK)
        st = inlay_study_new(space, NULL, &s, &err);
    if (st == INLAY_OK) {
        inlay_stdio_reply(s, line, strlen(line), &reply);
        st = inlay_text_status(&reply, &err);
        is_done = st == INLAY_OK && strcmp(reply.bytes, want) == 0;
        CHECK(st != INLAY_OK || is_done ||
              strncmp(reply.bytes, "{\"error\": ", 10) == 0);
        CHECK(inlay_study_n_trials(s) == n_added ||
              (!is_done && inlay_study_n_trials(s) == 0));
    }
    inlay_text_clear(&reply);
    inlay_study_free(s);
    inlay_space_free(space);
    return is_done ? INLAY_OK : INLAY_ENOMEM;
}

OOM_TEST(a_reply_without_memory_is_an_error)
{
    return reply_to("{\"op\": \"add\", \"x\": {\"a\": 1}, \"y\": 1}",
                    "{\"id\": 1}", 1);
}

OOM_TEST(without_memory_for_all_trials_none_is_added)
{
    return reply_to("{\"op\": \"add\", \"trials\": [{\"x\": {\"a\": 1}, "
                    "\"values\": {\"objective\": 1}, \"metrics\": {\"k\": 2}}, "
                    "{\"x\": [2], \"failed\": \"why\"}]}",
                    "{\"first\": 1, \"n\": 2}", 2);
}

OOM_TEST(without_memory_nothing_is_predicted)
{
    return reply_to("{\"op\": \"predict\", \"x\": [1]}",
                    "{\"mean\": null, \"sd\": null, \"p_success\": 1, "
                    "\"acquisition\": null, \"p_feasible\": 1}",
                    0);
}

TEST(a_trial_is_given_up_amended_and_made_void)
{
    inlay_study *s = study_of(SPACE, "method=random");
    check_reply(s, "{\"op\": \"enqueue\", \"x\": [2]}", "{\"ok\": true}");
    check_reply(s, "{\"op\": \"ask\"}", "{\"id\": 1, \"x\": {\"a\": 2}}");
    check_reply(s, "{\"op\": \"abandon\", \"id\": 1, \"why\": \"late\"}",
                "{\"ok\": true}");
    check_reply(s, "{\"op\": \"abandon\", \"id\": 1}",
                "{\"error\": \"trial 1 was abandoned\"}");
    check_reply(s, "{\"op\": \"show\", \"id\": 1}",
                "{\"id\": 1, \"state\": \"abandoned\", \"x\": {\"a\": 2}, "
                "\"y\": null, \"why\": \"late\"}");
    check_reply(s, "{\"op\": \"requeue\", \"id\": 1}", "{\"ok\": true}");
    check_reply(s, "{\"op\": \"ask\"}", "{\"id\": 1, \"x\": {\"a\": 2}}");
    check_reply(s, "{\"op\": \"amend\", \"id\": 1, \"y\": 1}",
                "{\"error\": \"trial 1 has no result: it is pending\"}");
    check_reply(s, "{\"op\": \"tell\", \"id\": 1, \"y\": 1}", "{\"ok\": true}");
    check_reply(s, "{\"op\": \"amend\", \"id\": 1, \"y\": 0.5}",
                "{\"ok\": true}");
    check_reply(s,
                "{\"op\": \"note\", \"id\": 1, \"attributes\": {\"host\": "
                "\"n7\", \"good\": \"\"}}",
                "{\"ok\": true}");
    check_reply(s,
                "{\"op\": \"note\", \"id\": 1, \"attributes\": {\"good\": "
                "null}}",
                "{\"ok\": true}");
    check_reply(s, "{\"op\": \"note\", \"id\": 1, \"attributes\": {\"a\": 1}}",
                "{\"error\": \"attribute 'a': must be a string, or null to "
                "remove it, not a number\"}");
    check_reply(s, "{\"op\": \"discard\", \"id\": 1, \"why\": \"wrong\"}",
                "{\"ok\": true}");
    check_within(s, "{\"op\": \"show\", \"id\": 1}",
                 "\"y\": 0.5, \"discarded\": \"wrong\"");
    check_within(s, "{\"op\": \"show\", \"id\": 1}",
                 "\"attempts\": 1, \"attributes\": {\"host\": \"n7\"}}");
    check_within(s, "{\"op\": \"show\", \"id\": 1, \"times\": true}",
                 "\"amended\": \"2");
    check_reply(s, "{\"op\": \"best\"}",
                "{\"error\": \"best: no result counts: of 1 done trial 1 is "
                "discarded\"}");
    check_reply(s, "{\"op\": \"restore\", \"id\": 1}", "{\"ok\": true}");
    check_reply(s, "{\"op\": \"restore\", \"id\": 1}",
                "{\"error\": \"trial 1 was not discarded\"}");
    inlay_study_free(s);
}

TEST(leases_are_set_by_lines_too)
{
    inlay_study *s = study_of(SPACE, "method=random");
    check_reply(s, "{\"op\": \"renew\"}",
                "{\"error\": \"renew: this conversation has no leases; send "
                "{\\\"op\\\": \\\"lease\\\", \\\"seconds\\\": 60} first\"}");
    check_reply(s, "{\"op\": \"lease\", \"seconds\": 60}", "{\"ok\": true}");
    check_reply(s, "{\"op\": \"renew\"}", "{\"ok\": true}");
    check_reply(s, "{\"op\": \"lease\", \"seconds\": -1}",
                "{\"error\": \"seconds: -1 is not a number from 0 on\"}");
    check_within(s, "{\"op\": \"lease\"}", "seconds is missing: how long");
    inlay_study_free(s);
}

/* ---- What a newcomer gets wrong ---- */

TEST(a_mistake_says_what_to_send_instead)
{
    static const char *const row[][2] = {
        {"ask", "; a request is one JSON object in one line, as {\\\"op\\\": "
                "\\\"ask\\\"}\"}"},
        {"{\"op\": \"ask\"} {\"op\": \"ask\"}", "in one line, as"},
        {"{}",
         "op is missing: what to do, as in {\\\"op\\\": \\\"ask\\\"}; the "
         "operations are ask, tell"},
        {"{\"op\": \"suggest\"}", "did you mean 'ask'?"},
        {"{\"op\": \"report\"}", "did you mean 'tell'?"},
        {"{\"op\": \"quit\"}", "to end the conversation, close the input\"}"},
        {"{\"op\": \"ask\", \"count\": 3}",
         "ask: unknown key 'count'; its keys are n, deadline\"}"},
        {"{\"op\": \"info\", \"id\": 3}", "it has no keys but op\"}"},
        {"{\"op\": \"tell\", \"id\": 1, \"loss\": 1}", "did you mean 'y'?"},
        {"{\"op\": \"tell\", \"id\": 1, \"why\": \"a\"}",
         "did you mean 'failed'?"},
        {"{\"op\": \"add\", \"a\": 1, \"y\": 2}", "did you mean 'x'?"},
        {"{\"op\": \"tell\", \"y\": 1}",
         "as in {\\\"op\\\": \\\"tell\\\", \\\"id\\\": 7}\"}"},
        {"{\"op\": \"tell\", \"id\": 1, \"y\": \"0.5\"}",
         "not \\\"0.5\\\" (leave out the quotes)\"}"},
        {"{\"op\": \"show\", \"id\": 1, \"times\": \"yes\"}",
         "times: must be true or false, not a string\"}"},
        {"{\"op\": \"note\", \"id\": 0, \"attributes\": 1}",
         "attributes: must be an object of strings, such as {"},
        {"{\"op\": \"tell\", \"id\": 1, \"y\": \"a\\u0000\"}",
         "a string has the character \\\\u0000, which no text here can hold; "
         "leave it out\"}"},
        {"{\"op\": \"tell\", \"id\": 1, \"y\": {\"a\\u0000\": 1}}",
         "a string has the character \\\\u0000"},
        {"{\"op\": \"add_many\"}", "did you mean 'add'?"},
        {"{\"op\": \"find\"}", "x is missing: "},
        {"{\"op\": \"is_better\", \"a\": 1}", "'b' is missing"},
        {"{\"op\": \"change\", \"study\": 5}",
         "study: must be an object, a study file, not a number\"}"},
    };
    inlay_study *s = study_of(SPACE, "");
    for (size_t i = 0; i < LEN(row); i++) {
        check_within(s, row[i][0], "{\"error\": \"");
        check_within(s, row[i][0], row[i][1]);
    }
    CHECK(inlay_study_n_trials(s) == 0);
    inlay_study_free(s);
}

TEST(of_y_and_failed_the_one_that_is_not_null_counts)
{
    inlay_study *s = study_of(SPACE, "");
    check_reply(s,
                "{\"op\": \"add\", \"x\": [1], \"y\": 0.5, \"failed\": null}",
                "{\"id\": 1}");
    check_reply(s,
                "{\"op\": \"add\", \"x\": [2], \"y\": null, \"failed\": "
                "\"cut\"}",
                "{\"id\": 2}");
    check_within(s, "{\"op\": \"show\", \"id\": 1}", "\"y\": 0.5}");
    check_within(s, "{\"op\": \"show\", \"id\": 2}", "\"why\": \"cut\"}");
    check_within(s, "{\"op\": \"add\", \"x\": [3], \"failed\": null}",
                 "must be a string, the reason, not null");
    check_within(s,
                 "{\"op\": \"add\", \"x\": [3], \"y\": 1, \"failed\": \"a\"}",
                 "y and failed: choose one");
    inlay_study_free(s);
}

TEST(a_value_is_told_with_its_variance)
{
    inlay_study *s = study_of(SPACE, "repeats=yes");
    static const char *const ROWS[][2] = {
        {"{\"op\": \"tell\", \"id\": 1, \"y\": 2, \"variance\": 0.5}",
         "\"y\": 2, \"variance\": 0.5}"},
        {"{\"op\": \"tell\", \"id\": 2, \"y\": {\"objective\": 2, "
         "\"variance\": 0.25, \"e\": 3}}",
         "\"y\": 2, \"variance\": 0.25, \"metrics\": {\"e\": 3}}"},
        {"{\"op\": \"tell\", \"id\": 3, \"y\": 2, \"variance\": null, "
         "\"metrics\": {\"variance\": 7}}",
         "\"y\": 2, \"metrics\": {\"variance\": 7}}"},
        {"{\"op\": \"tell\", \"id\": 4, \"y\": {\"variance\": 1, \"mae\": 2}, "
         "\"metrics\": {\"variance\": 7}}",
         "\"y\": 2, \"variance\": 1, \"metrics\": {\"variance\": 7}}"},
        {"{\"op\": \"amend\", \"id\": 1, \"y\": 3, \"variance\": 0}",
         "\"y\": 3, \"variance\": 0}"},
        {"{\"op\": \"amend\", \"id\": 1, \"y\": 3}", "\"y\": 3}"},
        {"{\"op\": \"add\", \"x\": {\"a\": 1}, \"y\": 3, \"variance\": 4}",
         "\"y\": 3, \"variance\": 4}"},
        {"{\"op\": \"add\", \"trials\": [{\"x\": {\"a\": 1}, \"y\": 3, "
         "\"variance\": 5}]}",
         "\"y\": 3, \"variance\": 5}"},
    };
    static const int64_t IDS[] = {1, 2, 3, 4, 1, 1, 5, 6};
    for (int i = 0; i < 4; i++)
        ask(s);
    for (size_t i = 0; i < LEN(ROWS); i++) {
        char show[60];
        check_within(s, ROWS[i][0], "{\"");
        snprintf(show, sizeof show, "{\"op\": \"show\", \"id\": %lld}",
                 (long long)IDS[i]);
        check_within(s, show, ROWS[i][1]);
    }
    check_within(s, "{\"op\": \"changes\", \"id\": 1}",
                 "\"y\": 2, \"variance\": 0.5}");
    inlay_study_free(s);
}

TEST(what_is_no_variance_is_answered_with_the_rule)
{
    static const char *const ROWS[][2] = {
        {"\"y\": 2, \"variance\": -0.5",
         "variance: -0.5 is negative; it is the square of the value's standard "
         "error, from 0 on"},
        {"\"y\": 2, \"variance\": NaN",
         "variance: must be a number from 0 on, or null, not \\\"NaN\\\""},
        {"\"y\": 2, \"variance\": {}",
         "variance: must be a number from 0 on, or null, not an object"},
        {"\"y\": {\"objective\": 2, \"variance\": -1}",
         "variance: -1 is negative"},
        {"\"y\": {\"objective\": 2, \"variance\": 1}, \"variance\": 2",
         "variance: 2 beside the values, but 1 among them: choose one"},
        {"\"y\": 2, \"std\": 0.1",
         "unknown key 'std'; did you mean 'variance', "
         "the square of the standard error?"},
        {"\"y\": 2, \"var\": 0.1",
         "unknown key 'var'; did you mean 'variance'?"},
    };
    inlay_study *s = study_of(SPACE, "");
    ask(s);
    for (size_t i = 0; i < LEN(ROWS); i++) {
        char line[160];
        snprintf(line, sizeof line, "{\"op\": \"tell\", \"id\": 1, %s}",
                 ROWS[i][0]);
        check_within(s, line, ROWS[i][1]);
        CHECK(trial_of(s, 1).state == INLAY_STATE_PENDING);
    }
    inlay_study_free(s);
}
