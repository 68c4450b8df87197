# Header, libraries, inlay.pc, a CMake package with the targets inlay::inlay
# (shared) and inlay::static, and what the tool prints for man and shells.
include(CMakePackageConfigHelpers)

install(FILES include/inlay.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS inlay_shared inlay_static EXPORT inlayTargets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})

# ---- pkg-config --------------------------------------------------------------

# Paths relative to where inlay.pc lies, so that the prefix may still be chosen at
# install time (`make install PREFIX=...`).
set(pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pc_to_prefix "/${pc_folder}" "/")
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")

# What a program that links libinlay.a needs.  The rpath: see OpenBLAS.cmake.
set(pc_private "-L${INLAY_OPENBLAS_FOLDER} -Wl,-rpath,${INLAY_OPENBLAS_FOLDER} -lopenblas")
set(pc_private "${pc_private} ${CMAKE_THREAD_LIBS_INIT} -lm")

configure_file(cmake/inlay.pc.in inlay.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/inlay.pc" DESTINATION ${pc_folder})

# ---- CMake package -----------------------------------------------------------

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/inlay)
configure_package_config_file(cmake/inlayConfig.cmake.in inlayConfig.cmake
    INSTALL_DESTINATION ${package_folder})
# Before 1.0 a minor version may ask for changes in the source of programs.
set(compatibility SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(compatibility SameMinorVersion)
endif()
write_basic_package_version_file(inlayConfigVersion.cmake COMPATIBILITY ${compatibility})
install(FILES
    "${PROJECT_BINARY_DIR}/inlayConfig.cmake"
    "${PROJECT_BINARY_DIR}/inlayConfigVersion.cmake"
    DESTINATION ${package_folder})
install(EXPORT inlayTargets NAMESPACE inlay:: DESTINATION ${package_folder})

# ---- The tool's manual page, completions and schema ---------------------------

# Printed by the tool itself, so that they cannot differ from it.
if(TARGET inlay_tool AND NOT CMAKE_CROSSCOMPILING)
    function(inlay_tool_page file folder)
        add_custom_command(
            OUTPUT "${PROJECT_BINARY_DIR}/share/${file}"
            COMMAND ${CMAKE_COMMAND} -E make_directory "${PROJECT_BINARY_DIR}/share"
            COMMAND inlay_tool ${ARGN} > "${PROJECT_BINARY_DIR}/share/${file}"
            DEPENDS inlay_tool VERBATIM)
        install(FILES "${PROJECT_BINARY_DIR}/share/${file}" DESTINATION "${folder}")
    endfunction()
    inlay_tool_page(inlay.1 "${CMAKE_INSTALL_MANDIR}/man1" man)
    inlay_tool_page(inlay "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" completion bash)
    inlay_tool_page(_inlay "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" completion zsh)
    inlay_tool_page(inlay.fish "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" completion fish)
    inlay_tool_page(study.schema.json "${CMAKE_INSTALL_DATADIR}/inlay" schema)
    add_custom_target(inlay_tool_pages ALL DEPENDS
        "${PROJECT_BINARY_DIR}/share/inlay.1"
        "${PROJECT_BINARY_DIR}/share/inlay"
        "${PROJECT_BINARY_DIR}/share/_inlay"
        "${PROJECT_BINARY_DIR}/share/inlay.fish"
        "${PROJECT_BINARY_DIR}/share/study.schema.json")
endif()
