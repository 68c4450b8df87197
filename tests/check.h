/*
 * check.h: what a test program includes, and nothing else of ours is needed.
 *
 *     TEST(posterior_is_constant_within_a_cell) { CHECK(a == b); }
 *
 * A TEST registers itself, so that there is no list to edit; the program's
 * main() is here too.  Each check names the place and the numbers when it
 * fails.  An OOM_TEST is run with its allocation 1, 2, 3, ... failing until it
 * passes without one; it returns the status of the call under test.
 */
#ifndef INLAY_TESTS_CHECK_H
#define INLAY_TESTS_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "inlay.h"

#define LEN(array) (sizeof(array) / sizeof *(array))

enum { CHECK_MAX_TESTS = 200, CHECK_MAX_ALLOCATIONS = 100000 };

static struct CMUnitTest check_tests[CHECK_MAX_TESTS];
static size_t check_n_tests;

static inline void check_register(const char *name, CMUnitTestFunction fn)
{
    if (check_n_tests == CHECK_MAX_TESTS) {
        fputs("check.h: raise CHECK_MAX_TESTS\n", stderr);
        abort();
    }
    check_tests[check_n_tests++] =
        (struct CMUnitTest){.name = name, .test_func = fn};
}

#define TEST(name)                                                             \
    static void name(void);                                                    \
    static void name##_run(void **state)                                       \
    {                                                                          \
        (void)state;                                                           \
        name();                                                                \
    }                                                                          \
    __attribute__((constructor)) static void name##_register(void)             \
    {                                                                          \
        check_register(#name, name##_run);                                     \
    }                                                                          \
    static void name(void)

#define CHECK(condition)                                                       \
    ((condition) ? (void)0                                                     \
                 : check_failed(__FILE__, __LINE__, "is false: " #condition))

static inline void check_failed(const char *file, int line, const char *what)
{
    print_error("%s\n", what);
    _fail(file, line);
}

static inline void check_near(double got, double want, double tol,
                              const char *what, const char *file, int line)
{
    if (fabs(got - want) <= tol || got == want)
        return;
    print_error("%s: got %.17g, want %.17g, off by %.3g > %.3g\n", what, got,
                want, fabs(got - want), tol);
    _fail(file, line);
}

#define CHECK_ABS(got, want, tol)                                              \
    check_near(got, want, tol, #got, __FILE__, __LINE__)
#define CHECK_REL(got, want, tol)                                              \
    check_near(got, want, (tol)*fabs(want), #got, __FILE__, __LINE__)

static inline void check_text(const char *got, const char *want,
                              const char *file, int line)
{
    if (got && strcmp(got, want) == 0)
        return;
    print_error("got  \"%s\"\nwant \"%s\"\n", got ? got : "(null)", want);
    _fail(file, line);
}
#define CHECK_TEXT(got, want) check_text(got, want, __FILE__, __LINE__)

/* st == INLAY_OK, or the message of err. */
static inline void check_ok(inlay_status st, const inlay_error *err,
                            const char *file, int line)
{
    if (st == INLAY_OK)
        return;
    print_error("%s: %s\n", inlay_status_name(st), err->msg);
    _fail(file, line);
}
#define CHECK_OK(status, err) check_ok(status, &(err), __FILE__, __LINE__)

/* The call failed with this status and this very message. */
static inline void check_fails(inlay_status got, inlay_status want,
                               const inlay_error *err, const char *message,
                               const char *file, int line)
{
    if (got != want) {
        print_error("got status %s, want %s (%s)\n", inlay_status_name(got),
                    inlay_status_name(want), err->msg);
        _fail(file, line);
    }
    check_text(err->msg, message, file, line);
}
#define CHECK_FAILS(got, want, err, message)                                   \
    check_fails(got, want, &(err), message, __FILE__, __LINE__)

#ifdef INLAY_FAILING_MEM
static inline void check_oom(inlay_status (*body)(void), const char *file,
                             int line)
{
    for (long k = 0; k < CHECK_MAX_ALLOCATIONS; k++) {
        inlay_mem_fail_after(k);
        const inlay_status st = body();
        const long made = inlay_mem_fail_after(-1);
        if (st == INLAY_OK && made <= k)
            return;
        if (st != INLAY_OK && st != INLAY_ENOMEM) {
            print_error("allocation %ld failed: status %s\n", k + 1,
                        inlay_status_name(st));
            _fail(file, line);
        }
    }
    print_error("still failing after %d allocations\n", CHECK_MAX_ALLOCATIONS);
    _fail(file, line);
}

#define OOM_TEST(name)                                                         \
    static inlay_status name##_body(void);                                     \
    TEST(name)                                                                 \
    {                                                                          \
        check_oom(name##_body, __FILE__, __LINE__);                            \
    }                                                                          \
    static inlay_status name##_body(void)
#else
/* A build without the failing allocator compiles the body and leaves it be. */
#define OOM_TEST(name)                                                         \
    __attribute__((unused)) static inlay_status name##_body(void)
#endif

int main(void)
{
    return _cmocka_run_group_tests("all", check_tests, check_n_tests, NULL,
                                   NULL);
}

#endif
