/*
 * candidates.c: what may stand in place of the last word of a command line.
 *
 * A value is completed by what the tables call it: FILE, NAME, NAME=VALUE, ...
 * (KINDS below), whether it is an argument of a command or the value of a flag.
 * Only words that the parser of args.c would take are offered.
 */
#include "app/commands/candidates.h"

#include <string.h>
#include <sys/stat.h>

#include "app/commands/args.h"
#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/pages/help.h"
#include "problem/space.h"

/* ---- Shells -------------------------------------------------------------- */

static const struct inlay_shell SHELLS[] = {
    {"bash", inlay_completion_bash, '\t'},
    {"zsh", inlay_completion_zsh, ':'},
    {"fish", inlay_completion_fish, '\t'},
};

const struct inlay_shell *inlay_shell_at(size_t i)
{
    return i < sizeof SHELLS / sizeof *SHELLS ? &SHELLS[i] : NULL;
}

const struct inlay_shell *inlay_shell_find(const char *name)
{
    const struct inlay_shell *shell;

    for (size_t i = 0; (shell = inlay_shell_at(i)) != NULL; i++)
        if (strcmp(shell->name, name) == 0)
            return shell;
    return NULL;
}

/* ---- A line being typed -------------------------------------------------- */

struct line {
    const struct inlay_command *command; /* NULL: not yet */
    const char *study;                   /* NULL: not yet */
    const char *store;                   /* of --store, or NULL */
    size_t n_arguments;                  /* of the command, before the word */
    struct inlay_flag
        waiting; /* for its value, which is the word; or no name */
    bool flags_are_over;
    const char *word; /* that is being typed */
    char separator;
    struct inlay_text *out;
};

static bool names_study(const struct inlay_command *command)
{
    return strncmp(command->arguments, "STUDY", strlen("STUDY")) == 0;
}

static void take_argument(struct line *line, const char *word)
{
    if (!line->command) {
        line->command = inlay_command_find(word);
        return;
    }
    if (line->n_arguments++ == 0 && names_study(line->command))
        line->study = word;
}

/* A flag before the word: is its value the next one? */
static void take_flag(struct line *line, const char *word)
{
    const bool is_long = word[1] == '-';
    struct inlay_flag flag;

    if (strncmp(word, "--store=", strlen("--store=")) == 0)
        line->store = word + strlen("--store=");
    if (strchr(word, '=') || (!is_long && word[2] != '\0'))
        return;
    if (inlay_args_find_flag(line->command, is_long ? '\0' : word[1], word + 2,
                             &flag) &&
        flag.what)
        line->waiting = flag;
}

static void take(struct line *line, const char *word)
{
    if (line->waiting.name) {
        if (strcmp(line->waiting.name, "store") == 0)
            line->store = word;
        line->waiting.name = NULL;
    } else if (!line->flags_are_over && strcmp(word, "--") == 0) {
        line->flags_are_over = true;
    } else if (!line->flags_are_over && word[0] == '-' && word[1] != '\0') {
        take_flag(line, word);
    } else {
        take_argument(line, word);
    }
}

/* ---- Candidates ---------------------------------------------------------- */

/* A line of its own, in which the separator comes once. */
static void add_char(const struct line *line, char c)
{
    if (line->separator == ':' && (c == ':' || c == '\\'))
        inlay_text_add(line->out, "\\");
    inlay_text_printf(line->out, "%c", c == '\n' || c == '\t' ? ' ' : c);
}

/* A candidate: the first `head` bytes of the word, and a name that goes on with
 * '=' or not.  NULL: no help.  A name that no line can hold is not offered. */
static void offer_open(const struct line *line, size_t head, const char *name,
                       const char *end, const char *help)
{
    const char *const parts[] = {name, end};

    if (strpbrk(name, "\n\t"))
        return;
    for (size_t i = 0; i < head; i++)
        add_char(line, line->word[i]);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (const char *c = parts[i]; *c; c++)
            add_char(line, *c);
    if (line->separator)
        inlay_text_printf(line->out, "%c", line->separator);
    for (const char *c = line->separator && help ? help : ""; *c; c++)
        inlay_text_printf(line->out, "%c", *c == '\n' ? ' ' : *c);
    inlay_text_add(line->out, "\n");
}

static void offer(const struct line *line, size_t head, const char *name,
                  const char *help)
{
    offer_open(line, head, name, "", help);
}

static void offer_choices(const struct line *line, size_t head,
                          const char *const *choices, const char *const *helps)
{
    for (size_t i = 0; choices && choices[i]; i++)
        offer(line, head, choices[i], helps ? helps[i] : NULL);
}

static void offer_key_choices(const struct line *line, size_t head,
                              const struct inlay_key *key)
{
    offer_choices(line, head, key->choices,
                  key->option ? key->option->choice_helps : NULL);
}

/* NAME=, as long as the word has no '='.  Gives where the value begins, if it is
 * one of this name, else 0. */
static size_t offer_name(const struct line *line, size_t head, const char *name,
                         const char *help)
{
    const char *typed = line->word + head;
    const size_t n = strlen(name);

    if (strncmp(typed, name, n) == 0 && typed[n] == '=')
        return head + n + 1;
    if (!strchr(typed, '='))
        offer_open(line, head, name, "=", help);
    return 0;
}

static void offer_options(const struct line *line, size_t head)
{
    struct inlay_key key;
    size_t at;

    for (size_t i = 0; inlay_key_option_at(i, &key); i++)
        if ((at = offer_name(line, head, key.name, key.help)) > 0)
            offer_key_choices(line, at, &key);
}

static void offer_commands(const struct line *line, size_t head)
{
    const struct inlay_command *command;

    for (size_t i = 0; (command = inlay_command_at(i)) != NULL; i++)
        offer(line, head, command->name, command->summary);
}

static void offer_flags(const struct line *line)
{
    const unsigned takes = line->command ? line->command->takes : 0;
    struct inlay_flag flag;
    struct inlay_key key = {0};

    for (size_t i = 0; inlay_command_flag(line->command, i, &flag); i++) {
        if (!flag.help && inlay_key_find(flag.key, &key))
            flag.help = key.help;
        if (strcmp(flag.name, "json") == 0 && !(takes & INLAY_TAKES_JSON))
            continue;
        inlay_text_add(line->out, "--");
        offer(line, 0, flag.name, flag.help);
    }
}

/* ---- Kinds of values ----------------------------------------------------- */

static void offer_files(const struct line *line, size_t head)
{
    (void)head;
    inlay_text_add(line->out, ":files\n");
}

static void offer_studies(const struct line *line, size_t head)
{
    (void)head;
    inlay_text_add(line->out, ":studies\n");
}

static void offer_topics(const struct line *line, size_t head)
{
    offer_commands(line, head);
    offer(line, head, "study", "the keys of a study file");
    offer(line, head, "options", "the settings of the methods");
}

static void offer_shells(const struct line *line, size_t head)
{
    const struct inlay_shell *shell;

    for (size_t i = 0; (shell = inlay_shell_at(i)) != NULL; i++)
        offer(line, head, shell->name, NULL);
}

/* A pipe would keep the shell waiting. */
static bool is_regular(const char *path)
{
    struct stat is;

    return stat(path, &is) == 0 && S_ISREG(is.st_mode);
}

/* fn for each variable of the study, if it can be read. */
static void for_variables(const struct line *line, size_t head,
                          void (*fn)(const struct line *line, size_t head,
                                     const inlay_variable *var))
{
    const char *words[] = {line->study};
    struct inlay_setting store = {"store", line->store};
    const struct inlay_args args = {.command = line->command,
                                    .words = words,
                                    .n_words = 1,
                                    .flags = &store,
                                    .n_flags = line->store ? 1 : 0};
    struct inlay_target target = {0};

    if (!line->study || !is_regular(line->study) ||
        inlay_target_open(&args, INLAY_TARGET_FIND, &target, NULL) != INLAY_OK)
        return;
    for (size_t i = 0; i < inlay_space_n_variables(target.file->space); i++)
        fn(line, head, &inlay_space_var(target.file->space, i)->is);
    inlay_target_clear(&target);
}

static void offer_variable(const struct line *line, size_t head,
                           const inlay_variable *var)
{
    offer(line, head, var->name, var->description);
}

static void offer_setting(const struct line *line, size_t head,
                          const inlay_variable *var)
{
    const size_t at = offer_name(line, head, var->name, var->description);

    for (size_t i = 0; at > 0 && var->labels && i < var->n_values; i++)
        offer(line, at, var->labels[i], NULL);
}

static void offer_variables(const struct line *line, size_t head)
{
    for_variables(line, head, offer_variable);
}

static void offer_settings(const struct line *line, size_t head)
{
    for_variables(line, head, offer_setting);
}

/* What the tables call a value, n bytes of it, and what it may be. */
static void offer_kind(const struct line *line, size_t head, const char *what,
                       size_t n)
{
    static const struct {
        const char *what;
        void (*fn)(const struct line *line, size_t head);
    } kinds[] = {{"STUDY", offer_studies},       {"FILE", offer_files},
                 {"NAME", offer_variables},      {"SHELL", offer_shells},
                 {"NAME=VALUE", offer_settings}, {"TOPIC", offer_topics}};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i].what) == n && strncmp(kinds[i].what, what, n) == 0)
            kinds[i].fn(line, head);
}

/* ---- The word ------------------------------------------------------------ */

static void offer_value(const struct line *line, const struct inlay_flag *flag,
                        size_t head)
{
    struct inlay_key key = {0};

    if (flag->key && inlay_key_find(flag->key, &key) &&
        key.type == INLAY_KEY_OPTIONS)
        offer_options(line, head);
    else if (flag->key)
        offer_key_choices(line, head, &key);
    else if (flag->choices)
        offer_choices(line, head, flag->choices, NULL);
    else
        offer_kind(line, head, flag->what, strlen(flag->what));
}

/* --flag=..., or a flag. */
static void offer_for_flag(const struct line *line)
{
    const char *equals = strchr(line->word, '=');
    struct inlay_flag flag;

    if (!equals)
        offer_flags(line);
    else if (line->word[1] == '-' &&
             inlay_args_find_flag(line->command, '\0', line->word + 2, &flag) &&
             flag.what)
        offer_value(line, &flag, (size_t)(equals - line->word) + 1);
}

/* "STUDY ID [VALUE...]": the last one may be repeated. */
static void offer_argument(const struct line *line)
{
    const char *at = line->command->arguments;
    const char *next = strchr(at, ' ');

    for (size_t i = 0; i < line->n_arguments; i++) {
        if (!next && !strstr(at, "..."))
            return;
        at = next ? next + 1 : at;
        next = strchr(at, ' ');
    }
    at += strspn(at, "[");
    offer_kind(line, 0, at, strcspn(at, " .]"));
}

void inlay_candidates_add(const char *const *words, size_t n, char separator,
                          struct inlay_text *out)
{
    struct line line = {.separator = separator, .out = out};

    line.word = n > 0 ? words[n - 1] : "";
    for (size_t i = 0; i + 1 < n; i++)
        take(&line, words[i]);
    if (line.waiting.name)
        offer_value(&line, &line.waiting, 0);
    else if (!line.flags_are_over && line.word[0] == '-')
        offer_for_flag(&line);
    else if (!line.command)
        offer_commands(&line, 0);
    else
        offer_argument(&line);
}
