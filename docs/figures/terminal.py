#!/usr/bin/env python3
"""terminal.py WIDTH HEIGHT OUT.svg COMMAND...: picture of a terminal session.

Types each COMMAND into a real terminal (tmux), waits until it ends, and draws
what is on the screen.  Block characters are drawn as rectangles, so that bars
look the same in every font.
"""
import html, re, subprocess, sys, time

CELL_WIDTH, CELL_HEIGHT, MARGIN = 8.4, 18, 14
BACKGROUND, FOREGROUND, FAINT = "#1d2129", "#d7dae0", "#8b929e"
COLORS = {"31": "#f07178", "32": "#8ccf7e", "33": "#e5c76b", "34": "#7aa2f7", "35": "#c792ea", "36": "#67cbe7"}
EIGHTHS = "▁▂▃▄▅▆▇█"

def tmux(*words):
    return subprocess.run(["tmux", "-L", "inlay-figure", "-f", "/dev/null", *words],
                          check=True, capture_output=True, text=True).stdout

def wait_for_prompt():
    for _ in range(1200):
        time.sleep(0.1)
        if tmux("capture-pane", "-p").rstrip().split("\n")[-1] == "$":
            return
    sys.exit("terminal.py: the command did not end in two minutes")

def record(width, height, commands):
    """The lines of the screen, with their escape sequences."""
    tmux("new-session", "-d", "-x", str(width), "-y", str(height), "env PS1='$ ' bash --norc")
    try:
        for command in commands:
            wait_for_prompt()
            tmux("send-keys", "-l", command)
            tmux("send-keys", "Enter")
            time.sleep(0.5)
        wait_for_prompt()
        lines = tmux("capture-pane", "-e", "-p").rstrip().split("\n")
        return lines[:-1] if lines[-1] == "$" else lines
    finally:
        tmux("kill-server")

def cells(line):
    """(character, color, is it bold) for every cell of a line."""
    color, bold = FOREGROUND, False
    for codes, character in re.findall(r"\x1b\[([0-9;]*)m|(.)", line):
        if character:
            yield character, color, bold
            continue
        for code in codes.split(";"):
            if code in ("", "0"):
                color, bold = FOREGROUND, False
            elif code == "1":
                bold = True
            elif code == "2":
                color = FAINT
            elif code == "39":
                color = FOREGROUND
            elif code in COLORS:
                color = COLORS[code]

def rectangle(x, y, height, color, opacity=1):
    return (f'<rect x="{x:.1f}" y="{y + CELL_HEIGHT - height:.1f}" width="{CELL_WIDTH:.1f}" '
            f'height="{height:.1f}" fill="{color}" opacity="{opacity}"/>')

def draw_line(line, top):
    row = list(cells(line))
    begin = 0
    while begin < len(row):
        character, color, bold = row[begin]
        x, end = MARGIN + begin * CELL_WIDTH, begin + 1
        if character in EIGHTHS:
            yield rectangle(x, top, 14 * (EIGHTHS.index(character) + 1) / 8, color)
        elif character == "░":
            yield rectangle(x, top, 14, color, 0.25)
        elif character != " ":
            while end < len(row) and row[end][1:] == (color, bold) and row[end][0] not in EIGHTHS + "░":
                end += 1
            text = "".join(cell[0] for cell in row[begin:end]).rstrip()
            yield (f'<text x="{x:.1f}" y="{top + 14}" fill="{color}" textLength="{len(text) * CELL_WIDTH:.1f}"'
                   f'{" font-weight=" + chr(34) + "bold" + chr(34) if bold else ""}>{html.escape(text)}</text>')
        begin = end

def main():
    width, height, out, commands = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:]
    lines = record(width, height, commands)
    size = (2 * MARGIN + width * CELL_WIDTH, 2 * MARGIN + len(lines) * CELL_HEIGHT)
    with open(out, "w", encoding="utf-8") as file:
        print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]:.0f}" height="{size[1]:.0f}" '
              f'viewBox="0 0 {size[0]:.0f} {size[1]:.0f}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
              'font-size="13.5" xml:space="preserve">', file=file)
        print(f"<title>{html.escape('; '.join(commands))}</title>", file=file)
        print(f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>', file=file)
        for number, line in enumerate(lines):
            for part in draw_line(line, MARGIN + number * CELL_HEIGHT):
                print(part, file=file)
        print("</svg>", file=file)

main()
