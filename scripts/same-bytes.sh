#!/usr/bin/env bash
# same-bytes.sh OLD NEW [WORK]: runs every tool of two folders of binaries on the same inputs and compares all outputs byte by byte.
# Inputs: the bundled crawl, made graphs, and the links in GRAPH (text, also packed), if it is set. Ends with 1 if an output differs,
# or if an exit status does. Of zstd and Parquet, what they hold must be the same; how it is packed may differ. Where a tool or
# its flags were renamed, there are two forms of a command. The tools of a folder get the first form that they accept, so that any
# two commits can be compared.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,6s/^# //p' "$0" >&2; exit 2; }
old=$(cd "$1" && pwd) new=$(cd "$2" && pwd) root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d "${3:-${TMPDIR:-/tmp}}/same-bytes.XXXXXX")
trap 'rm -rf "$work"' EXIT
(cd "$root" && go build -o "$work/parquet-rows" ./scripts/parquet-rows)
cd "$work"
mkdir in old new
cases=0 differ=0 site=$root/testdata/crawl/site.warc.gz

# unpack FILE...: puts in the place of a zstd file what it holds, and in that of a Parquet file its rows.
unpack() {
  local f
  for f; do
    case $f in
    *.zst) zstd -qdf --rm "$f" ;;
    *.parquet) "$work/parquet-rows" "$f" >"$f.rows" && mv "$f.rows" "$f" ;;
    esac
  done
}

# run TOOLS FOLDER FORM…: runs in a folder the first form of a command that is neither wrong usage (2) nor of a tool that is not among
# the tools (127), up to its first failure. The exit status is that of the form.
run() {
  local tools=$1 folder=$2 form code
  shift 2
  for form; do
    rm -rf "${folder:?}"/*
    code=0
    (cd "$folder" && PATH=$tools:$path bash -e -o pipefail -c "$form" >stdout 2>"../$folder.err" </dev/null) || code=$?
    ((code == 2 || code == 127)) || break
  done
  return "$code"
}

# both FORM…: runs a command with the new tools and with the old ones, in folders of their own beside the inputs (../in). The new
# tools must accept one of its forms, or nothing would be compared.
both() {
  local a=0 b=0
  run "$new" new "$@" || a=$?
  run "$old" old "$@" || b=$?
  cases=$((cases + 1))
  diff -rq old new >differ.txt || unpack old/* new/*
  if ((a != b || a == 2 || a == 127)) || ! diff -rq old new >differ.txt; then
    differ=$((differ + 1))
    printf 'DIFFERS (exit %d, before %d): %s\n' "$a" "$b" "$1"
    sed 's/^/    /' differ.txt
    tail -n 2 new.err old.err | sed 's/^/    /'
  fi
}

# The inputs are made by the old tools.
path=$PATH
export PATH=$old:$PATH
cd in
graphgen -q -pages 3000 -links 40000 -o small.t2
graphgen -q -pages 200000 -links 2000000 -o large.t2
graphs='small large'
if [ -n "${GRAPH:-}" ]; then
  tuples -q -w 2 -from text "$GRAPH" | extsort -q -w 2 -u -o given.t2
  graphs+=' given'
fi
for g in $graphs; do
  extsort -q -k 2,1 -o "$g-by-dst.t2" "$g.t2"
  pagerank -q -o "$g-ranks.t2" "$g-by-dst.t2"
  bfs-layers -q -o "$g-layers.t2" "$g.t2"
  bfs-number -q -layers "$g-layers.t2" -o "$g-numbers.t2" "$g.t2"
  tuples -q -to text "$g.t2" | awk -F'\t' '{print "http://h" int($1 / 50) ".example/" $1 "\thttp://h" int($2 / 50) ".example/" $2}' >"$g.tsv"
  tuplejoin -q -group 2 -agg count -o "$g-in.t2" "$g-by-dst.t2"
  awk 'BEGIN {for (i = 0; i < 1000; i++) print i "\t" i % 40}' | tuples -q -from text -w 2 -o "$g-hosts.t2"
done
extract-links -q -o site.tsv "$site"
zcat "$site" >site.warc
cd ..

for g in $graphs; do
  i=../in/$g
  for s in '' '-S 16M -j 1' '-S 64M -j 8'; do
    both "extsort $s -o a.t2 $i-by-dst.t2; extsort $s -k 2r,1 -to text $i.t2; extsort $s -u -k 1 -o b.parquet $i.t2; extsort $s -k 2 -o c.t2.zst $i.t2"
    both "extsort $s -m -k 1,2 -o m.t2 $i.t2 $i.t2; extsort $s -w 1 <$i.t2 >one.t1; extsort $s -w 4 -k 3r,2 -from raw <$i.t2 >four.t4"
    both "extsort $s -lines $i.tsv; extsort $s -lines -t '\\t' -k 2,2 -o k.tsv $i.tsv; extsort $s -lines -r -t '\\t' -k 2,2 -o r.tsv $i.tsv" \
      "extsort $s -lines $i.tsv; extsort $s -lines -k 2 -o k.tsv $i.tsv; extsort $s -lines -r -k 2 -o r.tsv $i.tsv"
    both "bfs-layers $s -o l.t2 -sizes sizes.txt $i.t2; bfs-layers $s -seed 7,9 -reachable -o r.t2 $i.t2"
    both "bfs-number $s -layers $i-layers.t2 -o n.t2 $i.t2; bfs-number $s -verify $i-numbers.t2 $i.t2"
    both "pagerank $s -o r.t2 $i-by-dst.t2; pagerank $s -method power -tol 1e-6 -o p.t2 $i-by-dst.t2"
    both "pagerank $s -vector disk -tol 1e-3 -o d.t2 $i-by-dst.t2"
    both "krank $s -best 10 -links-out p.t2 -o k.t2 $i-by-dst.t2" "krank $s -k 10 -links-out p.t2 -o k.t2 $i-by-dst.t2"
    both "dict $s -dict u.txt -hosts h.txt -page-hosts ph.t2 -o l.t2 $i.tsv; dict $s -dict-order bytes -dict u2.parquet -o l2.t2 $i.tsv" \
      "tuples $s -dict u.txt -hosts h.txt -page-hosts ph.t2 -o l.t2 $i.tsv; tuples $s -dict-order bytes -dict u2.parquet -o l2.t2 $i.tsv"
  done
  both "pagerank -noself -f64 -dangling lost -o r.t3 $i-by-dst.t2" "pagerank -noself -double -dangling lost -o r.t3 $i-by-dst.t2"
  both "pagerank -d 0.5 -o r.parquet $i-by-dst.t2; pagerank -variant unico -o u.t2 $i-by-dst.t2"
  both "kendall -ints $i-numbers.t2 $i-layers.t2; kendall $i-ranks.t2 $i-ranks.t2; kendall -ints -top 100 -weighted $i-in.t2 $i-layers.t2"
  both "kendall -ints -over any=0 -json $i-in.t2 $i-numbers.t2" "kendall -ints -scope any=0 -json $i-in.t2 $i-numbers.t2"
  both "accumulate -order $i-numbers.t2 -steps 10 $i-ranks.t2; accumulate -order $i-numbers.t2 -o a.parquet $i-ranks.t2"
  for strategy in bfs dfs random opic 'omniscient -importance '"$i-ranks.t2"; do
    both "crawl-order -strategy $strategy -limit 2000 -o o.t2 $i.t2"
  done
  both "crawl-order -strategy opic -delay 10 -host-of $i-hosts.t2 -times t.t2 -reachable -seed 3 -limit 500 -o o.t2 $i.t2" \
    "crawl-order -strategy opic -delay 10 -hosts $i-hosts.t2 -times t.t2 -reachable -seed 3 -limit 500 -o o.t2 $i.t2"
  both "renumber -map $i-numbers.t2 -o n.t2 $i.t2; renumber -map $i-numbers.t2 -col 2 $i-by-dst.t2 | extsort -w 2 -o s.t2"
  both "tuplejoin -k 1 -o j.t3 $i-in.t2 $i-layers.t2; tuplejoin -how left -k 1 -o l.t3 $i-in.t2 $i-hosts.t2; tuplejoin -how anti -k 1 -o a.t2 $i-layers.t2 $i-in.t2"
  both "tuplejoin -group 1 -agg count,min:2,max:2,sum:2 -to text $i.t2; tuplejoin -how union -k 1,2 -u -o u.t2 $i.t2 $i.t2"
  both "tuplejoin -k 1 -fields 1.1,2.2 -o f.t2 $i-in.t2 $i-layers.t2" "tuplejoin -k 1 -cols 1.1,2.2 -o f.t2 $i-in.t2 $i-layers.t2"
  both "tuples -to text $i.t2 | md5sum; tuples -count $i.t2; tuples -sum $i.t2; tuples -cols 2,1 -head 1000 -o c.t2 $i.t2; tuples -tail 10 -to text $i.t2"
  both "tuples -o a.parquet $i.t2; tuples -o b.t2 a.parquet; tuples -to adj -o c.adj $i.t2; tuples -o d.mtx $i.t2; tuples -o e.t2.gz $i.t2"
  both "tuples -check unique -check sorted=1,2 $i.t2; tuples -check range=0:100 $i.t2"
  both "tuples -sample 100 -random-seed 3 -to text $i.t2" "tuples -sample 100 -seed 3 -to text $i.t2"
  both "dict -q -dict u.txt -o l.t2 $i.tsv; undict -at 1,2 -ids -host-column u.txt l.t2; undict -at 1,2 -columns src,dst -o l.parquet u.txt l.t2" \
    "tuples -q -dict u.txt -o l.t2 $i.tsv; tuples -undict u.txt -at 1,2 -ids -host-column l.t2; tuples -undict u.txt -at 1,2 -columns src,dst -o l.parquet l.t2"
done

both "graphgen -pages 5000 -links 50000 -by dst -random-seed 5 -o g.t2" "graphgen -pages 5000 -links 50000 -by dst -seed 5 -o g.t2"
both "graphgen -model random -pages 5000 -links 50000; graphgen -pages 500 -links 5000 -u; graphgen -model rmat -bits 10" \
  "graphgen -model random -pages 5000 -links 50000; graphgen -pages 500 -links 5000 -u; graphgen -model rmat -scale 10"
both "extract-links $site; extract-links -kinds a -anchors -o a.tsv ../in/site.warc; extract-links -j 8 -nofollow mark -fragments -o b.tsv $site; extract-links -o c.parquet $site"
both "extract-links -alone $site | dict -alone -dict u.txt -o l.t2" "extract-links -alone $site | tuples -alone -dict u.txt -o l.t2"
both "warc $site; warc -cdxj -o c.cdxj $site; warc -get \$(warc -type response $site | sed -n '1s/\t.*//p') -body -o page.html $site"
both "warc -test $site" "warc -check $site"
both "(printf 'name\turl\n'; cat $root/testdata/crawl/people.tsv) | table -o t.parquet" "(printf 'name\turl\n'; cat $root/testdata/crawl/people.tsv) | tuples -table -o t.parquet"

echo "$cases comparisons, $differ differ"
[ "$differ" = 0 ]
