# Language, optimization, warnings, sanitizers.

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O3 -g -DNDEBUG")
set(CMAKE_C_FLAGS_DEBUG "-O1 -g -fno-omit-frame-pointer")

# Answers must not depend on what the compiler chooses to fuse, so no contraction
# into FMA; errno and floating-point traps are not used, and giving them up lets
# loops vectorise.  -ffast-math and -march=native are out: the first breaks the
# checks for NaN, the second makes a binary that dies on the next machine (hot
# loops choose their instruction set at run time).
add_compile_options(-ffp-contract=off -fno-math-errno -fno-trapping-math)

# __FILE__ relative to the tree: shorter messages.
add_compile_options("-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")

set(INLAY_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes
    -Wmissing-prototypes -Wvla -Wwrite-strings -Wundef -Wcast-qual)
if(INLAY_WERROR)
    list(APPEND INLAY_WARNINGS -Werror)
endif()

if(INLAY_FAILING_MEM)
    add_compile_definitions(INLAY_FAILING_MEM)
endif()
if(INLAY_SANITIZE)
    add_compile_options(-fsanitize=${INLAY_SANITIZE} -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${INLAY_SANITIZE})
endif()
if(INLAY_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(INLAY_COVERAGE)
    add_compile_options(--coverage -fprofile-update=atomic)
    add_link_options(--coverage)
endif()
