/*
 * cmd_note.c: inlay note: attributes of a trial or of the study.
 */
#include <inttypes.h>
#include <string.h>

#include "app/commands/cmd.h"
#include "app/commands/target.h"
#include "app/screen/say.h"
#include "base/error.h"
#include "base/harmless.h"
#include "base/mem.h"
#include "study/life.h"

struct noting {
    int64_t id;
    struct inlay_note *changes;
    size_t n;
    char **keys; /* copies, where a word had a = */
};

static void clear(struct noting *n)
{
    for (size_t i = 0; n->keys && i < n->n; i++)
        inlay_mem_free(n->keys[i]);
    inlay_mem_free(n->keys);
    inlay_mem_free(n->changes);
}

/* KEY=TEXT, a tag, or a text. */
static inlay_status read_word(const char *word, bool removes, char **key,
                              struct inlay_note *out, inlay_error *err)
{
    const size_t n = strcspn(word, "=");

    if (removes || !strpbrk(word, "= \t\n")) {
        *out = (struct inlay_note){word, removes ? NULL : ""};
        return INLAY_OK;
    }
    if (word[n] != '=') {
        *out = (struct inlay_note){"note", word};
        return INLAY_OK;
    }
    *key = inlay_mem_bytes(word, n);
    *out = (struct inlay_note){*key, word + n + 1};
    return *key ? INLAY_OK : inlay_fail_memory(err, "attributes");
}

static inlay_status read_words(const struct inlay_args *args, void *context,
                               inlay_error *err)
{
    struct noting *n = context;
    const bool removes = inlay_args_has(args, "remove");
    inlay_status st = INLAY_OK;

    if (strcmp(args->words[1], "0") != 0)
        st = inlay_args_number(args->words[1], "ID", INT64_MAX, &n->id, err);
    n->n = args->n_words - 2;
    if (st == INLAY_OK && removes && n->n == 0)
        return inlay_fail(err, INLAY_EINVAL,
                          "--remove: name the attributes to remove");
    n->changes = inlay_mem_new(n->n, sizeof *n->changes);
    n->keys = inlay_mem_new(n->n, sizeof *n->keys);
    if (!n->changes || !n->keys)
        return inlay_fail_memory(err, "attributes");
    for (size_t i = 0; st == INLAY_OK && i < n->n; i++)
        st = read_word(args->words[i + 2], removes, &n->keys[i], &n->changes[i],
                       err);
    return st;
}

static inlay_status print(const struct inlay_args *args,
                          const inlay_study *study, int64_t id,
                          inlay_error *err)
{
    const struct inlay_notes *notes = inlay_study_notes(study, id);
    struct inlay_text page = {0};

    if (args->is_json)
        inlay_notes_print(notes, NULL, 0, &page);
    for (size_t i = 0; !args->is_json && notes && i < notes->n; i++) {
        inlay_text_add(&page, i > 0 ? "\n" : "");
        inlay_harmless_add(&page, notes->at[i].key);
        inlay_text_add(&page, notes->at[i].value[0] ? "=" : "");
        inlay_harmless_add(&page, notes->at[i].value);
    }
    inlay_text_add(&page, page.n > 0 ? "\n" : "");
    return inlay_say_text(&page, err);
}

static inlay_status note(const struct inlay_args *args,
                         struct inlay_target *target, void *context,
                         inlay_error *err)
{
    const struct noting *n = context;
    inlay_trial trial;
    inlay_status st = INLAY_OK;

    if (n->n > 0)
        st = inlay_study_note(target->study, n->id, n->changes, n->n, err);
    else if (n->id > 0)
        st = inlay_study_trial(target->study, n->id, &trial, err);
    return st == INLAY_OK && !(args->is_quiet && n->n > 0)
               ? print(args, target->study, n->id, err)
               : st;
}

int inlay_cmd_note(const struct inlay_args *args)
{
    struct noting n = {0};
    const int mode = args->n_words > 2 ? INLAY_STORE_WRITE : INLAY_STORE_READ;
    const int code = inlay_target_do(args, read_words, mode, note, &n);

    clear(&n);
    return code;
}
