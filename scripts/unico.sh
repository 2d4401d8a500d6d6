#!/usr/bin/env bash
# unico.sh PART…: the parts of the goal unico (scripts/crawl.mk) that no tool does. They work in the folder $OUT.
#
#   judgements   finds the pages that were judged in this crawl
#   ways         says how good it is to learn from the judgements
#   university   writes the relevant pages as XML
#   efforts      at the end: prints the time of the steps beside that of Nitsche 2003, and the next command
set -euo pipefail
. "${0%/*}/step.sh"

# judgements OUT FILE NAME FLAG…: writes the judgements of FILE, which a user calls NAME, with the ids that their URLs have in this
# crawl. A line without a URL keeps its id. Pages that have no text here are left out.
judgements() {
  local out=$1 judged=$2 name=$3 all kept
  shift 3
  LC_ALL=C awk 'BEGIN { FS = OFS = "\t" } { sub(/\r$/, ""); print ($3 == "" ? "none" : $3), $1, $2, $3 }' "$judged" |
    dict -q -w 1 -existing urls.txt -rest "$out.rest" "$@" -o "$out.t1"
  tuples -to text "$out.t1" | paste - "$out.rest" |
    LC_ALL=C awk 'BEGIN { FS = OFS = "\t" } { print ($4 == "" ? $2 : $1), $3, $4 }' >"$out.lines"
  cut -f 1 "$out.lines" | tuples -from text -w 1 -to raw - | extsort -w 1 "$@" |
    tuplejoin -q -how semi -w 1 -w2 2 -to text - lengths.t2 >"$out.pages"
  LC_ALL=C awk -F '\t' 'NR == FNR { page[$1]; next } $1 in page' "$out.pages" "$out.lines" >"$out.known"
  all=$(wc -l <"$out.lines") kept=$(wc -l <"$out.known")
  ((kept > 0)) || fail "none of the $((all)) judgements of JUDGED=$name is of a page of this crawl"
  ((kept == all)) ||
    echo "make: $((all - kept)) of $((all)) judgements of JUDGED=$name are of pages that have no text in this crawl: they are left out" >&2
  judge -merge "$@" -o "$out" "$out.known"
  rm "$out".{t1,rest,lines,pages,known}
}

# ways OUT CURVE JUDGEMENTS FLAG…: tries how good it is to learn from the judgements, by cross-validation in ten parts, or as many as
# there are judgements of the rarer class.
ways() {
  local out=$1 curve=$2 judged=$3 parts table
  shift 3
  parts=$(awk -F '\t' '{ n[$2 >= 0.5]++ } END { least = n[0] < n[1] ? n[0] : n[1]; print (least < 10 ? least : 10) + 0 }' "$judged")
  if ((parts < 2)); then
    echo 'make: to say how good the relevance is, two relevant pages and two others must be judged: judge more pages' >&2
    # Both tables have only a head then: that of the judgements as ratings.
    cut -f 1,2 "$judged" | tuples -from text -columns doc,rating:f32 -to raw - |
      relevance -q -against "$judged" -header -curve "$curve" -o "$out" -
    for table in "$out" "$curve"; do
      head -n 1 "$table" >"$table.head"
      mv "$table.head" "$table"
    done
  else
    relevance -train "$judged" -folds "$parts" -header "$@" -curve "$curve" -o "$out"
  fi
}

# university OUT JSON RELEVANCE LAYERS DOCUMENTS FLAG…: writes the pages with a relevance of 0.4 or more as XML. stdin are the texts of
# the links to them.
university() {
  local out=$1 json=$2 relevance=$3 layers=$4 documents=$5 least=0.4 pages
  shift 5
  pages=$(tuples -columns id,relevance:f32 -to text "$relevance" | awk -v least="$least" '$2 >= least { n++ } END { print n + 0 }')
  if ((pages == 0)); then
    echo "make: no page has a relevance of $least or more: university.xml is empty" >&2
    cat >/dev/null
    : >"$out"
    echo '{}' >"$json"
  else
    xml-export -ranking "$relevance" -min-score "$least" -layers "$layers" -link-texts - "$@" -stats "$json" -o "$out" "$documents"
  fi
}

# efforts GOAL: what the goal unico prints: a table of its steps, with what is known of machine and expert, beside Nitsche 2003, 5.1;
# and how to go on. A result that was removed since has no time.
efforts() {
  local goal=$1 asked judged='' start=$PWD times=times.tsv
  cd "$OUT"
  asked=$(wc -l <to-judge.tsv)
  [ ! -e judgements.tsv ] || judged=", $(($(wc -l <judgements.tsv))) judged"
  [ -e "$times" ] || times=/dev/null # removed by hand: the time of what is made from now on is known
  LC_ALL=C awk -F '\t' -v pages="$(tuples -count lengths.t2)" -v training="$((asked)) pages to judge$judged" '
    function row(step, machine, expert, then, thenexpert) {
      printf "  %-24s %12s  %-30s %9s  %s\n", step, machine, expert, then, thenexpert
    }
    # took adds up the time of some steps, which is then in no other sum.
    function took(steps,    name, i, n, sum) {
      for (i = split(steps, name, " "); i > 0; i--) if (name[i] in time) { n++; sum += time[name[i]]; delete time[name[i]] }
      return n ? sprintf("%.2f s", sum) : "-"
    }
    NR == FNR { there[$1]; next }
    $3 in there { time[$3] = $2 }
    END {
      for (name in time) { all = all " " name; sum += time[name] }
      print "\nTime of machine and expert, and that of Nitsche 2003 (5.1). What a run cannot know is -"
      row("", "machine", "expert", "machine", "expert")
      row("pages", pages, "", "115710", "")
      row("finding the restrictions", "", "-", "", "2 h")
      row("retrieval", "-", "", "15 h", "")
      row("clustering", took("clusters.t2 cluster-sizes.t2 keywords.parquet"), "", "3.5 h", "")
      row("PageRank", took("ranks.t2"), "", "2.5 h", "")
      row("training set", took("to-judge.tsv judgements.tsv"), training, "", "3 h, about 900 pages")
      row("learning", took("relevance.model relevance-ways.tsv"), "", "1 h", "")
      row("rating", took("relevance.t2 relevant.parquet"), "", "5 h", "")
      row("other steps", took(all), "", "", "")
      row("sum", all ? sprintf("%.2f s", sum) : "-", "", "27 h", "5 h")
    }' <(ls) "$times"
  [ -n "${JUDGED-}" ] || (cd "$start" && onwards)
  ended "$goal"
}

# onwards: prints the commands that come after a run of unico that had no judgements.
onwards() {
  local name words=() tool run=make
  for name in $SAID; do
    words+=("$name=${!name//\$/\$\$}") # as make reads it
  done
  tool=$(type -P judge)
  [[ $scripts != */share/webmill ]] || run=webmill
  printf '\nNext: %s&& %sJUDGED=judged.tsv unico\n' \
    "$(printf '%q ' "${tool#"$PWD/"}" -documents "$OUT/documents.parquet" -judgements judged.tsv "$OUT/to-judge.t2")" \
    "$(printf '%q ' "$run" ${words[@]+"${words[@]}"})"
}

"$@"
