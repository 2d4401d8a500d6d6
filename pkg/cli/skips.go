package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"webmill/pkg/tuple"
)

// Warnf prints a warning, unless -q.
func (env *Env) Warnf(format string, args ...any) {
	if !env.Quiet {
		fmt.Fprintf(env.Stderr, "%s: warning: %s\n", env.name, oneLine(fmt.Errorf(format, args...)))
	}
}

// Sayf prints a line that a person wants to read and a script does not: on a terminal, or with -v.
func (env *Env) Sayf(format string, args ...any) {
	begin := ""
	if isTerminal(env.Stderr) {
		begin = "\r\x1b[K" // in the place of the progress
	} else if !env.Verbose {
		return
	}
	if !env.Quiet {
		fmt.Fprintf(env.Stderr, "%s%s: %s\n", begin, env.name, oneLine(fmt.Errorf(format, args...)))
	}
}

// A Count is a number, the words after 1, and the words after more.
type Count struct {
	N         int64
	One, Many string
}

// ListCounts lists the counts above 0; it is empty if there are none.
func ListCounts(counts ...Count) string {
	var said []string
	for _, c := range counts {
		if c.N > 0 {
			said = append(said, tuple.Counted(c.N, c.One, c.Many))
		}
	}
	return strings.Join(said, "; ")
}

// WarnOverlong says that records went on behind their stated length.
func (env *Env) WarnOverlong(records int64) {
	if records > 0 {
		env.Warnf("%s up to the next record", tuple.Counted(records, "record is longer than its stated length; it was read",
			"records are longer than their stated length; they were read"))
	}
}

// SkipN counts n input records that were left out, by reason; the tool will end with exit code 3.
func (env *Env) SkipN(reason string, n int64) {
	if n > 0 {
		env.skips.add(reason, n)
	}
}

// Unfinished says that the result is written but is not all it should be; the tool will end with exit code 3.
func (env *Env) Unfinished(format string, args ...any) {
	env.skips.unfinished = append(env.skips.unfinished, oneLine(fmt.Errorf(format, args...)))
}

type skips struct {
	n          map[string]int64
	unfinished []string
}

func (s *skips) any() bool { return len(s.n)+len(s.unfinished) > 0 }
func (s *skips) add(reason string, n int64) {
	if s.n == nil {
		s.n = map[string]int64{}
	}
	s.n[reason] += n
}

// lines returns the messages about what is missing in the result.
func (s *skips) lines() (list []string) {
	if len(s.n) > 0 {
		list = append(list, Skipped(s.n))
	}
	return append(list, s.unfinished...)
}

// Skipped says what was left out, by its reasons: "skipped 1: cut off", or "skipped 3: 2 × cut off, 1 × damaged".
func Skipped(reasons map[string]int64) string {
	var all int64
	var said []string
	for _, r := range slices.Sorted(maps.Keys(reasons)) {
		if len(reasons) == 1 {
			return fmt.Sprintf("skipped %d: %s", reasons[r], r)
		}
		all += reasons[r]
		said = append(said, fmt.Sprintf("%d × %s", reasons[r], r))
	}
	return fmt.Sprintf("skipped %d: %s", all, strings.Join(said, ", "))
}

func (s *skips) report(env *Env) {
	for _, line := range s.lines() {
		fmt.Fprintf(env.Stderr, "%s: %s\n", env.name, line)
	}
}
