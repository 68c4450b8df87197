# INLAY_OPENBLAS, INLAY_OPENBLAS_INCLUDE: the pthread variant of OpenBLAS.
#
# The variants (pthread, openmp, serial) share one soname and are switched by
# update-alternatives.  The serial one gives wrong factors when several threads
# call it, so we look in the folder of the pthread variant only, and programs get
# that folder as rpath.  Elsewhere: -DINLAY_OPENBLAS=FILE
# -DINLAY_OPENBLAS_INCLUDE=FOLDER, a build for threaded callers.

set(folders_lib)
set(folders_include)
foreach(prefix IN LISTS CMAKE_SYSTEM_PREFIX_PATH)
    list(APPEND folders_lib "${prefix}/lib/${CMAKE_LIBRARY_ARCHITECTURE}/openblas-pthread")
    list(APPEND folders_include
        "${prefix}/include/${CMAKE_LIBRARY_ARCHITECTURE}/openblas-pthread")
endforeach()

find_library(INLAY_OPENBLAS NAMES openblas PATHS ${folders_lib} NO_DEFAULT_PATH
    DOC "OpenBLAS, the pthread variant")
find_path(INLAY_OPENBLAS_INCLUDE NAMES cblas.h PATHS ${folders_include} NO_DEFAULT_PATH
    DOC "Folder of that OpenBLAS' cblas.h")

if(NOT INLAY_OPENBLAS OR NOT INLAY_OPENBLAS_INCLUDE)
    message(FATAL_ERROR
        "The pthread variant of OpenBLAS was not found.\n"
        "On Debian: apt-get install libopenblas-pthread-dev (or run 'make deps').\n"
        "Elsewhere: -DINLAY_OPENBLAS=/path/libopenblas.so "
        "-DINLAY_OPENBLAS_INCLUDE=/path/of/cblas.h's/folder. "
        "Not the serial variant: it is wrong under threads.")
endif()
get_filename_component(INLAY_OPENBLAS_FOLDER "${INLAY_OPENBLAS}" DIRECTORY)

# The tool has OpenBLAS in it where there is an archive: loading the shared one
# takes as long as a suggestion (docs/decisions/0006).  Its LAPACK is Fortran's,
# whose runtime is linked by file, as a compiler for it need not be installed.
find_library(INLAY_OPENBLAS_ARCHIVE NAMES libopenblas.a PATHS ${INLAY_OPENBLAS_FOLDER}
    NO_DEFAULT_PATH DOC "OpenBLAS as an archive, for the tool")
find_library(INLAY_GFORTRAN NAMES gfortran libgfortran.so.5
    DOC "Runtime of Fortran, for the archive of OpenBLAS")
mark_as_advanced(INLAY_OPENBLAS_ARCHIVE INLAY_GFORTRAN)
set(INLAY_BLAS_OF_TOOL ${INLAY_OPENBLAS})
if(INLAY_OPENBLAS_ARCHIVE AND INLAY_GFORTRAN)
    set(INLAY_BLAS_OF_TOOL ${INLAY_OPENBLAS_ARCHIVE} ${INLAY_GFORTRAN})
endif()

# Of everything.  CMake's own rpath for build trees ends with a colon, by which
# libraries would be taken from the current folder.
set(CMAKE_INSTALL_RPATH "${INLAY_OPENBLAS_FOLDER}")
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
