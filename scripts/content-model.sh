#!/usr/bin/env bash
# content-model.sh: makes the model of main-content, pkg/web/content/model.tsv.gz, and beside it crossed.tsv: how good the model is on
# each page of the sets that it is learnt from, by cross-validation. This takes ten minutes of two cores. DATA (../shared/data) has
# the sets.
set -euo pipefail
data=${DATA:-${WEBMILL_DATA:-../shared/data}}/boilerplate
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for set in wcxb-dev scrapinghub trafilatura-eval; do # the first has pages of all kinds
  tar --zstd -xf "$data/$set.tar.zst" -C "$work"
done
go build -o "$work/" ./scripts/train-content
"$work/train-content" -train "$work/wcxb-dev,$work/scrapinghub,$work/trafilatura-eval" -o "$work/model.tsv.gz" \
  -scores "$work/crossed.tsv"
mv "$work/model.tsv.gz" "$work/crossed.tsv" pkg/web/content/
