package words

// A Rule says which terms become of words.
type Rule struct {
	Stem func(word []byte) []byte // makes a term of a word, in place; nil: the word is the term
	Stop map[string]bool          // words that are no terms
}

// Term is the term of a word, which it may write over; nil if the word is none.
func (r *Rule) Term(word []byte) []byte {
	switch {
	case r.Stop[string(word)]:
		return nil
	case r.Stem == nil:
		return word
	}
	return r.Stem(word)
}
