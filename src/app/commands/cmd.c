/*
 * cmd.c: the table of commands, and how one is chosen and run.
 */
#include "app/commands/cmd.h"

#include <string.h>

#include "app/commands/args.h"
#include "app/exchange/trial_list.h"
#include "app/screen/say.h"
#include "base/error.h"
#include "base/text.h"
#include "problem/space.h"
#include "study/study_file.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* ---- Exit codes ---------------------------------------------------------- */

const char *inlay_exit_meaning(size_t i, enum inlay_exit *code)
{
    static const struct {
        enum inlay_exit code;
        const char *meaning;
    } row[] = {
        {INLAY_EXIT_OK, "success"},
        {INLAY_EXIT_FAILED, "failed; the message says why"},
        {INLAY_EXIT_USAGE, "wrong usage or a mistake in the study file"},
        {INLAY_EXIT_EXHAUSTED, "every configuration has been suggested"},
        {INLAY_EXIT_STOPPED, "a run stopped after too many failures in a row"},
        {INLAY_EXIT_STORE, "the store cannot be read or written"},
        {INLAY_EXIT_CHECK, "check found a problem"},
        {INLAY_EXIT_IDLE, "status: no run is alive"},
        {INLAY_EXIT_HUNG_UP, "a run ended by SIGHUP"},
        {INLAY_EXIT_INTERRUPTED, "interrupted"},
        {INLAY_EXIT_TERMINATED, "a run ended by SIGTERM"},
    };

    if (i >= LENGTH(row))
        return NULL;
    *code = row[i].code;
    return row[i].meaning;
}

/* ---- Flags --------------------------------------------------------------- */

static const char *const COLORS[] = {"auto", "always", "never", NULL};
static const char *const KINDS[] = {"progress", "slices", "all", NULL};

#define FLAG(flag, value, text) .name = (flag), .what = (value), .help = (text)
#define STORE FLAG("store", "FILE", "the store; default: NAME.inlay")
#define FORCE FLAG("force", NULL, "overwrite an existing file")

static const struct inlay_flag STORE_FLAGS[] = {{STORE}, {0}};
static const struct inlay_flag STDIO_FLAGS[] = {
    {FLAG("store", "FILE", "keep the study in this file")}, {0}};
static const struct inlay_flag TRY_FLAGS[] = {
    {FLAG("set", "NAME=VALUE", "value of a variable")}, {STORE}, {0}};
static const struct inlay_flag ASK_FLAGS[] = {
    {FLAG("number", "K", "number of trials to suggest (default 1)"),
     .letter = 'n'},
    {STORE},
    {0}};
static const struct inlay_flag TELL_FLAGS[] = {
    {FLAG("failed", "WHY", "report a failure and its reason")},
    {FLAG("variance", "V", "variance of VALUE, which the model believes")},
    {FLAG("metrics", "JSON", "other results to keep, as a JSON object")},
    {STORE},
    {0}};
static const struct inlay_flag WHY_FLAGS[] = {
    {FLAG("why", "TEXT", "the reason, which is kept")}, {STORE}, {0}};
static const struct inlay_flag NOTE_FLAGS[] = {
    {FLAG("remove", NULL, "remove the attributes of these names")},
    {STORE},
    {0}};
static const struct inlay_flag RESET_FLAGS[] = {
    {FLAG("yes", NULL, "do not ask"), .letter = 'y'}, {STORE}, {0}};
static const struct inlay_flag SHOW_FLAGS[] = {
    {FLAG("csv", NULL, "print comma-separated values")},
    {FLAG("state", "STATE",
          "pending, running, done, failed, abandoned, discarded"),
     .choices = inlay_listed_names, .guess = inlay_listed_guess},
    {FLAG("last", "N", "only the last N trials")},
    {FLAG("times", NULL, "with --csv, --json: when asked, started, ended")},
    {STORE},
    {0}};
static const struct inlay_flag PLOT_FLAGS[] = {
    {FLAG("output", "FILE", "an .svg or .png file; - for standard output"),
     .letter = 'o'},
    {FLAG("kind", "KIND", "progress, slices or all (default)"),
     .choices = KINDS},
    {FLAG("variable", "NAME", "only the slice of this variable")},
    {FLAG("at", "ID", "slices through this trial; default: the recommended")},
    {FLAG("size", "WxH", "size in points; a PNG has two pixels per point")},
    {FLAG("script", NULL, "print the gnuplot script instead of drawing")},
    {STORE},
    {0}};
static const struct inlay_flag EXPORT_FLAGS[] = {
    {FLAG("csv", NULL, "write comma-separated values")},
    {FLAG("jsonl", NULL, "write JSON, one trial per line")},
    {FLAG("times", NULL, "write when each was asked, started and ended")},
    {FLAG("output", "FILE", "file to write; default: standard output"),
     .letter = 'o'},
    {STORE},
    {0}};
static const struct inlay_flag IMPORT_FLAGS[] = {
    {FLAG("csv", NULL, "FILE has comma-separated values; default: detected")},
    {FLAG("jsonl", NULL, "FILE has JSON, one trial per line")},
    {FLAG("value", "COLUMN",
          "result column; default: y, value, objective or loss")},
    {FORCE},
    {STORE},
    {0}};
static const struct inlay_flag INIT_FLAGS[] = {
    {FLAG("real", "NAME=MIN..MAX[:log]", "a real variable; :0.1 is a step")},
    {FLAG("integer", "NAME=MIN..MAX[:log]",
          "an integer variable; :16 is a step")},
    {FLAG("ordinal", "NAME=VALUE,...",
          "a variable with ordered numbers or names as values")},
    {FLAG("categorical", "NAME=VALUE,...", "a variable with names as values")},
    {FLAG("boolean", "NAME", "a variable that is true or false")},
    {FLAG("output", "NAME=GOAL|MIN..MAX",
          "a result: minimize, maximize, or limits such as ..20")},
    {FORCE},
    {0}};

static const struct inlay_flag GLOBAL_FLAGS[] = {
    {FLAG("help", NULL, "show this help"), .letter = 'h'},
    {FLAG("quiet", NULL, "print only results and failures"), .letter = 'q'},
    {FLAG("json", NULL, "print results as JSON")},
    {FLAG("color", "WHEN", "auto (default), always or never"),
     .choices = COLORS},
    {FLAG("version", NULL, "print the version of inlay")}};

static bool takes(const struct inlay_command *command,
                  const struct inlay_key *key)
{
    const bool is_option = key->option || key->type == INLAY_KEY_OPTIONS;

    return key->flag &&
           (command->takes &
            (INLAY_TAKES_KEYS | (is_option ? INLAY_TAKES_OPTIONS : 0U))) != 0;
}

bool inlay_command_flag(const struct inlay_command *command, size_t i,
                        struct inlay_flag *out)
{
    const struct inlay_flag *own = command ? command->flags : NULL;
    struct inlay_key key;

    for (; own && own->name; own++)
        if (i-- == 0) {
            *out = *own;
            return true;
        }
    for (size_t k = 0; command && inlay_key_at(k, &key); k++)
        if (takes(command, &key) && i-- == 0) {
            *out = (struct inlay_flag){
                .name = key.flag, .what = key.what, .key = key.name};
            return true;
        }
    if (i >= LENGTH(GLOBAL_FLAGS))
        return false;
    *out = GLOBAL_FLAGS[i];
    out->is_global = true;
    return true;
}

/* ---- Commands ------------------------------------------------------------ */

#define KEYS INLAY_TAKES_KEYS
#define OPTIONS INLAY_TAKES_OPTIONS
#define JSON INLAY_TAKES_JSON

/* Name, arguments, function, its own flags, what else it takes, help. */
static const struct inlay_command COMMANDS[] = {
    {"init", "[FILE]", inlay_cmd_init, INIT_FLAGS, KEYS,
     "write a study file to start with",
     "FILE (default study.json) is written from the flags. Without flags, init "
     "asks questions on a terminal and writes an example elsewhere.\n"
     "--real, --integer, --ordinal, --categorical, --boolean, --output and "
     "--option can be repeated. Where no --output has a goal, the objective is "
     "called objective and has that of --goal. --command is split into words; "
     "no shell is used."},
    {"try", "STUDY", inlay_cmd_try, TRY_FLAGS, JSON,
     "run the command once, without counting it",
     "To see whether a study is set up well before a long run. The "
     "configuration is the first that the study would suggest, with the "
     "values of --set, which can be repeated. Prints the command, its output, "
     "the result as inlay reads it, and the time. The store is left alone; "
     "the output is kept in NAME.try. Exit code 0: there is a result; 1: the "
     "evaluation failed."},
    {"run", "STUDY", inlay_cmd_run, STORE_FLAGS, KEYS | JSON,
     "run trials until the budget is spent",
     "Runs the study's command for one configuration after another and keeps "
     "every result in the store. To continue an interrupted run, start it "
     "again. Several runs can share a study. The output of each trial is kept "
     "in NAME.trials, next to the store.\n"
     "Ctrl-C waits for running trials, as do --time-limit, --target and "
     "--patience; a second Ctrl-C aborts them, and the next run repeats them."},
    {"ask", "STUDY", inlay_cmd_ask, ASK_FLAGS, OPTIONS | JSON,
     "suggest a configuration to evaluate",
     "The trial is pending until 'inlay tell' reports its result. Exit code 3: "
     "every configuration has been suggested."},
    {"tell", "STUDY ID [VALUE]", inlay_cmd_tell, TELL_FLAGS, JSON,
     "report the result of a trial",
     "VALUE is the objective of trial ID, or a JSON object with all outputs, "
     "which may have a \"variance\" of the objective, too. If the trial "
     "failed, give --failed instead. A trial's result can be reported only "
     "once."},
    {"enqueue", "STUDY NAME=VALUE...", inlay_cmd_enqueue, STORE_FLAGS, JSON,
     "queue a configuration to be tried next",
     "The next run or ask takes it. The settings you use today are a good "
     "first choice. Give a value for each variable, or one JSON object."},
    {"retry", "STUDY [ID...]", inlay_cmd_retry, STORE_FLAGS, JSON,
     "run failed or abandoned trials again",
     "For failures whose cause you have fixed, such as a wrong command. The "
     "trials become pending again with the same numbers and values, and the "
     "model forgets their failures. The next run or ask takes them. A pending "
     "trial whose evaluation was lost can be named, too. Without ID: all "
     "failed trials."},
    {"requeue", "STUDY [ID...]", inlay_cmd_retry, STORE_FLAGS, JSON,
     "another name of retry", "See 'inlay help retry'."},
    {"abandon", "STUDY ID...", inlay_cmd_abandon, WHY_FLAGS, JSON,
     "give pending trials up",
     "Nothing is learnt from an abandoned trial, it takes nothing of the "
     "budget, and its configuration may be suggested again. 'inlay retry' puts "
     "it back. To stop a trial that 'inlay run' is evaluating, stop the run "
     "first."},
    {"amend", "STUDY ID [VALUE]", inlay_cmd_amend, TELL_FLAGS, JSON,
     "correct the result of a trial",
     "VALUE and the flags are those of 'inlay tell' and replace what was told "
     "before; a result that lacks an output is refused. 'inlay show "
     "STUDY ID' prints both."},
    {"discard", "STUDY ID...", inlay_cmd_discard, WHY_FLAGS, JSON,
     "keep results, but let them count for nothing",
     "A discarded trial is kept and shown, but it is not the best, no model "
     "learns from it, it takes nothing of the budget, and its configuration "
     "may be suggested again."},
    {"restore", "STUDY ID...", inlay_cmd_restore, STORE_FLAGS, JSON,
     "make discarded results count again", ""},
    {"note", "STUDY ID [KEY=TEXT...]", inlay_cmd_note, NOTE_FLAGS, JSON,
     "keep notes and tags with a trial",
     "KEY=TEXT sets an attribute, a word alone is a tag, and a text with "
     "spaces but without = is the attribute 'note'. ID 0 is the study itself. "
     "Without KEY: prints the attributes."},
    {"best", "STUDY", inlay_cmd_best, STORE_FLAGS, JSON,
     "print the best configuration",
     "Prints the best trial so far and the configuration that the model "
     "recommends."},
    {"show", "STUDY [ID]", inlay_cmd_show, SHOW_FLAGS, JSON, "print the trials",
     "Prints a table of all trials with their state, value and configuration. "
     "With ID: everything about that trial, and what happened to it."},
    {"status", "STUDY", inlay_cmd_status, STORE_FLAGS, JSON,
     "print how far a study is",
     "Counts the trials, and says which run, where, and how long the rest of "
     "the budget may take. Exit code 7: no run is alive."},
    {"watch", "STUDY", inlay_cmd_watch, STORE_FLAGS, 0,
     "follow a run that goes on elsewhere",
     "Shows what 'inlay run' shows, until no run is alive. Ctrl-C ends the "
     "watching, not the run."},
    {"reset", "STUDY", inlay_cmd_reset, RESET_FLAGS, JSON, "start a study anew",
     "Moves the store and its folder of outputs to the next free name, such as "
     "NAME.inlay.1, after asking. Refused while a run is alive."},
    {"explain", "STUDY [ID]", inlay_cmd_explain, STORE_FLAGS, JSON,
     "explain why a trial was suggested",
     "Prints what the model expected when trial ID was suggested, the result, "
     "which variables matter and which trials are close to it. Without ID: the "
     "next suggestion, which is not recorded."},
    {"plot", "STUDY", inlay_cmd_plot, PLOT_FLAGS, 0,
     "draw the progress and the model",
     "Draws the value of each trial and the best so far. For the most "
     "important variables it also draws what the model expects along each, "
     "plus or minus two standard deviations, and the acquisition function, "
     "such as the expected improvement. Needs gnuplot. Without --output, the "
     "picture is an .svg file next to the store."},
    {"export", "STUDY", inlay_cmd_export, EXPORT_FLAGS, 0,
     "write the finished trials for other programs",
     "Numbers are exact. 'inlay import' reads both formats. The default is "
     "CSV, unless FILE ends in .jsonl or .json."},
    {"import", "STUDY FILE", inlay_cmd_import, IMPORT_FLAGS, JSON,
     "add finished trials from a file",
     "FILE (- for standard input) is the output of 'inlay export' or a table "
     "of your own: CSV with the names of the variables in its header, or JSON "
     "lines such as {\"x\": {...}, \"y\": 0.5}. If FILE contains a mistake, no "
     "trial is added.\n"
     "If FILE is the config.json of Spearmint, STUDY is the study file to "
     "write."},
    {"check", "STUDY", inlay_cmd_check, STORE_FLAGS, JSON,
     "check the store for damage and assess the model",
     "Reports damage, repeated configurations, failures by reason, lost "
     "trials, how well the model predicts trials it has not seen, and whether "
     "the best value is still improving. Exit code 6: the store is damaged."},
    {"stdio", "STUDY", inlay_cmd_stdio, STDIO_FLAGS, OPTIONS,
     "ask and tell by lines of JSON, for other languages",
     "Reads one request per line from standard input and prints one answer per "
     "line. Without --store, the study is kept in memory only.\n"
     "{\"op\": \"ask\"} gives {\"id\": 1, \"x\": {...}}; {\"op\": \"tell\", "
     "\"id\": 1, \"y\": 0.25} gives {\"ok\": true}. A mistake gives "
     "{\"error\": ...}; when every configuration has been suggested, ask gives "
     "{\"exhausted\": true}.\n"
     "Operations on trials, and their keys: ask (n); tell and amend (id; y, "
     "values or failed; variance; metrics); add (x, and what tell has; or "
     "trials, an "
     "array of such, which are added all or none); enqueue and find (x); show "
     "(id, times) and changes (id); abandon and discard (id, why); requeue and "
     "restore (id); note (id, attributes); lease (seconds) and renew.\n"
     "On the study: info, best, explain (id), check, options, change (study), "
     "is_better (a, b), last_ask and last_revision.\n"
     "On the model: predict (x), recommend, slice (variable or variables, x, "
     "resolution), noise, and relevance, leave_one_out and hyperparameters "
     "(output).\n"
     "With several outputs y is an object, {\"loss\": 0.25, \"ms\": 12}, or "
     "values is. A trial that lacks one of them has failed, and the answer "
     "says "
     "so. In note and changes id 0 is the study; note without attributes shows "
     "them. deadline, in seconds, ends ask, best, explain, check and what asks "
     "the model: {\"stopped\": true}.\n"
     "Section 7 of the guide shows each message with its answer."},
    {"help", "[TOPIC]", inlay_cmd_help, NULL, 0,
     "explain a command, the study file or the options",
     "TOPIC is a command, 'study' for the keys of a study file, or 'options' "
     "for the settings of the methods."},
    {"man", "", inlay_cmd_man, NULL, 0, "print the manual page",
     "To read it: inlay man | man -l -"},
    {"completion", "SHELL [WORD...]", inlay_cmd_completion, NULL, 0,
     "print a completion script for the shell",
     "SHELL is bash, zsh or fish. To use it: source <(inlay completion bash), "
     "the same with zsh, or: inlay completion fish | source. 'make install' "
     "has installed all three. The scripts call it with the words of a command "
     "line, after --, for what the last of them may be."},
    {"schema", "", inlay_cmd_schema, NULL, 0,
     "print a JSON Schema of study files",
     "With it, editors can complete and check a study file that names it as "
     "\"$schema\"."},
    {"version", "", inlay_cmd_version, NULL, JSON, "print the version", ""},
};

const struct inlay_command *inlay_command_at(size_t i)
{
    return i < LENGTH(COMMANDS) ? &COMMANDS[i] : NULL;
}

const struct inlay_command *inlay_command_find(const char *name)
{
    for (size_t k = 0; k < LENGTH(COMMANDS); k++)
        if (strcmp(COMMANDS[k].name, name) == 0)
            return &COMMANDS[k];
    return NULL;
}

inlay_status inlay_command_refuse(const char *name, inlay_error *err)
{
    const struct inlay_shown shown = inlay_shown_text(name);
    const char *names[LENGTH(COMMANDS)];

    if (inlay_text_ends_with(name, ".json") ||
        inlay_text_ends_with(name, ".inlay"))
        return inlay_fail(err, INLAY_EINVAL,
                          "'%s' is where the command should be: inlay COMMAND "
                          "%s; 'inlay help' lists the commands",
                          shown.text, shown.text);
    for (size_t i = 0; i < LENGTH(COMMANDS); i++)
        names[i] = COMMANDS[i].name;
    const char *near = inlay_text_nearest(name, names, LENGTH(COMMANDS));
    return inlay_fail(err, INLAY_EINVAL, "unknown command '%s'%s", shown.text,
                      near ? inlay_shown_guess(near).text
                           : "; 'inlay help' lists the commands");
}

/* ---- The command line ---------------------------------------------------- */

int inlay_command_line(int argc, char **argv)
{
    struct inlay_args args = {0};
    inlay_error err = {0};

    if (inlay_args_parse(argc, argv, &args, &err) != INLAY_OK) {
        args.use_color = inlay_say_wants_color(INLAY_COLOR_AUTO);
        inlay_say_error(&args, "%s", err.msg);
        return err.code == INLAY_ENOMEM ? INLAY_EXIT_FAILED : INLAY_EXIT_USAGE;
    }
    args.use_color = inlay_say_wants_color(args.color);
    /* With --help or --version, the command itself does not run. */
    inlay_command_fn *run = args.wants_version ? inlay_cmd_version
                            : args.wants_help  ? inlay_cmd_help
                                               : args.command->run;
    const int code = inlay_say_end(run(&args));
    inlay_args_clear(&args);
    return code;
}
