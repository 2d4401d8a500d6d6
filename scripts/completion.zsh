#compdef
# Completion for zsh: the flags that TOOL -h names, with what they do (in one line), the variables of webmill, and files.
local -a list
if [[ $words[1] == *webmill ]]; then
  list=(${(f)"$($words[1] -h 2>/dev/null | sed -n 's/^  \([A-Z][A-Z]*\)  *\(.*\)/\1=:\2/p')"})
  [[ $PREFIX == *=* ]] && compset -P '*=' && { _files; return }
  _describe -t variables variable list -S ''
elif [[ $PREFIX == -* ]]; then
  list=(${(f)"$($words[1] -h 2>/dev/null |
    sed -e ':a' -e '$!N' -e 's/\n \{10,\}/ /' -e 'ta' -e 'P' -e 'D' |
    sed -n '/^flags/,$s/^  \(-[A-Za-z0-9][A-Za-z0-9-]*\)\( [A-Z]*\)\{0,1\}  *\(.*\)/\1:\3/p')"})
  _describe -t flags flag list
else
  _files
fi
