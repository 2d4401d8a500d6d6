#!/usr/bin/env bash
# step.sh NAME TEXT COMMAND [FILE…]: a step of a chain. It runs COMMAND in the folder $OUT, unless its results are there and up to
# date.
#
# This script decides whether a step runs, and how its results come into $OUT; also who has the folder, and how a run ends. Which
# steps there are, and in which order, is left to the makefile (crawl.mk, thesis.mk), what is crawled to crawl.sh. To read it, begin
# with the function step. crawl.sh, unico.sh and thesis.sh source this file.
#
# The words of COMMAND say what the results depend on. $new/X is a file X that it writes. A word that is the name of a file is an
# input, that of a tool a tool, and so is FILE, which may be a pattern. A variable in capitals, like $K, is a parameter. Variables in
# small letters, like $sized, do not change the results; but if more MEMORY would, MEMORY is a parameter. Any other variable is
# refused, because what it stands for would not be recorded. .made/NAME records all this with the checksums of the tools and the
# size of each file, its time and when it was last touched in any way. If any of it has changed, the step says what, and runs again.
#
# COMMAND writes its results into a staging folder, $new. They are moved to $OUT only after every part of the pipe has succeeded,
# because a reader cannot tell a killed writer from the end of the input. While they are moved, .made/NAME begins with their names,
# and it is whole after the last one, so that files of two runs are never taken for those of one run.
#
# OUT never holds a result that was made of what has since been made anew: before results are moved, those of all steps that were
# made of the old ones, directly or not, are removed. The end of the run says which of them were not made again, and why.
#
# A FILE .made/X says what is crawled now. It counts by its content, and is put beside the results as X, which says what they are of.
# Such a step is the first: before its results are moved, the results of all steps are removed. So a run that fails before that
# leaves the results of the crawl before, with their X, and files of two crawls are never in $OUT at the same time. A word .made/X in
# COMMAND is an input that counts by its content.
#
# A part of the pipe may exit with 3 (some input was skipped, or ranks did not converge): the reason is kept in .made/NAME.part.
# Only before a part with -head may one exit with 141 (SIGPIPE), because its reader needs no more. Any other status is a failure.
#
# The makefile exports: OUT, the folder; RESULTS, the names of all steps; AGAIN and PARTS, what else must be known of some
# (crawl.mk); RUN, the process of the run; MEMORY, JOBS and TMP, which are -S, -j and -T. Set here, for the commands of steps: sized,
# jobs, input and texts.

# fail WORDS: prints one line on stderr and exits with 1.
fail() { echo "make: $*" >&2; exit 1; }

# Numbers have a decimal point in any locale, and cd goes where it says.
export LC_ALL=C
unset CDPATH

# sizes KIND FILE…: prints a line for each file: KIND, size, times (of its content and of its state) and name. stated KIND: the same
# for the files named on stdin, with a NUL behind each.
if [[ $OSTYPE == linux* ]] || stat -c %s / >/dev/null 2>&1; then
  stat=(stat -L -c) figures=$'\t%s\t%.9Y %.9Z\t%n' some=-r
else # stat of BSD; its xargs needs no -r
  stat=(stat -L -f) figures=$'\t%z\t%Fm %Fc\t%N' some=
fi
sizes() { (($# == 1)) || "${stat[@]}" "$1$figures" -- "${@:2}"; }
stated() { xargs -0 $some "${stat[@]}" "$1$figures" --; }

# born PID: prints when the process began, to distinguish it from a later process with the same id; nothing if it has ended,
# also where its parent has not noticed yet (a zombie).
born() {
  if [ -d /proc/self ]; then
    sed -n 's/^.*) \([^ZX] \)/\1/p' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20 || true
  else
    LC_ALL=C ps -o stat=,lstart= -p "$1" | sed -e '/^Z/d' -e 's/^[^ ]* *//' | tr -s ' ' - || true
  fi
}

# locked: takes the lock of the folder, .made/lock, for the process $RUN. The lock is valid while that process lives.
locked() {
  local mine holder pid when
  mine="$RUN $(born "$RUN")"
  mkdir -p .made
  for holder in .made/lock.*; do # of runs that were killed here
    pid=${holder#.made/lock.}
    pid=${pid%.dead}
    [ -n "$(born "$pid")" ] || rm -f "$holder"
  done
  rm -f ".made/lock.$RUN"
  put ".made/lock.$RUN" "$mine" || return
  until ln ".made/lock.$RUN" .made/lock 2>/dev/null; do
    holder=$(cat .made/lock 2>/dev/null) || continue
    read -r pid when <<<"$holder"
    if [ -n "$when" ] && [ "$when" = "$(born "$pid")" ]; then
      rm -f ".made/lock.$RUN"
      [ "$holder" != "$mine" ] || return 0
      echo "another run (process $pid) uses $PWD: wait until it ends, or use another folder" >&2
      return 1
    fi
    mv .made/lock ".made/lock.$RUN.dead" 2>/dev/null || continue
    # If another process took the lock in the meantime, its lock is put back.
    [ "$(cat ".made/lock.$RUN.dead")" = "$holder" ] || ln ".made/lock.$RUN.dead" .made/lock 2>/dev/null || true
    rm -f ".made/lock.$RUN.dead"
  done
  rm -f ".made/lock.$RUN"
  rm -rf .new.* # staging folders of a killed run
}

# put FILE TEXT: appends a line to a file of the folder, or says in one line why that cannot be done.
put() {
  local error
  error=$({ printf '%s\n' "$2" >>"$1"; } 2>&1) && return
  echo "make: cannot write to $OUT: ${error##*: }" >&2
  return 1
}

# split COMMAND: puts the words of COMMAND into the array words, each once and not expanded.
split() {
  local IFS=$' \t\n=<>()|&;"\\'\' word
  words=()
  set -f
  for word in $1; do
    [[ -z $word || " ${words[*]-} " == *" $word "* ]] || words+=("$word")
  done
  set +f
}

# known COMMAND: says which variable of COMMAND is none of those that a step knows, if there is one, and fails. A parameter is set by
# the makefile. A $ inside of a word is refused too: what is not the whole word is not recorded.
known() {
  local word words name
  split "$1"
  for word in "${words[@]}"; do
    case $word in
      '$new' | '$sized' | '$jobs' | '${input[@]}' | '${texts[@]}') continue ;;
    esac
    word=${word#'$new/'} name=${word#?}
    [[ $word == *'$'[A-Za-z_{]* ]] || continue
    [[ $word =~ ^\$[A-Z]+$ && -n ${!name+set} ]] || { echo "$word is no variable of a step (see scripts/step.sh)" >&2; return 1; }
  done
}

# reads COMMAND FILE…: prints a line for all that the results depend on; writes COMMAND FILE…: a line for each result.
reads() {
  local word words tools=() files=() home
  split "$1"
  words+=(${*:2})
  IFS=$' \t\n\\' read -r -d '' -a parts <<<"$1" || true
  printf 'command\t%s\n' "${parts[*]}"
  for word in "${words[@]}"; do
    if [[ $word =~ ^\$[A-Z]+$ ]]; then
      word=${word#?}
      printf 'parameter\t%s=%s\n' "$word" "${!word-}"
    elif [[ $word == .made/* ]]; then
      printf 'content\t%s\t%s\n' "$(cksum <"$word")" "${word#*/}"
    elif [ -f "$word" ]; then
      files+=("$word")
    else
      for home in "$bin" "$scripts"; do
        [ ! -f "$home/$word" ] || { tools+=("$home/$word") && break; }
      done
    fi
  done
  sizes file ${files[@]+"${files[@]}"}
  ((${#tools[@]} == 0)) || cksum "${tools[@]}"
}
writes() {
  local word words files=()
  split "$*"
  for word in "${words[@]}"; do
    [[ $word == '$new/'* || $word == .made/* && " ${*:2} " == *" $word "* ]] || continue
    word=${word#*/}
    if [ -e "$word" ]; then files+=("$word"); else printf 'made\t\t\t%s\n' "$word"; fi
  done
  sizes made ${files[@]+"${files[@]}"}
}

# because NOW BEFORE: prints the first difference between two records, in words.
because() {
  diff <(printf '%s\n' "$2") <(printf '%s\n' "$1") | sed -n 's/^[<>] //p' | awk -F '\t' 'NR == 1 {
    if ($1 == "command") print "the command has changed"
    else if ($1 == "parameter") then = $2
    else if ($1 == "content") print $3 " has changed"
    else if ($1 == "file") print $4 " has changed"
    else if ($1 == "made") { made = $4; size = $2 }
    else {
      sub(/.*\//, "")
      print $0 " has another version"
    }
  }
  NR > 1 && now == "" && $1 == "parameter" && index($2, substr(then, 1, index(then, "="))) == 1 { now = $2 }
  NR > 1 && $1 == "made" && $4 == made && $2 == size { copied = 1 }
  END {
    if (made != "") print made (copied ? " was changed or copied" : " was changed or removed")
    if (then != "") print then (now == "" ? " has changed" : " is now " now)
  }'
}

# limited PART: prints MEMORY as a parameter, if a step has left something out that more memory would take.
limited() {
  [ ! -e "$1" ] || ! grep -q 'raise MEMORY' "$1" || printf 'parameter\tMEMORY=%s\n' "${MEMORY-}"
}

# step NAME TEXT COMMAND [FILE…]: see the top. The functions that it calls see its variables, and read or set these:
#
#   known, reads, limited, writes, because   none
#   shown                                    reads command
#   timed                                    reads command, text and new (the staging folder); sets seconds
#   place                                    reads those, name and of (what the results depend on)
#     dependents                             none
#     removed                                reads why (the step runs)
step() {
  local name=$1 text=$2 command=$3 new of why="$1 is new" seconds now before='' again='' code=0
  shift 3
  known "$command" || return
  [ -d .made ] || mkdir -p .made || return
  of=$(reads "$command" "$@")
  now=$of$'\n'$(limited ".made/$name.part" && writes "$command" "$@")
  if [ -e ".made/$name" ]; then
    before=$(<".made/$name")
    [ "$now" != "$before" ] || return 0
    why=$([[ $before != command* ]] && echo 'it was stopped' || because "$now" "$before")
    again=" (again: $why)"
    why=${why/#it was/$name was}
  fi
  new=$(mktemp -d .new.XXXXXX) || return
  printf '\n%s\n   $ %s\n' "$text$again" "$(shown)"
  timed && place "$@" || code=$?
  rm -rf "$new"
  return "$code"
}

# shown: prints the command as a user would type it in the folder, with the values of its variables.
shown() {
  local word words value text=$command
  split "$command"
  for word in "${words[@]}"; do
    case $word in
      '$new/'*) value=${word#*/} ;;
      '${input[@]}' | '${texts[@]}') word="\"$word\"" value=$(eval "printf '%q ' $word") value=${value% } ;;
      '$') continue ;;
      '$'*) eval "value=\"$word\"" ;;
      *) continue ;;
    esac
    text=${text//"$word"/"$value"}
  done
  sed -e 's/^[[:space:]]*//' -e 's/ *\\$//' -e '2,$s/^/     /' <<<"$text"
}

# timed: runs the command, and puts its time into seconds.
timed() {
  local TIMEFORMAT=%2R codes code part file
  { time eval "$command
codes=(\"\${PIPESTATUS[@]}\")" 2>&3 3>&-; } 3>&2 2>"$new/.seconds"
  seconds=$(<"$new/.seconds")
  for code in "${codes[@]}"; do
    ((code == 0 || code == 3)) || [[ $code == 141 && $command == *' -head '* ]] || { explained "$code"; return "$code"; }
  done
  ((code != 141)) || return 141 # the last of the pipe
  printf '   (%s: %s s)\n' "$text" "$seconds"
  # What the tools call -S is MEMORY here, and other flags go into EXTRACT.
  part=
  for file in "$new"/*.json; do
    [[ ! -f $file || $(<"$file") != *'"incomplete":"'* ]] ||
      part+=${part:+$'\n'}$(sed -nE -e 's/\(raise -S\)/(raise MEMORY)/g' -e 's/\(raise -max\)/(raise -max in EXTRACT)/g' \
        -e 's/: use -headers/: use EXTRACT=-headers/g' \
        -e 's/.*"incomplete":"(([^"\\]|\\.)*)".*/\1/p' "$file")
  done
  [[ -n $part || " ${codes[*]} " != *' 3 '* ]] || part="$text: a tool ended with status 3"
  [ -z "$part" ] || put "$new/.part" "$part"
}

# explained STATUS: after an error of a tool that reads the crawl, says what its flags are called here. The messages of tools are not
# changed, because a tool shows how far it is only on a terminal.
explained() {
  (($1 > 2)) || [[ $command != *'[@]}"'* ]] ||
    echo 'make: if a line above names a flag: CRAWL names archives, lists (*.txt, *.list, *.paths) or a folder, MEMORY is -S, and other flags go into EXTRACT, like EXTRACT=-headers' >&2
}

# below DIR: names the files below a folder, with a NUL behind each. Find fails where links lead back or a folder cannot be read.
# extract-links does not follow the one, and says the other.
below() { { find -L "$1" -type f -print0 2>/dev/null || true; } | LC_ALL=C sort -z; }

# unchanged: fails if a file of the crawl has changed since the run began: results of it would be of another crawl than the rest.
unchanged() {
  local names changed
  for names in .made/*.names; do
    [ -f "$names" ] || continue
    names=${names%.names}
    changed=$({ [[ $names == .made/file && -f .made/folder ]] && below "$(<.made/folder)" || cat "$names.names"; } |
      stated "${names##*/}" 2>/dev/null | diff "$names.stated" - | sed -n 's/^[<>] //p;/^[<>]/q' || true)
    [ -n "$changed" ] || continue
    echo "$text: ${changed##*$'\t'} has changed while the crawl was read: give the same command again" >&2
    return 1
  done
}

# place FILE…: moves the results from the staging folder into place, and records their time and what they depend on.
place() {
  local word words holder
  split "$command"
  for word in "${words[@]}"; do
    if [[ $word == '$new/'* ]] && [ ! -f "$new/${word#*/}" ]; then
      echo "$text: ${word#*/} was not written" >&2
      return 1
    fi
  done
  [[ $command != *'"${input[@]}"'* && $command != *'"${texts[@]}"'* ]] || unchanged || return
  if ! { read -r holder _ <.made/lock; } 2>/dev/null || [ "$RUN" != "$holder" ]; then
    echo "$text: another run has taken over $OUT" >&2
    return 1
  fi
  # Until the last file is in its place the record begins with the names of the files, so that none of them is ever left by a run
  # that was killed.
  put "$new/.made" "$(writes "$command" "$@")"$'\n'"$of" || return
  if [[ " $*" == *' .made/'* ]]; then
    for word; do
      [[ $word != .made/* ]] || cp "$word" "$new" || return
    done
    removed $RESULTS && rm -f crawl.tsv times.tsv || return
  else
    removed $(dependents "$name" "$new/.made") "$name" || return
  fi
  put times.tsv "$text"$'\t'"$seconds"$'\t'"$name" || return
  mv "$new/.made" ".made/$name" && { [ ! -e ".made/$name.part" ] || rm ".made/$name.part"; } || return
  mv "$new"/* . && { [ ! -e "$new/.part" ] || mv "$new/.part" ".made/$name.part"; } || return
  put "$new/.made" "$of"$'\n'"$(limited ".made/$name.part" && writes "$command" "$@")" && mv "$new/.made" ".made/$name"
}

# records: makes the array records, the files of .made that say what the steps of the chain ($RESULTS) depend on.
records() {
  local step
  records=()
  for step in ${RESULTS-}; do
    [ ! -f ".made/$step" ] || records+=(".made/$step")
  done
}

# made RECORD…: prints the results that are named in records.
made() { sed -n $'s/^made\t.*\t//p' /dev/null "$@"; }

# dependents STEP [RECORD]: prints the steps whose results were made of those of STEP, directly or not. RECORD also names those.
dependents() {
  local records
  records
  ((${#records[@]} == 0)) || awk -F '\t' -v of="$1" '
    FNR == 1 { step = FILENAME; sub(/.*\//, "", step); if (step == ".made") step = of }
    $1 == "made" { maker[$4] = step }
    $1 == "file" { reader[++n] = step; input[n] = $4 }
    END {
      for (found[of]; more != n; ) {
        more = n
        for (i = 1; i <= n; i++) if ((maker[input[i]] in found) && !(reader[i] in found)) {
          found[reader[i]]
          print reader[i]
          more = 0
        }
      }
    }' "${records[@]}" ${2:+"$2"}
}

# removed STEP…: removes the results of steps, and then what was incomplete in them. It notes which, and $why, for the end of the
# run. The records stay, so that a step that makes its results again says why.
removed() {
  local step pair files=() parts=()
  for step; do
    [ -f ".made/$step" ] || continue
    [ ! -e "$step" ] || put .made/removed "$step"$'\t'"$why" || return
    parts+=(".made/$step.part")
    for pair in ${PARTS-}; do
      [[ $step != "${pair%%:*}" ]] || files+=(${pair#*:})
    done
    files+=($(made ".made/$step"))
  done
  ((${#parts[@]} == 0)) || rm -f -- ${files[@]+"${files[@]}"} "${parts[@]}"
}

# outdated: removes the results of each step that were made of a result which was changed by hand since, and what was made of them.
outdated() {
  local records files=() file step why
  records
  for file in $(made ${records[@]+"${records[@]}"}); do
    [ ! -f "$file" ] || files+=("$file")
  done
  ((${#files[@]} > 0)) || return 0
  while IFS=$'\t' read -r step why; do
    removed "$step" $(dependents "$step") || return
  done < <(sizes file "${files[@]}" | awk -F '\t' '
    NR == FNR { now[$4] = $0; next }
    FNR == 1 { step = FILENAME; sub(/.*\//, "", step) }
    $1 == "file" && ($4 in now) && $0 != now[$4] { print step "\t" $4 " has changed" }' - "${records[@]}")
}

# told: says which results were removed, in this run or in one that was stopped, and are not there again.
told() {
  local step why pair goal names=() reasons='' goals='' makers=''
  [ -e .made/removed ] || return 0
  while IFS=$'\t' read -r step why; do
    [[ ! -e $step && " ${names[*]-} " != *" $step "* ]] || continue
    names+=("$step")
    [[ "; $reasons; " == *"; $why; "* ]] || reasons+=${reasons:+; }$why
    [[ $why != *' has changed' ]] || makers+=" $(cd .made && { grep -ls $'^made\t.*\t'"${why% has changed}\$" -- * || true; } | tr '\n' ' ')"
  done <.made/removed
  for pair in ${AGAIN-}; do # GOAL:STEP, or GOAL|GOAL:STEP if any of these will do
    goal=${pair%%:*}
    [[ " ${names[*]-} $makers" != *" ${pair#*:} "* || " $goals" =~ " "($goal)" " ]] || goals+="${goal%%|*} "
  done
  ((${#names[@]} == 0)) || printf '\nmake: removed, because %s: %s; the next make%s makes %s again\n' "$reasons" "${names[*]}" \
    "${goals:+ ${goals}crawl}" "$( ((${#names[@]} > 1)) && echo them || echo it)" >&2
}

# texts TOOL: makes the array texts, which is input without the flags of extract-links that TOOL does not have. The manuals say which
# it has, and which have a value.
texts() {
  local word name all own value=
  all=$(extract-links -h) && own=$("$1" -h) || return
  texts=()
  for word in ${input[@]+"${input[@]}"}; do
    name=${word%%=*}
    name=${name/#--/-}
    case $value$name in
      'passed '*) value= ;;
      'dropped '*) value= && continue ;;
      -?*)
        [[ $word == *=* || $all != *$'\n  '"$name "[!\ ]* ]] || value='passed '
        [[ $own == *$'\n  '"$name "* ]] || { value=${value:+dropped } && continue; }
        ;;
    esac
    texts+=("$word")
  done
}

# missing CRAWL: prints one line that names the archives of the lists that are missing.
missing() {
  awk -F '\t' '$1 == "missing" {if (n++ < 3) names = names (n > 1 ? ", " : "") $4}
    END {if (n) print "incomplete: " n (n > 1 ? " archives of the list are" : " archive of the list is") " missing: " names (n > 3 ? " …" : "")}' "$1"
}

# incomplete: ends a run. It says what was removed, and what is incomplete; if anything is, the status is 3.
incomplete() {
  local text
  outdated && told || true
  rm -f .made/removed # not after a failure: the next run has to say it again
  text=$({ [ ! -e crawl.tsv ] || missing crawl.tsv; } && find .made -name '*.part' -exec sed 's/^/incomplete: /' {} +)
  rm -f .made/lock
  [ -n "$text" ] || return 0
  printf '\n%s\n' "$text" >&2
  return 3
}

# ended GOAL: the last goal of make that gets done ends the run: no other rmdir succeeds.
ended() {
  if [ -e ".made/goals/$1" ] && rm ".made/goals/$1" 2>/dev/null && rmdir .made/goals 2>/dev/null; then incomplete; fi
}

# Variables for commands: flags that do not change the result. Beside them are the arguments of extract-links (input), and of the tool
# with which a command begins that reads the crawl again (texts).
sized="-S ${MEMORY:-1G}" jobs=${JOBS:+-j $JOBS}
[ -z "${TMP:-}" ] || export TMPDIR=$TMP
scripts=$(cd "${BASH_SOURCE[0]%/*}" && pwd) bin=$(type -P tuples || true)
bin=${bin%/*}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -uo pipefail
  cd "$OUT" || exit
  input=()
  [ ! -e .made/input ] || while IFS= read -r word; do input+=("$word"); done <.made/input
  [[ $3 != *'${texts[@]}'* ]] || texts "${3%% *}" || fail "$2: the manuals of extract-links and ${3%% *} cannot be read"
  step "$@" || { code=$?; told; exit "$code"; }
  ended "$1"
fi
