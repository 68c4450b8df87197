/*
 * study_file_fixture.h: a study file from its text, and back.
 */
#ifndef INLAY_TESTS_STUDY_FILE_FIXTURE_H
#define INLAY_TESTS_STUDY_FILE_FIXTURE_H

#include "check.h"

#include "study/study_file.h"

/* The caller frees it. */
static inline struct inlay_study_file *parsed(const char *text)
{
    struct inlay_study_file *file = NULL;
    inlay_error err = {0};
    CHECK_OK(
        inlay_study_file_parse(text, strlen(text), NULL, NULL, &file, &err),
        err);
    return file;
}

/* The caller frees it with inlay_text_free(). */
static inline char *printed(const struct inlay_study_file *file)
{
    char *text = NULL;
    inlay_error err = {0};
    CHECK_OK(inlay_study_file_print(file, &text, &err), err);
    return text;
}

#endif
