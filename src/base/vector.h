/*
 * vector.h: marks loops that must become vector code.
 *
 * INLAY_VECTORISED before a function compiles it three times, for AVX-512, for
 * AVX2 with FMA and for any x86-64; the loader chooses.  Sanitised builds and
 * other compilers or machines get the plain function: their run-time and the
 * choice do not mix.
 */
#ifndef INLAY_BASE_VECTOR_H
#define INLAY_BASE_VECTOR_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&         \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define INLAY_VECTORISED                                                       \
    __attribute__((                                                            \
        target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define INLAY_VECTORISED
#endif

#endif
