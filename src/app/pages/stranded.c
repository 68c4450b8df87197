/*
 * stranded.c: pending trials that nobody evaluates, in a line for people.
 */
#include "app/pages/stranded.h"

#include <inttypes.h>

#include "app/screen/say.h"
#include "study/claim.h"

/* " 13 14", as commands take them, as " 13, 14". */
static void add_list(struct inlay_text *line, const struct inlay_text *ids)
{
    const char *text = inlay_text_view(ids);

    for (size_t i = 0; text[i]; i++)
        if (text[i] != ' ')
            inlay_text_printf(line, "%c", text[i]);
        else
            inlay_text_add(line, i > 0 ? ", " : " ");
}

static void take(struct inlay_stranded *stranded, int64_t id)
{
    inlay_text_printf(&stranded->ids, " %" PRId64, id);
    stranded->n++;
}

static bool has_values(const inlay_space *space,
                       const struct inlay_listed *trial)
{
    for (size_t i = 0; i < inlay_space_n_variables(space); i++)
        if (trial->x[i].type == INLAY_TYPE_ABSENT)
            return false;
    return true;
}

void inlay_stranded_take(struct inlay_stranded *stranded,
                         const inlay_space *space,
                         const struct inlay_listed *trial)
{
    if (trial->state == INLAY_LISTED_PENDING && trial->is_outside &&
        (!trial->holder || !has_values(space, trial))) {
        take(stranded, trial->id);
        stranded->n_asked += !trial->is_added;
    }
}

void inlay_stranded_add(const struct inlay_stranded *stranded,
                        const struct inlay_args *args, struct inlay_text *line)
{
    const bool is_one = stranded->n == 1;

    if (stranded->n == 0)
        return;
    inlay_text_add(line, is_one ? "trial" : "trials");
    add_list(line, &stranded->ids);
    inlay_text_printf(
        line,
        " %s pending but %s outside the space as it is now: no run "
        "evaluates %s, and no budget is spent for %s; give %s up with 'inlay "
        "abandon ",
        is_one ? "is" : "are", is_one ? "lies" : "lie", is_one ? "it" : "them",
        is_one ? "it" : "them", is_one ? "it" : "them");
    inlay_args_add_study(args, line);
    inlay_text_printf(line, "%s'", inlay_text_view(&stranded->ids));
    inlay_text_fail_as(line, &stranded->ids);
}

inlay_status inlay_stranded_say(const struct inlay_args *args,
                                inlay_study *study, inlay_error *err)
{
    struct inlay_stranded found = {0};
    struct inlay_text line = {0};
    int64_t id = 0;
    inlay_status st = inlay_study_next_stranded(study, &id, err);

    while (st == INLAY_OK && id > 0) {
        take(&found, id);
        st = inlay_study_next_stranded(study, &id, err);
    }
    inlay_stranded_add(&found, args, &line);
    if (st == INLAY_OK)
        st = inlay_text_status(&line, err);
    if (st == INLAY_OK && line.n > 0)
        inlay_say_news(args, "%s", line.bytes);
    inlay_text_clear(&line);
    inlay_text_clear(&found.ids);
    return st;
}

/* ---- Lost ---- */

/* More of them are not named: no command line takes them all. */
enum { MOST_NAMED = 20 };

/* A trial whose holder lives is running. */
void inlay_lost_take(struct inlay_lost *lost, const inlay_space *space,
                     const struct inlay_listed *trial)
{
    if (trial->state != INLAY_LISTED_PENDING || !trial->holder ||
        !trial->holder[0] || !has_values(space, trial))
        return;
    inlay_text_printf(&lost->ids, " %" PRId64, trial->id);
    lost->n++;
}

struct search {
    struct inlay_lost *lost;
    const inlay_space *space;
};

static inlay_status take_lost(const struct inlay_listed *trial, void *context,
                              inlay_error *err)
{
    struct search *search = context;

    inlay_lost_take(search->lost, search->space, trial);
    return inlay_text_status(&search->lost->ids, err);
}

inlay_status inlay_lost_find(struct inlay_journal *journal,
                             struct inlay_trial_terms terms,
                             struct inlay_lost *lost, inlay_error *err)
{
    const struct inlay_trial_choice pending = {.states =
                                                   1u << INLAY_LISTED_PENDING};
    struct search search = {lost, terms.space};

    return inlay_trial_list_each(journal, terms, pending, take_lost, &search,
                                 err);
}

void inlay_lost_add(const struct inlay_lost *lost,
                    const struct inlay_args *args, struct inlay_text *line)
{
    const bool is_one = lost->n == 1, is_few = lost->n <= MOST_NAMED;

    if (lost->n == 0)
        return;
    if (is_few)
        inlay_text_add(line, is_one ? "trial" : "trials");
    if (is_few)
        add_list(line, &lost->ids);
    else
        inlay_text_printf(line, "%zu trials", lost->n);
    inlay_text_printf(line,
                      " %s pending with a process that has died; 'inlay run ",
                      is_one ? "is" : "are");
    inlay_args_add_study(args, line);
    inlay_text_printf(line, "' runs %s again", is_one ? "it" : "them");
    if (is_few) {
        inlay_text_add(line, "; for 'inlay ask', first 'inlay retry ");
        inlay_args_add_study(args, line);
        inlay_text_printf(line, "%s'", inlay_text_view(&lost->ids));
    }
    inlay_text_fail_as(line, &lost->ids);
}
