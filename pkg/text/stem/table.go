package stem

// Table has the stems of some words; nil for those that it does not have.
type Table interface {
	Of(word []byte) []byte
}

// Over is a Stemmer that gives a word its stem in a table or, if the table does not have the word, that of another Stemmer.
// Unlike the Stemmers by rules, it may make a word longer.
func Over(table Table, other Stemmer) Stemmer {
	return func(word []byte) []byte {
		if stem := table.Of(word); stem != nil {
			return append(word[:0], stem...)
		}
		return other(word)
	}
}
