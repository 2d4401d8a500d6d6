#!/usr/bin/env bash
# unico.sh PART…: the parts of the goal unico (scripts/crawl.mk) that no tool does. They work in the folder $OUT.
#
#   keywords     says how often the keywords of clusters are on their pages
#   anchors      weighs the words of the links to each page
#   judgements   finds the pages that were judged in this crawl
#   ways         says how good it is to learn from the judgements
#   university   writes the relevant pages as XML
#   efforts      at the end: prints the time of the steps beside that of Nitsche 2003, and the next command
set -euo pipefail
. "${0%/*}/step.sh"

# keywords OUT FLAG…: writes the keywords of clusters with the figures of Nitsche 2003 (4.3.2.4.4): how often each is on a page of
# the cluster on average, its IDF, which is ln(all pages / pages with it), the number of pages with it, and that of the cluster.
keywords() {
  local out=$1 columns=cluster:id,term:id,weight:f32
  shift
  tuples -cols 2 keywords.t3 | extsort -w 1 -u "$@" | tuplejoin -how semi -w 3 -w2 1 -o "$out.postings.t3" postings.t3 -
  tuples -cols 1,2 keywords.t3 | extsort -w 2 "$@" -o "$out.keys.t2"
  tuplejoin -group 1 -agg count -to text "$out.postings.t3" >"$out.df"
  tuples -cols 2,1,3 "$out.postings.t3" | extsort -w 3 "$@" | tuplejoin -w 3 -w2 2 -fields 2.2,1.2,1.3 - clusters.t2 |
    extsort -w 3 -k 1,2 "$@" | tuplejoin -how semi -k 1,2 -w 3 -w2 2 - "$out.keys.t2" |
    tuplejoin -w 3 -group 1,2 -agg sum:3 -to text >"$out.counts"
  tuples -columns "$columns" -to text keywords.t3 | LC_ALL=C awk -v all="$(tuples -count lengths.t2)" -v df="$out.df" \
    -v counts="$out.counts" 'BEGIN {
      OFS = "\t"
      while ((getline <df) > 0) pages_with[$1] = $2
      while ((getline <counts) > 0) count[$1, $2] = $3
      close(df); close(counts)
    }
    NR == FNR { pages[$1] = $2; next }
    { print $0, count[$1, $2] / pages[$1], log(all / pages_with[$2]), pages_with[$2], pages[$1] }
  ' OFMT=%.9g <(tuples -to text cluster-sizes.t2) - >"$out.lines"
  columns+=,mean_count:f32,idf:f32,df:int,pages:int
  tuples -from text -columns "$columns" -to raw "$out.lines" | undict -columns "$columns" -at 2 "$@" -o "$out" words.txt
  rm "$out".{postings.t3,keys.t2,df,counts,lines}
}

# anchors OUT WORDS FLAG…: writes the weights of the words of the links to each page that has a text; WORDS is the dictionary of
# these words. For tfidf the number of documents is that of the pages with such words.
anchors() {
  local out=$1 words=$2
  shift 2
  anchor-documents.sh crawled.t2 urls.txt anchors.txt "$@" | terms -q -counted -dict "$words" "$@" - | extsort -w 3 -k 1,2 "$@" |
    tuplejoin -how semi -w 3 -w2 2 -o "$out.counts.t3" - lengths.t2
  tfidf -q "$@" -o "$out" "$out.counts.t3"
  rm "$out.counts.t3"
}

# judgements OUT FILE NAME FLAG…: writes the judgements of FILE, which a user calls NAME, with the ids that their URLs have in this
# crawl, and the seconds that each took. A line without a URL keeps its id. Pages that have no text here are left out.
judgements() {
  local out=$1 judged=$2 name=$3 all kept
  shift 3
  LC_ALL=C awk 'BEGIN { FS = OFS = "\t" } { sub(/\r$/, ""); print ($3 == "" ? "none" : $3), $1, $2, $3, $4 }' "$judged" |
    dict -q -w 1 -existing urls.txt -rest "$out.rest" "$@" -o "$out.t1"
  tuples -to text "$out.t1" | paste - "$out.rest" |
    LC_ALL=C awk 'BEGIN { FS = OFS = "\t" } { print ($4 == "" ? $2 : $1), $3, $4, $5 }' >"$out.lines"
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

# worked: prints how many seconds fetch worked, if the crawl is a folder of fetch and no replay. Each run after the first begins
# with the event resume. The time of a line says when an exchange began, and ms how long it took.
worked() {
  local bytes name
  [ -f .made/crawl.jsonl.of ] || return 0
  IFS=$'\t' read -r bytes name _ <.made/crawl.jsonl.of
  head -c "$bytes" -- "$name" | LC_ALL=C awk '
    # seconds of a time like 2003-12-15T10:20:30.123Z since some day
    function seconds(t,    y, m) {
      y = substr(t, 1, 4); m = substr(t, 6, 2) + 0
      if (m < 3) { y--; m += 12 }
      return (365 * y + int(y / 4) - int(y / 100) + int(y / 400) + int(153 * (m - 3) / 5 + 0.5) + substr(t, 9, 2)) * 86400 + \
        substr(t, 12, 2) * 3600 + substr(t, 15, 2) * 60 + substr(t, 18, 6)
    }
    /^[{]"time":"[^"]*Z","event":"begin",/ && /"-replay":"[^"]/ { replay = 1; exit }
    /^[{]"time":"[^"]*Z",/ {
      from = seconds(substr($0, 10, 24))
      to = from + (match($0, /,"ms":[0-9]+/) ? substr($0, RSTART + 6, RLENGTH - 6) / 1000 : 0)
      # A run begins behind the end of the one before, or, if that was killed, with resume.
      if (NR == 1 || ended || $0 ~ /^[{]"time":"[^"]*Z","event":"resume",/) { sum += last - first; first = from; last = to }
      ended = $0 ~ /^[{]"time":"[^"]*Z","event":"end",/
      if (from < first) first = from
      if (to > last) last = to
    }
    END { sum += last - first; if (!replay) printf "%.3f\n", sum }'
}

# efforts GOAL: prints the end of the goal unico: a table of the times of machine and expert, beside Nitsche 2003, 5.1, and how to
# go on. A result that was removed since has no time. The expert's time is the sum over the judgements that have a time.
efforts() {
  local goal=$1 asked judged=judgements.tsv start=$PWD times=times.tsv retrieval
  cd "$OUT"
  asked=$(wc -l <to-judge.tsv)
  retrieval=$(worked)
  [ -e "$judged" ] || judged=/dev/null
  [ -e "$times" ] || times=/dev/null # removed by hand: only what is made from now on has a time
  LC_ALL=C awk -F '\t' -v pages="$(tuples -count lengths.t2)" -v asked="$((asked))" -v retrieval="$retrieval" '
    function row(step, machine, expert, then, thenexpert) {
      printf "  %-24s %12s  %-46s %9s  %s\n", step, machine, expert, then, thenexpert
    }
    function span(s) { return s < 600 ? sprintf("%.2f s", s) : s < 36000 ? sprintf("%.1f min", s / 60) : sprintf("%.1f h", s / 3600) }
    # took adds up the time of some steps, which is then in no other sum.
    function took(steps,    name, i, n, sum) {
      for (i = split(steps, name, " "); i > 0; i--) if (name[i] in time) { n++; sum += time[name[i]]; delete time[name[i]] }
      return n ? span(sum) : "-"
    }
    FILENAME == "judgements.tsv" { judged++; if ($4 ~ /^[0-9.]+s$/) { timed++; expert += $4 }; next }
    FILENAME == "-" { there[$1]; next }
    $3 in there { time[$3] = $2 }
    END {
      for (name in time) { all = all " " name; sum += time[name] }
      effort = timed ? span(expert) : "-"
      training = effort (timed && timed < judged ? " (" timed " of " judged " timed)" : "") ", " asked " pages to judge" \
        (judged ? ", " judged " judged" : "")
      print "\nTime of machine and expert, and that of Nitsche 2003 (5.1). What a run cannot know is -, and in no sum"
      row("", "machine", "expert", "machine", "expert")
      row("pages", pages, "", "115710", "")
      row("finding the restrictions", "", "- (before the crawl)", "", "2 h")
      row("retrieval", retrieval == "" ? "-" : span(retrieval), "", "15 h", "")
      row("clustering", took("clusters.t2 cluster-sizes.t2 keywords.parquet"), "", "3.5 h", "")
      row("PageRank", took("ranks.t2"), "", "2.5 h", "")
      row("training set", took("to-judge.tsv judgements.tsv"), training, "", "3 h, about 900 pages")
      row("learning", took("relevance.model relevance-ways.tsv"), "", "1 h", "")
      row("rating", took("relevance.t2 relevant.parquet"), "", "5 h", "")
      row("other steps", took(all), "", "", "")
      row("sum", all retrieval == "" ? "-" : span(sum + retrieval), effort, "27 h", "5 h")
    }' "$judged" - "$times" < <(ls)
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
