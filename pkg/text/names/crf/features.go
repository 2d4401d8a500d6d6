package crf

import "webmill/pkg/hashes"

// An atom is what one token says: its word, its shape, its classes. A feature is one atom, or a few of this token and its
// neighbours, hashed into the number of a row of weights.

// The kinds of atoms.
const (
	aNone      = iota
	aWord      // the word in lower case
	aShape     // its shape, and whether a sentence begins
	aNames     // its classes in the lists of names
	aCoarse    // the same, coarser
	aUse       // how it is used: in lower case, after an article, as a noun, how often
	aUseCoarse // the same, coarser
	aParts     // how often it is part of a person, a place, an organisation
	aClosed    // its closed class
	aMixed     // aCoarse, aUseCoarse and aShape
	aLength    // its length, and how its classes were found
	aPrefix1
	aPrefix2
	aPrefix3
	aPrefix4
	aPrefix5
	aSuffix1
	aSuffix2
	aSuffix3
	aSuffix4
	aSuffix5
	aMixedParts // aParts and aShape
	atoms
)

const (
	around = 2 // tokens before and behind that features look at
	window = (2*around + 1) * atoms
)

var atomNames = [atoms]string{"", "word", "shape", "lists", "listed", "use", "used", "parts", "class", "kind", "length",
	"prefix1", "prefix2", "prefix3", "prefix4", "prefix5", "suffix1", "suffix2", "suffix3", "suffix4", "suffix5", "share"}

// template is a kind of feature: places of atoms in the window of a token. Place 0 has no atom.
type template [3]uint8

// at is the place of an atom of the token at an offset.
func at(atom, offset int) uint8 { return uint8((offset+around)*atoms + atom) }

// templates are the features of a token.
var templates = func() (list []template) {
	one := func(atom int, offsets ...int) {
		for _, o := range offsets {
			list = append(list, template{at(atom, o)})
		}
	}
	two := func(a, i, b, j int) { list = append(list, template{at(a, i), at(b, j)}) }
	three := func(a, i, b, j, c, k int) { list = append(list, template{at(a, i), at(b, j), at(c, k)}) }

	list = append(list, template{})
	one(aWord, -2, -1, 0, 1, 2)
	two(aWord, -1, aWord, 0)
	two(aWord, 0, aWord, 1)
	two(aWord, -1, aWord, 1)
	two(aWord, -2, aWord, -1)
	two(aWord, 1, aWord, 2)
	two(aWord, 0, aShape, 0)
	two(aShape, -1, aShape, 0)
	two(aShape, 0, aShape, 1)
	three(aShape, -1, aShape, 0, aShape, 1)
	three(aShape, -2, aShape, -1, aShape, 0)
	three(aShape, 0, aShape, 1, aShape, 2)
	for a := aPrefix1; a <= aSuffix5; a++ {
		one(a, 0)
	}
	one(aSuffix3, -1, 1)
	two(aSuffix2, 0, aShape, -1)
	two(aSuffix3, 0, aMixed, 0)
	two(aSuffix4, 0, aWord, -1)
	two(aLength, 0, aShape, 0)
	two(aNames, 0, aShape, 0)
	two(aNames, 0, aUse, 0)
	one(aNames, -1, 1)
	one(aMixed, -2, -1, 0, 1, 2)
	two(aMixed, -1, aMixed, 0)
	two(aMixed, 0, aMixed, 1)
	three(aMixed, -1, aMixed, 0, aMixed, 1)
	three(aCoarse, -1, aCoarse, 0, aCoarse, 1)
	three(aCoarse, 0, aShape, -1, aShape, 1)
	two(aUse, 0, aShape, 0)
	one(aUse, -1, 1)
	one(aMixedParts, -1, 0, 1)
	two(aParts, 0, aNames, 0)
	two(aMixedParts, -1, aMixedParts, 0)
	two(aMixedParts, 0, aMixedParts, 1)
	two(aParts, 0, aMixed, 0)
	two(aParts, -1, aMixed, 0)
	two(aParts, 1, aMixed, 0)
	one(aClosed, -2, -1, 0, 1, 2)
	two(aClosed, -1, aMixed, 0)
	two(aClosed, 1, aMixed, 0)
	three(aClosed, -2, aClosed, -1, aMixed, 0)
	three(aClosed, -1, aMixed, 0, aClosed, 1)
	two(aMixed, 0, aWord, -1)
	two(aMixed, 0, aWord, 1)
	two(aMixed, 0, aWord, -2)
	two(aMixed, 0, aWord, 2)
	two(aShape, 0, aWord, -1)
	two(aShape, 0, aWord, 1)
	three(aMixed, 0, aMixed, 1, aWord, 2)
	three(aMixed, 0, aMixed, 1, aWord, -1)
	three(aMixed, -1, aMixed, 0, aWord, -2)
	three(aMixed, -1, aMixed, 0, aWord, 1)
	return list
}()

const (
	rowBits = 18
	rows    = 1 << rowBits
)

// row is the row of weights of a feature: a hash of the template and its atoms.
func row(seed uint64, a, b, c uint32) uint32 {
	x := seed + uint64(a)*0x9e3779b97f4a7c15 + uint64(b)*0xc2b2ae3d27d4eb4f + uint64(c)*0x165667b19e3779f9
	x ^= x >> 31
	x *= 0xbf58476d1ce4e5b9
	return uint32(x >> (64 - rowBits) & (rows - 1))
}

// seedOf makes the rows of each template different.
func seedOf(template int) uint64 { return uint64(template+1) * 0xd6e8feb86659fd93 }

// appendRows appends the rows of the features of the token whose window begins at atoms[0].
func appendRows(list []uint32, w *[window]uint32) []uint32 {
	for i, t := range templates {
		list = append(list, row(seedOf(i), w[t[0]], w[t[1]], w[t[2]]))
	}
	return list
}

// setAtoms sets the atoms of a token. before is the token before it in its sentence; nil: there is none.
func setAtoms(v []uint32, w *token, before *token, text []byte) {
	v = v[:atoms:atoms]
	clear(v)
	begins := uint32(0)
	switch {
	case before == nil:
		begins = 1
	case before.shape == quote || before.shape == colon || before.shape == opening || before.shape == dash:
		begins = 2
	}
	c := w.class
	use := c >> lowerAt & 0xff
	v[aWord] = uint32(w.hash>>32) | 1
	v[aShape] = uint32(w.shape)*4 + begins + 1
	v[aNames] = c&0xff + 1
	v[aCoarse] = coarse(c) + 1
	v[aUse] = use + 1
	v[aUseCoarse] = useCoarse(use) + 1
	v[aParts] = c>>firstAt&0xff + 1
	v[aClosed] = c>>closedAt + 1
	v[aMixed] = 1 + v[aCoarse] + v[aUseCoarse]<<8 + v[aShape]<<16
	v[aMixedParts] = 1 + v[aParts]<<8 + v[aShape]
	v[aLength] = uint32(min(w.to-w.from, 12)) + uint32(w.note)<<8 + 1
	if w.shape < digits || w.shape == code {
		setAffixes(v, text[w.from:w.to])
	}
}

// coarse has the strongest level as a first name and as a surname, and whether the word is a place.
func coarse(class uint32) uint32 {
	first := max(class&3, class>>2&3)
	last := max(class>>4&3, class>>6&1)
	return first | last<<2 | class>>7&1<<4
}

// useCoarse says of a use whether the word is known, is often in lower case, follows articles, or is a noun.
func useCoarse(use uint32) uint32 {
	u := uint32(btoi(use>>6&3 > 0))
	u |= uint32(btoi(use&3 > 1)) << 1
	u |= uint32(btoi(use>>2&3 > 1)) << 2
	return u | use>>4&3<<3
}

// setAffixes sets the atoms of the first and last 1 to 5 bytes in lower case, as far as they are ASCII; other letters count as
// they are.
func setAffixes(v []uint32, word []byte) {
	h := hashes.Start64
	for i := range min(5, len(word)) {
		h = hashes.Add64(h, uint64(fold(word[i])))
		v[aPrefix1+i] = uint32(h>>16) | 1
	}
	h = hashes.Start64
	for i := range min(5, len(word)) {
		h = hashes.Add64(h, uint64(fold(word[len(word)-1-i])))
		v[aSuffix1+i] = uint32(h>>16) | 1
	}
}

func fold(c byte) byte {
	if kinds[c] == isUpper {
		return c | 0x20
	}
	return c
}
