// Functions compiled for newer processors as well, chosen at start, where the compiler can (g++
// without sanitizers, which do not bear the choice): loops over whole rows that gain from wider
// registers.
#pragma once

#include <cstddef>  // names the C library, whose loader has to be able to choose

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define MULINO_WIDE __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define MULINO_WIDE
#endif
