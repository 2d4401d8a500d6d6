package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"webmill/pkg/tuple"
)

// Messages prints what a run has to say, and counts what is missing in its result.
type Messages struct {
	Stderr         io.Writer
	Quiet, Verbose bool // -q and -v

	tool       string           // begins each line
	warned     sync.Map         // the warnings that were printed, each once
	skipped    map[string]int64 // how many input records were left out, by reason
	unfinished []string         // in what else the result is not all it should be
}

// Warnf prints a warning once, unless -q.
func (m *Messages) Warnf(format string, args ...any) {
	line := oneLine(fmt.Errorf(format, args...))
	if _, again := m.warned.LoadOrStore(line, true); !again && !m.Quiet {
		fmt.Fprintf(m.Stderr, "%s: warning: %s\n", m.tool, line)
	}
}

// Sayf prints a line that a person wants to read and a script does not: on a terminal, or with -v.
func (m *Messages) Sayf(format string, args ...any) {
	begin := ""
	if isTerminal(m.Stderr) {
		begin = "\r\x1b[K" // in the place of the progress
	} else if !m.Verbose {
		return
	}
	if !m.Quiet {
		fmt.Fprintf(m.Stderr, "%s%s: %s\n", begin, m.tool, oneLine(fmt.Errorf(format, args...)))
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
func (m *Messages) WarnOverlong(records int64) {
	if records > 0 {
		m.Warnf("%s up to the next record", tuple.Counted(records, "record is longer than its stated length; it was read",
			"records are longer than their stated length; they were read"))
	}
}

// SkipN counts n input records that were left out, by reason; the tool will end with exit code 3.
func (m *Messages) SkipN(reason string, n int64) {
	if n <= 0 {
		return
	}
	if m.skipped == nil {
		m.skipped = map[string]int64{}
	}
	m.skipped[reason] += n
}

// Unfinished says that the result is written but is not all it should be; the tool will end with exit code 3.
func (m *Messages) Unfinished(format string, args ...any) {
	m.unfinished = append(m.unfinished, oneLine(fmt.Errorf(format, args...)))
}

// missing returns the messages about what is missing in the result. If there are any, the exit code is 3.
func (m *Messages) missing() (list []string) {
	if len(m.skipped) > 0 {
		list = append(list, Skipped(m.skipped))
	}
	return append(list, m.unfinished...)
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
