/*
 * ledger_fixture.h: a small ledger in a file of its own: 2 replicas, 3 log
 * rates.
 */
#ifndef INLAY_TESTS_LEDGER_FIXTURE_H
#define INLAY_TESTS_LEDGER_FIXTURE_H

#include <unistd.h>

#include "check.h"
#include "network/ledger.h"

static const double LEDGER_RATES[] = {-10.0, -2.3, 0.0};
static const struct ledger_axes LEDGER_AXES = {
    .n_replicas = 2, .log_rates = LEDGER_RATES, .n_log_rates = 3};

#define LEDGER_HEAD "# made by hand\nreplica,activation,layers,log_rate,value\n"

struct ledger_fixture {
    char folder[32], path[48];
};

static inline struct ledger_fixture ledger_fixture(void)
{
    struct ledger_fixture f = {.folder = "/tmp/inlay-ledger-XXXXXX"};
    CHECK(mkdtemp(f.folder) != NULL);
    snprintf(f.path, sizeof f.path, "%s/t.csv", f.folder);
    return f;
}

static inline void ledger_fixture_clear(const struct ledger_fixture *f)
{
    unlink(f->path);
    CHECK(rmdir(f->folder) == 0); /* nothing else was left there */
}

static inline struct ledger ledger_of(const struct ledger_fixture *f)
{
    struct ledger ledger;
    inlay_error err = {0};
    CHECK_OK(ledger_open(f->path, "made by hand", &LEDGER_AXES, &ledger, &err),
             err);
    return ledger;
}

static inline void write_file(const struct ledger_fixture *f, const char *text)
{
    FILE *file = fopen(f->path, "wb");
    CHECK(file != NULL);
    fputs(text, file);
    CHECK(fclose(file) == 0);
}

static inline const char *read_text(const struct ledger_fixture *f,
                                    char text[8192])
{
    FILE *file = fopen(f->path, "rb");
    CHECK(file != NULL);
    text[fread(text, 1, 8191, file)] = '\0';
    fclose(file);
    return text;
}

#endif
