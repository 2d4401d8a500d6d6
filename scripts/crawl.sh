#!/usr/bin/env bash
# crawl.sh PART…: the parts of the chain of scripts/crawl.mk that no tool does. They work in the folder $OUT.
#
# begin decides whether a run may start and what is crawled: the arguments of extract-links, and a line for each file (crawl.tsv).
# crawl.mk has the order of the steps, step.sh decides whether a step runs, as when crawl.tsv has changed, plan.sh says what the
# steps of a run read and need, and logs.sh how crawls of fetch are taken.
#
#   begin        before the first step: checks the variables and the files of CRAWL, and that no other run uses OUT
#   known        after the dictionary is made: checks that SEED is in it
#   end          prints the best pages, the files, and what is incomplete; if anything is, the exit status is 3
#
# The other parts stand at the end, in their order in crawl.mk.
set -euo pipefail
. "${0%/*}/step.sh"
. "${0%/*}/plan.sh"
. "${0%/*}/logs.sh"

# absolute PATH: the absolute form of a path that is relative to the folder where make was called.
absolute() { case $1 in /*) printf '%s' "$1" ;; *) printf '%s/%s' "$start" "$1" ;; esac; }

# add_files KIND: appends a line to .made/crawl.tsv for each file named on stdin, and keeps names and lines for unchanged. A NUL
# follows each name.
add_files() { tee -a "$OUT/.made/$1.names" | stated "$1" | tee -a "$OUT/.made/$1.stated"; } >>"$OUT/.made/crawl.tsv"

# begin runs in the folder where make was called. It puts the arguments of extract-links into the array input, and what is crawled
# now into .made/crawl.tsv; crawl.tsv says what the results in OUT are of.
begin() {
  local word words effective folder=false fetched=false
  start=$PWD input=()
  parameters
  if [ -e "$CRAWL" ]; then words=("$CRAWL"); else unquoted CRAWL; fi
  for word in "${words[@]}"; do
    [[ -d $word || ! $word =~ \.([hH][tT][mM][lL]?)$ ]] || fail "CRAWL: $word is a page: write its folder, and the URL of that, like CRAWL=site BASE=https://example.org/"
    [ -r "$word" ] || fail "CRAWL: $word: $([ -e "$word" ] && echo 'cannot be read' || echo 'no such file or folder')$([[ ! $word =~ ^https?:/ ]] || echo '; fetch gets pages of the web')"
    [[ ! -d $word || ${#words[@]} == 1 ]] || fail "CRAWL: $word is a folder: name nothing else beside it"
  done
  mkdir -p "$OUT" 2>/dev/null || fail "OUT=$OUT cannot be made: name a folder that you may write to"
  OUT=$(cd "$OUT" && pwd)
  if [ -d "${words[0]}" ] && [[ $(cd "$OUT" && pwd -P)/ == "$(cd "${words[0]}" && pwd -P)"/* ]]; then
    fail "OUT=$OUT is in the folder of CRAWL, so that the results would be crawled too: use another folder"
  fi
  strangers
  [ ! -f "${words[0]}/crawl.jsonl" ] || [ -e "${words[0]}/.made" ] || fetched=true
  [ ! -d "${words[0]}" ] || $fetched || folder=true
  for word in crawl.jsonl rejected.tsv; do
    [[ " $GOALS " != *" $word "* || -s ${words[0]}/$word ]] || fail "$word: only a folder of fetch can have it, and this one has none"
  done
  (cd "$OUT" && locked && goals) || exit
  judged
  : >"$OUT/.made/crawl.tsv"
  : >"$OUT/.made/not-due"
  rm -f "$OUT"/.made/*.{of,names,stated} "$OUT/.made/folder"
  flags
  [[ " ${input[*]-} " == *[\ -]-nofollow[=\ ]drop\ * ]] || input+=(-nofollow mark) # which keeps them too
  if $folder; then
    folder "${words[0]}"
    rm -rf "$OUT/parts" # of archives, from an earlier crawl
  else
    [ -z "${BASE-}" ] || fail "BASE=$BASE is the URL of a folder of files, and archives name their URLs: choose where the search begins by SEED"
    input+=(-parts parts) # keeps the links of each archive, so that a stopped run can be continued
    if $fetched; then
      grown "$(absolute "${words[0]%/}")"
    else
      for word in "${words[@]}"; do
        archives "$(absolute "$word")"
      done
      later <"$OUT/.made/archive.names"
    fi
  fi
  cd "$OUT"
  [[ ${input[*]} != *$'\n'* ]] || fail "CRAWL and EXTRACT cannot have a line break in a name"
  rm -f .made/input
  put .made/input "$(printf '%s\n' "${input[@]}")"
  put .made/crawl.tsv "$(printf 'flag\t\t\t%s\n' "${input[@]}")"
  cmp -s .made/crawl.tsv crawl.tsv || [ ! -e crawl.tsv ] ||
    echo "$OUT was made from another crawl or with other flags ($(differs)): its results are made again."
  enough
  effective=$(variables_of_steps)
  [[ -n ${JUDGED-} || $effective != *'<JUDGED>'* ]] ||
    fail "$ASKED is learnt from judgements: write the file of these, like JUDGED=judged.tsv; make unico says how to get one"
  without_effect
  unlike
}

# unquoted VARIABLE: puts the words of a variable, as a shell reads them, into the array words.
unquoted() {
  bash -n <<<"words=(${!1-})" 2>/dev/null ||
    fail "$1=${!1} cannot be read as words of a shell: write \\ before ' and the like in a name"
  eval "words=(${!1-})"
}

# strangers: fails if OUT is a folder of batch.mk, or if no run has used it before and it holds files with the names of results: they
# would be replaced.
strangers() {
  local name
  [ ! -e "$OUT/.batch" ] || fail "OUT=$OUT is a folder of scripts/batch.mk: use another folder"
  [ ! -e "$OUT/.made" ] || return 0
  for name in $RESULTS $FILES; do
    [ ! -e "$OUT/$name" ] || fail "OUT=$OUT holds $name, which no run of this chain has made and which would be replaced: use another folder"
  done
}

# parameters: checks the variables that need no crawl for that.
parameters() {
  local said name code=0
  [ -n "$OUT" ] || fail "OUT is empty: write the folder of the results, like OUT=out/crawl"
  for name in K TOP BETA CLUSTERS MEMORY; do
    [ -n "${!name}" ] || fail "$name is empty: leave it out for the default"
  done
  [[ -z ${SEED-} || $SEED =~ ^[hH][tT][tT][pP][sS]?://[^/] ]] || fail "SEED=$SEED is not a URL: write it like SEED=https://example.org/"
  if [[ -n ${BASE-} && ! $BASE =~ ^[hH][tT][tT][pP][sS]?://[^/] ]]; then
    [[ ! ${BASE#//} =~ ^[^/:]+(:[0-9]|/|$) ]] || fail "BASE=$BASE is not a URL: write BASE=https://${BASE#//}"
    fail "BASE=$BASE is not a URL of http or https: write it like BASE=https://example.org/"
  fi
  [[ ${BASE-} != *[?#]* ]] || fail "BASE=$BASE has a query or a fragment: all files would get one URL"
  [[ $K =~ ^[1-9][0-9]{0,8}$ ]] || fail "K=$K is not a number from 1 to 999999999"
  [[ $BETA =~ ^(0(\.[0-9]{1,9})?|1(\.0{1,9})?)$ ]] || fail "BETA=$BETA is not a number from 0 to 1, like 0.1: a link of a menu weighs no more than another"
  [[ $CLUSTERS =~ ^[1-9][0-9]{0,3}$ ]] && ((CLUSTERS <= 2000)) || fail "CLUSTERS=$CLUSTERS is not a number from 1 to 2000: the map has space for so many"
  [[ $TOP =~ ^[1-9][0-9]{0,8}$ ]] || fail "TOP=$TOP is not a number from 1 to 999999999"
  [[ -z ${TMP-} || -d $TMP && -w $TMP ]] || fail "TMP=$TMP is not a folder that can be written to"
  [[ -d $OUT || ! -e $OUT ]] || fail "OUT=$OUT is not a folder"
  # The tools say how much memory they need; to write Parquet takes the most.
  said=$(tuples -S "$MEMORY" -w 1 -from raw -to parquet /dev/null 2>&1 >/dev/null) || fail "MEMORY=$MEMORY: ${said%%$'\n'*}"
  said=$(extract-links -S "$MEMORY" ${JOBS:+-j "$JOBS"} -list /dev/null 2>&1) || code=$?
  [[ $code != 2 ]] || fail "MEMORY=$MEMORY JOBS=${JOBS-}: ${said%%$'\n'*}"
}

# judged: checks the file of judgements and copies it to .made/judged.tsv, so that all steps read the same though judge goes on.
judged() {
  local said
  [ -n "${JUDGED-}" ] || return 0
  [[ -f $JUDGED && -r $JUDGED ]] || fail "JUDGED=$JUDGED: $([ -e "$JUDGED" ] && echo 'is no file that can be read' || echo 'no such file; judge makes it')"
  [[ ! $JUDGED -ef $OUT/judgements.tsv ]] || fail "JUDGED=$JUDGED is a result of this chain: name the file that judge has written"
  [ -s "$JUDGED" ] || fail "JUDGED=$JUDGED is empty: judge some pages first"
  case $(bytes cat -- "$JUDGED") in
    28b52ffd* | 425a683?314159* | fd377a58*) fail "JUDGED=$JUDGED is packed: unpack it first" ;; # by zstd, bzip2 or xz
  esac
  unpacked "$JUDGED" >"$OUT/.made/judged.tsv" || fail "JUDGED=$JUDGED cannot be copied to $OUT/.made, or is packed and was cut off"
  listed && fail "JUDGED=$JUDGED is the list of pages to judge: name the file that judge has written"
  # Without the URLs: those of several crawls may share ids.
  said=$(cut -f 1,2 -- "$OUT/.made/judged.tsv" | judge -q -merge 2>&1 >/dev/null) || fail "JUDGED=$JUDGED: ${said##*stdin: }"
}

# listed: succeeds if the judgements are the pages and clusters of to-judge.tsv. Those of judge have times.
listed() {
  [ -s "$OUT/to-judge.tsv" ] && ! grep -qE $'\t[0-9.]+s\r?$' "$OUT/.made/judged.tsv" &&
    cmp -s <(cut -f 1,2 "$OUT/.made/judged.tsv") <(cut -f 1,2 "$OUT/to-judge.tsv")
}

# goals: writes down the goals of make that have a step, for the step that is the last of them.
goals() {
  rm -rf .made/goals
  mkdir .made/goals
  ((${#GOALS} == 0)) || (cd .made/goals && touch $GOALS)
}

# differs: prints the first difference between the crawl now and that of the results.
differs() {
  diff crawl.tsv .made/crawl.tsv |
    awk -F '\t' '/^[<>]/ {print (/^</ ? "then " : "now ") $4 ($2 == "" ? "" : " of " $2 " bytes"); exit}'
}

# flags: appends the flags of EXTRACT to input. The file of -urls counts as a part of the crawl.
flags() {
  local word words before=
  unquoted EXTRACT
  usable ${words[@]+"${words[@]}"}
  for word in ${words[@]+"${words[@]}"}; do
    case $word in
      -urls=* | --urls=*) input+=(-urls) before=-urls word=${word#*=} ;;
    esac
    if [[ $before == -urls || $before == --urls ]]; then
      word=$(absolute "$word")
      [ ! -f "$word" ] || printf '%s\0' "$word" | add_files urls
    fi
    input+=("$word")
    before=$word
  done
}

# usable FLAG…: fails if extract-links does not take the words, or not all of them as flags, before anything is made
# with them. Only -dir refuses operands.
usable() {
  local word none=$OUT/.made/none base=http://none.invalid/
  for word; do
    allowed "$word"
  done
  [[ " $* " != *[\ -]-nofollow[=\ ]keep\ * ]] || fail "EXTRACT cannot have -nofollow keep: leave it out, the chain keeps and marks these links"
  [[ " $*" != *[\ -]-urls[=\ ]* ]] || base=
  mkdir -p "$none"
  accepted -dir "$none" ${base:+-base "$base"} "$@"
  $folder || accepted -list /dev/null "$@"
}

# accepted FLAG…: fails if the command line of extract-links is wrong.
accepted() {
  local said code=0
  said=$(extract-links -S "$MEMORY" ${JOBS:+-j "$JOBS"} "$@" 2>&1 >/dev/null) || code=$?
  said=${said/-dir names/CRAWL names} said=${said/-S /MEMORY=}
  [[ $code != 2 ]] || fail "EXTRACT: ${said#extract-links: }"
}

# allowed FLAG: fails if FLAG cannot be in EXTRACT, because the chain sets it or needs it otherwise.
allowed() {
  local flag=${1%%=*} use
  case -${flag##*-} in
    -list | -dir | -) use='name the archives, the list or the folder by CRAWL' ;;
    -base) use='write BASE=URL' ;;
    -S) use='write MEMORY=SIZE' ;;
    -T) use='write TMP=FOLDER' ;;
    -j) use='write JOBS=NUMBER' ;;
    -o | -parts | -alone | -anchors | -fetched | -stats) use='the chain sets it' ;;
    -h | -help | -version | -q) use='run extract-links by itself for that' ;;
    *) return 0 ;;
  esac
  [[ $flag != -* ]] || fail "EXTRACT cannot have $flag: $use"
}

# folder DIR: the crawl is a folder of HTML files, whose URLs come from BASE or from -urls.
folder() {
  local urls=
  [ ! -d "$1/.made" ] || fail "CRAWL: $1 holds results of this chain, it is no crawl: write the crawl, and OUT=$1"
  [[ " ${input[*]-} " != *[\ -]-urls[=\ ]* ]] || urls=1
  packs "$1" "${BASE-}$urls"
  [[ -n ${BASE-} || $urls ]] || fail "CRAWL: $1 is a folder: give the URL of its files by BASE=URL or EXTRACT='-urls FILE'"
  [[ -z ${BASE-} || ! $urls ]] || fail "the URLs of the files come from BASE or from -urls in EXTRACT: give one of them"
  input+=(-dir "$(absolute "$1")" ${BASE:+-base "$BASE"})
  absolute "$1" >"$OUT/.made/folder"
  below "$(absolute "$1")" | add_files file
}

# packs DIR URLS: fails if the folder holds archives, and says how to name them all. If it has URLS, its pages are read, and that is said.
packs() {
  local kind dir names=()
  dir=$(printf %q "${1%/}")
  ! compgen -G "$dir/*/crawl.jsonl" >/dev/null ||
    fail "CRAWL: $1 is a folder of crawls of fetch: write CRAWL='$(crawls "${1%/}")', or the folder of one of them"
  for kind in warc warc.gz warc.zst warc.bz2 arc arc.gz wat.gz; do
    ! compgen -G "$dir/*.$kind" >/dev/null || names+=("$dir/*.$kind")
  done
  ((${#names[@]} > 0)) || return 0
  [ -n "$2" ] || fail "CRAWL: $1 is a folder of archives: write CRAWL='${names[*]}'"
  echo "make: CRAWL: of $1 the pages are read, not the archives in it: for these write CRAWL='${names[*]}', without BASE" >&2
}

# archives FILE: FILE is an archive or a list of archives. Archives of a list that are missing are left out, with a message.
archives() {
  local name list kind
  case $(tr A-Z a-z <<<"$1") in
    *.txt | *.list | *.paths | *.txt.gz | *.list.gz | *.paths.gz) ;;
    *)
      input+=("$1")
      printf '%s\0' "$1" | add_files archive
      return
      ;;
  esac
  kind=$(packed "$1")
  case $kind in
    '') ;;
    warc.zst | warc.bz2) fail "CRAWL: $1 is packed like an archive, it is not a list of archives: name it *.$kind" ;;
    *) fail "CRAWL: $1 is an archive, not a list of archives: name it *.$kind" ;;
  esac
  list=$OUT/.made/list # of all lists
  [[ " ${input[*]-} " == *" $list "* ]] || { : >"$list" && input+=(-list "$list"); }
  unpacked "$1" >"$OUT/.made/text" || fail "CRAWL: $1 is damaged or was cut off, so that archives may be missing"
  case $(bytes cat "$OUT/.made/text") in
    fffe??00* | feff00??*) fail "CRAWL: $1: expected lines of text, but this is binary: it looks like UTF-16, which iconv -f UTF-16 -t UTF-8 converts" ;;
  esac
  while IFS= read -r name || [[ -n $name ]]; do
    if [ -d "$name" ]; then
      fail "CRAWL: $1 names the folder $name: write the archives in it, or read the HTML files in it by CRAWL=$(printf %q "$name") alone"
    elif [ -r "$name" ]; then
      [[ ! $name =~ \.(txt|list|paths)(\.gz)?$ ]] || [ -n "$(packed "$name")" ] ||
        fail "CRAWL: $1 names $name, which is no archive: if it is a list too, name both lists in CRAWL"
      absolute "$name" && echo
    else
      printf 'missing\t\t\t%s\n' "$name" >>"$OUT/.made/crawl.tsv"
    fi
  done < <(LC_ALL=C sed -e 's/\r//g' -e $'1s/^\xef\xbb\xbf//' -e 's/^[[:space:]]*//' -e 's/[[:space:]]*$//' -e '/^#/d' -e '/^$/d' "$OUT/.made/text") >"$list.more"
  [ -s "$list.more" ] || ! grep -q $'^missing\t\t\thttps\\?://' "$OUT/.made/crawl.tsv" ||
    fail "CRAWL: $1 is a list of URLs, not of files: fetch pages by fetch -state crawl -seeds $(printf %q "$1"), and write CRAWL=crawl; download archives first"
  missing "$OUT/.made/crawl.tsv" >&2
  [ -s "$list.more" ] ||
    fail "CRAWL: $1 names no archive that can be read$(! grep -q $'^missing\t\t\t[^/]' "$OUT/.made/crawl.tsv" || echo " (its names are relative to $start)")"
  cat "$list.more" >>"$list"
  tr '\n' '\0' <"$list.more" | add_files archive
}

# unpacked FILE: prints a file that may be compressed by gzip, which its first bytes tell.
unpacked() {
  case $(head -c 2 -- "$1" | od -An -tx1) in
    ' 1f 8b') gzip -dc -- "$1" 2>/dev/null ;;
    *) cat -- "$1" ;;
  esac
}

# packed FILE: prints the ending that an archive should have, if the first bytes are those of an archive.
packed() {
  local start gz=
  start=$(bytes cat -- "$1")
  case $start in
    28b52ffd* | 5?2a4d18*) echo warc.zst ;; # a frame of zstd, or one that is skipped, with a dictionary
    425a683?314159*) echo warc.bz2 ;;       # BZh and the size, and the first block
    1f8b*) gz=.gz start=$(bytes unpacked "$1") ;;
  esac
  case $start in
    574152432f3?2e3?0[da]* | 574152432f3?2e3?3?0[da]*) echo "warc$gz" ;; # WARC/1.0 as a whole line
    66696c65646573633a*) echo "arc$gz" ;;                                # filedesc:
  esac
}

# bytes COMMAND…: prints the first bytes that a command prints, in hexadecimal digits.
bytes() { { "$@" || true; } 2>/dev/null | head -c 12 | od -An -v -tx1 | tr -d ' \n'; }

# The parts, in their order in crawl.mk.

# known: fails if SEED is no page of the dictionary. It asks once for each SEED and dictionary.
known() {
  local said
  cd "$OUT"
  [ -n "${SEED-}" ] || return 0
  [[ ! .made/known -nt urls.txt || $(<.made/known) != "$SEED" ]] || return 0
  rm -f .made/known
  said=$(lookup urls.txt "$SEED" 2>&1 >/dev/null) || {
    told
    fail "SEED=$SEED is no page of the crawl$([[ $said != *'; the nearest string is '* ]] || echo "; the nearest is ${said##*; the nearest string is }")"
  }
  put .made/known "$SEED"
}

# taken OUT LIST: copies the beginning of the file that LIST names (grown).
taken() {
  local bytes name
  IFS=$'\t' read -r bytes name _ <"$2"
  begun "$bytes" "$name" >"$1"
  [ "$(wc -c <"$1" | tr -d ' ')" = "$bytes" ] || fail "$name has become shorter: give the same command again"
}

# absent OUT JSON NOT-DUE FLAG…: writes to OUT the URLs of pages whose content only an earlier crawl has: their newest record is
# a revisit of it, or they are in NOT-DUE. If there are any, it ends with 3, and JSON says how many. The first answer of a page
# counts: JSON also says how many pages have a newer one in another archive (older).
absent() {
  local out=$1 json=$2 later=$3 several pages count example
  shift 3
  : >"$out"
  echo '{}' >"$json"
  several=$(LC_ALL=C awk -F '\t' 'NR > 1 && $8 != name { print "yes"; exit } { name = $8 }' fetched.txt)
  [[ -s $later || -n $several ]] || grep -q '"revisits":[1-9]' extract.json || return 0
  ! grep -q '"records":0[,}]' extract.json || return 0 # a folder of files
  {
    LC_ALL=C awk -F '\t' "$succeeded"'
      /^metadata:/ { next } # of wget, not of a page
      $11 != "" ? ($2 == "" || $2 == 304 || succeeded($2)) && ($3 == "" || $3 ~ /html|^text\/plain$|unknown/) : $5 != "" && succeeded($2, $5) {
        print $1 "\t" $4 "\t" $11 "\t" $12 "\t" $8
      }' fetched.txt
    LC_ALL=C awk '{ print $0 "\t\tnot due" }' "$later"
  } | extsort -lines -t $'\t' -k 1,1 -s "$@" | LC_ALL=C awk -F '\t' -v out="$out" '
    function differ(a, b) { return a != "" && b != "" && a != b && substr(a, 1, index(a, ":")) == substr(b, 1, index(b, ":")) }
    function ends() { # of a page: its first content counts
      if (!has) print url >out
      else if (newest == "revisit" && differ(digest, first) && !(digest in contents)) print url >out
      else if (newest == "revisit" ? differ(digest, first) : time > begun && archive != place && (digest == "" || digest != first)) {
        if (!older++) example = url
      }
    }
    NR > 1 && $1 != url { ends() }
    $1 != url { url = $1; has = 0; time = newest = digest = archive = ""; split("", contents) }
    $3 == "not due" { next }
    $3 == "" { contents[$4] }
    $3 == "" && !has { has = 1; begun = $2; first = $4; place = $5 }
    $2 > time { time = $2; newest = $3; digest = $4; archive = $5 }
    END { if (NR) ends(); print older + 0 "\t" example }' >"$json.older"
  pages=$(wc -l <"$out")
  IFS=$'\t' read -r count example <"$json.older"
  rm "$json.older"
  printf '{"older":%s,"example":"%s"' "$count" "${example//\\/\\\\}" >"$json"
  ((pages == 0)) || printf ',"incomplete":"pages without content, since they are as in an earlier crawl or as another page: %s (the first: %s): name the archives of that crawl too, after these; what only another page holds is not read"' \
    $((pages)) "$(sed 's/\\/\\\\/g;q' "$out")" >>"$json"
  echo '}' >>"$json"
  ((pages == 0)) || return 3
}

# older: says in each run of how many pages an answer counts that is not the newest.
older() {
  cd "$OUT"
  sed -n 's/^{"older":\([1-9][0-9]*\),"example":"\([^"]*\)".*/make: of several answers of a page the first counts; pages of which that is not the newest: \1 (the first: \2): name the archives with the newest answers first/p' \
    absent.json >&2
}

# seed OUT IDS URLS PAGE-HOST OUTDEGREE EXTRACT SEED BASE: chooses the page where the search begins: SEED, else the first of these
# that has links: the page of BASE, the first page fetched, the home page of the largest host, the page with the most links. Its id is
# written to IDS; its id, its URL and the reason are written to OUT. If there are no pages, both have no record.
seed() {
  local out=$1 ids=$2 urls=$3 hosts=$4 outdegree=$5 extract=$6 seed=$7 base=$8 line='' why first home
  first=$(sed -n 's/.*"first_page":"\([^"]*\)".*/\1/p' "$extract" | sed -e 's/\\u0026/\&/g' -e 's/\\u003c/</g' -e 's/\\u003e/>/g')
  ! grep -q '"records":0[,}]' "$extract" || first= # the files of a folder do not say which page was fetched first
  if [ -n "$seed" ]; then
    line=$(lookup "$urls" "$seed")
    why='given by SEED'
    (leads "$seed") || echo "make: the page of SEED=$seed has no links: the search finds no other page" >&2
  elif leads "$base" || leads "${base%/}/index.html"; then
    why='the page of BASE'
  elif leads "$first"; then
    why='the first page fetched'
  elif home=$(home) || fail 'the home page of the largest host cannot be found'; leads "$home"; then
    why='the home page of the largest host'
  elif [ -s "$outdegree" ]; then
    extsort -k 2r,1 $sized -o "$ids.t2" "$outdegree"
    line=$(tuples -head 1 -cols 1 -to raw "$ids.t2" | undict -w 1 -ids "$urls")
    rm "$ids.t2"
    why='the page with the most links'
  elif [ -s "$urls" ]; then
    line=0$'\t'$(sed -n '1p;1q' "$urls")
    why='the first page of the dictionary, because no page has links'
  fi
  [[ -z $line || -z $base || $why == given* || $why == 'the page of BASE' ]] ||
    echo "make: no page with links is at BASE=$base: the search begins at ${line#*	} ($why)" >&2
  printf '%s\n' ${line:+"${line%%	*}"} | tuples -from text -w 1 -o "$ids"
  printf 'id\turl\twhy\n' >"$out"
  [ -z "$line" ] || printf '%s\t%s\n' "$line" "$why" >>"$out"
}

# leads URL: succeeds if the page is in the dictionary and has links; then line is its id, a TAB and its canonical URL.
leads() {
  [[ $1 == *://* ]] && line=$(lookup "$urls" "$1" 2>/dev/null) &&
    [ -n "$(tuples -from text -w 1 <<<"${line%%	*}" | tuplejoin -q -how semi -w 1 -w2 2 -to text - "$outdegree")" ] && return
  line=
  return 1
}

# home: prints the URL of the home page of the host with the most pages.
home() {
  [ -s "$hosts" ] || return 0
  tuples -cols 2,1 "$hosts" | extsort -w 2 $sized | tuplejoin -w 2 -group 1 -agg count,min:2 |
    extsort -w 3 -k 2r,1 $sized -o "$ids.t3" || return
  tuples -head 1 -cols 3 -to raw "$ids.t3" | undict -w 1 "$urls" | sed -E 's|^(https?://[^/]*/).*|\1|' || return
  rm "$ids.t3"
}

# What awk needs to tell a success. An answer with content but without a status, like a file of a folder, is one. Without both its
# HTTP head cannot be read.
succeeded='
  function succeeded(status, bytes) { return status == "" ? bytes != "" : status >= 200 && status < 300 }
'

# about OUT FLAG…: writes a line for each page of urls.txt: its URL, whether it was fetched, and what is known of it from
# fetched.txt. Of several answers for a page the best counts: a success with content, then content without a status, a success
# without content (revisit), then the least status from 300 on, last all others; of two as good ones the first.
about() {
  local out=$1 pages
  shift
  pages=$(wc -l <urls.txt)
  dict -q -w 1 -existing urls.txt "$@" -o "$out.t1" fetched.txt
  tuples -to text "$out.t1" | paste - fetched.txt | cut -f 1-11 | LC_ALL=C awk -F '\t' -v pages="$pages" "$succeeded"'
    function place(status, bytes) {
      if (status == "") return bytes == "" ? 1000 : 1
      return succeeded(status, bytes) ? (bytes == "" ? 2 : 0) : status >= 300 ? status : 1000
    }
    $1 < pages + 0 { print place($3, $6) "\t" $0 }' |
    extsort -lines -t $'\t' -k 2,2n -k 1,1n -s "$@" | LC_ALL=C awk -F '\t' -v pages="$pages" '
      function unfetched(end) {
        for (; id < end; id++) { getline url <"urls.txt"; print url "\tfalse" }
      }
      $2 < id { next }
      { unfetched($2 + 0); getline url <"urls.txt"; id++; print url "\ttrue" substr($0, length($1) + length($2) + length($3) + 3) }
      END { unfetched(pages + 0) }' >"$out"
  rm "$out.t1"
}

# anchors OUT LINKS FLAG…: writes each link with what is known of it from anchors.txt, sorted; and to LINKS each pair of ids once, with
# whether all of its links are nofollow. Without -nofollow mark the lines have no field for that.
anchors() {
  local out=$1 links=$2
  shift 2
  tuples -to text crawled.t2 | paste - anchors.txt | LC_ALL=C awk 'BEGIN { FS = OFS = "\t" } { NF = 6; print }' |
    extsort -lines -t $'\t' -k 1,1n -k 2,2n -k 4,4n "$@" -o "$out.txt"
  table -schema src:id,dst:id,kind,position:int,text?,nofollow:mark "$@" -o "$out" "$out.txt"
  LC_ALL=C awk 'BEGIN { FS = OFS = "\t" }
    NR == 1 || $1 != src || $2 != dst { if (NR > 1) print src, dst, mark; src = $1; dst = $2; mark = "nofollow" }
    $6 == "" { mark = "" }
    END { if (NR) print src, dst, mark }' "$out.txt" |
    table -schema src:id,dst:id,nofollow:mark "$@" -o "$links"
  rm "$out.txt"
}

# repeated FLAG…: says if there are pages with several answers that have content.
repeated() {
  local pages
  pages=$(LC_ALL=C awk -F '\t' "$succeeded"'succeeded($2, $5) && $3 ~ /html/ && $5 != "" { print $1 }' fetched.txt |
    extsort -lines "$@" | uniq -d | wc -l)
  ((pages == 0)) ||
    echo "make: content.parquet has a record for each answer of a page, documents.parquet for the first; pages with several: $((pages))" >&2
}

# tau OUT JSON FLAG… A B: writes Kendall's tau, or "no value" where there are no pages or all have the same rank.
tau() {
  local out=$1 json=$2 code=0 why='all pages have the same rank'
  shift 2
  if [ -s "${!#}" ]; then
    kendall -o "$out" -stats "$json" "$@" || code=$?
    ((code == 4)) || return $code
  else
    why='there are no pages'
    echo '{}' >"$json"
  fi
  echo "no value: $why" >"$out"
}

# weights OUT BETA FLAG…: writes the links by target as (src, dst, weight): BETA if all links from the one to the other are of menus,
# else 1.
weights() {
  local out=$1 beta=$2
  shift 2
  dict -q -existing urls.txt -rest "$out.labels" "$@" -o "$out.t2" navigation.tsv.zst
  tuples -to text "$out.t2" | paste - "$out.labels" | LC_ALL=C awk -v beta="$beta" 'BEGIN { FS = OFS = "\t" }
    { print $1, $2, ($3 == "content" || $3 == "undecided" ? 1 : beta) }' |
    tuples -from text -columns src:id,dst:id,weight:f32 -to raw - | extsort -w 3 -k 2,1 "$@" |
    tuplejoin -w 3 -group 2,1 -agg max:3 -o "$out.weighed.t3"
  tuplejoin -how left -1 2,1 -2 1,2 -e 1 -columns2 dst,src,weight:f32 -fields 1.1,1.2,2.3 -o "$out" links-by-dst.t2 "$out.weighed.t3"
  rm "$out.t2" "$out.labels" "$out.weighed.t3"
}

# sitemaps JSONL TEXT XML JSON FLAG…: writes the menus of each host in three forms, and what XML names if its host is large. The page
# where the search begins is the home page of its host, if a user named it, or if it is a page and / of the host is none.
sitemaps() {
  local jsonl=$1 text=$2 xml=$3 json=$4 titles=$1.titles home status=0
  shift 4
  LC_ALL=C awk "$succeeded"'BEGIN { FS = OFS = "\t" }
    $2 != "true" || $3 $6 == "" { next }
    !succeeded($3, $6) { print $1, "", $3; next }
    $4 == "" || $4 ~ /html/ { print $1, $7, $3 }' about.txt >"$titles"
  home=$(LC_ALL=C awk -F '\t' "$succeeded"'
    NR == FNR { if (FNR == 2 && $3 !~ /most links|no page has links/) { seed = $2; said = $3 ~ /^given|BASE$/ }; next }
    FNR == 1 { root = seed; sub(/^[^:]*:\/\//, "", root); sub(/\/.*/, "/", root) }
    succeeded($3, 1) { # what has neither status nor content has no line there
      if ($1 == seed) found = 1
      if ($1 == "http://" root || $1 == "https://" root) top = 1
    }
    END { if (found && (said || !top)) print seed }' seed.tsv "$titles")
  sitemap -page-titles "$titles" ${home:+-home "$home"} "$@" -stats "$json" -trees "$jsonl" -xml "$xml" -o "$text" \
    navigation.tsv.zst || status=$?
  rm "$titles"
  return "$status"
}

# fresh: removes outdated results, so that the report does not show them and is not made of them.
fresh() {
  cd "$OUT"
  outdated
}

# fetched_layers: prints how many of the pages that have a layer were fetched.
fetched_layers() {
  tuples -to text layers.t2 | LC_ALL=C awk -F '\t' '
    { for (; id <= $1; id++) getline page <"about.txt"; if (page ~ /^[^\t]*\ttrue/) n++ }
    END { print n + 0 }'
}

# end: what the goal crawl prints. If most pages have no layer, another SEED may be better. If the links of a folder lead to none of
# its files, its URLs may be others.
end() {
  local known missed use='' seed
  cd "$OUT"
  # As extract-links has warned: links lead to folders, whose pages have the URLs of their files.
  ! grep -q '"links_to_folder":[1-9]' extract.json || ! grep -q '/index\.html$' urls.txt ||
    use="EXTRACT='-index index.html' or SEED may help"
  known=$(wc -l <urls.txt) missed=$((known - $(tuples -count layers.t2)))
  printf '\nThe best pages by PageRank:\n'
  sed 's/^/  /' top.txt
  printf '\nWritten:\n'
  ls -l | awk -v d="$OUT" '/^-/ {printf "  %12d bytes  %s/%s\n", $5, d, $9}'
  printf '\nFor a browser: %s/report.html\n' "$OUT"
  seed=$(sed -n '2{s/^[^\t]*\t//;s/\t.*//;p;}' seed.tsv)
  if [[ -n ${BASE-} && -z $use && -n $seed ]] && (($(wc -l <fetched.txt) > 1 && $(fetched_layers) <= 1)); then
    printf '\nmake: no links lead from %s to another file of the folder: is BASE=%s right? If it is, SEED chooses another page\n' \
      "$seed" "$BASE" >&2
  elif ((2 * missed > known)); then
    printf '\nmake: %s of %s known pages have no layer, since no links lead to them from %s: %s\n' \
      "$missed" "$((known))" "$seed" "${use:-SEED chooses another page}" >&2
  fi
  incomplete
}

"$@"
