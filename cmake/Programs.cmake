# All that is not the library, found by pattern:
#
#     src/run, src/app       the tool           build/inlay
#     bench/*.c              one program each   build/bench/NAME
#     bench/support/*.c      shared by them, tested in tests/bench
#     examples/*.c           one program each   build/examples/NAME  test examples/NAME
#     examples/FOLDER/*.c    one program        build/examples/FOLDER
#                            (what is not main.c can be tested: tests/examples)
#     experiments/FOLDER/*.c one program        build/experiments/FOLDER
#                            (what is not main.c can be tested: tests/experiments)
#     experiments/harness/*.c  shared by them
#     tests/LAYER/test_*.c   one program each   build/tests/LAYER/…  test LAYER/test_X
#     tests/fuzz/fuzz_*.c    one program each   build/fuzz/fuzz_X    test fuzz/fuzz_X
#     tests/install/*.sh     a script each      (release only)       test install/NAME
#     tests/e2e/test_*.sh    a script each, which runs the tool      test e2e/NAME

function(inlay_program target output)
    get_filename_component(folder "${output}" DIRECTORY)
    get_filename_component(name "${output}" NAME)
    add_executable(${target} ${ARGN})
    set_target_properties(${target} PROPERTIES
        OUTPUT_NAME ${name}
        RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/${folder}")
    target_compile_options(${target} PRIVATE ${INLAY_WARNINGS})
    target_link_libraries(${target} PRIVATE inlay_static m)
endfunction()

# Programs of ours may use POSIX and the library's internals; the examples are
# what a user would write.
function(inlay_see_internals target)
    target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L)
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src")
    target_include_directories(${target} SYSTEM PRIVATE
        ${INLAY_JANSSON_INCLUDE} ${INLAY_SQLITE_INCLUDE})
    target_link_libraries(${target} PRIVATE ${INLAY_JANSSON} Threads::Threads)
endfunction()

# A ctest, run in the source folder with the sanitizers told what to do:
# allocations may fail (tests ask for absurd ones), leaks are errors.
function(inlay_test name seconds)
    add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties(${name} PROPERTIES TIMEOUT ${seconds} ENVIRONMENT
        "ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1:detect_stack_use_after_return=1;UBSAN_OPTIONS=print_stacktrace=1;TSAN_OPTIONS=halt_on_error=1:allocator_may_return_null=1")
endfunction()

# ---- The tool ----------------------------------------------------------------

# All of it but main() is an archive, so that tests can link it.
set(tool_main "${PROJECT_SOURCE_DIR}/src/app/main.c")
set(tool_parts ${tool_sources})
list(REMOVE_ITEM tool_parts "${tool_main}")
if(tool_parts)
    add_library(inlay_tool_parts STATIC ${tool_parts})
    target_compile_options(inlay_tool_parts PRIVATE ${INLAY_WARNINGS})
    inlay_see_internals(inlay_tool_parts)
    target_link_libraries(inlay_tool_parts PUBLIC inlay_static m)
    set(inlay_tool_library inlay_tool_parts)
endif()
if(EXISTS "${tool_main}")
    inlay_program(inlay_tool inlay "${tool_main}")
    inlay_see_internals(inlay_tool)
    set_target_properties(inlay_tool PROPERTIES INLAY_IS_TOOL ON)
    target_link_libraries(inlay_tool PRIVATE ${inlay_tool_library})
    install(TARGETS inlay_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

# ---- Benchmarks --------------------------------------------------------------

add_custom_target(bench-programs)
file(GLOB support CONFIGURE_DEPENDS bench/support/*.c)
if(support)
    add_library(inlay_bench_support STATIC EXCLUDE_FROM_ALL ${support})
    target_compile_options(inlay_bench_support PRIVATE ${INLAY_WARNINGS})
    target_compile_definitions(inlay_bench_support PRIVATE _POSIX_C_SOURCE=200809L)
    target_include_directories(inlay_bench_support
        PUBLIC bench PRIVATE src include ${INLAY_JANSSON_INCLUDE})
    target_link_libraries(inlay_bench_support PUBLIC inlay_static m)
endif()
if(INLAY_BENCH)
    file(GLOB programs CONFIGURE_DEPENDS bench/*.c)
    foreach(source IN LISTS programs)
        get_filename_component(name "${source}" NAME_WE)
        inlay_program(bench_${name} bench/${name} "${source}")
        inlay_see_internals(bench_${name})
        target_include_directories(bench_${name} SYSTEM PRIVATE ${INLAY_OPENBLAS_INCLUDE})
        target_link_libraries(bench_${name} PRIVATE ${INLAY_OPENBLAS})
        if(support)
            target_link_libraries(bench_${name} PRIVATE inlay_bench_support)
        endif()
        add_dependencies(bench-programs bench_${name})
    endforeach()
endif()

# ---- Experiments -------------------------------------------------------------

# A folder without main.c, such as harness, is shared by all.
set(experiment_parts)
if(INLAY_EXPERIMENTS)
    file(GLOB shared CONFIGURE_DEPENDS experiments/harness/*.c)
    if(shared)
        add_library(inlay_harness STATIC EXCLUDE_FROM_ALL ${shared})
        set(experiment_parts inlay_harness)
    endif()
    add_custom_target(experiment-programs)
    file(GLOB mains CONFIGURE_DEPENDS experiments/*/main.c)
    foreach(main IN LISTS mains)
        get_filename_component(folder "${main}" DIRECTORY)
        get_filename_component(name "${folder}" NAME)
        file(GLOB parts CONFIGURE_DEPENDS ${folder}/*.c)
        list(REMOVE_ITEM parts "${main}")
        inlay_program(experiment_${name} experiments/${name} "${main}")
        inlay_see_internals(experiment_${name})
        target_include_directories(experiment_${name} PRIVATE experiments)
        if(parts)
            add_library(experiment_${name}_parts STATIC EXCLUDE_FROM_ALL ${parts})
            list(APPEND experiment_parts experiment_${name}_parts)
            target_link_libraries(experiment_${name} PRIVATE experiment_${name}_parts)
        endif()
        if(shared)
            target_link_libraries(experiment_${name} PRIVATE inlay_harness)
        endif()
        add_dependencies(experiment-programs experiment_${name})
    endforeach()
    foreach(part IN LISTS experiment_parts)
        inlay_see_internals(${part})
        target_compile_options(${part} PRIVATE ${INLAY_WARNINGS})
        target_include_directories(${part} PUBLIC experiments)
        target_include_directories(${part} SYSTEM PRIVATE ${INLAY_OPENBLAS_INCLUDE})
        target_link_libraries(${part} PUBLIC inlay_bench_support ${INLAY_OPENBLAS})
        if(NOT part STREQUAL inlay_harness AND shared)
            target_link_libraries(${part} PUBLIC inlay_harness)
        endif()
    endforeach()
endif()

# ---- Examples ----------------------------------------------------------------

if(INLAY_EXAMPLES)
    file(GLOB programs CONFIGURE_DEPENDS examples/*.c)
    foreach(source IN LISTS programs)
        get_filename_component(name "${source}" NAME_WE)
        inlay_program(example_${name} examples/${name} "${source}")
        if(BUILD_TESTING)
            inlay_test(examples/${name} 300 example_${name})
        endif()
    endforeach()

    # Its test is a short run.
    set(arguments_of_digits --evaluations 12)

    file(GLOB mains CONFIGURE_DEPENDS examples/*/main.c)
    foreach(main IN LISTS mains)
        get_filename_component(folder "${main}" DIRECTORY)
        get_filename_component(name "${folder}" NAME)
        file(GLOB parts CONFIGURE_DEPENDS ${folder}/*.c)
        list(REMOVE_ITEM parts "${main}")
        inlay_program(example_${name} examples/${name} "${main}")
        set(targets example_${name})
        if(parts)
            add_library(example_${name}_parts STATIC ${parts})
            target_compile_options(example_${name}_parts PRIVATE ${INLAY_WARNINGS})
            target_link_libraries(example_${name}_parts PUBLIC inlay_static m)
            target_link_libraries(example_${name} PRIVATE example_${name}_parts)
            list(APPEND targets example_${name}_parts)
            list(APPEND inlay_example_parts example_${name}_parts)
        endif()
        foreach(target IN LISTS targets)
            target_compile_definitions(${target} PRIVATE
                INLAY_EXAMPLES_DATA="${PROJECT_SOURCE_DIR}/examples/data")
        endforeach()
        if(BUILD_TESTING)
            inlay_test(examples/${name} 600 example_${name} ${arguments_of_${name}})
        endif()
    endforeach()
endif()

# ---- Tests -------------------------------------------------------------------

# Not part of `all`: who only wants the library needs neither cmocka nor the time.
if(BUILD_TESTING)
    find_library(INLAY_CMOCKA NAMES cmocka DOC "The cmocka library (tests only)")
    file(GLOB programs CONFIGURE_DEPENDS tests/*/test_*.c)
    if(INLAY_FUZZ)
        set(programs)
    endif()
    if(programs AND NOT INLAY_CMOCKA)
        add_custom_target(test-programs
            COMMAND ${CMAKE_COMMAND} -E echo
                "cmocka was not found: install libcmocka-dev ('make deps'), configure again"
            COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
        set(programs)
    else()
        add_custom_target(test-programs)
    endif()
    foreach(source IN LISTS programs)
        file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}/tests" "${source}")
        if(INLAY_TEST_FILTER AND NOT path MATCHES "${INLAY_TEST_FILTER}")
            continue()
        endif()
        if(path MATCHES "^examples/" AND NOT INLAY_EXAMPLES)
            continue()
        endif()
        if(path MATCHES "^experiments/" AND NOT INLAY_EXPERIMENTS)
            continue()
        endif()
        string(REGEX REPLACE "\\.c$" "" path "${path}")
        string(REPLACE "/" "_" target "${path}")
        inlay_program(${target} tests/${path} "${source}")
        set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
        add_dependencies(test-programs ${target})
        inlay_see_internals(${target})
        target_include_directories(${target} PRIVATE tests tests/fixtures)
        target_link_libraries(${target} PRIVATE ${inlay_tool_library} ${INLAY_CMOCKA})
        if(path MATCHES "^examples/")
            target_link_libraries(${target} PRIVATE ${inlay_example_parts})
        endif()
        if(path MATCHES "^bench/")
            target_link_libraries(${target} PRIVATE inlay_bench_support)
        endif()
        if(path MATCHES "^experiments/")
            target_link_libraries(${target} PRIVATE ${experiment_parts})
        endif()
        inlay_test(${path} 300 ${target})
    endforeach()
endif()

# ---- Fuzzing -----------------------------------------------------------------

if(BUILD_TESTING AND NOT INLAY_TEST_FILTER)
    file(GLOB programs CONFIGURE_DEPENDS tests/fuzz/fuzz_*.c)
    foreach(source IN LISTS programs)
        get_filename_component(name "${source}" NAME_WE)
        if(INLAY_FUZZ)
            inlay_program(${name} fuzz/${name} "${source}")
            target_link_options(${name} PRIVATE -fsanitize=fuzzer)
        else()
            inlay_program(${name} fuzz/${name} "${source}" tests/fuzz/replay.c)
            inlay_test(fuzz/${name} 120
                ${name} "${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name}")
        endif()
        set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
        add_dependencies(test-programs ${name})
        inlay_see_internals(${name})
        target_link_libraries(${name} PRIVATE ${inlay_tool_library})
        target_include_directories(${name} PRIVATE tests tests/fixtures)
        # The entry point has no header to be declared in.
        target_compile_options(${name} PRIVATE -Wno-missing-prototypes)
    endforeach()
endif()

# ---- Scripts -----------------------------------------------------------------

# They install this build and compile against it with plain flags, so it must
# have no sanitizer.
if(BUILD_TESTING AND NOT INLAY_SANITIZE AND NOT INLAY_COVERAGE)
    file(GLOB scripts CONFIGURE_DEPENDS tests/install/test_*.sh)
    foreach(script IN LISTS scripts)
        get_filename_component(name "${script}" NAME_WE)
        inlay_test(install/${name} 300 bash "${script}" "${PROJECT_BINARY_DIR}")
    endforeach()
endif()

# They run the tool of this build.
if(BUILD_TESTING AND TARGET inlay_tool)
    add_dependencies(test-programs inlay_tool)
    file(GLOB scripts CONFIGURE_DEPENDS tests/e2e/test_*.sh)
    foreach(script IN LISTS scripts)
        get_filename_component(name "${script}" NAME_WE)
        inlay_test(e2e/${name} 300 bash "${script}" "${PROJECT_BINARY_DIR}")
    endforeach()
endif()
