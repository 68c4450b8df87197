/*
 * open_text.h: a study in a store, from the text of its study file.
 */
#ifndef INLAY_TESTS_OPEN_TEXT_H
#define INLAY_TESTS_OPEN_TEXT_H

#include <string.h>

#include "study/open.h"

static inline inlay_status open_text(const char *path, const char *text,
                                     enum inlay_store_mode mode,
                                     inlay_study **out, inlay_error *err)
{
    struct inlay_study_file *file = NULL;
    inlay_status st =
        inlay_study_file_parse(text, strlen(text), NULL, NULL, &file, err);

    if (st == INLAY_OK)
        st = inlay_study_open_file(path, &file, mode, out, err);
    inlay_study_file_free(file);
    return st;
}

#endif
