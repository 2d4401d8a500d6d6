# Completion for bash: the flags that TOOL -h names, the variables of webmill, and files.
tools=

_webmill_flags() {
  local cur=${COMP_WORDS[COMP_CWORD]}
  case $1:$cur in
    *webmill:*) COMPREPLY=($(compgen -W "$("$1" -h 2>/dev/null | sed -n 's/^  \([A-Z][A-Z]*\) .*/\1=/p')" -- "$cur")) ;;
    *:-*) COMPREPLY=($(compgen -W "$("$1" -h 2>/dev/null | sed -n '/^flags/,$s/^  \(-[A-Za-z0-9][A-Za-z0-9-]*\).*/\1/p')" -- "$cur")) ;;
    *) COMPREPLY=() ;;
  esac
  [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
}
complete -o default -F _webmill_flags $tools webmill
unset tools
