# manpage.awk: makes a manual page of what TOOL -h prints; date is that of the page.
#
# The text has a line "name - purpose", "usage:", lines of a word and what it says, paragraphs, and sections that begin with
# "flags:" or the like, whose items go on in lines that are indented further. Other indented lines, and tables, stay as they are.

function plain(line) { # a line of text for troff
  gsub(/\\/, "\\e", line)
  gsub(/-/, "\\-", line)
  if (line ~ /^[.']/) line = "\\&" line
  return line
}
function section(name) { if (fixed) print ".fi"; fixed = 0; print ".SH " toupper(name) }
function keep() { if (!fixed) print ".nf"; fixed = 1 }
function flow() { if (fixed) print ".fi"; fixed = 0 }

NR == 1 {
  printf ".TH %s 1 %s webmill\n.SH NAME\n%s\n", toupper($1), date, plain($0)
  next
}
/^usage:/ { section("synopsis"); keep(); sub(/^usage: */, ""); print plain($0); part = "usage"; next }
part == "usage" && /^ / { sub(/^       /, ""); print plain($0); next }
part == "usage" { flow(); section("description"); part = "text" }
/^(flags[a-z ]*|goals|examples|variables|exit status):/ {
  name = $0
  sub(/:.*/, "", name)
  section(name == "flags" ? "options" : name)
  part = name ~ /^(flags|goals|variables)/ ? "list" : "text"
  if (sub(/^[^:]*: +/, "")) print plain($0)
  next
}
part == "list" && /^  [^ ]/ {
  item = $0
  sub(/^  /, "", item)
  at = match(item, /  +/)
  if (!at) { at = match(item, /[a-z].* /) }
  printf ".TP\n.B %s\n%s\n", plain(substr(item, 1, at - 1)), plain(substr(item, at + RLENGTH))
  next
}
part == "list" && /^ / { sub(/^ +/, ""); print plain($0); next }
/^$/ { flow(); print ".PP"; next }
/^ |\t|^[a-z]+  +[^ ]/ { keep(); print plain($0); next }
{ flow(); print plain($0) }
