#include "check.h"

#include "app/exchange/listed.h"

TEST(words_of_other_tools_are_states_too)
{
    for (int i = 0; i <= INLAY_LISTED_FAILED; i++)
        CHECK(inlay_listed_find(inlay_listed_names[i]) == i);
    CHECK(inlay_listed_find("COMPLETE") == INLAY_LISTED_DONE);
    CHECK(inlay_listed_find("pruned") == INLAY_LISTED_FAILED);
    CHECK(inlay_listed_find("waiting") == INLAY_LISTED_PENDING);
    CHECK(inlay_listed_find("odd") == -1 && inlay_listed_find("") == -1);
}
