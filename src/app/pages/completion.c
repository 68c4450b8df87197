/*
 * completion.c: completion scripts for shells.
 *
 * They know nothing of commands and flags: each gives the words of the line to
 * the tool that is being typed, `inlay completion SHELL -- WORD...`, and shows
 * what it answers (candidates.h).  So a script fits every version of the tool,
 * and there is no second list.
 *
 * A word that ends with '=' goes on, so no space follows it.
 */
#include "app/pages/help.h"

/* COMP_WORDBREAKS has '=', so --flag=val comes as three words, of which readline
 * replaces the last only. */
static const char BASH[] =
    "# Completion of inlay for bash, made by 'inlay completion bash'.\n"
    "_inlay() {\n"
    "    local words=() word line cut= i\n"
    "    for ((i = 1; i <= COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        if ((i > 1)) && [[ $word == = || ${COMP_WORDS[i - 1]} == = ]]; "
    "then\n"
    "            words[${#words[@]}-1]+=$word\n"
    "        else\n"
    "            if ((i < COMP_CWORD)); then # as the shell will pass it\n"
    "                word=${word#[\\\"\\']} word=${word%[\\\"\\']}\n"
    "                word=${word/#\\~\\//$HOME/}\n"
    "            fi\n"
    "            words+=(\"$word\")\n"
    "        fi\n"
    "    done\n"
    "    word=${words[${#words[@]}-1]}\n"
    "    [[ $word != *=* || $COMP_WORDBREAKS != *=* ]] || "
    "cut=${word%\"${word##*=}\"}\n"
    "    COMPREPLY=()\n"
    "    while IFS= read -r line; do\n"
    "        case $line in\n"
    "        :files) mapfile -t COMPREPLY < <(compgen -f -- \"${word##*=}\") "
    ";;\n"
    "        :studies)\n"
    "            mapfile -t COMPREPLY < <(compgen -d -- \"$word\"\n"
    "                compgen -f -X '!*.json' -- \"$word\"\n"
    "                compgen -f -X '!*.inlay' -- \"$word\") ;;\n"
    "        *)\n"
    "            [[ $line != *= ]] || compopt -o nospace 2>/dev/null\n"
    "            compopt +o filenames 2>/dev/null\n"
    "            [[ $line != \"$word\"* ]] || "
    "COMPREPLY+=(\"${line#\"$cut\"}\") ;;\n"
    "        esac\n"
    "    done < <(\"${COMP_WORDS[0]/#\\~\\//$HOME/}\" completion bash -- "
    "\"${words[@]}\" "
    "2>/dev/null)\n"
    "}\n"
    "complete -o filenames -F _inlay inlay\n";

/* Quotes of the words are taken off, as the tool reads the study that is named;
 * ':' separates a word from its help. */
static const char ZSH[] =
    "#compdef inlay\n"
    "# Completion of inlay for zsh, made by 'inlay completion zsh'.\n"
    "_inlay() {\n"
    "    local line\n"
    "    local -a open closed\n"
    "    for line in \"${(@f)$(${(Q)words[1]} completion zsh -- "
    "\"${(@Q)words[2,CURRENT]}\" 2>/dev/null)}\"; do\n"
    "        case $line in\n"
    "        '') ;;\n"
    "        :files) compset -P '*='; _files; return ;;\n"
    "        :studies)\n"
    "            _alternative 'folders:folder:_path_files -/' "
    "'studies:study:_path_files -g \"*.(json|inlay)(-.)\"'\n"
    "            return ;;\n"
    "        *=:*) open+=(\"$line\") ;;\n"
    "        *) closed+=(\"$line\") ;;\n"
    "        esac\n"
    "    done\n"
    "    local failed=1\n"
    "    (($#open)) && _describe -t values value open -S '' && failed=0\n"
    "    (($#closed)) && _describe -t values value closed && failed=0\n"
    "    return failed\n"
    "}\n"
    "if [[ $funcstack[1] == _inlay ]]; then\n"
    "    _inlay \"$@\"\n"
    "else\n"
    "    compdef _inlay inlay\n"
    "fi\n";

/* A tab separates a word from its help, for files too. */
static const char FISH[] =
    "# Completion of inlay for fish, made by 'inlay completion fish'.\n"
    "function __inlay_complete\n"
    "    set -l token (commandline -ct)\n"
    "    set -l words (commandline -opc)\n"
    "    set -l head (string match -r -- '^-[^=]*=' $token)\n"
    "    set -l lines ($words[1] completion fish -- $words[2..] \"$token\" "
    "2>/dev/null)\n"
    "    for line in $lines\n"
    "        switch $line\n"
    "            case :files\n"
    "                for file in (__fish_complete_path (string replace -- "
    "\"$head\" '' $token))\n"
    "                    echo \"$head$file\"\n"
    "                end\n"
    "            case :studies\n"
    "                __fish_complete_path $token | string match -r -- "
    "'^[^\\t]*(?:/|\\.json|\\.inlay)(?:\\t.*)?$'\n"
    "            case '*'\n"
    "                echo $line\n"
    "        end\n"
    "    end\n"
    "end\n"
    "complete -c inlay -f -a '(__inlay_complete)'\n";

void inlay_completion_bash(struct inlay_page *script)
{
    inlay_text_add(&script->text, BASH);
}

void inlay_completion_zsh(struct inlay_page *script)
{
    inlay_text_add(&script->text, ZSH);
}

void inlay_completion_fish(struct inlay_page *script)
{
    inlay_text_add(&script->text, FISH);
}
