# strip.awk: C source with comments, and what is in quotes, replaced by spaces; the
# line numbers stay.  For checks that look for words in code.  A quoted text that
# matches the variable `keep`, if it is set, stays too.
{
    out = ""
    n = length($0)
    for (i = 1; i <= n; i++) {
        c = substr($0, i, 1)
        two = substr($0, i, 2)
        if (in_comment) {
            if (two == "*/") {
                in_comment = 0
                i++
            }
        } else if (quote != "") {
            if (c == "\\")
                i++
            else if (c == quote) {
                quote = ""
                out = out (keep != "" && text ~ keep ? text : "") c
            } else
                text = text c
        } else if (two == "/*") {
            in_comment = 1
            out = out " "
            i++
        } else if (two == "//") {
            break
        } else {
            if (c == "\"" || c == "'") {
                quote = c
                text = ""
            }
            out = out c
        }
    }
    if (!in_comment)
        quote = ""
    print out
}
