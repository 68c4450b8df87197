/*
 * plan.c: the table of a study file's own keys, and values set from text.
 *
 * Keys that are no row here are the library's options; they are checked and
 * kept by inlay_options_set, which knows their table.
 */
#include "run/plan.h"

#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"
#include "problem/space.h"
#include "study/spec.h"

struct row {
    struct inlay_plan_key is;
    size_t offset; /* of the member in struct inlay_plan */
};

#define MEMBER(name) offsetof(struct inlay_plan, name)

static const struct row TABLE[] = {
    {{"name", INLAY_PLAN_TEXT, 0, 0, NULL, "TEXT",
      "name of the study; default: the file's name"},
     MEMBER(name)},
    {{"variables", INLAY_PLAN_VARIABLES, 0, 0, NULL, "VARIABLES",
      "what may be varied: names, types, bounds"},
     MEMBER(space)},
    {{"command", INLAY_PLAN_WORDS, 0, 0, NULL, "COMMAND",
      "program and arguments of an evaluation; {NAME} is the value of a "
      "variable"},
     MEMBER(command)},
    {{"budget", INLAY_PLAN_INTEGER, 1, 1e9, "50", "N",
      "evaluations in all, failed ones included"},
     MEMBER(budget)},
    {{"parallel", INLAY_PLAN_INTEGER, 1, 1024, "1", "N",
      "evaluations at the same time"},
     MEMBER(parallel)},
    {{"timeout", INLAY_PLAN_NUMBER, 0, 1e9, "0", "SECONDS",
      "an evaluation is ended after so many seconds; 0: never"},
     MEMBER(timeout)},
    {{"grace", INLAY_PLAN_NUMBER, 0, 1e6, "2", "SECONDS",
      "between SIGTERM and SIGKILL, when an evaluation is ended"},
     MEMBER(grace)},
    {{"memory", INLAY_PLAN_INTEGER, 0, 1e9, "0", "MIB",
      "address space of each process of an evaluation, in MiB; 0: no limit"},
     MEMBER(memory_mib)},
    {{"retries", INLAY_PLAN_INTEGER, 0, 100, "0", "N",
      "how often a failed evaluation is started again"},
     MEMBER(retries)},
    {{"max_failures", INLAY_PLAN_INTEGER, 0, 1e9, "10", "N",
      "failed trials in a row that stop a run; 0: it is never stopped"},
     MEMBER(max_failures)},
};
enum { N_ROWS = sizeof TABLE / sizeof *TABLE };

const struct inlay_plan_key *inlay_plan_key_at(size_t i)
{
    return i < N_ROWS ? &TABLE[i].is : NULL;
}

static const struct row *row_of(const char *key)
{
    for (size_t i = 0; i < N_ROWS; i++)
        if (strcmp(TABLE[i].is.name, key) == 0)
            return &TABLE[i];
    return NULL;
}

static const inlay_option *option_of(const char *key)
{
    const inlay_option *option = NULL;

    for (size_t i = 0; (option = inlay_option_at(i)) != NULL; i++)
        if (strcmp(option->name, key) == 0)
            break;
    return option;
}

/* ---- Made and freed ------------------------------------------------------ */

inlay_status inlay_plan_new(struct inlay_plan **out, inlay_error *err)
{
    struct inlay_plan *plan = inlay_mem_new(1, sizeof *plan);

    if (!plan)
        return inlay_fail_memory(err, "a plan");
    inlay_status st = inlay_space_new(&plan->space, err);
    if (st == INLAY_OK)
        st = inlay_options_new(&plan->options, err);
    for (size_t i = 0; i < N_ROWS && st == INLAY_OK; i++)
        if (TABLE[i].is.fallback)
            st = inlay_plan_set(plan, TABLE[i].is.name, TABLE[i].is.fallback,
                                err);
    if (st == INLAY_OK)
        *out = plan;
    else
        inlay_plan_free(plan);
    return st;
}

static void free_command(struct inlay_plan *plan)
{
    for (size_t i = 0; i < plan->n_command; i++)
        inlay_mem_free(plan->command[i]);
    inlay_mem_free(plan->command);
    plan->command = NULL;
    plan->n_command = 0;
}

void inlay_plan_free(struct inlay_plan *plan)
{
    if (!plan)
        return;
    inlay_mem_free(plan->name);
    inlay_space_free(plan->space);
    inlay_options_free(plan->options);
    free_command(plan);
    inlay_mem_free(plan);
}

/* ---- Values from text ---------------------------------------------------- */

/* A place for it in a file's name is kept: a store is named after its study. */
static inlay_status set_text(const struct inlay_plan_key *key, char **member,
                             const char *value, inlay_error *err)
{
    if (value[0] == '\0')
        return inlay_fail(err, INLAY_EINVAL, "%s: is empty", key->name);
    if (strchr(value, '/'))
        return inlay_fail(err, INLAY_EINVAL,
                          "%s: '%s' has a '/', which a file's name cannot have",
                          key->name, inlay_shown_text(value).text);
    char *copy = inlay_mem_text(value);
    if (!copy)
        return inlay_fail_memory(err, "a plan");
    inlay_mem_free(*member);
    *member = copy;
    return INLAY_OK;
}

static inlay_status check_range(const struct inlay_plan_key *key, double v,
                                inlay_error *err)
{
    if (v >= key->min && v <= key->max)
        return INLAY_OK;
    return inlay_fail(err, INLAY_EINVAL,
                      "%s: %s is not between %.16g and %.16g", key->name,
                      inlay_shown_number(v).text, key->min, key->max);
}

static inlay_status set_integer(const struct inlay_plan_key *key,
                                int64_t *member, const char *value,
                                inlay_error *err)
{
    int64_t v = 0;

    if (!inlay_text_to_integer(value, &v))
        return inlay_fail(err, INLAY_EINVAL, "%s: '%s' is not a whole number",
                          key->name, inlay_shown_text(value).text);
    const inlay_status st = check_range(key, (double)v, err);
    if (st == INLAY_OK)
        *member = v;
    return st;
}

static inlay_status set_number(const struct inlay_plan_key *key, double *member,
                               const char *value, inlay_error *err)
{
    double v = 0.0;

    if (!inlay_text_to_number(value, &v))
        return inlay_fail(err, INLAY_EINVAL, "%s: '%s' is not a number",
                          key->name, inlay_shown_text(value).text);
    const inlay_status st = check_range(key, v, err);
    if (st == INLAY_OK)
        *member = v;
    return st;
}

inlay_status inlay_plan_set_command(struct inlay_plan *plan,
                                    const char *const *words, size_t n,
                                    inlay_error *err)
{
    if (n == 0 || words[0][0] == '\0')
        return inlay_fail(err, INLAY_EINVAL,
                          "command: its first word, the program, is %s",
                          n == 0 ? "missing" : "empty");
    struct inlay_plan copy = {.command =
                                  inlay_mem_new(n, sizeof *copy.command)};
    for (size_t i = 0; copy.command && i < n; i++) {
        copy.command[i] = inlay_mem_text(words[i]);
        if (!copy.command[i])
            break;
        copy.n_command++;
    }
    if (copy.n_command < n) {
        free_command(&copy);
        return inlay_fail_memory(err, "a command");
    }
    free_command(plan);
    plan->command = copy.command;
    plan->n_command = n;
    return INLAY_OK;
}

static inlay_status split_command(struct inlay_plan *plan, const char *line,
                                  inlay_error *err)
{
    char **words = NULL;
    size_t n = 0;
    inlay_status st = inlay_plan_split(line, &words, &n, err);

    if (st == INLAY_OK)
        st = inlay_plan_set_command(plan, (const char *const *)words, n, err);
    inlay_mem_free(words);
    return st;
}

static inlay_status set_row(struct inlay_plan *plan, const struct row *row,
                            const char *value, inlay_error *err)
{
    void *member = (char *)plan + row->offset;

    switch (row->is.type) {
    case INLAY_PLAN_TEXT:
        return set_text(&row->is, member, value, err);
    case INLAY_PLAN_WORDS:
        return split_command(plan, value, err);
    case INLAY_PLAN_INTEGER:
        return set_integer(&row->is, member, value, err);
    case INLAY_PLAN_NUMBER:
        return set_number(&row->is, member, value, err);
    case INLAY_PLAN_VARIABLES:
        break;
    }
    return inlay_fail(err, INLAY_EINVAL, "%s: cannot be set from text",
                      row->is.name);
}

/* ---- Suggestions --------------------------------------------------------- */

/* What people write who know another program; not near by its letters. */
struct alias {
    const char *theirs, *ours;
};

static const char *find_alias(const struct alias *row, size_t n,
                              const char *theirs)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(row[i].theirs, theirs) == 0)
            return row[i].ours;
    return NULL;
}

const char *inlay_plan_nearest_key(const char *key)
{
    static const struct alias row[] = {
        {"parameters", "variables"}, {"params", "variables"},
        {"space", "variables"},      {"evaluations", "budget"},
        {"trials", "budget"},        {"iterations", "budget"},
        {"n_trials", "budget"},      {"max_evals", "budget"},
        {"jobs", "parallel"},        {"n_jobs", "parallel"},
        {"workers", "parallel"},     {"cmd", "command"},
        {"program", "command"},      {"direction", "goal"},
        {"objective", "goal"},       {"random_seed", "seed"},
    };
    enum { MAX_KEYS = 64 };
    const char *names[MAX_KEYS];
    size_t n = 0;

    const char *meant = find_alias(row, sizeof row / sizeof *row, key);
    if (meant)
        return meant;
    while (n < N_ROWS) {
        names[n] = TABLE[n].is.name;
        n++;
    }
    const inlay_option *option;
    for (size_t i = 0; (option = inlay_option_at(i)) != NULL; i++) {
        assert(n < MAX_KEYS);
        names[n++] = option->name;
    }
    return inlay_text_nearest(key, names, n);
}

/* {{name}} is text. */
bool inlay_plan_uses(const struct inlay_plan *plan, const char *name)
{
    const size_t n = strlen(name);

    for (size_t i = 0; i < plan->n_command; i++)
        for (const char *at = strchr(plan->command[i], '{'); at;
             at = strchr(at + 1, '{')) {
            if (at[1] == '{')
                at++;
            else if (strncmp(at + 1, name, n) == 0 && at[1 + n] == '}')
                return true;
        }
    return false;
}

static const char *nearest_choice(const inlay_option *option, const char *value)
{
    static const struct alias row[] = {
        {"min", "minimize"}, {"max", "maximize"}, {"true", "yes"},
        {"false", "no"},     {"bo", "gp"},
    };
    const char *meant = find_alias(row, sizeof row / sizeof *row, value);
    size_t n = 0;

    for (; option->choices[n]; n++)
        if (meant && strcmp(meant, option->choices[n]) == 0)
            return meant;
    return inlay_text_nearest(value, option->choices, n);
}

static inlay_status set_option(struct inlay_plan *plan,
                               const inlay_option *option, const char *value,
                               inlay_error *err)
{
    inlay_error why = {0};
    const inlay_status st =
        inlay_options_set(plan->options, option->name, value, &why);
    const char *meant = NULL;

    if (st == INLAY_OK)
        return st;
    if (st == INLAY_EINVAL && option->type == INLAY_OPTION_CHOICE &&
        !inlay_choice_renamed(option->name, value))
        meant = nearest_choice(option, value);
    if (!meant)
        return inlay_fail(err, st, "%s", why.msg);
    return inlay_fail(err, st, "%s, did you mean '%s'?", why.msg, meant);
}

inlay_status inlay_plan_set(struct inlay_plan *plan, const char *key,
                            const char *value, inlay_error *err)
{
    const struct row *row = row_of(key);
    const inlay_option *option = row ? NULL : option_of(key);

    if (row)
        return set_row(plan, row, value, err);
    if (option)
        return set_option(plan, option, value, err);
    if (inlay_option_renamed(key))
        return inlay_options_set(plan->options, key, value, err);
    const char *near = inlay_plan_nearest_key(key);
    if (near)
        return inlay_fail(err, INLAY_EINVAL,
                          "unknown key '%s', did you mean '%s'?",
                          inlay_shown_text(key).text, near);
    return inlay_fail(err, INLAY_EINVAL, "unknown key '%s'",
                      inlay_shown_text(key).text);
}
