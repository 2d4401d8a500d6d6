package lint

import (
	"go/scanner"
	"go/token"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// How wide lines are: of code and comments no more than maxWidth columns, and paragraphs of comments are filled.
const (
	maxWidth  = 130 // columns; a TAB has 4
	maxString = 60  // of these the most that count for a string, so that messages stay in one piece and can be searched for
	minFilled = 100 // a line of a paragraph is too short if the next word ends at this column or before
)

func columns(line string) int { return utf8.RuneCountInString(line) + 3*strings.Count(line, "\t") }

var (
	paragraphLine = regexp.MustCompile(`^(\t*)// (\S.*)`)
	// A line of a list or a table, a head, or a remark for a program begins a paragraph and does not go on in the next line.
	noParagraph = regexp.MustCompile(`^([-*•] |\d+[.)] |# |long: )|\S {2,}\S|\t`)
	padding     = regexp.MustCompile(` {2,}`)
)

// TestWidth: no line of code, comment or manual is wider than a screen.
func TestWidth(t *testing.T) {
	for _, s := range sources(t) {
		literals, inString := stringsByLine(s.text)
		n := 0
		for line := range strings.Lines(string(s.text)) {
			n++
			line = strings.TrimRight(line, "\n")
			if width := columns(line); width <= maxWidth {
				continue
			}
			text := strings.TrimLeft(line, "\t")
			if !strings.HasPrefix(text, "//") && !inString[n] {
				text = padding.ReplaceAllString(text, " ") // by gofmt, to align values
			}
			width := columns(line[:len(line)-len(strings.TrimLeft(line, "\t"))]) + columns(text)
			for _, lit := range literals[n] {
				width -= max(0, columns(lit)-maxString)
			}
			if width > maxWidth {
				t.Errorf("%s:%d: %d columns, more than %d", s.name, n, width, maxWidth)
			}
		}
	}
}

// stringsByLine has the strings that begin and end in each line, and the lines that begin inside of a string.
func stringsByLine(text []byte) (list map[int][]string, inside map[int]bool) {
	list, inside = map[int][]string{}, map[int]bool{}
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return list, inside
		}
		if tok != token.STRING {
			continue
		}
		line, newlines := file.Line(pos), strings.Count(lit, "\n")
		if newlines == 0 {
			list[line] = append(list[line], lit)
		}
		for i := range newlines {
			inside[line+1+i] = true
		}
	}
}

// TestFilled: the lines of a paragraph of a comment are filled: the first word of the next line would not have found room. Lists,
// tables and what is indented are no paragraphs, and a colon at the end of a line ends one.
func TestFilled(t *testing.T) {
	for _, s := range sources(t) {
		_, inString := stringsByLine(s.text)
		lines := strings.Split(string(s.text), "\n")
		output := false // of an example
		for i, line := range lines[:len(lines)-1] {
			m, next := paragraphLine.FindStringSubmatch(line), paragraphLine.FindStringSubmatch(lines[i+1])
			output = m != nil && (output || strings.HasSuffix(m[2], "utput:"))
			if m == nil || next == nil || output || inString[i+1] || m[1] != next[1] || strings.HasSuffix(line, ":") ||
				noParagraph.MatchString(m[2]) || noParagraph.MatchString(next[2]) {
				continue
			}
			word, _, _ := strings.Cut(next[2], " ")
			if width := columns(line) + 1 + columns(word); width <= minFilled {
				t.Errorf("%s:%d: a short line of a comment: the next word, %q, ends at column %d there", s.name, i+1, word, width)
			}
		}
	}
}
