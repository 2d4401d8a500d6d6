# logs.sh: how the chain takes crawls of fetch, by what their logs say. crawl.sh sources it.

# grown DIR: the crawl is a folder of fetch, whose archives are read in their order. Before fetch has ended, the last one may hold
# more than the log says, and less a moment later: then as much as the log says is copied, so that all steps read the same. What the
# report shall have of the log and of the table of rejections is noted in .made/NAME.of: bytes, name, size and times.
grown() {
  local dir=$1 log=$1/crawl.jsonl size n name bytes last at waiting list=$OUT/.made/list ended=false
  [[ $dir != *$'\n'* ]] || fail "CRAWL and EXTRACT cannot have a line break in a name"
  size=$(wc -c <"$log")
  begun "$size" "$log" | tail -c 4194304 >"$OUT/.made/end"
  [ -z "$(tail -c 1 "$OUT/.made/end" | tr -d '\n' | od -An -tx1)" ] || { # a line that is being written
    size=$((size - $(tail -n 1 "$OUT/.made/end" | wc -c)))
    sed '$d' "$OUT/.made/end" >"$OUT/.made/text" && mv "$OUT/.made/text" "$OUT/.made/end"
  }
  last=$(tail -n 1 "$OUT/.made/end" | tr -d '\0')
  [[ $last != '{"time":"'*'","event":"end",'* ]] || ended=true
  at=$(placed <"$OUT/.made/end")
  [ -n "$at" ] || at=$(begun "$size" "$log" | placed)
  [ -n "$at" ] || fail "CRAWL: $dir is a crawl of fetch that has no archive yet"
  read -r n bytes <<<"$at"
  rm -f "$OUT/.made/end"
  : >"$list"
  input+=(-list "$list")
  for ((at = 1; at <= n; at++)); do
    printf -v name '%s/crawl-%05d.warc.gz' "$dir" "$at"
    if [ ! -r "$name" ]; then
      printf 'missing\t\t\t%s\n' "$name" >>"$OUT/.made/crawl.tsv"
      continue
    fi
    $ended || ((at < n)) || name=$(copied "$bytes" "$name") || return
    printf '%s\n' "$name" >>"$list"
  done
  [ -s "$list" ] || fail "CRAWL: $dir is a crawl of fetch whose archives are missing"
  n=$({ begun "$size" "$log" | grep -av '"kind":' | grep -am 1 '"archive":"'; } || true)
  [ -n "$n" ] || fail "CRAWL: $dir is a crawl of fetch that has no page$($ended || echo ' yet'): report -o report.html $(printf %q "$dir") says why"
  later < <(printf '%s/\0' "$dir")
  missing "$OUT/.made/crawl.tsv" >&2
  tr '\n' '\0' <"$list" | add_files archive
  printf '%s\t%s\n' "$size" "$(sizes "$log" "$log")" >"$OUT/.made/crawl.jsonl.of"
  name=$dir/rejected.tsv
  [ ! -s "$name" ] || printf '%s\t%s\n' "$(wc -c <"$name" | tr -d ' ')" "$(sizes "$name" "$name")" >"$OUT/.made/rejected.tsv.of"
  waiting=$(sed -n 's/.*"waiting":"\([0-9]*\)".*/\1/p' <<<"$last")
  if ! $ended; then
    echo "make: CRAWL: $dir has not ended, fetch is at work there or was killed: it is read as far as its log goes" >&2
  elif [ "${waiting:-0}" != 0 ]; then
    echo "make: CRAWL: $dir is not finished, $waiting URLs wait: it is read as far as it goes" >&2
  fi
}

# begun BYTES FILE: prints the beginning of a file.
begun() { head -c "$1" -- "$2"; }

# placed: finds the last place of records that the lines of a log name: the number of the archive, and where the records end. No
# tool prints lines of a log; fetch writes these fields in this order.
placed() {
  { grep -ao '"archive":"crawl-[0-9]*\.warc\.gz","offset":[0-9]*,"length":[0-9]*' || true; } | tail -n 1 |
    awk -F '[-.:,]' '{printf "%d %.0f\n", $3, $(NF - 2) + $NF}'
}

# copied BYTES ARCHIVE: copies the beginning of an archive, unless there is that copy, and prints its name.
copied() {
  local copy=$OUT/.made/${2##*/}
  begun "$1" "$2" | cmp -s - "$copy" || { rm -f "$OUT"/.made/crawl-*.warc.gz && begun "$1" "$2" >"$copy"; } ||
    fail "$2 cannot be copied to $OUT/.made"
  printf '%s' "$copy"
}

# later: reads names of archives from stdin, with a NUL behind each. It fails if all are of one folder of fetch -since, because
# some of their pages are only in the crawl before. It fails too if of two crawls of the same seeds the older one stands first,
# because its pages would count. It writes the URLs that fetch did not ask for, since they were not due, to .made/not-due, for the
# step absent.txt.
later() {
  local dir wrong folders=$OUT/.made/folders
  tr '\0\n' '\n?' | sed 's|/[^/]*$||' | awk '!seen[$0]++' >"$folders"
  dir=$(head -n 1 "$folders")
  (($(wc -l <"$folders") != 1)) || ! LC_ALL=C grep -qsaE '"outcome":"(unchanged|not-due)"' "$dir/crawl.jsonl" ||
    fail "CRAWL: pages of $dir are only in the archives of the crawl before (fetch -since): write CRAWL='$dir/crawl-*.warc.gz EARLIER/crawl-*.warc.gz', the newer one first, for all that either of them has"
  while IFS= read -r dir; do
    [ ! -f "$dir/crawl.jsonl" ] || begins "$dir/crawl.jsonl"
  done <"$folders" >"$OUT/.made/begun"
  wrong=$(awk -F '\t' '
    ($2 in begun) && $1 > begun[$2] { print $3 " is a later crawl of the seeds of " dir[$2] ", whose older pages would count"; exit }
    { begun[$2] = $1; dir[$2] = $3 }' "$OUT/.made/begun")
  [ -z "$wrong" ] || fail "CRAWL: $wrong: name the newer one first"
  while IFS= read -r dir; do
    LC_ALL=C grep -sa '"outcome":"not-due"' "$dir/crawl.jsonl" | sed -e 's/^.*,"url":"\([^"]*\)".*/\1/' -e 's/\\\\/\\/g' || true
  done <"$folders" >"$OUT/.made/not-due"
}

# begins LOG…: prints for each log of fetch when that crawl began, its seeds, and its folder.
begins() {
  local log
  for log; do
    head -n 1 -- "$log" | LC_ALL=C awk -F '"' '
      $2 == "time" { for (i = 5; i < NF && $i != "seeds"; i++); time = $4; seeds = $(i + 2) }
      END { printf "%s\t%s\t", time, seeds }' && printf '%s\n' "${log%/*}"
  done
}

# crawls DIR: prints what to write for the crawls of fetch in folders of DIR: if some have the same seeds, the newer ones first.
crawls() {
  local dir
  begins "$1"/*/crawl.jsonl >"$OUT/.made/begun"
  if [ -z "$(cut -f 2 "$OUT/.made/begun" | sort | uniq -d)" ]; then
    printf '%q/*/crawl-*.warc.gz' "$1"
  else
    sort -r "$OUT/.made/begun" | cut -f 3 | while IFS= read -r dir; do printf '%q/crawl-*.warc.gz ' "$dir"; done | sed 's/ $//'
  fi
}
