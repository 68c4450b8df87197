#include "check.h"

#include <sys/stat.h>

#include "../study/store_fixture.h"
#include "app/commands/target.h"
#include "base/mem.h"
#include "base/text.h"
#include "output_fixture.h"
#include "study/open.h"

static const char STUDY[] =
    "{\"variables\": [{\"name\": \"a\", \"type\": \"boolean\"}]%s}";

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void write_study(const char *path, const char *more)
{
    char text[1000];
    snprintf(text, sizeof text, STUDY, more);
    write_file(path, text);
}

/* STUDY and --store (NULL: none). */
static struct inlay_args args_of(const char **word, struct inlay_setting *store)
{
    return (struct inlay_args){
        .words = word,
        .n_words = 1,
        .flags = store,
        .n_flags = store->value ? 1 : 0,
    };
}

static inlay_status find(const char *path, const char *store,
                         struct inlay_target *t, inlay_error *err)
{
    const char *word = path;
    struct inlay_setting flag = {"store", store};
    const struct inlay_args args = args_of(&word, &flag);
    return inlay_target_open(&args, INLAY_TARGET_FIND, t, err);
}

static inlay_status open_target(const char *path, enum inlay_store_mode mode,
                                struct inlay_target *t, inlay_error *err)
{
    const char *word = path;
    struct inlay_setting flag = {"store", NULL};
    const struct inlay_args args = args_of(&word, &flag);
    return inlay_target_open(&args, mode, t, err);
}

static void check_paths(const char *path, const char *store, const char *want,
                        const char *folder)
{
    struct inlay_target t = {0};
    inlay_error err = {0};
    CHECK_OK(find(path, store, &t, &err), err);
    CHECK_TEXT(t.store_path, want);
    CHECK_TEXT(t.folder, folder);
    CHECK(access(want, F_OK) != 0); /* nothing was made */
    inlay_target_clear(&t);
}

TEST(the_store_lies_next_to_the_study_file_and_has_its_name)
{
    const struct folder f = folder_enter();
    char path[100], want[100];
    CHECK(mkdir("d", 0700) == 0);
    write_study("s.json", "");
    write_study("d/s.txt", "");
    write_study("d/it's.json", "");
    check_paths("s.json", NULL, "s.inlay", ".");
    check_paths("./s.json", NULL, "./s.inlay", ".");
    check_paths("d/s.txt", NULL, "d/s.txt.inlay", "d");
    check_paths("d/it's.json", NULL, "d/it's.inlay", "d");
    check_paths("d/s.txt", "else", "else", "d");
    snprintf(path, sizeof path, "%s/s.json", f.path);
    snprintf(want, sizeof want, "%s/s.inlay", f.path);
    check_paths(path, NULL, want, f.path);
    CHECK(!remove("s.json") && !remove("d/s.txt") && !remove("d/it's.json") &&
          !remove("d"));
    folder_leave(&f);
}

/* /dev/shm is a folder as any other. */
TEST(a_file_in_dev_is_not_a_stream)
{
    char folder[] = "/dev/shm/inlay-XXXXXX", path[100], store[100];
    if (!mkdtemp(folder))
        return; /* a machine without it */
    snprintf(path, sizeof path, "%s/s.json", folder);
    snprintf(store, sizeof store, "%s/s.inlay", folder);
    write_study(path, "");
    check_paths(path, NULL, store, folder);
    CHECK(!remove(path) && !remove(folder));
}

TEST(paths_next_to_the_store_have_its_name)
{
    const struct inlay_target row[] = {
        {.store_path = (char[]){"/d/s.inlay"}},
        {.store_path = (char[]){"/d/s"}},
    };
    for (size_t i = 0; i < LEN(row); i++) {
        struct inlay_text path = {0};
        char *trials = NULL;
        inlay_error err = {0};
        inlay_target_add_path(&row[i], ".svg", &path);
        CHECK_TEXT(path.bytes, "/d/s.svg");
        CHECK_OK(inlay_target_trials(&row[i], &trials, &err), err);
        CHECK_TEXT(trials, "/d/s.trials");
        inlay_text_clear(&path);
        inlay_mem_free(trials);
    }
}

TEST(a_name_in_the_study_file_becomes_a_safe_file_name)
{
    static const char *const row[][2] = {
        {"run 7", "run 7.inlay"},
        {"a:b*;'$(x)", "a_b_____x_.inlay"},
        {".hidden", "_hidden.inlay"},
        {"-x", "_x.inlay"},
        {"é✓", "é✓.inlay"},
        {"a.b_c-d", "a.b_c-d.inlay"},
        {"tab\\tend\\u001b", "tab_end_.inlay"},
    };
    const struct folder f = folder_enter();
    for (size_t i = 0; i < LEN(row); i++) {
        char more[100];
        struct inlay_target t = {0};
        inlay_error err = {0};
        snprintf(more, sizeof more, ", \"name\": \"%s\"", row[i][0]);
        write_study("s.json", more);
        CHECK_OK(find("s.json", NULL, &t, &err), err);
        CHECK_TEXT(t.store_path, row[i][1]);
        inlay_target_clear(&t);
    }
    CHECK(!remove("s.json"));
    folder_leave(&f);
}

static void check_refused(const char *path, inlay_status want,
                          const char *message)
{
    struct inlay_target t = {0};
    inlay_error err = {0};
    const inlay_status st = find(path, NULL, &t, &err);
    CHECK_FAILS(st, want, err, message);
    CHECK(!t.file && !t.store_path);
}

TEST(what_is_wrong_with_a_file_is_told_with_its_path)
{
    const struct folder f = folder_enter();
    write_file("bad.json", "{\n  \"budget\": }");
    write_file("text.inlay", "text");
    write_study("s.json", "");
    check_refused("none.json", INLAY_EINVAL,
                  "none.json: there is no such file");
    check_refused("s", INLAY_EINVAL,
                  "s: there is no such file; did you mean s.json?");
    check_refused(".", INLAY_EINVAL, ".: is a folder");
    check_refused("bad.json", INLAY_EPARSE,
                  "bad.json: line 2, column 13: unexpected token near '}'");
    check_refused("none.inlay", INLAY_ESTORE,
                  "store 'none.inlay': there is no such file");
    check_refused("text.inlay", INLAY_ESTORE,
                  "store 'text.inlay': it is not an inlay store (not even an "
                  "SQLite file) (file is not a database)");
    CHECK(!remove("bad.json") && !remove("text.inlay") && !remove("s.json"));
    folder_leave(&f);
}

TEST(a_file_is_read_as_a_whole_or_refused)
{
    static const char bytes[] = "a\0b\n";
    const struct folder f = folder_enter();
    struct inlay_text text = {0};
    inlay_error err = {0};
    FILE *file = fopen("s", "w");
    CHECK(file && fwrite(bytes, 1, sizeof bytes, file) == sizeof bytes &&
          fclose(file) == 0);
    CHECK_OK(inlay_target_read("s", sizeof bytes, &text, &err), err);
    CHECK(text.n == sizeof bytes && !memcmp(text.bytes, bytes, text.n));
    inlay_text_clear(&text);
    CHECK_FAILS(inlay_target_read("s", sizeof bytes - 1, &text, &err),
                INLAY_EINVAL, err, "s: File too large");
    inlay_text_clear(&text);
    CHECK(!remove("s"));
    folder_leave(&f);
}

TEST(looking_makes_no_store_and_says_what_to_do)
{
    const struct folder f = folder_enter();
    struct inlay_target t = {0};
    inlay_error err = {0};
    write_study("s.json", "");
    static const enum inlay_store_mode modes[] = {INLAY_STORE_READ,
                                                  INLAY_STORE_WRITE};
    for (size_t i = 0; i < LEN(modes); i++) {
        const inlay_status st = open_target("s.json", modes[i], &t, &err);
        CHECK_FAILS(st, INLAY_ESTATE, err,
                    "the study has not started yet (s.inlay does not exist): "
                    "run 'inlay run s.json' or 'inlay ask s.json' first");
        CHECK(access("s.inlay", F_OK) != 0);
    }
    CHECK(!remove("s.json"));
    folder_leave(&f);
}

TEST(a_store_has_the_study_file_with_which_it_was_made)
{
    const struct folder f = folder_enter();
    const char *word = "s.json";
    struct inlay_setting store = {"store", "data"};
    struct inlay_setting seed[] = {{"seed", "9"}, {"budget", "77"}};
    struct inlay_args args = args_of(&word, &store);
    struct inlay_target t = {0};
    inlay_error err = {0};
    inlay_trial trial;
    write_study("s.json", ", \"name\": \"mine\"");
    args.settings = seed;
    args.n_settings = LEN(seed);
    CHECK_OK(inlay_target_open(&args, INLAY_STORE_CREATE, &t, &err), err);
    CHECK_OK(inlay_study_ask(t.study, &trial, &err), err);
    inlay_target_clear(&t);

    CHECK_OK(open_target("data", INLAY_STORE_WRITE, &t, &err), err);
    CHECK(!t.file_path && t.file->budget == 77);
    CHECK_TEXT(t.file->name, "mine");
    CHECK_TEXT(inlay_options_get(inlay_study_options(t.study), "seed"), "9");
    CHECK(inlay_study_n_trials(t.study) == 1);
    inlay_target_clear(&t);

    /* Looking gives the recorded study file, whatever the file has become. */
    write_study("s.json", ", \"budget\": 5");
    args.n_settings = 0;
    CHECK_OK(inlay_target_open(&args, INLAY_TARGET_LOOK, &t, &err), err);
    CHECK(t.journal && !t.study && t.file->budget == 77);
    CHECK_TEXT(t.file_path, "s.json");
    inlay_target_clear(&t);
    CHECK(!remove("s.json") && !remove("data"));
    folder_leave(&f);
}

TEST(all_mistakes_of_a_study_file_are_said)
{
    static struct output o;
    const struct folder f = folder_enter();

    write_study("s.json", ",\n\"budget\": 0,\n\"warp\": \"log\"");
    OUTPUT_OF(&o, "ask", "s.json");
    CHECK(o.code == INLAY_EXIT_USAGE && o.out[0] == '\0');
    CHECK_TEXT(o.err,
               "inlay: s.json: line 2, column 1: budget: 0 is not between 1 "
               "and 1000000000\n"
               "inlay: s.json: line 3, column 1: 'warp' is an option: write "
               "\"options\": {\"warp\": \"log\"}\n");
    CHECK(!remove("s.json"));
    folder_leave(&f);
}

/* The SQL is what 0.1.0 wrote: flat options, with the names of then. */
TEST(the_tool_continues_a_store_of_0_1_0)
{
    static struct output o;
    static char sql[OUTPUT_MAX];
    FILE *file = fopen("tests/fixtures/study_0_1_0_smac.sql", "r");
    CHECK(file && fread(sql, 1, sizeof sql - 1, file) > 0 && !fclose(file));
    const struct folder f = folder_enter();
    meddle("old.inlay", sql);

    OUTPUT_OF(&o, "ask", "old.inlay");
    CHECK(o.code == 0 && strncmp(o.out, "trial 7: ", 9) == 0);
    OUTPUT_OF(&o, "tell", "old.inlay", "7", "3");
    CHECK(o.code == 0);
    OUTPUT_OF(&o, "ask", "old.inlay", "--option", "smac.splits=random");
    CHECK(o.code == 0 && strncmp(o.out, "trial 8: ", 9) == 0);

    struct inlay_target t = {0};
    inlay_error err = {0};
    CHECK_OK(find("old.inlay", NULL, &t, &err), err);
    CHECK(t.file->budget == 12);
    CHECK_TEXT(inlay_options_get(t.file->options, "smac.trees"), "7");
    CHECK_TEXT(inlay_options_get(t.file->options, "smac.splits"), "random");
    CHECK_TEXT(inlay_options_get(t.file->options, "initial"), "4");
    inlay_target_clear(&t);
    CHECK(!remove("old.inlay"));
    (void)remove("old.inlay-turn");
    folder_leave(&f);
}

OOM_TEST(a_target_without_memory_leaves_nothing_to_free)
{
    const struct folder f = folder_enter();
    struct inlay_target t = {0};
    inlay_error err = {0};
    write_study("s.json", "");
    inlay_status st = open_target("s.json", INLAY_STORE_CREATE, &t, &err);
    inlay_target_clear(&t);
    if (st == INLAY_OK)
        st = find("s.inlay", NULL, &t, &err);
    inlay_target_clear(&t);
    (void)remove("s.inlay");
    (void)remove("s.inlay-wal");
    (void)remove("s.inlay-shm");
    CHECK(!remove("s.json"));
    folder_leave(&f);
    return st;
}

/* There is not even a study file. */
TEST(a_wrong_flag_is_refused_before_anything_is_opened)
{
    static const struct {
        const char *words[5], *message;
    } row[] = {
        {{"ask", "no.json", "-n", "0"},
         "inlay: --number: '0' is not a whole number from 1 to 10000\n"},
        {{"explain", "no.json", "x"},
         "inlay: ID: 'x' is not a whole number above 0\n"},
        {{"export", "no.json", "--csv", "--jsonl"},
         "inlay: --csv and --jsonl: choose one\n"},
        {{"plot", "no.json", "--at", "0"},
         "inlay: --at: '0' is not a whole number above 0\n"},
        {{"show", "no.json", "--last", "0"},
         "inlay: --last: '0' is not a whole number above 0\n"},
        {{"tell", "no.json", "1", "x"},
         "inlay: trial 1: 'x' is not a number or a JSON object of outputs\n"},
        {{"retry", "no.json", "1", "x"},
         "inlay: ID: 'x' is not a whole number above 0\n"},
    };
    static struct output o;
    for (size_t i = 0; i < LEN(row); i++) {
        output_of(&o, row[i].words);
        CHECK(o.code == INLAY_EXIT_USAGE);
        CHECK_TEXT(o.err, row[i].message);
    }
}
