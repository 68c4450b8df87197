/*
 * test_csv.c: the head of a file of results, and the flags behind it.
 */
#include "check.h"

#include <unistd.h>

#include "harness/csv.h"
#include "harness/program.h"

TEST(a_file_says_where_its_numbers_come_from)
{
    char folder[] = "/tmp/inlay-csv-XXXXXX", path[64], text[256] = "";
    CHECK(mkdtemp(folder) != NULL);
    const struct csv_origin origin = {folder, 7, "abc", "kernel=se"};
    struct csv *csv = csv_open(&origin, "t.csv", "a,b");
    csv_row(csv, "%d,%g", 1, 0.5);
    csv_close(csv);

    snprintf(path, sizeof path, "%s/t.csv", folder);
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    CHECK(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    CHECK_TEXT(text, "# seed=7 commit=abc kernel=se\na,b\n1,0.5\n");
    CHECK(unlink(path) == 0 && rmdir(folder) == 0);
}

TEST(flags_are_read_in_any_order)
{
    char words[][8] = {"figure", "--more", "3", "--seed", "9", "--out", "here"};
    char *argv[LEN(words)];
    for (size_t i = 0; i < LEN(words); i++)
        argv[i] = words[i];
    size_t number = 0;
    const struct program_flag more = {"--more", .number = &number};
    const struct csv_origin origin =
        csv_read_origin((int)LEN(argv), argv, &more, 1);
    CHECK(number == 3 && origin.seed == 9);
    CHECK_TEXT(origin.folder, "here");
    CHECK_TEXT(origin.commit, "unknown");
}

TEST(a_space_is_made_from_letters)
{
    inlay_space *space = program_make_space("ric", (const size_t[]){0, 5, 3});
    inlay_variable v;
    CHECK(inlay_space_n_variables(space) == 3);
    inlay_space_variable(space, 0, &v, NULL);
    CHECK(v.type == INLAY_TYPE_REAL && v.lo == 0.0 && v.hi == 1.0);
    inlay_space_variable(space, 1, &v, NULL);
    CHECK(v.type == INLAY_TYPE_INTEGER && v.int_lo == 0 && v.int_hi == 4);
    inlay_space_variable(space, 2, &v, NULL);
    CHECK(v.type == INLAY_TYPE_CATEGORICAL && v.n_values == 3);
    inlay_space_free(space);
}
