/*
 * chance.h: do trials fail by chance, or because of where they are?
 */
#ifndef INLAY_STUDY_CHANCE_H
#define INLAY_STUDY_CHANCE_H

#include "base/stop.h"
#include "problem/history.h"

/*
 * *is_random: the failures of the history do not follow its variables, as far as
 * at least MIN_OF_EACH failed and as many done trials can show.  False is the
 * answer of doubt.
 */
inlay_status inlay_chance_of_failures(const struct inlay_history *history,
                                      struct inlay_watch *watch,
                                      bool *is_random, inlay_error *err);

#endif
