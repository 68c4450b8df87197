/*
 * import_rows.c: finished trials from CSV or JSON lines.
 */
#include "app/exchange/import_rows.h"

#include <string.h>

#include "app/exchange/import_row.h"
#include "base/error.h"
#include "base/mem.h"

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

static inlay_status make_room(struct inlay_import *r, inlay_error *err)
{
    const size_t n = inlay_space_n_variables(r->space);
    const struct inlay_outputs *outputs = inlay_import_outputs(r);
    bool has_room = true;

    for (size_t i = 0; i < INLAY_N_IMPORT_LISTS; i++)
        has_room = (r->noted[i] = json_object()) && has_room;
    r->measured = json_object();
    r->x = inlay_mem_new(n, sizeof *r->x);
    r->checked = inlay_mem_new(n, sizeof *r->checked);
    r->values = inlay_mem_doubles(outputs ? outputs->n : 1);
    return has_room && r->measured && r->x && r->checked && r->values
               ? inlay_columns_new(r->space, outputs, &r->columns, err)
               : inlay_fail_memory(err, "rows");
}

static void clear(struct inlay_import *r)
{
    for (size_t i = 0; i < INLAY_N_CELLS; i++)
        inlay_text_clear(&r->cells[i]);
    for (size_t i = 0; i < INLAY_N_IMPORT_LISTS; i++)
        json_decref(r->noted[i]);
    inlay_columns_free(r->columns);
    inlay_mem_free(r->values);
    inlay_mem_free(r->checked);
    inlay_mem_free(r->x);
    json_decref(r->measured);
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
    inlay_status st = make_room(&r, err);
    if (st == INLAY_OK)
        st = readers[source->format](&r, err);
    clear(&r);
    return st;
}
