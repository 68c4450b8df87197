/*
 * test_criterion.c: each acquisition has a name of its own.
 */
#include "study/study_fixture.h"

#include "app/pages/criterion.h"

static const inlay_option *option_of(const char *name)
{
    size_t i = 0;
    while (strcmp(inlay_option_at(i)->name, name) != 0)
        i++;
    return inlay_option_at(i);
}

static const char *name_with(const char *options)
{
    inlay_study *s = study_of(SMALL_SPACE, options);
    const char *name = inlay_criterion_name(inlay_study_acquisition(s));
    inlay_study_free(s);
    return name;
}

TEST(each_acquisition_has_its_words)
{
    CHECK_TEXT(name_with(""), "expected improvement");
    CHECK_TEXT(name_with("acquisition=ei"), "expected improvement");
    CHECK_TEXT(name_with("acquisition=pes"),
               "information about the optimum's place");
    CHECK_TEXT(name_with("acquisition=mes"),
               "information about the optimum's value");
}

TEST(a_method_that_has_one_acquisition_is_not_said_to_have_another)
{
    CHECK_TEXT(name_with("method=smac acquisition=pes"),
               "expected improvement");
}

TEST(no_choice_of_the_option_was_forgotten)
{
    const inlay_option *option = option_of("acquisition");
    for (size_t k = 0; option->choices[k]; k++) {
        char text[80];
        snprintf(text, sizeof text, "acquisition=%s", option->choices[k]);
        CHECK(strcmp(name_with(text), "acquisition") != 0);
    }
}
