/*
 * args.c: the command line against the tables of commands, keys and options.
 *
 * Not with getopt_long, which is not POSIX, prints messages of its own and takes
 * -0.5 for flags.
 *
 * Invariant: each array of args has room for every word of the command line.
 */
#include "app/commands/args.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "app/exchange/told.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/words.h"
#include "problem/foreign.h"
#include "problem/space.h"

/* A command line being read. */
struct reader {
    char *const *argv;
    int argc, at;
    bool flags_are_over;
    struct inlay_args args;
};

/* ---- Names --------------------------------------------------------------- */

/* The name at the beginning of a word, up to '=', with dashes for underscores;
 * a name of ours is never as long as this. */
struct name {
    char text[64];
};

static struct name name_of(const char *word)
{
    struct name out = {""};

    for (size_t i = 0; i + 1 < sizeof out.text && word[i] && word[i] != '=';
         i++)
        out.text[i] = (char)(word[i] == '_' ? '-' : word[i]);
    return out;
}

static bool is_name(const char *word, const char *name)
{
    return strcmp(name_of(word).text, name_of(name).text) == 0;
}

bool inlay_args_find_flag(const struct inlay_command *command, char letter,
                          const char *word, struct inlay_flag *out)
{
    for (size_t i = 0; inlay_command_flag(command, i, out); i++)
        if (letter ? letter == out->letter : is_name(word, out->name))
            return true;
    return false;
}

/* ---- Unknown flags ------------------------------------------------------- */

/* The option that `word` names; in version 0.1.0 each was a flag, without the
 * method in front.  NULL if the command takes no options. */
static const char *option_of(const struct inlay_command *command,
                             const char *word)
{
    struct inlay_flag flag;
    struct inlay_key key;

    if (!inlay_args_find_flag(command, '\0', "option", &flag))
        return NULL;
    for (size_t i = 0; inlay_key_option_at(i, &key); i++) {
        const char *dot = strchr(key.name, '.');

        if (is_name(word, key.name) || (dot && is_name(word, dot + 1)))
            return key.name;
    }
    return NULL;
}

/* The flag of this command that was probably meant, or NULL.  Types are flags of
 * init. */
static const char *nearest(const struct inlay_command *command,
                           const char *word)
{
    enum { MAX_FLAGS = 48 };
    const char *names[MAX_FLAGS];
    const char *type = inlay_type_nearest(name_of(word).text);
    const char *key = inlay_key_nearest(name_of(word).text);
    struct inlay_flag flag;
    size_t n = 0;

    if ((type && inlay_args_find_flag(command, '\0', type, &flag)) ||
        (key && inlay_args_find_flag(command, '\0', key, &flag)))
        return flag.name;
    for (; inlay_command_flag(command, n, &flag); n++) {
        assert(n < MAX_FLAGS);
        names[n] = flag.name;
    }
    return inlay_text_nearest(name_of(word).text, names, n);
}

/* Appends the flags and options of this command that are meant by a word of other
 * programs, or else the one that is written much the same. */
static void add_guess(struct inlay_text *text,
                      const struct inlay_command *command, const char *word)
{
    enum { MAX_MEANT = 4 };
    struct inlay_shown shown[MAX_MEANT];
    const char *meant[MAX_MEANT], *ours;
    const struct name theirs = name_of(word);
    struct inlay_flag flag;
    size_t n = 0;

    for (size_t i = 0;
         i < MAX_MEANT &&
         (ours = inlay_foreign_at(INLAY_FOREIGN_KEY, theirs.text, i));
         i++) {
        const bool is_flag = inlay_args_find_flag(command, '\0', ours, &flag);

        if (!is_flag && !option_of(command, ours))
            continue;
        snprintf(shown[n].text, sizeof shown[n].text,
                 is_flag ? "'--%s'" : "'--option %s=...'",
                 is_flag ? flag.name : ours);
        meant[n] = shown[n].text;
        n++;
    }
    inlay_foreign_add_guess(text, meant, n);
    ours = n == 0 ? nearest(command, word) : NULL;
    if (ours)
        inlay_text_printf(text, "; did you mean '--%s'?", ours);
}

static inlay_status fail_option(const struct reader *r, const char *word,
                                const char *option, inlay_error *err)
{
    const char *equals = strchr(word, '=');
    const char *next = r->at + 1 < r->argc ? r->argv[r->at + 1] : "--";
    const char *value = equals                        ? equals + 1
                        : strncmp(next, "--", 2) == 0 ? "VALUE"
                                                      : next;
    const struct name name = name_of(word);
    const char *key = inlay_foreign_at(INLAY_FOREIGN_KEY, name.text, 0);

    return inlay_fail(
        err, INLAY_EINVAL, "'--%s' is an option: write --option %s=%s%s%s%s",
        name.text, option, inlay_shown_text(value).text,
        key ? "; did you mean '--" : "", key ? key : "", key ? "'?" : "");
}

static inlay_status fail_unknown(const struct reader *r, const char *shown,
                                 const char *word, inlay_error *err)
{
    const struct inlay_command *command = r->args.command;
    const struct inlay_shown flag = inlay_shown_text(shown);
    const char *option = option_of(command, word);
    struct inlay_text guess = {0};

    if (option)
        return fail_option(r, word, option, err);
    add_guess(&guess, command, word);
    if (guess.n == 0 && command)
        inlay_text_printf(&guess, "; 'inlay help %s' lists the flags",
                          command->name);
    inlay_fail(err, INLAY_EINVAL, "unknown flag '%s'%s", flag.text,
               guess.n > 0 ? inlay_text_view(&guess)
                           : " before the command; flags of a command come "
                             "after it");
    inlay_text_clear(&guess);
    return INLAY_EINVAL;
}

/* ---- Flags --------------------------------------------------------------- */

static inlay_status refuse_choice(const struct inlay_flag *flag,
                                  const char *value, inlay_error *err)
{
    const char *meant = flag->guess ? flag->guess(value) : NULL;
    struct inlay_text list = {0};
    size_t n = 0;

    for (; flag->choices[n]; n++)
        inlay_text_printf(&list, "%s%s", n > 0 ? ", " : "", flag->choices[n]);
    if (!meant)
        meant = inlay_text_nearest(value, flag->choices, n);
    inlay_fail(err, INLAY_EINVAL, "--%s: '%s' is not one of %s%s", flag->name,
               inlay_shown_text(value).text, inlay_text_view(&list),
               inlay_shown_guess(meant).text);
    inlay_text_clear(&list);
    return INLAY_EINVAL;
}

static inlay_status give(struct inlay_args *args, const struct inlay_flag *flag,
                         const char *value, inlay_error *err)
{
    size_t i = 0; /* place of the value among the choices */

    assert(value || !flag->choices); /* a choice is a value */
    while (flag->choices && flag->choices[i] &&
           strcmp(flag->choices[i], value) != 0)
        i++;
    if (flag->choices && !flag->choices[i])
        return refuse_choice(flag, value, err);
    if (flag->key)
        args->settings[args->n_settings++] =
            (struct inlay_setting){flag->key, value};
    else if (!flag->is_global)
        args->flags[args->n_flags++] =
            (struct inlay_setting){flag->name, value};
    else if (flag->what)
        args->color = (enum inlay_color)i;
    else if (strcmp(flag->name, "help") == 0)
        args->wants_help = true;
    else if (strcmp(flag->name, "quiet") == 0)
        args->is_quiet = true;
    else if (strcmp(flag->name, "json") == 0)
        args->is_json = true;
    else
        args->wants_version = true;
    return INLAY_OK;
}

/* The value is that in the flag's own word, or else the next word; but if that
 * looks like a flag, the value was probably forgotten. */
static inlay_status read_flag(struct reader *r, const struct inlay_flag *flag,
                              const char *value, inlay_error *err)
{
    const char *next = r->at + 1 < r->argc ? r->argv[r->at + 1] : NULL;

    if (!flag->what || value)
        return give(&r->args, flag, value, err);
    if (!next)
        return inlay_fail(err, INLAY_EINVAL, "--%s needs a value: --%s %s",
                          flag->name, flag->name, flag->what);
    if (strncmp(next, "--", 2) == 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "--%s needs a value: --%s %s; if '%s' is the value, "
                          "write --%s=%s",
                          flag->name, flag->name, flag->what,
                          inlay_shown_text(next).text, flag->name,
                          inlay_shown_text(next).text);
    r->at++;
    return give(&r->args, flag, next, err);
}

static inlay_status read_long(struct reader *r, const char *word,
                              inlay_error *err)
{
    const char *value = strchr(word, '=');
    struct inlay_flag flag;

    if (!inlay_args_find_flag(r->args.command, '\0', word + 2, &flag))
        return fail_unknown(r, word, word + 2, err);
    if (value && !flag.what)
        return inlay_fail(err, INLAY_EINVAL,
                          "--%s takes no value, but '%s' is given", flag.name,
                          inlay_shown_text(value + 1).text);
    return read_flag(r, &flag, value ? value + 1 : NULL, err);
}

/* -qn5: switches, then one that takes the rest or the next word. */
static inlay_status read_letters(struct reader *r, const char *word,
                                 inlay_error *err)
{
    struct inlay_flag flag = {0};
    inlay_status st = INLAY_OK;

    for (size_t i = 1; word[i] != '\0' && !flag.what && st == INLAY_OK; i++) {
        if (!inlay_args_find_flag(r->args.command, word[i], NULL, &flag))
            return fail_unknown(r, word, word + 1, err);
        st = read_flag(r, &flag, flag.what && word[i + 1] ? &word[i + 1] : NULL,
                       err);
    }
    return st;
}

/* ---- Words --------------------------------------------------------------- */

static bool is_negative_number(const char *word)
{
    double v = 0.0;

    return inlay_told_number(word, &v);
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
    if (r->args.command)
        r->args.words[r->args.n_words++] = word;
    else if (!(r->args.command = inlay_command_find(word)))
        return inlay_command_refuse(word, err);
    return INLAY_OK;
}

/* ---- The whole ----------------------------------------------------------- */

/* "STUDY ID [VALUE]": brackets mean optional, dots repeatable. */
static void count(const char *arguments, size_t *min, size_t *max)
{
    for (const char *at = arguments; *at; at += strspn(at, " ")) {
        *min += *at != '[';
        *max += 1;
        at += strcspn(at, " ");
    }
    if (strstr(arguments, "..."))
        *max = SIZE_MAX;
}

static inlay_status check_whole(const struct inlay_args *args, inlay_error *err)
{
    const struct inlay_command *command = args->command;
    size_t min = 0, max = 0;

    if (args->wants_help || args->wants_version)
        return INLAY_OK;
    if (!command)
        return inlay_fail(err, INLAY_EINVAL,
                          "a command is missing; 'inlay help' lists them");
    count(command->arguments, &min, &max);
    if (args->is_json && !(command->takes & INLAY_TAKES_JSON))
        return inlay_fail(err, INLAY_EINVAL,
                          "--json: '%s' has no results to print as JSON",
                          command->name);
    if (args->n_words > max)
        return inlay_fail(
            err, INLAY_EINVAL, "'%s' is one argument too many: inlay %s%s%s",
            inlay_shown_text(args->words[max]).text, command->name,
            command->arguments[0] ? " " : "", command->arguments);
    if (args->n_words < min)
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

static const struct inlay_setting *last(const struct inlay_args *args,
                                        const char *flag)
{
    for (size_t i = args->n_flags; i > 0; i--)
        if (strcmp(args->flags[i - 1].name, flag) == 0)
            return &args->flags[i - 1];
    return NULL;
}

const char *inlay_args_get(const struct inlay_args *args, const char *flag)
{
    return inlay_args_has(args, flag) ? last(args, flag)->value : NULL;
}

bool inlay_args_has(const struct inlay_args *args, const char *flag)
{
    return last(args, flag) != NULL;
}

void inlay_args_add_study(const struct inlay_args *args,
                          struct inlay_text *line)
{
    const char *store = inlay_args_get(args, "store");

    inlay_words_add_quoted(line, args->words[0]);
    if (store) {
        inlay_text_add(line, " --store ");
        inlay_words_add_quoted(line, store);
    }
}

inlay_status inlay_args_number(const char *text, const char *what, int64_t max,
                               int64_t *v, inlay_error *err)
{
    struct inlay_shown range = {"above 0"};

    if (!text || (inlay_text_to_integer(text, v) && *v >= 1 && *v <= max))
        return INLAY_OK;
    if (max < INT64_MAX)
        snprintf(range.text, sizeof range.text, "from 1 to %" PRId64, max);
    return inlay_fail(err, INLAY_EINVAL, "%s: '%s' is not a whole number %s",
                      what, inlay_shown_text(text).text, range.text);
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
