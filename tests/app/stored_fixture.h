/*
 * stored_fixture.h: a study in a file of its own folder, for what is read from
 * a store.
 */
#ifndef INLAY_TESTS_STORED_FIXTURE_H
#define INLAY_TESTS_STORED_FIXTURE_H

#include "study/study_fixture.h"

#include <unistd.h>

#include "base/text.h"
#include "study/inside.h"
#include "study/open.h"

struct stored {
    char folder[200], path[240];
    inlay_study *study;
};

static inline void stored_init(struct stored *f, const char *space_json,
                               const char *options)
{
    const char *tmp = getenv("TMPDIR");
    inlay_space *space = space_of(space_json);
    inlay_options *o = options_of(options);
    inlay_error err = {0};

    snprintf(f->folder, sizeof f->folder, "%.150s/inlay-XXXXXX",
             tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/study.inlay", f->folder);
    f->study = NULL;
    CHECK_OK(inlay_study_open(f->path, space, o, &f->study, &err), err);
    inlay_options_free(o);
    inlay_space_free(space);
}

static inline void stored_clear(struct stored *f)
{
    static const char *const SUFFIXES[] = {"", "-wal", "-shm", "-turn",
                                           "-journal"};
    inlay_study_free(f->study);
    for (size_t i = 0; i < LEN(SUFFIXES); i++) {
        char path[256];
        snprintf(path, sizeof path, "%s%s", f->path, SUFFIXES[i]);
        unlink(path);
    }
    CHECK(rmdir(f->folder) == 0);
}

/* The text of a page, for the caller to free. */
static inline char *text_of(struct inlay_text *page)
{
    char *text = NULL;
    CHECK(inlay_text_end(page, &text, NULL) == INLAY_OK);
    return text;
}

static inline void check_has(const char *text, const char *part,
                             const char *file, int line)
{
    if (strstr(text, part))
        return;
    print_error("\"%s\" is not in:\n%s\n", part, text);
    _fail(file, line);
}
#define CHECK_HAS(text, part) check_has(text, part, __FILE__, __LINE__)

#endif
