/*
 * test_terminal.c: what standard output can show; and on the screen are the lines
 * that stay, once, and below them the block, once.
 */
#define _XOPEN_SOURCE 700 /* pseudo-terminals */
#include "check.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "app/screen/terminal.h"
#include "base/width.h"
#include "base/rng.h"
#include "screen_fixture.h"

/* A block that draws on a screen. */
struct drawing {
    struct screen screen;
    struct inlay_terminal terminal;
    struct inlay_terminal_block block;
    char *bytes; /* of the stream */
    size_t n_bytes, n_fed;
};

static void drawing_begin(struct drawing *d, size_t width, size_t height)
{
    *d = (struct drawing){.screen = screen_new(width, height)};
    FILE *out = open_memstream(&d->bytes, &d->n_bytes);
    CHECK(out != NULL);
    d->terminal = (struct inlay_terminal){
        .width = width, .height = height, .has_utf8 = true};
    d->block =
        (struct inlay_terminal_block){.out = out, .terminal = &d->terminal};
}

static void feed(struct drawing *d)
{
    fflush(d->block.out);
    screen_feed(&d->screen, d->bytes + d->n_fed, d->n_bytes - d->n_fed);
    d->n_fed = d->n_bytes;
}

static void draw(struct drawing *d, const char *above, const char *lines)
{
    inlay_terminal_block_draw(&d->block, above, lines);
    feed(d);
}

static void resize(struct drawing *d, size_t width, size_t height)
{
    screen_resize(&d->screen, width, height);
    d->terminal.width = width;
    d->terminal.height = height;
}

static void check_screen(const struct drawing *d, const char *want)
{
    struct inlay_text text = screen_text(&d->screen);

    CHECK_TEXT(text.bytes, want);
    CHECK(d->screen.column == 0);
    inlay_text_clear(&text);
}

static void drawing_end(struct drawing *d)
{
    inlay_terminal_block_end(&d->block);
    feed(d);
    CHECK(!d->screen.is_cursor_hidden);
    fclose(d->block.out);
    free(d->bytes);
    screen_free(&d->screen);
}

TEST(a_block_is_replaced_and_lines_above_stay)
{
    struct drawing d;

    drawing_begin(&d, 20, 10);
    draw(&d, "", "one\ntwo\nthree\n");
    check_screen(&d, "one\ntwo\nthree\n");
    CHECK(d.screen.is_cursor_hidden);
    draw(&d, "stays\n", "four\nfive\n");
    check_screen(&d, "stays\nfour\nfive\n");
    draw(&d, "a second one that is so long that it wraps\n", "six\n");
    check_screen(&d, "stays\na second one that is so long that it wraps\n"
                     "six\n");
    drawing_end(&d);
}

TEST(a_line_of_the_block_is_cut)
{
    struct drawing d;

    drawing_begin(&d, 10, 10);
    draw(&d, "", "0123456789abc\nshort\n");
    check_screen(&d, "01234567…\nshort\n");
    drawing_end(&d);
}

TEST(a_block_is_no_higher_than_the_screen)
{
    struct drawing d;

    drawing_begin(&d, 10, 4);
    for (int i = 0; i < 3; i++)
        draw(&d, "", "1\n2\n3\n4\n5\n");
    check_screen(&d, "1\n2\n3\n");
    drawing_end(&d);
}

TEST(a_narrower_screen_is_cleaned_up)
{
    struct drawing d;

    drawing_begin(&d, 30, 12);
    draw(&d, "stays\n", "0123456789abcdefghij\n日本語日本語日本\n");
    resize(&d, 7, 12);
    draw(&d, "", "new\n");
    check_screen(&d, "stays\nnew\n");
    drawing_end(&d);
}

TEST(what_was_drawn_stays_after_the_end)
{
    struct drawing d;

    drawing_begin(&d, 30, 12);
    draw(&d, "", "one\n");
    inlay_terminal_block_end(&d.block);
    draw(&d, "", "two\n");
    check_screen(&d, "one\ntwo\n");
    drawing_end(&d);
}

TEST(a_block_that_was_never_drawn_writes_nothing)
{
    struct drawing d;

    drawing_begin(&d, 30, 12);
    inlay_terminal_block_end(&d.block);
    fflush(d.block.out);
    CHECK(d.n_bytes == 0);
    drawing_end(&d);
}

/* What standard output is while it is fd. */
static struct inlay_terminal terminal_of(int fd)
{
    fflush(stdout);
    const int saved = dup(STDOUT_FILENO);
    CHECK(saved >= 0 && dup2(fd, STDOUT_FILENO) >= 0);
    const struct inlay_terminal t = inlay_terminal_now();
    CHECK(dup2(saved, STDOUT_FILENO) >= 0 && close(saved) == 0);
    return t;
}

TEST(a_terminal_has_a_size_and_a_file_has_none)
{
    const struct winsize size = {.ws_col = 91, .ws_row = 17};
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    FILE *file = tmpfile();

    CHECK(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    const int screen = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    CHECK(screen >= 0 && ioctl(screen, TIOCSWINSZ, &size) == 0 && file);
    const struct inlay_terminal a = terminal_of(screen);
    const struct inlay_terminal b = terminal_of(fileno(file));
    CHECK(a.is_terminal && a.width == 91 && a.height == 17);
    CHECK(!b.is_terminal && b.width == 0 && b.height == 0);
    fclose(file);
    close(screen);
    close(terminal);
}

TEST(the_first_locale_that_is_set_says_whether_it_shows_utf8)
{
    static const struct {
        const char *all, *ctype, *lang;
        bool want;
    } row[] = {
        {"", "", "", false},
        {"", "", "en_GB.UTF-8", true},
        {"", "de_DE.utf8", "C", true},
        {"C", "en_GB.UTF-8", "en_GB.UTF-8", false},
        {"C.UTF-8", "C", "C", true},
    };

    for (size_t i = 0; i < LEN(row); i++) {
        CHECK(!setenv("LC_ALL", row[i].all, 1) &&
              !setenv("LC_CTYPE", row[i].ctype, 1) &&
              !setenv("LANG", row[i].lang, 1));
        CHECK(inlay_terminal_now().has_utf8 == row[i].want);
    }
}

/* Up to n_most lines of letters of one and two columns, and of none. */
static void add_random_lines(struct inlay_text *text, struct inlay_rng *rng,
                             size_t n_most)
{
    static const char *const letters[] = {"a", "ü", "日", "e\xcc\x81", " x"};
    const size_t n = inlay_rng_below(rng, n_most + 1);

    inlay_text_add(text, "");
    for (size_t i = 0; i < n; i++) {
        const size_t n_letters = inlay_rng_below(rng, 60);

        for (size_t k = 0; k < n_letters; k++)
            inlay_text_add(text, letters[inlay_rng_below(rng, LEN(letters))]);
        inlay_text_add(text, "|\n");
    }
}

static void add_cut(struct inlay_text *text, const char *lines, size_t width)
{

    for (; *lines; lines += strcspn(lines, "\n") + 1) {
        inlay_width_add_cut(text, lines, strcspn(lines, "\n"), width - 1, true);
        inlay_text_add(text, "\n");
    }
}

/* One draw, with a screen of another size now and then. */
static void draw_at_random(struct drawing *d, struct inlay_rng *rng,
                           struct inlay_text *above)
{
    struct inlay_text more = {0}, lines = {0}, want = {0};

    add_random_lines(&more, rng, inlay_rng_below(rng, 3));
    add_random_lines(&lines, rng, 6);
    if (inlay_rng_below(rng, 4) == 0)
        resize(d, 12 + inlay_rng_below(rng, 100), 60);
    draw(d, more.bytes, lines.bytes);
    inlay_text_add(above, more.bytes);
    inlay_text_add(&want, above->bytes);
    add_cut(&want, lines.bytes, d->screen.width);
    check_screen(d, want.bytes);
    inlay_text_clear(&more);
    inlay_text_clear(&lines);
    inlay_text_clear(&want);
}

TEST(the_screen_is_what_stays_and_then_the_block_whatever_was_drawn)
{
    struct inlay_rng rng = inlay_rng_seed(11);

    for (int rep = 0; rep < 20; rep++) {
        struct inlay_text above = {0};
        struct drawing d;

        drawing_begin(&d, 12 + inlay_rng_below(&rng, 100), 60);
        for (int i = 0; i < 30; i++)
            draw_at_random(&d, &rng, &above);
        drawing_end(&d);
        inlay_text_clear(&above);
    }
}
