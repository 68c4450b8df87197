/*
 * cmd.c: the table of commands, and how one is chosen and run.
 */
#include "app/commands/cmd.h"

#include <stdint.h>
#include <string.h>

#include "app/commands/args.h"
#include "app/pages/help.h"
#include "app/screen/say.h"
#include "base/text.h"

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
        {INLAY_EXIT_USAGE, "wrong usage, or a wrong study file"},
        {INLAY_EXIT_EXHAUSTED, "every configuration was asked"},
        {INLAY_EXIT_STOPPED, "a run stopped after too many failures in a row"},
        {INLAY_EXIT_STORE, "the store cannot be read or written"},
        {INLAY_EXIT_CHECK, "check found a problem"},
        {INLAY_EXIT_INTERRUPTED, "interrupted"},
    };

    if (i >= LENGTH(row))
        return NULL;
    *code = row[i].code;
    return row[i].meaning;
}

/* ---- Flags --------------------------------------------------------------- */

#define STORE                                                                  \
    {                                                                          \
        "store", '\0', "FILE", "the store; default: NAME.inlay of the study"   \
    }
#define END                                                                    \
    {                                                                          \
        NULL, '\0', NULL, NULL                                                 \
    }

static const struct inlay_flag NO_FLAGS[] = {END};
static const struct inlay_flag STORE_FLAGS[] = {STORE, END};
static const struct inlay_flag ASK_FLAGS[] = {
    {"number", 'n', "K", "so many trials at once (default 1)"}, STORE, END};
static const struct inlay_flag TELL_FLAGS[] = {
    {"failed", '\0', "WHY", "the evaluation failed, for this reason"},
    {"metrics", '\0', "JSON", "an object of other results, to be kept"},
    STORE,
    END};
static const struct inlay_flag SHOW_FLAGS[] = {
    {"csv", '\0', NULL, "as a table of comma-separated values"},
    {"state", '\0', "STATE", "only these: pending, running, done or failed"},
    {"last", '\0', "N", "only the last N"},
    STORE,
    END};
static const struct inlay_flag PLOT_FLAGS[] = {
    {"output", 'o', "FILE", "a name in .svg or .png; - for standard output"},
    {"kind", '\0', "KIND", "progress, slices, or all (default)"},
    {"variable", '\0', "NAME", "the slice of this variable alone"},
    {"at", '\0', "ID", "slices through it; default: the recommended"},
    {"size", '\0', "WxH", "in points; a PNG has two pixels a point"},
    {"script", '\0', NULL, "print the script for gnuplot, draw nothing"},
    STORE,
    END};
static const struct inlay_flag EXPORT_FLAGS[] = {
    {"csv", '\0', NULL, "as comma-separated values"},
    {"jsonl", '\0', NULL, "as JSON, one trial a line"},
    {"output", 'o', "FILE", "where it goes; default: standard output"},
    STORE,
    END};
static const struct inlay_flag IMPORT_FLAGS[] = {
    {"csv", '\0', NULL, "FILE is a table; default: as it looks"},
    {"jsonl", '\0', NULL, "FILE is JSON, one trial a line"},
    {"value", '\0', "COLUMN", "the value; default: y, value, objective, loss"},
    {"force", '\0', NULL, "overwrite a study file that is there"},
    STORE,
    END};
static const struct inlay_flag INIT_FLAGS[] = {
    {"real", '\0', "NAME=MIN..MAX[:log]", "a real variable"},
    {"integer", '\0', "NAME=MIN..MAX[:log]", "an integer variable"},
    {"ordinal", '\0', "NAME=NUMBER,...", "a variable of ordered numbers"},
    {"categorical", '\0', "NAME=VALUE,...", "a variable of names"},
    {"boolean", '\0', "NAME", "a variable that is true or false"},
    {"force", '\0', NULL, "overwrite a file that is there"},
    END};

const struct inlay_flag *inlay_command_global_flags(void)
{
    static const struct inlay_flag flags[] = {
        {"help", 'h', NULL, "what the command does, and its flags"},
        {"quiet", 'q', NULL, "results and failures only"},
        {"json", '\0', NULL, "results as JSON"},
        {"color", '\0', "WHEN", "auto (default), always or never"},
        {"version", '\0', NULL, "the version of inlay"},
        END};

    return flags;
}

/* ---- Commands ------------------------------------------------------------ */

static const struct inlay_command COMMANDS[] = {
    {.name = "init",
     .arguments = "[FILE]",
     .summary = "write a study file to start with",
     .details =
         "Writes FILE (default study.json) from the flags. Without a flag, it "
         "asks on a terminal; elsewhere it writes an example.\n"
         "--real, --integer, --ordinal, --categorical and --boolean may be "
         "repeated. --command is split into words; no shell is used.",
     .flags = INIT_FLAGS,
     .takes_plan = true,
     .takes_options = true,
     .max_args = 1,
     .run = inlay_cmd_init},
    {.name = "run",
     .arguments = "STUDY",
     .summary = "evaluate configurations until the budget is used",
     .details =
         "Runs the study's command for one configuration after the other, and "
         "keeps each result in the store. A run that was interrupted goes on "
         "when it is started again; several runs share one study. What a trial "
         "prints is kept in NAME.trials beside the store.\n"
         "Ctrl-C lets what runs end; a second one stops it, and puts it back.",
     .flags = STORE_FLAGS,
     .takes_plan = true,
     .takes_options = true,
     .has_json = true,
     .min_args = 1,
     .max_args = 1,
     .run = inlay_cmd_run},
    {.name = "ask",
     .arguments = "STUDY",
     .summary = "print a configuration to evaluate",
     .details = "The trial is pending until it is told. Exit code 3: every "
                "configuration was asked.",
     .flags = ASK_FLAGS,
     .takes_options = true,
     .has_json = true,
     .min_args = 1,
     .max_args = 1,
     .run = inlay_cmd_ask},
    {.name = "tell",
     .arguments = "STUDY ID [VALUE]",
     .summary = "give the result of a trial that was asked",
     .details = "VALUE is the objective at trial ID; --failed instead of it "
                "tells that there is none. A trial is told once.",
     .flags = TELL_FLAGS,
     .has_json = true,
     .min_args = 2,
     .max_args = 3,
     .run = inlay_cmd_tell},
    {.name = "enqueue",
     .arguments = "STUDY NAME=VALUE...",
     .summary = "say which configuration is to be tried next",
     .details = "The next run or ask takes it up: the settings you use today "
                "are a good first. A value for each variable, or one JSON "
                "object.",
     .flags = STORE_FLAGS,
     .has_json = true,
     .min_args = 2,
     .max_args = SIZE_MAX,
     .run = inlay_cmd_enqueue},
    {.name = "retry",
     .arguments = "STUDY [ID...]",
     .summary = "have failed trials evaluated again",
     .details = "For failures whose reason is gone, as a command that was "
                "wrong: the trials are pending again, with the same numbers "
                "and values, and no longer keep the search away from where "
                "they are. Without ID: all that failed.",
     .flags = STORE_FLAGS,
     .has_json = true,
     .min_args = 1,
     .max_args = SIZE_MAX,
     .run = inlay_cmd_retry},
    {.name = "best",
     .arguments = "STUDY",
     .summary = "print the best configuration",
     .details = "The best trial so far, and what the model recommends.",
     .flags = STORE_FLAGS,
     .has_json = true,
     .min_args = 1,
     .max_args = 1,
     .run = inlay_cmd_best},
    {.name = "show",
     .arguments = "STUDY",
     .summary = "print the trials",
     .details = "A table of all trials, with state, value and configuration.",
     .flags = SHOW_FLAGS,
     .has_json = true,
     .min_args = 1,
     .max_args = 1,
     .run = inlay_cmd_show},
    {.name = "explain",
     .arguments = "STUDY [ID]",
     .summary = "say why a trial was suggested",
     .details =
         "What the model believed when trial ID was asked, what came out, "
         "which "
         "variables matter and which trials are near. Without ID: the next "
         "suggestion, which is not asked.",
     .flags = STORE_FLAGS,
     .has_json = true,
     .min_args = 1,
     .max_args = 2,
     .run = inlay_cmd_explain},
    {.name = "plot",
     .arguments = "STUDY",
     .summary = "draw the progress and the model",
     .details =
         "The value of each trial and the best so far; and for each variable "
         "what the model expects along it, with two standard deviations and "
         "the expected improvement, or what else suggestions are chosen by. Of "
         "many variables, the most important. "
         "gnuplot draws it. Without --output the picture is beside the store, "
         "with the ending .svg.",
     .flags = PLOT_FLAGS,
     .min_args = 1,
     .max_args = 1,
     .run = inlay_cmd_plot},
    {.name = "export",
     .arguments = "STUDY",
     .summary = "write the finished trials for other programs",
     .details = "Numbers are exact. 'inlay import' reads both formats. The "
                "default is CSV, unless FILE ends in .jsonl or .json.",
     .flags = EXPORT_FLAGS,
     .min_args = 1,
     .max_args = 1,
     .run = inlay_cmd_export},
    {.name = "import",
     .arguments = "STUDY FILE",
     .summary = "add trials that were finished elsewhere",
     .details =
         "FILE (- is standard input) is what 'inlay export' wrote, or a table "
         "of your own: CSV whose header has the names of the variables, or "
         "JSON lines, {\"x\": {...}, \"y\": 0.5}. After a mistake in it, no "
         "trial is added.\n"
         "Where FILE is the config.json of Spearmint, STUDY is the study file "
         "that is written.",
     .flags = IMPORT_FLAGS,
     .has_json = true,
     .min_args = 2,
     .max_args = 2,
     .run = inlay_cmd_import},
    {.name = "check",
     .arguments = "STUDY",
     .summary = "look for damage in the store; judge the model",
     .details =
         "Damage, repeats, failures by reason, trials that were lost, how well "
         "the model predicts what it was not shown, and whether the best still "
         "improves. Exit code 6: the store is damaged.",
     .flags = STORE_FLAGS,
     .has_json = true,
     .min_args = 1,
     .max_args = 1,
     .run = inlay_cmd_check},
    {.name = "stdio",
     .arguments = "STUDY",
     .summary = "ask and tell by lines of JSON, for other languages",
     .details =
         "A request a line on standard input, an answer a line on standard "
         "output. The study is in memory only, unless --store names a file.\n"
         "{\"op\": \"ask\"} gives {\"id\": 1, \"x\": {...}}; {\"op\": "
         "\"tell\", \"id\": 1, \"y\": 0.25} gives {\"ok\": true}. Further: "
         "best, enqueue, add, show, info. A mistake gives {\"error\": ...}, a "
         "space that is used up {\"exhausted\": true}.",
     .flags = STORE_FLAGS,
     .takes_options = true,
     .min_args = 1,
     .max_args = 1,
     .run = inlay_cmd_stdio},
    {.name = "serve",
     .arguments = "STUDY",
     .summary = "a dashboard",
     .details = "",
     .flags = NO_FLAGS,
     .max_args = 1,
     .run = NULL},
    {.name = "help",
     .arguments = "[COMMAND]",
     .summary = "show the commands, or the flags of one",
     .details = "'inlay help study' shows the keys of a study file.",
     .flags = NO_FLAGS,
     .max_args = 1,
     .run = inlay_cmd_help},
    {.name = "man",
     .arguments = "",
     .summary = "print the manual page",
     .details = "To read it: inlay man | man -l -",
     .flags = NO_FLAGS,
     .run = inlay_cmd_man},
    {.name = "completion",
     .arguments = "bash",
     .summary = "print a completion script for a shell",
     .details = "To use it: source <(inlay completion bash)",
     .flags = NO_FLAGS,
     .min_args = 1,
     .max_args = 1,
     .run = inlay_cmd_completion},
    {.name = "schema",
     .arguments = "",
     .summary = "print a JSON Schema of study files",
     .details = "Editors use it to complete and check a study file that has "
                "its path as \"$schema\".",
     .flags = NO_FLAGS,
     .run = inlay_cmd_schema},
    {.name = "version",
     .arguments = "",
     .summary = "print the version",
     .details = "",
     .flags = NO_FLAGS,
     .has_json = true,
     .run = inlay_cmd_version},
};

const struct inlay_command *inlay_command_at(size_t i)
{
    for (size_t k = 0; k < LENGTH(COMMANDS); k++)
        if (COMMANDS[k].run && i-- == 0)
            return &COMMANDS[k];
    return NULL;
}

const struct inlay_command *inlay_command_find(const char *name)
{
    for (size_t k = 0; k < LENGTH(COMMANDS); k++)
        if (strcmp(COMMANDS[k].name, name) == 0)
            return &COMMANDS[k];
    return NULL;
}

const char *inlay_command_nearest(const char *name)
{
    const char *names[LENGTH(COMMANDS)];
    const struct inlay_command *command;
    size_t n = 0;

    for (; (command = inlay_command_at(n)) != NULL; n++)
        names[n] = command->name;
    return inlay_text_nearest(name, names, n);
}

/* ---- The command line ---------------------------------------------------- */

/* With --help and --version no other word of the command line counts. */
static int run_command(const struct inlay_args *args)
{
    if (args->wants_version)
        return inlay_cmd_version(args);
    if (args->wants_help)
        return inlay_help_show(args, args->command);
    return args->command->run(args);
}

int inlay_command_line(int argc, char **argv)
{
    struct inlay_args args = {0};
    inlay_error err = {0};

    if (inlay_args_parse(argc, argv, &args, &err) != INLAY_OK) {
        args.use_colour = inlay_say_wants_colour(INLAY_COLOUR_AUTO);
        inlay_say_error(&args, "%s", err.msg);
        return err.code == INLAY_ENOMEM ? INLAY_EXIT_FAILED : INLAY_EXIT_USAGE;
    }
    args.use_colour = inlay_say_wants_colour(args.colour);
    const int code = inlay_say_end(run_command(&args));
    inlay_args_clear(&args);
    return code;
}
