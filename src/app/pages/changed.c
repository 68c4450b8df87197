/*
 * changed.c: a change of a study as a line for people: what, and what becomes of
 * the trials.
 */
#include "app/pages/changed.h"

#include "app/screen/readable.h"

static void add_outside(const inlay_revision *c, struct inlay_text *line)
{
    if (c->n_outside == 0)
        return;
    if (c->n_outside < c->n_carried)
        inlay_text_printf(line, ", %zu of which lie%s outside now",
                          c->n_outside, c->n_outside == 1 ? "s" : "");
    else
        inlay_text_printf(line, ", but %s outside now",
                          c->n_outside == 1 ? "it lies" : "all of them lie");
    inlay_text_add(line, " (kept and shown, but not suggested");
    if (c->n_without_point == c->n_outside)
        inlay_text_add(line, "; the model cannot use them");
    else if (c->n_without_point > 0)
        inlay_text_printf(line, "; the model cannot use %zu of them",
                          c->n_without_point);
    inlay_text_add(line, ")");
}

/* What trials do not know of the outputs as they are now. */
static void add_lacking(const inlay_revision *c, struct inlay_text *line)
{
    if (c->n_without_value > 0)
        inlay_text_printf(
            line,
            "; %s %s no value of the objective and %s not count (if it only "
            "has a new name, give it the old one)",
            inlay_readable_count(c->n_without_value, "trial").text,
            c->n_without_value == 1 ? "has" : "have",
            c->n_without_value == 1 ? "does" : "do");
    if (c->n_without_limit > 0)
        inlay_text_printf(
            line, "; %s %s no value of a limit and may be suggested again",
            inlay_readable_count(c->n_without_limit, "trial").text,
            c->n_without_limit == 1 ? "has" : "have");
}

void inlay_changed_add(const inlay_revision *c, struct inlay_text *line)
{
    if (!c->text[0])
        return;
    inlay_text_printf(line, "%s: %s",
                      c->is_recorded ? "the study has changed"
                                     : "with a change that is not recorded yet",
                      c->text);
    if (c->n_carried > 0)
        inlay_text_printf(line, "; %s %s carried over",
                          inlay_readable_count(c->n_carried, "trial").text,
                          c->n_carried == 1 ? "is" : "are");
    add_outside(c, line);
    add_lacking(c, line);
    if (c->n_queue_outside > 0)
        inlay_text_printf(
            line,
            "; %s in the queue lie%s outside, and wait%s for a space that has "
            "%s",
            inlay_readable_count(c->n_queue_outside, "configuration").text,
            c->n_queue_outside == 1 ? "s" : "",
            c->n_queue_outside == 1 ? "s" : "",
            c->n_queue_outside == 1 ? "it" : "them");
}
