package main

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// sampled is how many lines have labels.
const sampled = 900

// heading names the fields of a label: the URL of a page, the offset and length in bytes of a line in its text, the first 16
// digits of the SHA-256 of the line, and the names as from-to in the line, with commas between them.
const heading = "# url\toffset\tlength\thash\tnames\n"

// line is a line of a page.
type line struct {
	url, text string
	at        int // where it begins in the text of the page, in bytes
}

func (l *line) hash() string { return fmt.Sprintf("%x", sha256.Sum256([]byte(l.text)))[:16] }

// lines calls do for each line of the texts of documents, in their order.
func lines(name string, do func(*line)) error {
	return each(name, func(d *document) error {
		at := 0
		for text := range strings.SplitSeq(d.Text, "\n") {
			do(&line{d.URL, text, at})
			at += len(text) + 1
		}
		return nil
	})
}

// sample chooses lines that have a word with a capital: those whose URL and offset have the lowest SHA-256, so that the choice is
// random, but the same each time. A line that is on several pages counts once.
func sample(documents string) ([]line, error) {
	type candidate struct {
		line
		key string
	}
	var list []candidate
	seen := map[string]bool{}
	err := lines(documents, func(l *line) {
		before := ' '
		capital := strings.IndexFunc(l.text, func(r rune) bool {
			begins := r >= 'A' && r <= 'Z' && (before > unicode.MaxASCII || !unicode.IsLetter(before))
			before = r
			return begins
		}) >= 0
		if capital && !seen[l.text] {
			seen[l.text] = true
			list = append(list, candidate{*l, fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%s\t%d", l.url, l.at)))})
		}
	})
	slices.SortFunc(list, func(a, b candidate) int { return cmp.Compare(a.key, b.key) })
	var chosen []line
	for _, c := range list[:min(sampled, len(list))] {
		chosen = append(chosen, c.line)
	}
	return chosen, err
}

// writeLabels writes labels of the sample. The file names has a line for each line of the sample that has names: its number from
// 0 on, TAB, and the names with | between them.
func writeLabels(w io.Writer, documents, names string) error {
	chosen, err := sample(documents)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(names)
	if err != nil {
		return err
	}
	spans := make([][]string, len(chosen))
	for l := range strings.Lines(string(text)) {
		number, list, _ := strings.Cut(strings.TrimSpace(l), "\t")
		n, err := strconv.Atoi(number)
		if err != nil || n >= len(chosen) {
			return fmt.Errorf("%s: the sample has no line %q", names, number)
		}
		at := 0
		for name := range strings.SplitSeq(list, "|") {
			k := strings.Index(chosen[n].text[at:], name)
			if k < 0 {
				return fmt.Errorf("%s: line %d of the sample has no %q: it is %q", names, n, name, chosen[n].text)
			}
			spans[n] = append(spans[n], fmt.Sprintf("%d-%d", at+k, at+k+len(name)))
			at += k + len(name)
		}
	}
	fmt.Fprint(w, heading)
	for i := range chosen {
		l := &chosen[i]
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%s\n", l.url, l.at, len(l.text), l.hash(), strings.Join(spans[i], ","))
	}
	return nil
}

// labels writes the labelled lines as documents. A label that no longer fits the texts is an error.
func labels(w io.Writer, file, documents string) error {
	texts := map[string]string{}
	if err := each(documents, func(d *document) error { texts[d.URL] = d.Text; return nil }); err != nil {
		return err
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	scan := bufio.NewScanner(f)
	for n := 1; scan.Scan(); n++ {
		if strings.HasPrefix(scan.Text(), "#") {
			continue
		}
		d, err := labelled(scan.Text(), texts)
		if err != nil {
			return fmt.Errorf("%s, line %d: %w", file, n, err)
		}
		d.URL = fmt.Sprintf("line:%d", n)
		if err := write(w, d); err != nil {
			return err
		}
	}
	return scan.Err()
}

// labelled is the document of a label.
func labelled(label string, texts map[string]string) (*document, error) {
	field := strings.Split(label, "\t")
	if len(field) != 5 {
		return nil, fmt.Errorf("has %d fields, not 5", len(field))
	}
	at, err := strconv.Atoi(field[1])
	length, err2 := strconv.Atoi(field[2])
	if err = cmp.Or(err, err2); err != nil {
		return nil, err
	}
	text := texts[field[0]]
	if at < 0 || length < 0 || at+length > len(text) {
		return nil, fmt.Errorf("the text of %s has no place %d to %d: the label does not fit any more", field[0], at, at+length)
	}
	l := line{field[0], text[at : at+length], at}
	if l.hash() != field[3] {
		return nil, fmt.Errorf("the text of %s has another line at %d: the label does not fit any more", field[0], at)
	}
	d := &document{Lang: "en", Text: l.text, Names: [][2]int{}}
	for span := range strings.SplitSeq(field[4], ",") {
		if span == "" {
			continue
		}
		var n [2]int
		if _, err := fmt.Sscanf(span, "%d-%d", &n[0], &n[1]); err != nil || n[0] >= n[1] || n[1] > length {
			return nil, fmt.Errorf("%q is no part of the line", span)
		}
		d.Names = append(d.Names, n)
	}
	return d, nil
}
