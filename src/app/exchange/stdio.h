/*
 * stdio.h: a study by lines of JSON, for programs in other languages: one
 * request per line, one reply per line.
 *
 *     {"op": "ask"}                      {"id": 1, "x": {...}}
 *     {"op": "ask", "n": 4}              {"trials": [{"id": 2, "x": {...}}, ...]}
 *     {"op": "tell", "id": 1, "y": 0.25} {"ok": true}
 *     {"op": "tell", "id": 2, "failed": "why"}
 *     {"op": "best"}                     {"id": 1, "x": {...}, "y": 0.25,
 *                                         "mean": 0.26, "sd": 0.01, ...}
 *     {"op": "enqueue", "x": {...}}      {"ok": true}
 *     {"op": "add", "x": {...}, "y": 1}  {"id": 3}
 *     {"op": "add", "trials":            {"first": 4, "n": 2}
 *      [{"x": {...}, "y": 1},
 *       {"x": {...}, "failed": "why"}]}
 *     {"op": "show", "id": 1}            {"id": 1, "state": "done", ...}
 *     {"op": "info"}                     {"version": "0.1.0", "n_done": 1, ...,
 *                                         "outputs": [{"name": "loss", ...}]}
 *     {"op": "change", "study": {...}}   {"ok": true, "changed": "..."}
 *     {"op": "explain", "id": 1}         as 'inlay explain --json'
 *     {"op": "check"}                    as 'inlay check --json'
 *
 * Other answers have the members of a struct of inlay.h, by their names:
 *
 *     {"op": "slice", "variable": "a"}   {"x": {...}, "axes": [{"variable": "a",
 *     {"op": "slice", "variables":        "here": 3, "left": [...], ...}], "at":
 *      ["a", "b"], "x": {...},            [{"mean": 0.26, "sd": 0.01, ...,
 *      "resolution": 20}                  "outputs": {"loss": {...}}}, ...], ...}
 *     {"op": "predict", "x": {...}}      {"mean": 0.26, "sd": 0.01, ...}
 *     {"op": "recommend"}                {"x": {...}, "mean": 0.26, ...}
 *     {"op": "relevance"}                {"variables": [{"name": "a", ...}, ...]}
 *     {"op": "leave_one_out"}            {"residuals": [{"id": 1, ...}, ...]}
 *     {"op": "hyperparameters"}          {"n_variables": 2, "n_samples": 1, ...}
 *     {"op": "noise"}                    {"sd": 0.02, "low": 0.01, ...}
 *
 * With several outputs y is an object, {"loss": 1, "ms": 12}, as is "values", which
 * is how show prints it.  A trial that lacks a value has failed: "failed" in the
 * answer then says why.  "changed" is there where space, goal or outputs are others
 * than before; info has it too, of the change with which the study was opened.
 *
 * If every configuration has been suggested, ask gives {"exhausted": true}; a
 * mistake gives {"error": "..."}.  The study is then as it was, and the stream
 * goes on.
 */
#ifndef INLAY_APP_EXCHANGE_STDIO_H
#define INLAY_APP_EXCHANGE_STDIO_H

#include <stdio.h>

#include "base/text.h"
#include "inlay.h"

/* A longer line is answered with an error. */
enum { INLAY_STDIO_MAX_LINE = 1 << 24 };

/* Appends the reply to one line, without line end.  The text fails only where
 * there is no memory even for an error. */
void inlay_stdio_reply(inlay_study *study, const char *line, size_t n,
                       struct inlay_text *reply);

/* Replies on the descriptor `out` to the lines of `in`, until one of them ends.
 * Empty lines have no reply.  *is_closed: nobody reads the replies any more. */
inlay_status inlay_stdio_serve(inlay_study *study, FILE *in, int out,
                               bool *is_closed, inlay_error *err);

#endif
