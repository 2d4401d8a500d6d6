#!/usr/bin/env bash
# figures.sh FORM FILE: prints a table of figures for docs. FILE is text, fields apart by TABs, with a line of heads. `make docs`
# calls it for docs/figures.
#
#   table   the table in Markdown
#   bars    a picture, SVG: a group for each value of the first field, with a bar for each value of the second. The third field
#           is its length; each group has a scale of its own. Bars whose name begins like the first of the group are blue.
#
# The scripts that measure beside other programs write such a file next to their report (record in measure.sh).
set -euo pipefail
export LC_ALL=C
form=${1:?usage: figures.sh table|bars FILE} file=${2:?usage: figures.sh table|bars FILE}

table() {
  awk -F '\t' '
    NR == 1 {for (i = 1; i <= NF; i++) {gsub("_", " ", $i); rule = rule "|---"}}
    {line = "|"
      for (i = 1; i <= NF; i++) line = line " " (i == 1 && $1 == last ? "" : $i) " |"
      last = $1; print line}
    NR == 1 {print rule "|"}' "$file"
}

bars() {
  awk -F '\t' '
    function first(s) {sub(/ .*/, "", s); return s}
    function text(s) {gsub("&", "\\&amp;", s); gsub("<", "\\&lt;", s); return s}
    NR == 1 {unit = $3; next}
    {n++; group[n] = $1; name[n] = $2; value[n] = $3; if ($3 + 0 > most[$1]) most[$1] = $3 + 0}
    $1 != group[n - 1] {groups++; ours[$1] = first($2)}
    END {
      height = 20 * n + 34 * groups + 30
      printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 %d\" role=\"img\">\n", height
      print "<title>" text(unit) " by the first two columns of the table</title>"
      print "<style>text{font:13px sans-serif;fill:#222}.g{font-weight:bold}.n{text-anchor:end}rect{fill:#9aa7b5}.o{fill:#1f6fb2}"
      print ".b{fill:#fff}</style>"
      printf "<rect class=\"b\" width=\"760\" height=\"%d\"/>\n", height
      for (i = 1; i <= n; i++) {
        if (group[i] != group[i - 1]) {
          y += 34
          printf "<text class=\"g\" x=\"8\" y=\"%d\">%s</text>\n", y - 8, text(group[i])
        }
        width = 400 * value[i] / most[group[i]]
        printf "<text class=\"n\" x=\"262\" y=\"%d\">%s</text>", y + 13, text(name[i])
        printf "<rect%s x=\"270\" y=\"%d\" width=\"%.1f\" height=\"14\"/>", first(name[i]) == ours[group[i]] ? " class=\"o\"" : "", y + 2, width
        printf "<text x=\"%.1f\" y=\"%d\">%s</text>\n", 276 + width, y + 13, value[i]
        y += 20
      }
      printf "<text x=\"270\" y=\"%d\">%s</text>\n</svg>\n", y + 20, text(unit)
    }' "$file"
}

case $form in
  table) table ;;
  bars) bars ;;
  *) echo "figures.sh: the form is table or bars, not $form" >&2; exit 2 ;;
esac
