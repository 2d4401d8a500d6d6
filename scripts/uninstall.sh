#!/usr/bin/env bash
# uninstall.sh PREFIX: removes what install.sh put below PREFIX, and the folders that are empty then.
set -euo pipefail
[ -n "$1" ] || { echo 'make: PREFIX is empty: say where webmill is installed, like make uninstall PREFIX=/usr/local' >&2; exit 1; }
folders=() list=share/webmill/files
cd "$1" 2>/dev/null && [ -f "$list" ] || { echo "make: webmill is not installed in $1, which has no $list: check PREFIX" >&2; exit 1; }
if grep -q -E '^/|(^|/)\.\.(/|$)|^$' "$list"; then
  echo "make: $1/$list names files that are not below $1: remove them by hand" >&2
  exit 1
fi
count=$(wc -l <"$list")
while IFS= read -r file; do
  rm -f -- "$file"
  folders+=("$(dirname "$file")")
done <"$list"
rm -f -- "$list"
printf '%s\n' "${folders[@]}" share/webmill | sort -ru | while IFS= read -r folder; do
  rmdir -p -- "$folder" 2>/dev/null || true # others have files there
done
echo "removed $count files of webmill from $1"
