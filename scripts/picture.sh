#!/usr/bin/env bash
# picture.sh: writes docs/report.png, the beginning of the report of `make demo`, as Chromium shows it.
set -euo pipefail
cd "$(dirname "$0")/.."
report=out/demo/report.html browser=
for name in chromium chromium-browser google-chrome; do
  browser=$(command -v "$name") && break
done
[ -n "$browser" ] || { echo 'picture.sh: Chromium is not on PATH' >&2; exit 1; }
[ -e "$report" ] || { echo "picture.sh: no $report: run make demo" >&2; exit 1; }
"$browser" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,1050 --screenshot=docs/report.png "file://$PWD/$report" \
  2>/dev/null
ls -l docs/report.png
