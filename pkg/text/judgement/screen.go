package judgement

import (
	"fmt"
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

// draw shows the document, and what can be done.
func (d *Dialogue) draw() error {
	columns, text := plainColumns, plainText
	if d.Size != nil {
		var lines int
		columns, lines = d.Size()
		columns = max(columns, 20)
		text = max(3, lines-around-strings.Count(d.note, "\n"))
	}
	var b strings.Builder
	if d.Size != nil {
		b.WriteString("\x1b[H\x1b[2J")
	}
	if d.at < len(d.Docs) {
		d.drawPage(&b, columns, text)
	} else {
		for _, line := range wrap(d.end(), columns) {
			fmt.Fprintf(&b, "%s\n", line)
		}
		b.WriteByte('\n')
	}
	for _, line := range strings.Split(d.note, "\n") {
		if line != "" {
			fmt.Fprintf(&b, "%s\n", cut(line, columns))
		}
	}
	switch {
	case d.value != nil:
		fmt.Fprintf(&b, "value: 0%s", d.value)
	case d.at < len(d.Docs):
		prompt := "1 relevant, 0 not, .5 a value, s skip, u undo, m more, ? help, q quit:"
		if len(prompt) >= columns {
			prompt = "1 0 .5 s u m, ? help:"
		}
		b.WriteString(cut(prompt, columns-1) + " ")
	default:
		b.WriteString("u undo, q quit: ")
	}
	if d.Size == nil {
		b.WriteByte('\n')
	}
	_, err := d.Out.Write([]byte(b.String()))
	return err
}

func (d *Dialogue) drawPage(b *strings.Builder, columns, text int) {
	if d.columns != columns {
		d.lines, d.columns, d.from = wrap(clean(d.page.Text), columns), columns, 0
	}
	doc := d.Docs[d.at]
	fmt.Fprintf(b, "%s\n", cut(fmt.Sprintf("%d of %d, %d judged; document %d, cluster %d", d.at+1, len(d.Docs), d.judged, doc.ID,
		doc.Cluster), columns))
	for _, line := range []string{clean(d.page.Title), clean(d.page.URL)} {
		fmt.Fprintf(b, "%s\n", cut(strings.ReplaceAll(line, "\n", " "), columns))
	}
	b.WriteByte('\n')
	end := min(len(d.lines), d.from+text)
	for _, line := range d.lines[d.from:end] {
		fmt.Fprintf(b, "%s\n", line)
	}
	switch {
	case len(d.lines) == 0:
		b.WriteString("(no text)\n")
	case end < len(d.lines):
		fmt.Fprintf(b, "(lines %d to %d of %d)\n", d.from+1, end, len(d.lines))
	case d.page.Cut:
		b.WriteString("(the rest is not shown)\n")
	case d.from > 0:
		b.WriteString("(the end)\n")
	}
	b.WriteByte('\n')
	if end < len(d.lines) {
		d.next = end
	} else {
		d.next = 0
	}
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

// cut is as much of a line as fits into some columns.
func cut(line string, columns int) string {
	n, _ := fit(line, columns)
	return line[:n]
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
