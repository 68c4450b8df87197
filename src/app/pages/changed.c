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
    inlay_text_printf(line,
                      ", %zu of which lie%s outside now (kept and shown, but "
                      "not suggested",
                      c->n_outside, c->n_outside == 1 ? "s" : "");
    if (c->n_without_point == c->n_outside)
        inlay_text_add(line, "; the model cannot use them");
    else if (c->n_without_point > 0)
        inlay_text_printf(line, "; the model cannot use %zu of them",
                          c->n_without_point);
    inlay_text_add(line, ")");
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
    if (c->n_queue_dropped > 0)
        inlay_text_printf(
            line, "; %s outside %s dropped from the queue",
            inlay_readable_count(c->n_queue_dropped, "configuration").text,
            c->n_queue_dropped == 1 ? "is" : "are");
}
