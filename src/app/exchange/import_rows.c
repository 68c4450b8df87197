/*
 * import_rows.c: finished trials from CSV or JSON lines.
 */
#include "app/exchange/import_rows.h"

#include <string.h>

#include "app/exchange/import_row.h"
#include "base/error.h"
#include "base/mem.h"

void inlay_import_clear(struct inlay_import_report *report)
{
    inlay_text_clear(&report->ignored);
    inlay_text_clear(&report->outside);
    inlay_text_clear(&report->defaults);
    *report = (struct inlay_import_report){0};
}

/* The first byte that is not white space, or 0. */
static char first_byte(const struct inlay_import_source *source)
{
    for (size_t i = 0; i < source->n; i++)
        if (!memchr(" \t\r\n", source->bytes[i], 4))
            return source->bytes[i];
    return '\0';
}

static inlay_status read_any(struct inlay_import *r, inlay_error *err)
{
    const char first = first_byte(&r->source);

    if (first == '[')
        return inlay_fail(err, INLAY_EPARSE,
                          "it is a JSON array; JSON lines have one object per "
                          "line, as 'inlay export --jsonl' writes them (if it "
                          "is a table: --csv)");
    return first == '{' ? inlay_import_jsonl(r, err) : inlay_import_csv(r, err);
}

inlay_status inlay_import_read(const inlay_space *space,
                               const struct inlay_import_source *source,
                               inlay_finished_fn *fn, void *context,
                               struct inlay_import_report *report,
                               inlay_error *err)
{
    static inlay_status (*const readers[])(struct inlay_import *,
                                           inlay_error *) = {
        [INLAY_IMPORT_ANY] = read_any,
        [INLAY_IMPORT_CSV] = inlay_import_csv,
        [INLAY_IMPORT_JSONL] = inlay_import_jsonl,
    };
    const bool has_mark =
        source->n >= 3 && memcmp(source->bytes, "\xEF\xBB\xBF", 3) == 0;
    struct inlay_import r = {.space = space,
                             .source = *source,
                             .fn = fn,
                             .context = context,
                             .report = report};

    r.source.bytes += has_mark ? 3 : 0;
    r.source.n -= has_mark ? 3 : 0;
    r.ignored = json_object();
    r.measured = json_object();
    r.x = inlay_mem_new(inlay_space_n_variables(space), sizeof *r.x);
    inlay_status st =
        inlay_columns_new(space, source->outputs, &r.columns, err);
    if (st == INLAY_OK)
        st = r.ignored && r.measured && r.x ? readers[source->format](&r, err)
                                            : inlay_fail_memory(err, "rows");
    for (size_t i = 0; i < INLAY_N_CELLS; i++)
        inlay_text_clear(&r.cells[i]);
    inlay_columns_free(r.columns);
    inlay_mem_free(r.x);
    json_decref(r.measured);
    json_decref(r.ignored);
    return st;
}
