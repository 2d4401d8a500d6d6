#!/usr/bin/env bash
# install.sh BIN PREFIX: installs the tools of the folder BIN, the command webmill, manual pages and completions below PREFIX.
# All goes to bin and share there, and PREFIX/share/webmill/files lists it for uninstall.sh.
set -euo pipefail
bin=$1 prefix=$2 scripts=$(cd "$(dirname "$0")" && pwd)
tools=() files=()
[ -n "$prefix" ] || { echo 'make: PREFIX is empty: say where to install, like make install PREFIX=/usr/local' >&2; exit 1; }
mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)

# put FROM TO [MODE]: copies a file to PREFIX/TO, whole or not at all.
put() {
  mkdir -p "$prefix/$(dirname "$2")"
  cp "$1" "$prefix/$2.new"
  chmod "${3:-644}" "$prefix/$2.new"
  mv -f "$prefix/$2.new" "$prefix/$2"
  files+=("$2")
}

for tool in "$bin"/*; do
  tools+=("${tool##*/}")
  put "$tool" "bin/${tool##*/}" 755
done
put "$scripts/webmill" bin/webmill 755
for part in variables.mk crawl.mk crawl.sh plan.sh logs.sh unico.sh step.sh anchor-documents.sh; do
  mode=644
  [ ! -x "$scripts/$part" ] || mode=755
  put "$scripts/$part" "share/webmill/$part" "$mode"
done
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
for tool in "${tools[@]}" webmill; do
  "$prefix/bin/$tool" -h | awk -v date="$(date +%Y-%m-%d)" -f "$scripts/manpage.awk" >"$temp/page"
  put "$temp/page" "share/man/man1/$tool.1"
done
sed "s/^tools=$/tools='${tools[*]}'/" "$scripts/completion.bash" >"$temp/bash"
for tool in "${tools[@]}" webmill; do
  put "$temp/bash" "share/bash-completion/completions/$tool"
done
sed "1s/$/ ${tools[*]} webmill/" "$scripts/completion.zsh" >"$temp/zsh"
put "$temp/zsh" share/zsh/site-functions/_webmill
printf '%s\n' "${files[@]}" >"$temp/files"
put "$temp/files" share/webmill/files
echo "installed ${#tools[@]} tools and webmill in $prefix/bin; webmill -h says how a crawl goes through all of them"
case :$PATH: in *:"$prefix/bin":*) ;; *) echo "$prefix/bin is not in PATH: export PATH=\"$prefix/bin:\$PATH\"" ;; esac
