/*
 * command.c: placeholders, environment and standard input of a worker.
 *
 * Nothing here is quoted or escaped but JSON: a worker is started with a list
 * of arguments, and no shell ever sees a value.
 *
 * Braces in a word are read from left to right.  A {{ is remembered until the
 * }} that closes it, and only so is a }} one brace: JSON within JSON ends with
 * two that are meant.
 */
#include "run/command.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "problem/configuration.h"

enum { TRIAL, SEED, WORKDIR, N_OWN };

/* Placeholders that are no variables of the study, and where the environment
 * has them. */
static const char *const OWN[N_OWN] = {"trial", "seed", "workdir"};
static const char *const OWN_ENTRIES[N_OWN] = {
    "INLAY_TRIAL=", "INLAY_SEED=", "INLAY_WORKDIR="};

static const char X_PREFIX[] = "INLAY_X_";

/* ---- Placeholders -------------------------------------------------------- */

static void print_own(const struct inlay_command_trial *t, size_t which,
                      struct inlay_text *out)
{
    if (which == TRIAL)
        inlay_text_add_integer(out, t->trial);
    else if (which == SEED)
        inlay_text_printf(out, "%" PRIu64, t->seed);
    else
        inlay_text_add(out, t->workdir);
}

static bool is_text(const char *bytes, size_t n, const char *text)
{
    return strlen(text) == n && memcmp(bytes, text, n) == 0;
}

/* A digit, an ASCII letter. */
static bool is_plain(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

/* Bytes of a UTF-8 character that is not ASCII pass as letters. */
static bool is_namelike(const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_plain(bytes[i]) && !strchr("_.-", bytes[i]) &&
            (unsigned char)bytes[i] < 0x80)
            return false;
    return n > 0;
}

/* The message for an unknown name, with the nearest that is known. */
static inlay_status refuse(const inlay_space *space, const char *bytes,
                           size_t n, inlay_error *err)
{
    char *name = inlay_mem_bytes(bytes, n);

    if (!name)
        return inlay_fail_memory(err, "a message");
    const struct inlay_shown shown = inlay_shown_text(name);
    const char *meant = inlay_text_nearest(name, inlay_space_names(space),
                                           inlay_space_n_variables(space));
    if (!meant)
        meant = inlay_text_nearest(name, OWN, N_OWN);
    inlay_mem_free(name);
    if (!meant)
        return inlay_fail(err, INLAY_EINVAL,
                          "command: {%s} is not a variable, {trial}, {seed} or "
                          "{workdir}; for the text itself, write {{%s}}",
                          shown.text, shown.text);
    return inlay_fail(err, INLAY_EINVAL,
                      "command: {%s} is not a variable; did you mean {%s}? For "
                      "the text itself, write {{%s}}",
                      shown.text, inlay_shown_text(meant).text, shown.text);
}

/* Adds the value of the placeholder of that name, if it is one.  Without x it
 * is only looked for. */
static bool expand_name(const struct inlay_command_trial *t, const char *name,
                        size_t n, struct inlay_text *out)
{
    inlay_error err = {0};

    for (size_t i = 0; i < inlay_space_n_variables(t->space); i++)
        if (is_text(name, n, inlay_space_var(t->space, i)->is.name)) {
            if (t->x)
                inlay_configuration_add_plain(out, inlay_space_var(t->space, i),
                                              &t->x[i]);
            return true;
        }
    for (size_t i = 0; i < N_OWN; i++)
        if (is_text(name, n, OWN[i])) {
            if (t->x)
                print_own(t, i, out);
            return true;
        }
    if (is_namelike(name, n)) {
        refuse(t->space, name, n, &err);
        inlay_text_fail(out, &err);
    }
    return false;
}

/* What begins with the '{' at *at; moves *at behind what was read. */
static void expand_brace(const struct inlay_command_trial *t, const char **at,
                         size_t *n_open, struct inlay_text *out)
{
    const char *name = *at + 1;

    if (*name == '{') {
        ++*n_open;
        *at += 2;
        inlay_text_add(out, "{");
        return;
    }
    const char *end = strchr(name, '}');
    const bool is_known =
        end && expand_name(t, name, (size_t)(end - name), out);
    if (!is_known)
        inlay_text_add(out, "{");
    *at = is_known ? end + 1 : name;
}

static void expand_word(const struct inlay_command_trial *t, const char *word,
                        struct inlay_text *out)
{
    size_t n_open = 0; /* {{ that wait for their }} */

    while (*word != '\0') {
        const size_t n = strcspn(word, "{}");

        inlay_text_add_bytes(out, word, n);
        word += n;
        if (*word == '{') {
            expand_brace(t, &word, &n_open, out);
        } else if (*word == '}') {
            const bool is_double = n_open > 0 && word[1] == '}';

            inlay_text_add(out, "}");
            n_open -= is_double;
            word += is_double ? 2 : 1;
        }
    }
}

inlay_status inlay_command_check(const char *const *words, size_t n,
                                 const inlay_space *space, inlay_error *err)
{
    const struct inlay_command_trial t = {.space = space};
    struct inlay_text text = {0};

    if (n == 0)
        return inlay_fail(err, INLAY_EINVAL, "the command is empty");
    for (size_t i = 0; i < n; i++)
        expand_word(&t, words[i], &text);
    const inlay_status st = inlay_text_status(&text, err);
    inlay_text_clear(&text);
    return st;
}

void inlay_command_free(char **list)
{
    for (char **item = list; item && *item; item++)
        inlay_mem_free(*item);
    inlay_mem_free(list);
}

inlay_status inlay_command_expand(const char *const *words, size_t n,
                                  const struct inlay_command_trial *t,
                                  char ***argv, inlay_error *err)
{
    char **list = inlay_mem_new(n + 1, sizeof *list);
    inlay_status st = INLAY_OK;

    if (!list)
        return inlay_fail_memory(err, "a command");
    for (size_t i = 0; i < n && st == INLAY_OK; i++) {
        struct inlay_text word = {0};

        expand_word(t, words[i], &word);
        st = inlay_text_end(&word, &list[i], err);
    }
    if (st == INLAY_OK)
        *argv = list;
    else
        inlay_command_free(list);
    return st;
}

/* ---- Environment --------------------------------------------------------- */

/* A name that only we give: INLAY_TRIAL and its like, INLAY_X_... */
static bool is_ours(const char *entry)
{
    for (size_t i = 0; i < N_OWN; i++)
        if (strncmp(entry, OWN_ENTRIES[i], strlen(OWN_ENTRIES[i])) == 0)
            return true;
    return strncmp(entry, X_PREFIX, strlen(X_PREFIX)) == 0;
}

static bool has_name(char *const *entries, size_t n, const char *name,
                     size_t n_name)
{
    for (size_t i = 0; i < n; i++)
        if (strncmp(entries[i], name, n_name) == 0 && entries[i][n_name] == '=')
            return true;
    return false;
}

/* INLAY_X_name in text, another than the n entries have. */
static void print_x_name(const char *name, char *const *entries, size_t n,
                         struct inlay_text *text)
{
    struct inlay_text plain = {0};

    inlay_text_add(&plain, X_PREFIX);
    for (; *name; name++) /* one for a character of several bytes */
        if (is_plain(*name))
            inlay_text_add_bytes(&plain, name, 1);
        else if (!inlay_utf8_continues(*name))
            inlay_text_add(&plain, "_");
    inlay_text_add_text(text, &plain);
    for (unsigned k = 2; has_name(entries, n, inlay_text_view(text), text->n);
         k++) {
        inlay_text_cut(text, 0);
        inlay_text_printf(text, "%s_%u", plain.bytes, k);
    }
    inlay_text_clear(&plain);
}

/* The entry of variable i; entries has those of the variables before. */
static inlay_status add_variable(const struct inlay_command_trial *t, size_t i,
                                 char **entries, inlay_error *err)
{
    struct inlay_text text = {0};

    print_x_name(inlay_space_var(t->space, i)->is.name, entries, i, &text);
    inlay_text_add(&text, "=");
    inlay_configuration_add_plain(&text, inlay_space_var(t->space, i),
                                  &t->x[i]);
    return inlay_text_end(&text, &entries[i], err);
}

static inlay_status add_own(const struct inlay_command_trial *t, char **entries,
                            inlay_error *err)
{
    inlay_status st = INLAY_OK;

    for (size_t i = 0; i < N_OWN && st == INLAY_OK; i++) {
        struct inlay_text text = {0};

        inlay_text_add(&text, OWN_ENTRIES[i]);
        print_own(t, i, &text);
        st = inlay_text_end(&text, &entries[i], err);
    }
    return st;
}

inlay_status inlay_command_environment(char *const *parent,
                                       const struct inlay_command_trial *t,
                                       char ***environment, inlay_error *err)
{
    const size_t n_vars = inlay_space_n_variables(t->space);
    size_t n_parent = 0, n = 0;

    while (parent && parent[n_parent])
        n_parent++;
    char **list = inlay_mem_new(n_parent + N_OWN + n_vars + 1, sizeof *list);
    if (!list)
        return inlay_fail_memory(err, "an environment");
    inlay_status st = INLAY_OK;
    for (size_t i = 0; i < n_parent && st == INLAY_OK; i++) {
        if (is_ours(parent[i]))
            continue;
        list[n] = inlay_mem_text(parent[i]);
        if (!list[n++])
            st = inlay_fail_memory(err, "an environment");
    }
    if (st == INLAY_OK)
        st = add_own(t, list + n, err);
    for (size_t i = 0; i < n_vars && st == INLAY_OK; i++)
        st = add_variable(t, i, list + n + N_OWN, err);
    if (st == INLAY_OK)
        *environment = list;
    else
        inlay_command_free(list);
    return st;
}

/* ---- Standard input ------------------------------------------------------ */

void inlay_command_input(const struct inlay_command_trial *t,
                         struct inlay_text *out)
{
    struct inlay_json_writer w = {.text = out};

    inlay_json_begin_object(&w, NULL, INLAY_JSON_LINE);
    inlay_json_write_integer(&w, "trial", t->trial);
    inlay_text_printf(inlay_json_write_value(&w, "seed"), "%" PRIu64, t->seed);
    inlay_json_write_text(&w, "workdir", t->workdir);
    inlay_configuration_add_object(inlay_json_write_value(&w, "x"), t->space,
                                   t->x);
    inlay_json_end(&w);
    inlay_text_add(out, "\n");
}
