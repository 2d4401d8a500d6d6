package judgement

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// What is shown where there is no terminal, and in one of unknown size.
const (
	plainColumns = 100
	plainText    = 12 // lines of text
)

// around is how many lines of the screen are for all but the text.
const around = 9

// Resized draws the screen anew, for a terminal that has another size now.
func (d *Dialogue) Resized() error {
	if d.Dumb {
		return nil
	}
	return d.draw()
}

// draw shows the document, and what can be done. On a screen that has too few lines the last ones before the prompt are left out.
func (d *Dialogue) draw() error {
	columns, rows, text := plainColumns, math.MaxInt, plainText
	if d.Size != nil {
		columns, rows = d.Size()
		columns = max(columns, 20)
		text = max(1, rows-around-strings.Count(d.note, "\n"))
	}
	var lines []string
	if d.at < len(d.Docs) {
		lines = d.pageLines(columns, text)
	} else {
		lines = append(wrap(d.end(), columns), "")
	}
	for line := range strings.SplitSeq(d.note, "\n") {
		if line != "" {
			lines = append(lines, cut(line, columns))
		}
	}
	lines = append(lines[:max(0, min(len(lines), rows-1))], d.prompt(columns))
	shown := strings.Join(lines, "\n")
	switch {
	case d.Size == nil:
		shown += "\n"
	case d.Dumb:
		shown = "\n\n" + shown
	default:
		shown = "\x1b[H\x1b[2J" + shown
	}
	_, err := io.WriteString(d.Out, shown)
	return err
}

func (d *Dialogue) prompt(columns int) string {
	switch {
	case d.value != nil:
		return cut("value: 0"+string(d.value), columns-1)
	case d.at == len(d.Docs):
		return "u undo, q quit: "
	}
	prompt := "1 relevant, 0 not, .5 a value, s skip, u undo, m more, ? help, q quit:"
	if len(prompt) >= columns {
		prompt = "1 0 .5 s u m, ? help:"
	}
	return cut(prompt, columns-1) + " "
}

// pageLines are the lines that show the document; text is the most lines of its text.
func (d *Dialogue) pageLines(columns, text int) (shown []string) {
	if d.columns != columns {
		letters := countLetters(d.lines[:d.from])
		d.lines, d.columns = wrap(clean(d.page.Text), columns), columns
		d.from = lineOf(d.lines, letters)
	}
	doc := d.Docs[d.at]
	for _, line := range []string{
		fmt.Sprintf("%d of %d, %d judged; document %d, cluster %d", d.at+1, len(d.Docs), d.judged, doc.ID, doc.Cluster),
		clean(d.page.Title), clean(d.page.URL),
	} {
		shown = append(shown, cut(strings.ReplaceAll(line, "\n", " "), columns))
	}
	end := min(len(d.lines), d.from+text)
	shown = append(append(shown, ""), d.lines[d.from:end]...)
	switch {
	case len(d.lines) == 0:
		shown = append(shown, "(no text)")
	case end < len(d.lines):
		shown = append(shown, fmt.Sprintf("(lines %d to %d of %d)", d.from+1, end, len(d.lines)))
	case d.page.Cut:
		shown = append(shown, "(the rest is not shown)")
	case d.from > 0:
		shown = append(shown, "(the end)")
	}
	d.next = 0
	if end < len(d.lines) {
		d.next = end
	}
	return append(shown, "")
}

// countLetters counts the bytes of lines that are no blanks. Their number does not depend on how a text is divided into lines.
func countLetters(lines []string) (letters int) {
	for _, line := range lines {
		letters += len(line) - strings.Count(line, " ")
	}
	return letters
}

// lineOf is the line with the first letter after so many letters; 0 if there is none.
func lineOf(lines []string, letters int) int {
	for i, line := range lines {
		if letters -= countLetters([]string{line}); letters < 0 {
			return i
		}
	}
	return 0
}

// end is what is shown at the end of the list.
func (d *Dialogue) end() string {
	if d.judged < len(d.Docs) {
		return fmt.Sprintf("This is the end of the list: %d of %d documents were judged. The same command asks for the others.",
			d.judged, len(d.Docs))
	}
	return fmt.Sprintf("All %d documents were judged.", len(d.Docs))
}

// more shows the next lines of the text, after its end the first.
func (d *Dialogue) more() {
	if d.from == d.next {
		d.note = "There is no more text"
	}
	d.from = d.next
}

// clean is text without what could steer a terminal: control characters, characters that turn the direction of writing or are not
// seen, and bytes that are not UTF-8. Ends of lines stay.
func clean(text []byte) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\u2028' || r == '\u2029':
			return '\n'
		case r == '\t' || r == '\r' || unicode.Is(unicode.Zs, r):
			return ' '
		case unicode.Is(unicode.Variation_Selector, r):
			return -1 // it may make a letter wider
		case unicode.IsGraphic(r):
			return r
		case unicode.IsControl(r):
			return '\ufffd'
		}
		return -1
	}, strings.ToValidUTF8(string(text), "\ufffd"))
}

// columnsOf is how many columns of a terminal a character takes.
func columnsOf(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// mostMarks is how many marks above or below a letter are shown: they take no column, but a line is to have an end.
const mostMarks = 4

// fit returns how many bytes of a line fit into some columns, and whether that is all of it.
func fit(line string, columns int) (bytes int, all bool) {
	marks := 0
	for i, r := range line {
		n := columnsOf(r)
		if n > 0 {
			marks = 0
		} else if marks++; marks > mostMarks {
			n = 1
		}
		if columns -= n; columns < 0 {
			return i, false
		}
	}
	return len(line), true
}

// cut is as much of a line as fits into some columns. If that is not all of it, it ends with …
func cut(line string, columns int) string {
	if _, all := fit(line, columns); all {
		return line
	}
	n, _ := fit(line, columns-1)
	return line[:n] + "…"
}

// wrap divides text into lines that fit into some columns, between words if it can. Of empty lines it keeps none.
func wrap(text string, columns int) (lines []string) {
	for line := range strings.SplitSeq(text, "\n") {
		for line = strings.TrimSpace(line); line != ""; {
			n, all := fit(line, columns)
			if !all {
				if space := strings.LastIndexByte(line[:n], ' '); space > 0 && line[n] != ' ' {
					n = space
				}
			}
			lines = append(lines, line[:n])
			line = strings.TrimSpace(line[n:])
		}
	}
	return lines
}
