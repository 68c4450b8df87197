#!/usr/bin/env python3
"""sessions.py PAGE.md: runs the sessions of a page and writes what they print into it.

A block ```console has lines "$ command", each followed by its output.  A block
```sh see.sh (any language and the name of a file) is written to that file first.
Everything runs in a new folder, with build/inlay as `inlay`.  A command without
output on the page stays without.  tests/e2e/test_docs.sh checks the result.
"""
import os, re, subprocess, sys, tempfile

def run(command):
    done = subprocess.run(["bash", "-c", command], stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"sessions.py: exit code {done.returncode} of: {command}\n{done.stdout}")
    return done.stdout

def session(lines):
    """The lines of a console block, with fresh output."""
    commands = [n for n, line in enumerate(lines) if line.startswith("$ ")]
    for begin, end in zip(commands, commands[1:] + [len(lines)]):
        printed = run(lines[begin][2:])
        yield lines[begin] + "\n"
        if end > begin + 1:
            yield printed if printed.endswith("\n") or not printed else printed + "\n"

def fill(text):
    for block in re.split(r"(^```.*?^```\n)", text, flags=re.M | re.S):
        opening, *lines = block.split("\n")
        named = re.fullmatch(r"```[a-z]+ ([\w./-]+)", opening)
        if opening == "```console":
            yield opening + "\n" + "".join(session(lines[:-2])) + "```\n"
            continue
        if named:
            with open(named[1], "w", encoding="utf-8") as file:
                file.write("\n".join(lines[:-2]) + "\n")
        yield block

def main():
    page = os.path.abspath(sys.argv[1])
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    os.environ["PATH"] = os.path.join(root, "build") + ":" + os.environ["PATH"]
    os.environ.pop("NO_COLOR", None)
    with open(page, encoding="utf-8") as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        text = "".join(fill(text))
        os.chdir("/")
    with open(page, "w", encoding="utf-8") as file:
        file.write(text)

main()
