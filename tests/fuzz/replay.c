/*
 * replay.c: the main() of a fuzz target in builds without libFuzzer.
 *
 * Runs the target on the empty input and on each file of the folders given.
 * Every input is copied to a block of its exact size, so that ASan sees a read
 * past its end.  An empty or missing corpus is a failure: it would test nothing.
 */
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

enum { MAX_INPUT = 1 << 20, MAX_PATH = 4096 };

static int die(const char *path, const char *why)
{
    fprintf(stderr, "replay: %s: %s\n", path, why);
    return EXIT_FAILURE;
}

static int replay_file(const char *path)
{
    static uint8_t buffer[MAX_INPUT];
    FILE *file = fopen(path, "rb");
    if (!file)
        return die(path, strerror(errno));
    const size_t n = fread(buffer, 1, sizeof buffer, file);
    const int bad = ferror(file) || n == sizeof buffer;
    fclose(file);
    if (bad)
        return die(path, "cannot be read, or is larger than 1 MiB");

    uint8_t *exact = malloc(n ? n : 1);
    if (!exact)
        return die(path, "out of memory");
    memcpy(exact, buffer, n);
    fprintf(stderr, "%s\n", path); /* the last line before a crash */
    LLVMFuzzerTestOneInput(exact, n);
    free(exact);
    return EXIT_SUCCESS;
}

static int replay_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return die(folder, strerror(errno));

    int status = EXIT_SUCCESS;
    size_t n_files = 0;
    const struct dirent *entry;
    while (status == EXIT_SUCCESS && (entry = readdir(dir)) != NULL) {
        char path[MAX_PATH];
        if (entry->d_name[0] == '.')
            continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >=
            (int)sizeof path)
            status = die(folder, "path too long");
        else
            status = replay_file(path);
        n_files++;
    }
    closedir(dir);
    if (n_files == 0)
        return die(folder, "the corpus has no files");
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return die(argv[0], "usage: fuzz_X CORPUS_FOLDER...");

    static const uint8_t nothing[1];
    LLVMFuzzerTestOneInput(nothing, 0);
    for (int i = 1; i < argc; i++)
        if (replay_folder(argv[i]) != EXIT_SUCCESS)
            return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
