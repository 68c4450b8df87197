# INLAY_SQLITE, INLAY_SQLITE_INCLUDE: where studies are kept.
find_library(INLAY_SQLITE NAMES sqlite3 DOC "The SQLite library")
find_path(INLAY_SQLITE_INCLUDE NAMES sqlite3.h DOC "Folder of sqlite3.h")
if(NOT INLAY_SQLITE OR NOT INLAY_SQLITE_INCLUDE)
    message(FATAL_ERROR "SQLite was not found.  On Debian: "
        "apt-get install libsqlite3-dev (or run 'make deps').")
endif()
