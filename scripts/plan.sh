#!/usr/bin/env bash
# plan.sh: says, before a run does any step, which steps it has, and what their commands read and need. crawl.sh sources this
# file; its variables are GOALS, STEPS and those of step.sh.

# without_effect: says which variables of the command line have no effect on the goals that are asked for.
without_effect() {
  local name
  for name in $GIVEN; do
    [[ $effective != *"<$name>"* ]] || continue
    case $name in
      CLUSTERS | JUDGED) echo "make: $name=${!name} has an effect only on the goal unico, which is not asked for" >&2 ;;
      BETA) echo "make: BETA=$BETA has an effect only on the goal navigation, which is not asked for" >&2 ;;
      *) echo "make: $name=${!name} has no effect on $ASKED$([[ "$name $ASKED" != 'SEED unico' ]] || echo ' without JUDGED')" >&2 ;;
    esac
  done
}

# planned: prints the commands that make would run for the steps of the goals ($STEPS) and the steps before these.
planned() {
  [ -z "$STEPS" ] || env -i PATH="$PATH" SCRIPTS="$scripts" "${MAKE:-make}" -n -f "$scripts/variables.mk" -f "$scripts/crawl.mk" CRAWL=. $STEPS
}

# variables_of_steps: prints the variables in these commands.
variables_of_steps() { planned | { grep -o '\$[A-Z][A-Z]*' || true; } | sort -u | sed 's/.\(.*\)/<\1>/'; }

# enough: fails if MEMORY is less than a tool of the steps needs for any crawl. None needs more than xml-export.
enough() {
  local size=$MEMORY tool='' said
  [[ $(xml-export -S "$MEMORY" none 2>&1) == *' -S must be at least '* ]] || return 0
  while said=$(lacking "$size") && [ -n "$said" ]; do
    read -r size tool <<<"$said"
  done
  [ -z "$tool" ] || fail "MEMORY=$MEMORY is too small: $tool needs at least $size"
}

# lacking SIZE: prints the most that a tool of the steps needs, and its name, if that is more than SIZE. Each tool runs as in its
# step, but in a folder without files: a tool says what it needs before it opens any.
lacking() {
  local command none=.made/none new=missing input=(none) texts=(none) sized="-S $1"
  mkdir -p "$none"
  tools_of_steps | while IFS= read -r command; do
    [ ! -f "$bin/${command%% *}" ] || (cd "$none" && eval "$command") 2>&1 >/dev/null </dev/null || true
  done | sed -nE 's/^([a-z-]+): -S must be at least ([0-9]+M).*/\2 \1/p' | sort -rn | sed -n 1p
}

# tools_of_steps: prints the parts of the commands that have $sized. The tools that a script of ours runs follow the command.
tools_of_steps() {
  local line words
  planned | while IFS= read line; do # without -r, read joins lines that end in a backslash
    [[ $line == 'bash "'* ]] || continue
    eval "words=(${line#*/step.sh\" })"
    sed -E -e 's/\$\([^()]*\)/1/g' -e $'s/ *(\\||&&) */\\\n/g' <<<"${words[2]}"
    [[ ${words[2]} != *'.sh '* ]] || printf '%s $sized none\n' ${words[@]+"${words[@]:3}"}
  done | grep -F '$sized' | sort -u
}

# unlike: if this run makes the report, removes results that were made with other parameters and that this run does not make, and
# what was made of them. MEMORY does not count: more of it only adds to a result.
unlike() {
  local plan step why was now
  [[ -z $GOALS || " $GOALS " == *' report.html '* ]] || return 0
  plan=$(planned)
  for step in $RESULTS; do
    [[ -f .made/$step && $plan != *"/step.sh\" $step "* ]] || continue
    was=$(values <".made/$step")
    [ -n "$was" ] || continue
    now=$(reads "$(sed -n $'s/^command\t//p' ".made/$step")" | values)
    [ "$now" != "$was" ] || continue
    why=$(because "$now" "$was" || true)
    removed "$step" $(dependents "$step") || return
  done
}

# values: prints the lines of a record that say what the user gave to a step.
values() { grep -e $'^parameter\t' -e $'^content\t' | grep -v $'^parameter\tMEMORY=' || true; }
