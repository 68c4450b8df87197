/* ledger.c: rows in memory and in the file are the same at every moment. */
#include "network/ledger.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/stream.h"
#include "base/text.h"
#include "network/activation.h"
#include "network/network.h"

enum { N_COLUMNS = 5, BLOCK = 65536 };

static const char HEADER[] = "replica,activation,layers,log_rate,value";

static inlay_status fail_file(inlay_error *err, const char *path,
                              const char *what)
{
    return inlay_fail(err, INLAY_ESTORE, "%s: cannot be %s: %s", path, what,
                      strerror(errno));
}

/* ---- Rows ---------------------------------------------------------------- */

struct ledger_row ledger_row_at(const struct ledger *ledger, size_t i)
{
    const size_t n_rates = ledger->axes.n_log_rates;
    const size_t setting = i / n_rates, cell = setting / NETWORK_MAX_HIDDEN;
    assert(i < ledger->n_rows);
    return (struct ledger_row){
        .replica = cell / N_ACTIVATIONS,
        .activation = cell % N_ACTIVATIONS,
        .n_hidden = setting % NETWORK_MAX_HIDDEN + 1,
        .log_rate = ledger->axes.log_rates[i % n_rates],
    };
}

bool ledger_knows(const struct ledger *ledger, size_t i)
{
    return !isnan(ledger->value[i]);
}

static void set_value(struct ledger *ledger, size_t i, double value)
{
    ledger->n_known += !ledger_knows(ledger, i);
    ledger->value[i] = value;
}

static inlay_status add_line(const struct ledger *ledger, size_t i,
                             double value, struct inlay_text *text,
                             inlay_error *err)
{
    const struct ledger_row row = ledger_row_at(ledger, i);
    inlay_status st = inlay_text_printf(text, err, "%zu,%zu,%zu,", row.replica,
                                        row.activation, row.n_hidden);
    if (st == INLAY_OK)
        st = inlay_text_add_number(text, row.log_rate, err);
    if (st == INLAY_OK)
        st = inlay_text_add(text, ",", err);
    if (st == INLAY_OK)
        st = inlay_text_add_number(text, value, err);
    if (st == INLAY_OK)
        st = inlay_text_add(text, "\n", err);
    return st;
}

/* ---- Reading ------------------------------------------------------------- */

/* A whole number from lo to hi - 1, less lo. */
static bool read_place(const char *text, size_t lo, size_t hi, size_t *out)
{
    int64_t n;
    if (!inlay_text_to_integer(text, &n) || n < (int64_t)lo || n >= (int64_t)hi)
        return false;
    *out = (size_t)n - lo;
    return true;
}

/* Log rates were written so that they read back as they were. */
static bool find_rate(const struct ledger_axes *axes, const char *text,
                      size_t *out)
{
    double rate;
    if (!inlay_text_to_number(text, &rate))
        return false;
    for (*out = 0; *out < axes->n_log_rates; ++*out)
        if (axes->log_rates[*out] == rate)
            return true;
    return false;
}

/* Cuts the line at its commas. */
static bool read_row(struct ledger *ledger, char *line)
{
    char *column[N_COLUMNS] = {line};
    size_t n = 1, replica, activation, layers, rate;
    double value;
    for (char *comma = strchr(line, ','); comma; comma = strchr(comma, ',')) {
        *comma++ = '\0';
        if (n == N_COLUMNS)
            return false;
        column[n++] = comma;
    }
    const struct ledger_axes *axes = &ledger->axes;
    if (n != N_COLUMNS ||
        !read_place(column[0], 0, axes->n_replicas, &replica) ||
        !read_place(column[1], 0, N_ACTIVATIONS, &activation) ||
        !read_place(column[2], 1, NETWORK_MAX_HIDDEN + 1, &layers) ||
        !find_rate(axes, column[3], &rate) ||
        !inlay_text_to_number(column[4], &value))
        return false;
    const size_t cell = replica * N_ACTIVATIONS + activation;
    set_value(ledger,
              (cell * NETWORK_MAX_HIDDEN + layers) * axes->n_log_rates + rate,
              value);
    return true;
}

/* The lines of a text that begins with the head; *n_read: up to the end of the
 * last whole line. */
static inlay_status read_rows(struct ledger *ledger, char *text, size_t *n_read,
                              inlay_error *err)
{
    char *line = text + strlen(ledger->head), *end;
    for (size_t number = 3; (end = strchr(line, '\n')) != NULL; number++) {
        char shown[64];
        *end = '\0';
        snprintf(shown, sizeof shown, "%s", line);
        if (!read_row(ledger, line))
            return inlay_fail(err, INLAY_EPARSE,
                              "%s: line %zu is no row of this table of %zu "
                              "replica(s) and %zu log rates: '%s'",
                              ledger->path, number, ledger->axes.n_replicas,
                              ledger->axes.n_log_rates, shown);
        line = end + 1;
    }
    *n_read = (size_t)(line - text);
    return INLAY_OK;
}

static inlay_status slurp(const struct ledger *ledger, struct inlay_text *text,
                          inlay_error *err)
{
    char block[BLOCK];
    ssize_t n;
    inlay_status st = inlay_text_add(text, "", err);
    while (st == INLAY_OK && (n = read(ledger->fd, block, sizeof block)) != 0) {
        if (n < 0)
            return fail_file(err, ledger->path, "read");
        if (memchr(block, '\0', (size_t)n))
            return inlay_fail(err, INLAY_EPARSE, "%s: it is no text",
                              ledger->path);
        st = inlay_text_add_bytes(text, block, (size_t)n, err);
    }
    return st;
}

/* What is in the file, which is then cut to its whole lines. */
static inlay_status take_over(struct ledger *ledger, inlay_error *err)
{
    struct inlay_text text = {0};
    const size_t n_head = strlen(ledger->head);
    size_t n_keep = 0;
    inlay_status st = slurp(ledger, &text, err);
    if (st == INLAY_OK && text.n >= n_head &&
        memcmp(text.bytes, ledger->head, n_head) == 0)
        st = read_rows(ledger, text.bytes, &n_keep, err);
    else if (st == INLAY_OK && text.n > 0 &&
             memcmp(text.bytes, ledger->head,
                    text.n < n_head ? text.n : n_head) != 0)
        st = inlay_fail(err, INLAY_EINVAL,
                        "%s: it was made with other options; remove it, or "
                        "give those of its first line: '%.*s'",
                        ledger->path, (int)strcspn(text.bytes, "\n"),
                        text.bytes);
    if (st == INLAY_OK && n_keep < text.n &&
        ftruncate(ledger->fd, (off_t)n_keep) != 0)
        st = fail_file(err, ledger->path, "cut");
    if (st == INLAY_OK && n_keep == 0 &&
        !inlay_stream_write(ledger->fd, ledger->head, n_head))
        st = fail_file(err, ledger->path, "written");
    inlay_text_clear(&text);
    return st;
}

/* ---- Life ---------------------------------------------------------------- */

static inlay_status allocate(struct ledger *ledger, const char *path,
                             const char *title, inlay_error *err)
{
    struct inlay_text head = {0};
    const inlay_status st =
        inlay_text_printf(&head, err, "# %s\n%s\n", title, HEADER);
    if (st != INLAY_OK)
        return st;
    ledger->head = head.bytes;
    ledger->path = inlay_mem_text(path);
    ledger->value = inlay_mem_doubles(ledger->n_rows);
    if (!ledger->path || !ledger->value)
        return inlay_fail_memory(err, "a table");
    for (size_t i = 0; i < ledger->n_rows; i++)
        ledger->value[i] = NAN;
    return INLAY_OK;
}

inlay_status ledger_open(const char *path, const char *title,
                         const struct ledger_axes *axes, struct ledger *out,
                         inlay_error *err)
{
    struct ledger ledger = {.axes = *axes, .fd = -1};
    ledger.n_rows = axes->n_replicas * N_ACTIVATIONS * NETWORK_MAX_HIDDEN *
                    axes->n_log_rates;
    inlay_status st = allocate(&ledger, path, title, err);
    if (st == INLAY_OK) {
        ledger.fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        st = ledger.fd < 0 ? fail_file(err, path, "opened")
                           : take_over(&ledger, err);
    }
    if (st == INLAY_OK)
        *out = ledger;
    else
        ledger_clear(&ledger);
    return st;
}

void ledger_clear(struct ledger *ledger)
{
    if (ledger->fd >= 0)
        close(ledger->fd);
    inlay_mem_free(ledger->value);
    inlay_mem_free(ledger->path);
    inlay_mem_free(ledger->head);
    *ledger = (struct ledger){.fd = -1};
}

/* ---- Writing ------------------------------------------------------------- */

inlay_status ledger_add(struct ledger *ledger, size_t i, double value,
                        inlay_error *err)
{
    struct inlay_text line = {0};
    assert(isfinite(value));
    inlay_status st = add_line(ledger, i, value, &line, err);
    if (st == INLAY_OK && !inlay_stream_write(ledger->fd, line.bytes, line.n))
        st = fail_file(err, ledger->path, "written");
    if (st == INLAY_OK)
        set_value(ledger, i, value);
    inlay_text_clear(&line);
    return st;
}

/* The whole text under a name of its own, then under that of the ledger. */
static inlay_status replace(const struct ledger *ledger,
                            const struct inlay_text *text, inlay_error *err)
{
    struct inlay_text name = {0};
    inlay_status st = inlay_text_printf(&name, err, "%s.new", ledger->path);
    if (st != INLAY_OK)
        return st;
    const int fd =
        open(name.bytes, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && inlay_stream_write(fd, text->bytes, text->n) &&
              fsync(fd) == 0;
    if (fd >= 0)
        ok = close(fd) == 0 && ok;
    if (!ok || rename(name.bytes, ledger->path) != 0)
        st = fail_file(err, name.bytes, "written or renamed");
    inlay_text_clear(&name);
    return st;
}

inlay_status ledger_finish(struct ledger *ledger, inlay_error *err)
{
    struct inlay_text text = {0};
    inlay_status st = inlay_text_add(&text, ledger->head, err);
    for (size_t i = 0; i < ledger->n_rows && st == INLAY_OK; i++) {
        assert(ledger_knows(ledger, i));
        st = add_line(ledger, i, ledger->value[i], &text, err);
    }
    if (st == INLAY_OK)
        st = replace(ledger, &text, err);
    inlay_text_clear(&text);
    return st;
}
