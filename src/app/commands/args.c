/*
 * args.c: the command line against the tables of commands, keys and options.
 *
 * By hand and not with getopt_long, which is not POSIX, prints messages of its
 * own and takes -0.5 for flags.
 *
 * Invariant: each array of args has room for every word of the command line.
 */
#include "app/commands/args.h"

#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"
#include "problem/space.h"

/* A command line that is read. */
struct reader {
    char *const *argv;
    int argc, at;
    bool flags_are_over;
    struct inlay_args args;
};

/* What a flag's name stands for. */
enum kind { GLOBAL, OWN, SETTING };

struct known {
    enum kind kind;
    const char *name; /* as in its table */
    const char *flag; /* without its dashes */
    const char *what; /* NULL: takes no value */
};

/* ---- Names --------------------------------------------------------------- */

/* _ and - are one letter; the name ends with a zero or with '='. */
static bool is_name(const char *word, const char *name)
{
    for (; *name != '\0'; word++, name++) {
        const char a = *word == '_' ? '-' : *word;
        const char b = *name == '_' ? '-' : *name;

        if (a != b)
            return false;
    }
    return *word == '\0' || *word == '=';
}

/* Flag i of those that a command has, or false.  Before the command there are
 * the global ones only. */
static bool known_at(const struct inlay_command *command, size_t i,
                     struct known *out, char *letter)
{
    const struct inlay_flag *lists[] = {inlay_command_global_flags(),
                                        command ? command->flags : NULL};
    struct inlay_key key;

    for (size_t k = 0; k < 2 && lists[k]; k++)
        for (const struct inlay_flag *f = lists[k]; f->name; f++)
            if (i-- == 0) {
                *out = (struct known){k == 0 ? GLOBAL : OWN, f->name, f->name,
                                      f->what};
                *letter = f->letter;
                return true;
            }
    for (size_t k = 0; command && inlay_key_at(k, &key); k++)
        if (inlay_command_takes(command, &key) && i-- == 0) {
            *out = (struct known){SETTING, key.name, key.flag, key.what};
            *letter = '\0';
            return true;
        }
    return false;
}

/* The flag that `word` names, up to its '='. */
static bool find_long(const struct inlay_command *command, const char *word,
                      struct known *out)
{
    char letter;

    for (size_t i = 0; known_at(command, i, out, &letter); i++)
        if (is_name(word, out->flag))
            return true;
    return false;
}

static bool find_letter(const struct inlay_command *command, char wanted,
                        struct known *out)
{
    char letter;

    for (size_t i = 0; known_at(command, i, out, &letter); i++)
        if (letter == wanted)
            return true;
    return false;
}

/* ---- Unknown flags ------------------------------------------------------- */

/* The name in a flag, up to its '=', with dashes. */
struct dashed {
    char text[64];
};

static struct dashed dashed(const char *word)
{
    struct dashed out = {""};

    for (size_t i = 0; i + 1 < sizeof out.text && word[i] && word[i] != '=';
         i++)
        out.text[i] = (char)(word[i] == '_' ? '-' : word[i]);
    return out;
}

/* What other programs call otherwise: a flag of init, or a key. */
static const char *alias_of(const char *word)
{
    static const struct {
        const char *theirs, *ours;
    } row[] = {
        {"float", "real"},          {"double", "real"},
        {"int", "integer"},         {"bool", "boolean"},
        {"choice", "categorical"},  {"cat", "categorical"},
        {"choices", "categorical"},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (is_name(word, row[i].theirs))
            return row[i].ours;
    return inlay_key_nearest(word);
}

/* The flag of this command that was probably meant, in *out. */
static bool suggest(const struct inlay_command *command, const char *word,
                    struct known *out)
{
    enum { MAX_FLAGS = 48 };
    const char *names[MAX_FLAGS], *alias = alias_of(word), *near;
    size_t n = 0;
    char letter;

    if (alias && find_long(command, alias, out))
        return true;
    for (; known_at(command, n, out, &letter); n++) {
        assert(n < MAX_FLAGS);
        names[n] = out->flag;
    }
    near = inlay_text_nearest(dashed(word).text, names, n);
    return near && find_long(command, near, out);
}

/* Version 0.1.0 had a flag for each option. */
static inlay_status fail_option(const struct reader *r, const char *word,
                                const char *name, inlay_error *err)
{
    const char *value = strchr(word, '=');
    const char *next = r->at + 1 < r->argc ? r->argv[r->at + 1] : "--";

    value = value ? value + 1 : strncmp(next, "--", 2) == 0 ? "VALUE" : next;
    return inlay_fail(err, INLAY_EINVAL,
                      "'--%s' is an option: write --option %s=%s",
                      dashed(word).text, name, inlay_shown_text(value).text);
}

/* The name of the option that `word` is, or was in version 0.1.0, or NULL. */
static const char *option_of(const struct inlay_command *command,
                             const char *word)
{
    struct known flag;
    struct inlay_key key;

    if (!find_long(command, "option", &flag))
        return NULL;
    for (size_t i = 0; inlay_key_option_at(i, &key); i++) {
        const char *last = strchr(key.name, '.');

        if (is_name(word, key.name) || (last && is_name(word, last + 1)))
            return key.name;
    }
    return NULL;
}

static inlay_status fail_unknown(const struct reader *r, const char *shown,
                                 const char *word, inlay_error *err)
{
    const struct inlay_command *command = r->args.command;
    const char *option = option_of(command, word);
    struct known near;

    if (option)
        return fail_option(r, word, option, err);
    if (suggest(command, word, &near))
        return inlay_fail(err, INLAY_EINVAL,
                          "unknown flag '%s'; did you mean '--%s'?",
                          inlay_shown_text(shown).text, near.flag);
    if (!command)
        return inlay_fail(err, INLAY_EINVAL,
                          "unknown flag '%s' before the command; flags of a "
                          "command stand after it",
                          inlay_shown_text(shown).text);
    return inlay_fail(err, INLAY_EINVAL,
                      "unknown flag '%s'; 'inlay help %s' lists them",
                      inlay_shown_text(shown).text, command->name);
}

/* ---- Flags --------------------------------------------------------------- */

static inlay_status set_colour(struct inlay_args *args, const char *value,
                               inlay_error *err)
{
    static const char *const names[] = {"auto", "always", "never"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(value, names[i]) == 0) {
            args->colour = (enum inlay_colour)i;
            return INLAY_OK;
        }
    return inlay_fail(err, INLAY_EINVAL,
                      "--color: '%s' is not one of auto, always, never",
                      inlay_shown_text(value).text);
}

static inlay_status set_global(struct inlay_args *args, const char *name,
                               const char *value, inlay_error *err)
{
    if (strcmp(name, "color") == 0)
        return set_colour(args, value, err);
    if (strcmp(name, "help") == 0)
        args->wants_help = true;
    else if (strcmp(name, "quiet") == 0)
        args->is_quiet = true;
    else if (strcmp(name, "json") == 0)
        args->is_json = true;
    else
        args->wants_version = true;
    return INLAY_OK;
}

static inlay_status give(struct inlay_args *args, const struct known *known,
                         const char *value, inlay_error *err)
{
    const struct inlay_setting setting = {known->name, value};

    if (known->kind == GLOBAL)
        return set_global(args, known->name, value, err);
    if (known->kind == OWN)
        args->flags[args->n_flags++] = setting;
    else
        args->settings[args->n_settings++] = setting;
    return INLAY_OK;
}

/* The next word as the value of a flag.  One that looks like a flag is more
 * likely a forgotten value. */
static inlay_status take_value(struct reader *r, const struct known *known,
                               const char **value, inlay_error *err)
{
    const char *next = r->at + 1 < r->argc ? r->argv[r->at + 1] : NULL;
    if (!next)
        return inlay_fail(err, INLAY_EINVAL, "--%s needs a value: --%s %s",
                          known->flag, known->flag, known->what);
    if (strncmp(next, "--", 2) == 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "--%s needs a value: --%s %s; if '%s' is it: --%s=%s",
                          known->flag, known->flag, known->what,
                          inlay_shown_text(next).text, known->flag,
                          inlay_shown_text(next).text);
    r->at++;
    *value = next;
    return INLAY_OK;
}

static inlay_status read_long(struct reader *r, const char *word,
                              inlay_error *err)
{
    const char *name = word + 2, *value = strchr(word, '=');
    struct known known;
    inlay_status st = INLAY_OK;

    if (!find_long(r->args.command, name, &known))
        return fail_unknown(r, word, name, err);
    if (value && !known.what)
        return inlay_fail(err, INLAY_EINVAL, "--%s takes no value, not '%s'",
                          known.flag, inlay_shown_text(value + 1).text);
    if (value)
        value++;
    else if (known.what)
        st = take_value(r, &known, &value, err);
    return st == INLAY_OK ? give(&r->args, &known, value, err) : st;
}

/* -qn5: switches, then one that takes the rest or the next word. */
static inlay_status read_letters(struct reader *r, const char *word,
                                 inlay_error *err)
{
    for (const char *at = word + 1; *at != '\0'; at++) {
        const char *value = NULL;
        struct known known;
        inlay_status st = INLAY_OK;

        if (!find_letter(r->args.command, *at, &known))
            return fail_unknown(r, word, word + 1, err);
        if (known.what && at[1] != '\0')
            value = at + 1;
        else if (known.what)
            st = take_value(r, &known, &value, err);
        if (st == INLAY_OK)
            st = give(&r->args, &known, value, err);
        if (st != INLAY_OK || known.what)
            return st;
    }
    return INLAY_OK;
}

/* ---- Words --------------------------------------------------------------- */

static inlay_status fail_command(const char *name, inlay_error *err)
{
    const char *near = inlay_command_nearest(name);
    const struct inlay_shown shown = inlay_shown_text(name);

    if (inlay_text_ends_with(name, ".json") ||
        inlay_text_ends_with(name, ".inlay"))
        return inlay_fail(err, INLAY_EINVAL,
                          "'%s' stands where a command should: inlay COMMAND "
                          "%s; 'inlay help' lists the commands",
                          shown.text, shown.text);
    if (near)
        return inlay_fail(err, INLAY_EINVAL,
                          "unknown command '%s'; did you mean '%s'?",
                          shown.text, near);
    return inlay_fail(err, INLAY_EINVAL,
                      "unknown command '%s'; 'inlay help' lists them",
                      shown.text);
}

static inlay_status read_command(struct inlay_args *args, const char *name,
                                 inlay_error *err)
{
    const struct inlay_command *command = inlay_command_find(name);

    if (!command)
        return fail_command(name, err);
    args->command = command;
    return INLAY_OK;
}

static bool is_negative_number(const char *word)
{
    static const char *const words[] = {"-inf", "-infinity", "-nan"};
    double v = 0.0;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return inlay_text_to_number(word, &v);
}

static inlay_status read_word(struct reader *r, const char *word,
                              inlay_error *err)
{
    if (!r->flags_are_over && strcmp(word, "--") == 0) {
        r->flags_are_over = true;
        return INLAY_OK;
    }
    if (!r->flags_are_over && word[0] == '-' && word[1] != '\0' &&
        !is_negative_number(word))
        return word[1] == '-' ? read_long(r, word, err)
                              : read_letters(r, word, err);
    if (!r->args.command)
        return read_command(&r->args, word, err);
    r->args.words[r->args.n_words++] = word;
    return INLAY_OK;
}

/* ---- The whole ----------------------------------------------------------- */

static inlay_status check_whole(const struct inlay_args *args, inlay_error *err)
{
    const struct inlay_command *command = args->command;

    if (args->wants_help || args->wants_version)
        return INLAY_OK;
    if (!command)
        return inlay_fail(err, INLAY_EINVAL,
                          "which command? 'inlay help' lists them");
    if (args->is_json && !command->has_json)
        return inlay_fail(err, INLAY_EINVAL,
                          "--json: '%s' has no results to print as JSON",
                          command->name);
    if (args->n_words > command->max_args)
        return inlay_fail(err, INLAY_EINVAL,
                          "'%s' is one argument too many: inlay %s%s%s",
                          inlay_shown_text(args->words[command->max_args]).text,
                          command->name, command->arguments[0] ? " " : "",
                          command->arguments);
    if (args->n_words < command->min_args)
        return inlay_fail(err, INLAY_EINVAL,
                          "an argument is missing: inlay %s %s", command->name,
                          command->arguments);
    return INLAY_OK;
}

inlay_status inlay_args_parse(int argc, char *const *argv,
                              struct inlay_args *out, inlay_error *err)
{
    const size_t n = argc > 0 ? (size_t)argc : 0;
    struct reader r = {.argv = argv, .argc = argc, .at = 1};
    struct inlay_args *args = &r.args;
    inlay_status st = INLAY_OK;

    args->words = inlay_mem_new(n, sizeof *args->words);
    args->flags = inlay_mem_new(n, sizeof *args->flags);
    args->settings = inlay_mem_new(n, sizeof *args->settings);
    if (!args->words || !args->flags || !args->settings)
        st = inlay_fail_memory(err, "the command line");
    for (; st == INLAY_OK && r.at < argc; r.at++)
        st = read_word(&r, argv[r.at], err);
    if (st == INLAY_OK)
        st = check_whole(args, err);
    if (st == INLAY_OK)
        *out = *args;
    else
        inlay_args_clear(args);
    return st;
}

void inlay_args_clear(struct inlay_args *args)
{
    inlay_mem_free(args->words);
    inlay_mem_free(args->flags);
    inlay_mem_free(args->settings);
    *args = (struct inlay_args){0};
}

static const struct inlay_setting *find_flag(const struct inlay_args *args,
                                             const char *flag)
{
    for (size_t i = args->n_flags; i > 0; i--)
        if (strcmp(args->flags[i - 1].name, flag) == 0)
            return &args->flags[i - 1];
    return NULL;
}

const char *inlay_args_get(const struct inlay_args *args, const char *flag)
{
    const struct inlay_setting *found = find_flag(args, flag);

    return found ? found->value : NULL;
}

bool inlay_args_has(const struct inlay_args *args, const char *flag)
{
    return find_flag(args, flag) != NULL;
}

inlay_status inlay_args_apply(const struct inlay_args *args,
                              struct inlay_study_file *file, inlay_error *err)
{
    inlay_status st = INLAY_OK;

    for (size_t i = 0; i < args->n_settings && st == INLAY_OK; i++)
        st = inlay_study_file_set(file, args->settings[i].name,
                                  args->settings[i].value, err);
    return st;
}
