#!/usr/bin/env bash
# step.sh TIMES TEXT COMMAND: says what comes, runs the command and adds its time, as a line, to the file TIMES. A tool that
# skipped some of its input and said so (exit code 3) has done its work, and so has one whose reader had enough (141: SIGPIPE);
# every other failure of any part of a pipe counts.
# Sourced, it is a function.
step() {
  local times=$1 text=$2 command=$3 shown from us code codes
  # shown without the name of the folder, which every file has
  shown=$(sed -e 's|^[[:space:]]*||' -e 's| *[\]$||' <<<"${command//"${times%/*}/"/}")
  printf '\n%s\n   $ %s\n' "$text" "${shown//$'\n'/$'\n'     }"
  from=${EPOCHREALTIME/./}
  eval "$command
codes=(\"\${PIPESTATUS[@]}\")"
  us=$((${EPOCHREALTIME/./} - from))
  for code in "${codes[@]::${#codes[@]}-1}"; do
    ((code == 0 || code == 3 || code == 141)) || return "$code"
  done
  code=${codes[-1]}
  ((code == 0 || code == 3)) || return "$code"
  printf '   (%s: %d.%02d s)\n' "$text" $((us / 1000000)) $((us % 1000000 / 10000))
  printf '%s\t%d.%02d\n' "$text" $((us / 1000000)) $((us % 1000000 / 10000)) >>"$times"
}
if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -uo pipefail
  step "$@"
fi
