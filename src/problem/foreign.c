/*
 * foreign.c: the words of Optuna, Ax, HyperOpt, scikit-optimize, SMAC3, Spearmint
 * and others.
 */
#include "problem/foreign.h"

#include <string.h>

enum { MAX_OURS = 3 };

struct row {
    enum inlay_foreign kind;
    const char *theirs;         /* words, with a space between */
    const char *ours[MAX_OURS]; /* likeliest first; NULL: no more */
};

/* A word stands in one row of a kind. */
static const struct row TABLE[] = {
    {INLAY_FOREIGN_KEY,
     "parameters params parameter_space space search_space configspace "
     "configuration_space hyperparameters dimensions domain",
     {"variables"}},
    {INLAY_FOREIGN_KEY,
     "trials n_trials num_trials max_trials total_trials evaluations evals "
     "n_evaluations max_evals max_evaluations iterations n_iter n_iterations "
     "max_iter max_iterations n_calls calls runs runcount_limit",
     {"budget"}},
    {INLAY_FOREIGN_KEY,
     "walltime walltime_limit wallclock_limit time total_time time_budget "
     "deadline duration",
     {"time_limit"}},
    {INLAY_FOREIGN_KEY,
     "max_time max_runtime runtime max_seconds seconds",
     {"time_limit", "timeout"}},
    {INLAY_FOREIGN_KEY,
     "cutoff cutoff_time trial_timeout trial_time_limit trial_walltime_limit",
     {"timeout"}},
    {INLAY_FOREIGN_KEY,
     "stop stopping stop_at stop_if stop_when stopper stopping_criteria "
     "termination terminator terminate",
     {"patience", "target", "time_limit"}},
    {INLAY_FOREIGN_KEY,
     "early_stopping early_stop early_stop_fn early_stopping_rounds "
     "no_progress_loss n_iter_no_change",
     {"patience"}},
    {INLAY_FOREIGN_KEY, "loss_threshold threshold goal_value", {"target"}},
    {INLAY_FOREIGN_KEY,
     "jobs n_jobs num_jobs workers n_workers num_workers parallelism "
     "max_parallelism max_parallel max_concurrent concurrency processes cores",
     {"parallel"}},
    {INLAY_FOREIGN_KEY,
     "cmd program script executable run exec main_file",
     {"command"}},
    {INLAY_FOREIGN_KEY,
     "direction objective optimize mode sense minimize maximize",
     {"goal"}},
    {INLAY_FOREIGN_KEY,
     "directions metric metrics objectives objective_name results constraints "
     "limits outcome_constraints tracking_metrics",
     {"outputs"}},
    {INLAY_FOREIGN_KEY,
     "sampler algorithm algo optimizer strategy search search_algorithm "
     "generation_strategy surrogate suggest tuner solver",
     {"method"}},
    {INLAY_FOREIGN_KEY, "random_seed random_state rstate rng", {"seed"}},
    {INLAY_FOREIGN_KEY,
     "study_name experiment experiment_name title",
     {"name"}},
    {INLAY_FOREIGN_KEY, "comment about notes", {"description"}},
    {INLAY_FOREIGN_KEY, "retry max_retries n_retries attempts", {"retries"}},
    {INLAY_FOREIGN_KEY,
     "failures max_errors max_failed failure_limit",
     {"max_failures"}},
    {INLAY_FOREIGN_KEY, "memory_limit ram mem max_memory", {"memory"}},
    {INLAY_FOREIGN_KEY,
     "storage db database journal output_directory",
     {"store"}},
    {INLAY_FOREIGN_KEY,
     "n_startup_trials n_startup_jobs n_initial_points initial_points "
     "num_initialization_trials init_points n_init initial_trials",
     {"initial"}},
    {INLAY_FOREIGN_KEY,
     "acq acq_func acquisition_function acquisition_func",
     {"acquisition"}},
    {INLAY_FOREIGN_KEY, "n_ei_candidates n_candidates", {"candidates"}},
    {INLAY_FOREIGN_KEY, "noisy deterministic noise_level noise_sd", {"noise"}},
    {INLAY_FOREIGN_KEY, "n_trees num_trees n_estimators", {"smac.trees"}},

    {INLAY_FOREIGN_VARIABLE,
     "low lower lb lower_bound minimum start from",
     {"'min'"}},
    {INLAY_FOREIGN_VARIABLE,
     "high upper ub upper_bound maximum stop end to",
     {"'max'"}},
    {INLAY_FOREIGN_VARIABLE, "bounds range domain", {"'min' and 'max'"}},
    {INLAY_FOREIGN_VARIABLE, "log log_scale is_log", {"\"scale\": \"log\""}},
    {INLAY_FOREIGN_VARIABLE,
     "choices options categories items levels sequence",
     {"'values'"}},
    {INLAY_FOREIGN_VARIABLE, "q quantum increment", {"'step'"}},
    {INLAY_FOREIGN_VARIABLE, "help comment doc", {"'description'"}},
    {INLAY_FOREIGN_VARIABLE, "parameter param label id", {"'name'"}},
    {INLAY_FOREIGN_VARIABLE,
     "kind dtype value_type parameter_type distribution",
     {"'type'"}},

    {INLAY_FOREIGN_OUTPUT,
     "direction objective optimize minimize maximize mode",
     {"'goal'"}},
    {INLAY_FOREIGN_OUTPUT, "upper ub upper_bound at_most le limit", {"'max'"}},
    {INLAY_FOREIGN_OUTPUT, "lower lb lower_bound at_least ge", {"'min'"}},
    {INLAY_FOREIGN_OUTPUT, "bound threshold", {"'max'", "'min'"}},
    {INLAY_FOREIGN_OUTPUT, "metric metric_name key id", {"'name'"}},

    {INLAY_FOREIGN_RESULT,
     "var sigma2 noise_variance noise_var error_variance",
     {"'variance'"}},
    {INLAY_FOREIGN_RESULT,
     "std sd stddev standard_deviation stderr std_error standard_error sem se "
     "sigma noise noise_sd noise_std error_bar",
     {"'variance', the square of the standard error"}},

    {INLAY_FOREIGN_TYPE,
     "float double number continuous uniform loguniform log_uniform quniform "
     "suggest_float range",
     {"real"}},
    {INLAY_FOREIGN_TYPE,
     "int long randint uniformint suggest_int",
     {"integer"}},
    {INLAY_FOREIGN_TYPE, "bool flag", {"boolean"}},
    {INLAY_FOREIGN_TYPE,
     "choice choices category cat enum string str suggest_categorical",
     {"categorical"}},
    {INLAY_FOREIGN_TYPE, "discrete grid", {"ordinal"}},

    {INLAY_FOREIGN_CHOICE, "min", {"minimize"}},
    {INLAY_FOREIGN_CHOICE, "max", {"maximize"}},
    {INLAY_FOREIGN_CHOICE, "true on", {"yes"}},
    {INLAY_FOREIGN_CHOICE, "false off", {"no", "none"}},
    {INLAY_FOREIGN_CHOICE,
     "bo bayes bayesian gaussian_process gpsampler botorch gp_minimize",
     {"gp"}},
    {INLAY_FOREIGN_CHOICE, "tpesampler parzen", {"tpe"}},
    {INLAY_FOREIGN_CHOICE,
     "rand random_search randomsampler uniform",
     {"random"}},
    {INLAY_FOREIGN_CHOICE, "qmc qmcsampler halton lhs", {"sobol"}},
    {INLAY_FOREIGN_CHOICE,
     "rf forest random_forest forest_minimize smac3",
     {"smac"}},
    {INLAY_FOREIGN_CHOICE, "expected_improvement logei", {"ei"}},
    {INLAY_FOREIGN_CHOICE, "rbf squared_exponential", {"se"}},
    {INLAY_FOREIGN_CHOICE, "matern", {"matern52"}},
};
enum { N_ROWS = sizeof TABLE / sizeof *TABLE };

static char plain(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static const char *past_marks(const char *s)
{
    return s + strspn(s, "_-.");
}

/* Is the word at `row`, up to a space or the end, the same as `word`? */
static bool is_same(const char *row, const char *word)
{
    row = past_marks(row);
    word = past_marks(word);
    while (*word && *row && *row != ' ' && plain(*row) == plain(*word)) {
        row = past_marks(row + 1);
        word = past_marks(word + 1);
    }
    return *word == '\0' && (*row == '\0' || *row == ' ');
}

static bool has_word(const struct row *row, const char *word)
{
    const char *at = row->theirs;

    while (at && !is_same(at, word)) {
        at = strchr(at, ' ');
        at = at ? at + 1 : NULL;
    }
    return at != NULL;
}

const char *inlay_foreign_at(enum inlay_foreign kind, const char *theirs,
                             size_t i)
{
    for (size_t k = 0; k < N_ROWS; k++)
        if (TABLE[k].kind == kind && has_word(&TABLE[k], theirs))
            return i < MAX_OURS ? TABLE[k].ours[i] : NULL;
    return NULL;
}

void inlay_foreign_add_guess(struct inlay_text *text, const char *const *names,
                             size_t n)
{
    for (size_t i = 0; i < n; i++)
        inlay_text_printf(text, "%s%s",
                          i == 0      ? "; did you mean "
                          : i + 1 < n ? ", "
                                      : " or ",
                          names[i]);
    inlay_text_add(text, n > 0 ? "?" : "");
}
