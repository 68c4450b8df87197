/*
 * list_fixture.h: trials of a store printed into a text, and added from rows, in a
 * folder that the test has entered.
 */
#ifndef INLAY_TESTS_LIST_FIXTURE_H
#define INLAY_TESTS_LIST_FIXTURE_H

#include "app/exchange/import_rows.h"
#include "app/exchange/trial_list.h"
#include "output_fixture.h"
#include "study/tell.h"

static inline inlay_status print_in(struct inlay_journal *journal,
                                    struct inlay_trial_terms terms,
                                    enum inlay_trial_format format,
                                    struct inlay_text *out, inlay_error *err)
{
    static char page[OUTPUT_MAX];
    struct inlay_outfile file = {0};
    const struct inlay_trial_choice all = {.states = INLAY_LISTED_ALL};
    size_t n = 0;
    CHECK_OK(inlay_outfile_init(&file, "list", err), *err);
    inlay_status st =
        inlay_trial_list_print(journal, terms, all, format, &file, &n, err);
    if (st == INLAY_OK) {
        CHECK(inlay_outfile_commit(&file, err) == INLAY_OK);
        folder_read("list", page);
        inlay_text_add(out, page);
        CHECK(!remove("list"));
    }
    inlay_outfile_clear(&file);
    return st;
}

static inline inlay_status add_row(const struct inlay_finished *t,
                                   void *context, inlay_error *err)
{
    return inlay_study_add_ended(
        context, t->x,
        (struct inlay_outcome){t->y, t->variance, t->why, t->metrics}, NULL,
        err);
}

#endif
