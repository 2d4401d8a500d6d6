#!/usr/bin/env bash
# wrapper.sh RULES DOCUMENTS: reads fields of pages that are alike, like those of a catalogue, by key words at their borders (a
# wrapper: Nitsche 2003, 4.3.1). DOCUMENTS are lines of JSON, as extract-text writes them; grep chooses those that are alike.
#
# A line of RULES is the name of a field, a TAB and an extended regular expression, the key word. It is searched in the lines of
# the text; ^ is the beginning of a line. The value of the field is what stands between the match and the next one; its lines are
# joined by blanks. If the name ends in +, the match is the beginning of the value. The rules are in the order of the fields on
# the page: behind a match only those below its rule are searched, and the first, which begins a record. So a page may have many
# records, and a field may be missing. Of matches that begin at one place the longest counts, of equal ones that of the upper
# rule. The name - is for text that is dropped.
#
# It prints lines of the URL, the title and the fields, in the order of the rules, after a line of names. It says how many
# documents have no record. If none has one, the exit status is 1.
set -euo pipefail
export LC_ALL=C
fail() { echo "wrapper.sh: $*" >&2; exit 1; }
[ $# = 2 ] || { echo 'usage: wrapper.sh RULES DOCUMENTS' >&2; exit 2; }
for file; do
  [ -r "$file" ] && [ ! -d "$file" ] || fail "$file: no such file, or it cannot be read"
done
[ -s "$2" ] || fail "$2: is empty"
[[ $(head -c 1 -- "$2") == '{' ]] || fail "$2: is not lines of documents: unpack .gz, and for .parquet use extract-text -o documents.jsonl"

rules=$1 documents=$2 awk -F '\t' '
  function fail(why) {print "wrapper.sh: " why >"/dev/stderr"; failed = 1; exit 1}

  # field is a string of the line of JSON at hand, with lines and blanks as they were.
  function field(name,    s) {
    if (!match($0, "\"" name "\":\"([^\"\\\\]|\\\\.)*\"")) return ""
    s = substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 5)
    gsub(/\\\\/, "\001", s); gsub(/\\n/, "\n", s); gsub(/\\[tr]/, " ", s); gsub(/\\u00[0-9a-f][0-9a-f]/, " ", s)
    gsub(/\\/, "", s); gsub(/\001/, "\\", s)
    return s
  }

  # add adds text to the field at hand.
  function add(text) {
    if (now == "" || now == "-") return
    gsub(/[ \t]+/, " ", text); sub(/^ /, "", text); sub(/ $/, "", text)
    if (text != "") value[now] = value[now] (value[now] == "" ? "" : " ") text
  }

  # end prints the record at hand.
  function end(    i, line) {
    if (!open) return
    line = url "\t" title
    for (i = 1; i <= fields; i++) line = line "\t" value[order[i]]
    print line
    split("", value)
    open = 0; records++
  }

  # scan reads a line of a text.
  function scan(text,    i, best, at, long, start) {
    for (start = 1; ; start = 0) {
      best = 0
      for (i = 1; i <= (rule ? n : 1); i++)
        if ((i == 1 || i > rule) && (start || !first[i]) && match(text, key[i]) &&
            (!best || RSTART < at || RSTART == at && RLENGTH > long)) {
          best = i; at = RSTART; long = RLENGTH
        }
      if (!best) {add(text); return}
      add(substr(text, 1, at - 1))
      if (best == 1) {end(); open = found = 1}
      rule = best; now = name[rule]
      if (kept[rule]) add(substr(text, at, long))
      text = substr(text, at + long)
    }
  }

  BEGIN {
    while ((getline <ENVIRON["rules"]) > 0) {
      if (NF != 2 || $1 == "" || $2 == "") fail(ENVIRON["rules"] ": a rule is a name, a TAB and an expression, not " $0)
      kept[++n] = sub(/\+$/, "", $1); name[n] = $1; key[n] = $2; first[n] = $2 ~ /^\^/
      if ($1 in known) fail(ENVIRON["rules"] ": the field " $1 " has two rules: join them by |")
      if ($1 != "-") {known[$1]; order[++fields] = $1}
    }
    if (!n || name[1] == "-") fail(ENVIRON["rules"] ": the first rule begins a record")
    line = "url\ttitle"
    for (i = 1; i <= fields; i++) line = line "\t" order[i]
    print line
    while ((getline <ENVIRON["documents"]) > 0) {
      documents++
      found = rule = 0; now = ""
      url = field("url"); title = field("title")
      gsub(/[\n\t]/, " ", title)
      lines = split(field("text"), all, "\n")
      for (i = 1; i <= lines; i++) scan(all[i])
      end()
      without += !found
    }
    if (!records) fail("no document has a record: does the first rule fit?")
    if (without) print "wrapper.sh: " without " of " documents " documents have no record" >"/dev/stderr"
    exit failed
  }'
