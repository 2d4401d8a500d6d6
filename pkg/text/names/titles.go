package names

import (
	"bytes"
	"regexp"
)

// Titles are the words that stand before a name. Nil are none.
type Titles struct {
	of     func(word []byte) bool
	starts [256]bool // bytes that they begin with
}

// TitlePattern says which words are titles by default. The thesis names only Herr.
const TitlePattern = `^(Herrn?|Frau|Mr\.?|Mrs\.?|Ms\.?|Miss|Sir|Prof(essor(in)?|\.)?|Dr(\.-Ing)?\.?|PD|Dipl\.-\w+\.?|Ing\.|` +
	`med\.|phil\.|rer\.|nat\.|h\.c\.)$`

// TitlesOf are the words that match a pattern.
func TitlesOf(pattern string) (*Titles, error) {
	if pattern == TitlePattern {
		return usual, nil
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	t := &Titles{of: re.Match}
	for c := range t.starts {
		t.starts[c] = true
	}
	return t, nil
}

// match reports whether a word is a title.
func (t *Titles) match(word []byte) bool { return t != nil && t.of(word) }

// EndsSentence reports whether a word with a full stop at its end can end a sentence. Titles and initials cannot.
func EndsSentence(word []byte) bool {
	return !isInitial(word) && !isUsualTitle(word) && !isBefore(word)
}

// usual are the titles of TitlePattern.
var usual = func() *Titles {
	t := &Titles{of: isUsualTitle}
	for _, c := range []byte("HFMSPDImprnh") {
		t.starts[c] = true
	}
	return t
}()

// isUsualTitle is TitlePattern without a regexp: it is asked for many words.
func isUsualTitle(word []byte) bool {
	if len(word) < 2 {
		return false
	}
	switch string(word) {
	case "Herr", "Herrn", "Frau", "Mr", "Mr.", "Mrs", "Mrs.", "Ms", "Ms.", "Miss", "Sir", "Prof", "Prof.", "Professor",
		"Professorin", "Dr", "Dr.", "Dr.-Ing", "Dr.-Ing.", "PD", "Ing.", "med.", "phil.", "rer.", "nat.", "h.c.":
		return true
	}
	rest, found := bytes.CutPrefix(word, []byte("Dipl.-"))
	if !found {
		return false
	}
	rest = bytes.TrimSuffix(rest, []byte("."))
	for _, c := range rest {
		if c != '_' && (c|0x20 < 'a' || 'z' < c|0x20) && (c < '0' || '9' < c) {
			return false
		}
	}
	return len(rest) > 0
}
