/*
 * tidy.h: what clang-tidy is told and no compiler sees.
 *
 * inlay_fail() and its kin return their code, which is never INLAY_OK.  The
 * analyser looks at one file at a time and would go on as if a call that failed
 * had succeeded, to find outputs that were not written.
 */
#include "base/error.h"

#define inlay_fail(err, code, ...)                                             \
    ((void)(inlay_fail)(err, code, __VA_ARGS__), (code))
#define inlay_fail_memory(err, what)                                           \
    ((void)(inlay_fail_memory)(err, what), INLAY_ENOMEM)
#define inlay_fail_within(err, code, ...)                                      \
    ((void)(inlay_fail_within)(err, code, __VA_ARGS__), (code))
#define inlay_refuse_null(call, what, err)                                     \
    ((void)(inlay_refuse_null)(call, what, err), INLAY_EINVAL)
