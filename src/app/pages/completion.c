/*
 * completion.c: completion scripts for shells.
 *
 * They know nothing of commands and flags: each gives the words of the line to
 * the tool that is being typed, `inlay completion SHELL -- WORD...`, and shows
 * what it answers (candidates.h).  So a script fits every version of the tool,
 * and there is no second list.
 *
 * A word that ends with '=' goes on, so no space follows it.  A line without the
 * separator of the shell is a directive (:files, :studies); a candidate has one,
 * so that no name is read as a directive.
 */
#include "app/pages/help.h"

/*
 * COMP_WORDBREAKS has '=' and ':', so --flag=val comes as three words, of which
 * readline replaces the last only, or what follows an open quote: in the word
 * without its quotes, what begins at `cut`.  -1: a quote has ended, and where
 * readline begins depends on its version.
 *
 * Readline quotes names of files alone; other candidates are data of a study and
 * must not become commands.
 */
static const char BASH[] =
    "# Completion of inlay for bash, made by 'inlay completion bash'.\n"
    "_inlay_unquote() { # word; sets plain, cut, quote\n"
    "    local i c\n"
    "    plain= cut=0 quote=\n"
    "    for ((i = 0; i < ${#1}; i++)); do\n"
    "        c=${1:i:1}\n"
    "        case $quote$c in\n"
    "        \\\\)\n"
    "            ((++i))\n"
    "            plain+=${1:i:1} ;;\n"
    "        \\' | \\\")\n"
    "            quote=$c\n"
    "            ((cut < 0)) || cut=${#plain} ;;\n"
    "        \"''\" | '\"\"') quote= cut=-1 ;;\n"
    "        '\"\\') [[ ${1:i+1:1} != [\\\"\\\\\\$\\`] ]] || ((++i))\n"
    "            plain+=${1:i:1} ;;\n"
    "        *) plain+=$c\n"
    "            [[ -n $quote || $c != [=:] || $COMP_WORDBREAKS != *\"$c\"* ]] "
    "||\n"
    "                ((cut < 0)) || cut=${#plain} ;;\n"
    "        esac\n"
    "    done\n"
    "}\n"
    "_inlay() {\n"
    "    local words=() raw=() found=() word gap last= rest=$COMP_LINE line "
    "head= i\n"
    "    local plain cut quote\n"
    "    for ((i = 0; i <= COMP_CWORD; i++)); do\n"
    "        gap=${rest%%[! $'\\t']*} word=${COMP_WORDS[i]}\n"
    "        rest=${rest#\"$gap\"}\n"
    "        rest=${rest#\"$word\"}\n"
    "        if [[ -z $gap ]] && ((i > 1)) && [[ $word == *[=:] || $last == "
    "*[=:] ]]; then\n"
    "            raw[${#raw[@]}-1]+=$word\n"
    "        elif ((i > 0)); then\n"
    "            raw+=(\"$word\")\n"
    "        fi\n"
    "        last=$word\n"
    "    done\n"
    "    for word in \"${raw[@]}\"; do # as the shell will pass it\n"
    "        _inlay_unquote \"$word\"\n"
    "        [[ $word != \\~/* ]] || plain=$HOME/${plain:2}\n"
    "        words+=(\"$plain\")\n"
    "    done\n"
    "    COMPREPLY=()\n"
    "    _inlay_unquote \"$word\"\n"
    "    ((cut >= 0)) || return 0\n"
    "    words[${#words[@]}-1]=$plain\n"
    "    while IFS= read -r line; do\n"
    "        case $line in\n"
    "        :files)\n"
    "            [[ $plain != --*=* ]] || head=${plain%%=*}=\n"
    "            mapfile -t found < <(compgen -f -- \"${plain#\"$head\"}\")\n"
    "            for line in \"${found[@]}\"; do\n"
    "                line=$head$line\n"
    "                COMPREPLY+=(\"${line:cut}\")\n"
    "            done ;;\n"
    "        :studies)\n"
    "            mapfile -t found < <(compgen -d -- \"$plain\"\n"
    "                compgen -f -X '!*.json' -- \"$plain\"\n"
    "                compgen -f -X '!*.inlay' -- \"$plain\")\n"
    "            for line in \"${found[@]}\"; do\n"
    "                COMPREPLY+=(\"${line:cut}\")\n"
    "            done ;;\n"
    "        *)\n"
    "            line=${line%%$'\\t'*}\n"
    "            [[ $line == \"$plain\"* ]] || continue\n"
    "            line=${line:cut}\n"
    "            case $quote in # in an open quote, nothing that ends or "
    "leaves it\n"
    "            \\\") [[ $line != *[[:cntrl:]\\\"\\\\\\$\\`!]* ]] || continue "
    ";;\n"
    "            \\') [[ $line != *[[:cntrl:]\\']* ]] || continue ;;\n"
    "            esac\n"
    "            word=$line\n"
    "            [[ -n $quote ]] || printf -v word %q \"$line\"\n"
    "            [[ $line != *= ]] || compopt -o nospace 2>/dev/null\n"
    "            compopt +o filenames 2>/dev/null\n"
    "            COMPREPLY+=(\"$word\") ;;\n"
    "        esac\n"
    "    done < <(\"${COMP_WORDS[0]/#\\~\\//$HOME/}\" completion bash -- "
    "\"${words[@]}\" 2>/dev/null)\n"
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
