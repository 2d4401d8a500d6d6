package content

// matcher finds many words in a text in one pass (Aho and Corasick 1975): the words of group k set bit k.
type matcher struct {
	next [][27]uint16 // by state: where a letter leads; 0 is what is no letter
	bits []uint64     // by state: the groups of the words that end there
}

// letters are the places of bytes in a state.
var letters = func() (places [256]uint8) {
	for c := range 26 {
		places['a'+c], places['A'+c] = uint8(c+1), uint8(c+1)
	}
	return places
}()

// newMatcher makes a matcher. In a word, - stands for the beginning or end of a word of the text.
func newMatcher(groups []group) *matcher {
	m := &matcher{next: make([][27]uint16, 1), bits: make([]uint64, 1)}
	for k, g := range groups {
		for _, w := range g.words {
			m.add(w, 1<<k)
		}
	}
	m.link()
	return m
}

func (m *matcher) add(word string, bits uint64) {
	at := uint16(0)
	for _, c := range []byte(word) {
		to := &m.next[at][letters[c]]
		if *to == 0 {
			*to = uint16(len(m.next))
			at = *to
			m.next = append(m.next, [27]uint16{})
			m.bits = append(m.bits, 0)
			continue
		}
		at = *to
	}
	m.bits[at] |= bits
}

// link fills in where letters lead that go on with no word, breadth first.
func (m *matcher) link() {
	fail := make([]uint16, len(m.next))
	queue := []uint16{0}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		m.bits[at] |= m.bits[fail[at]]
		for c := range m.next[at] {
			to := &m.next[at][c]
			other := m.next[fail[at]][c]
			switch {
			case *to == 0:
				*to = other
			case at == 0:
				queue = append(queue, *to)
			default:
				fail[*to] = other
				queue = append(queue, *to)
			}
		}
	}
}

// find returns the groups of which a word is in the text. divided says that a capital behind a small letter begins a word, as in
// navBar.
func (m *matcher) find(text []byte, divided bool) (found uint64) {
	at := m.next[0][0]
	small := false
	for _, c := range text {
		if divided && small && 'A' <= c && c <= 'Z' {
			at = m.next[at][0]
			found |= m.bits[at]
		}
		small = 'a' <= c && c <= 'z'
		at = m.next[at][letters[c]]
		found |= m.bits[at]
	}
	return found | m.bits[m.next[at][0]]
}
