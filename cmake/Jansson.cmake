# INLAY_JANSSON, INLAY_JANSSON_INCLUDE: the JSON parser.
find_library(INLAY_JANSSON NAMES jansson DOC "The jansson library")
find_path(INLAY_JANSSON_INCLUDE NAMES jansson.h DOC "Folder of jansson.h")
if(NOT INLAY_JANSSON OR NOT INLAY_JANSSON_INCLUDE)
    message(FATAL_ERROR "jansson was not found.  On Debian: "
        "apt-get install libjansson-dev (or run 'make deps').")
endif()
