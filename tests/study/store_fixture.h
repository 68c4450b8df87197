/*
 * store_fixture.h: studies in files, in a folder that a test has for itself.
 */
#ifndef INLAY_TESTS_STORE_FIXTURE_H
#define INLAY_TESTS_STORE_FIXTURE_H

#include "study_fixture.h"

#include <dirent.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "study/claim.h"
#include "study/inside.h"
#include "study/open.h"
#include "study/tell.h"

struct scratch {
    char folder[64], path[96];
};

static inline struct scratch scratch_make(void)
{
    struct scratch s;
    snprintf(s.folder, sizeof s.folder, "/tmp/inlay-test-XXXXXX");
    CHECK(mkdtemp(s.folder) != NULL);
    snprintf(s.path, sizeof s.path, "%s/study.inlay", s.folder);
    return s;
}

static inline void scratch_remove(const struct scratch *s)
{
    DIR *folder = opendir(s->folder);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        char name[400];
        snprintf(name, sizeof name, "%s/%s", s->folder, e->d_name);
        unlink(name);
    }
    if (folder)
        closedir(folder);
    rmdir(s->folder);
}

static inline inlay_study *stored_study(const char *path, const char *json,
                                        const char *options)
{
    inlay_error err = {0};
    inlay_space *space = space_of(json);
    inlay_options *o = options_of(options);
    inlay_study *s = NULL;
    CHECK_OK(inlay_study_open(path, space, o, &s, &err), err);
    inlay_options_free(o);
    inlay_space_free(space);
    return s;
}

/* Any SQL on the file, as another program would. */
static inline void meddle(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    CHECK(sqlite3_open(path, &db) == SQLITE_OK);
    CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
    sqlite3_close(db);
}

/* The format that a file says it has. */
static inline void check_format(const char *path, int format)
{
    char sql[160];
    snprintf(sql, sizeof sql,
             "CREATE TABLE found (n CHECK (n = %d)); INSERT INTO found"
             " SELECT user_version FROM pragma_user_version;"
             " DROP TABLE found",
             format);
    meddle(path, sql);
}

#endif
