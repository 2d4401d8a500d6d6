package crf

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"

	"webmill/pkg/inflate"
)

// Model has the weights of a language and its dictionary. It does not change, and many taggers may use it at once.
type Model struct {
	dict    *Dictionary
	weights *[rows]uint64 // of a row, byte t-1 is the weight of tag t, plus 128
	trans   [tags][tags]int32
	unit    int     // weights are in units of 1/unit
	bias    int32   // the score of no name
	floor   float64 // names less probable than this are left out
	powers  *powers
	matrix  matrix
}

// A file of weights begins with this line. Then come, as int16 in little endian, the unit, the score of no name, the least
// probability of a name in thousandths, and the transitions; then, of each row, an int8 for each tag but none, whose weights are
// 0.
const magic = "webmill names crf 1\n"

// units of a weight.
const (
	Unit   = 32
	offset = 128 // added to a weight, so that sums of many need no signs
)

//go:embed data
var data embed.FS

// ForLanguage is the model of a language, "de" or "en"; nil where there is none.
func ForLanguage(language string) *Model {
	switch language {
	case "de":
		return german()
	case "en":
		return english()
	}
	return nil
}

var (
	german  = sync.OnceValue(func() *Model { return embedded("de") })
	english = sync.OnceValue(func() *Model { return embedded("en") })
)

// embedded reads a model of the program itself.
func embedded(language string) *Model {
	m, err := func() (*Model, error) {
		d, err := Lists()
		if err != nil {
			return nil, err
		}
		words := func(file []byte) error { return d.readWords(file, seenDigits) }
		if err := readPacked("data/"+language+".words.tsv.gz", words); err != nil {
			return nil, err
		}
		m := &Model{dict: d}
		return m, readPacked("data/"+language+".weights.gz", m.readWeights)
	}()
	if err != nil {
		panic(err) // the program was built with a broken file
	}
	return m
}

// Lists is a new dictionary of the lists of names and of the closed classes, without words of a training text.
func Lists() (*Dictionary, error) {
	d, err := lists()
	if err != nil {
		return nil, err
	}
	return &Dictionary{entries: slices.Clone(d.entries), words: d.words}, nil
}

// lists is read once, for the models of all languages.
var lists = sync.OnceValues(func() (*Dictionary, error) {
	d := newDictionary(1 << 16)
	return d, readPacked("data/lists.tsv.gz", func(file []byte) error { return d.readWords(file, listDigits) })
})

// mostUnpacked bounds a file of the program itself, unpacked.
const mostUnpacked = 16 << 20

func readPacked(name string, read func(file []byte) error) error {
	packed, err := data.ReadFile(name)
	if err != nil {
		return err
	}
	file, _, err := inflate.Member(make([]byte, 0, 4*len(packed)), packed, mostUnpacked)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := read(file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// readWeights reads a file of weights.
func (m *Model) readWeights(file []byte) error {
	const row = tags - 1
	var head [3 + tags*tags]int16
	rest, ok := bytes.CutPrefix(file, []byte(magic))
	if !ok {
		return errors.New("not a file of weights")
	}
	n, err := binary.Decode(rest, binary.LittleEndian, &head)
	if err != nil || len(rest)-n < row*rows {
		return fmt.Errorf("a file of weights that is cut off after %d bytes", len(file))
	}
	if head[0] < 1 {
		return fmt.Errorf("a unit of 1/%d", head[0])
	}
	m.unit, m.bias, m.floor = int(head[0]), int32(head[1]), float64(head[2])/1000
	for i, w := range head[3:] {
		m.trans[i/tags][i%tags] = int32(w)
	}
	m.weights = new([rows]uint64)
	rest = rest[n:]
	for i := range m.weights {
		for t, w := range rest[row*i : row*(i+1)] {
			m.weights[i] |= uint64(uint8(int8(w))^offset) << (8 * t)
		}
	}
	m.prepare()
	return nil
}

// prepare computes what follows from the weights.
func (m *Model) prepare() {
	m.powers = newPowers(m.unit)
	top := int32(math.MinInt32)
	for i := range m.trans {
		for _, w := range m.trans[i] {
			top = max(top, w)
		}
	}
	for from := range m.trans {
		for to, w := range m.trans[from] {
			m.matrix[from][to] = 0
			if legal(from, to) {
				m.matrix[from][to] = m.powers.exp(w - top)
			}
		}
	}
}

// WriteWeights writes the file of weights.
func (m *Model) WriteWeights(w io.Writer) error {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString(magic)
	head := []int16{int16(m.unit), int16(m.bias), int16(math.Round(m.floor * 1000))}
	for i := range tags * tags {
		head = append(head, int16(m.trans[i/tags][i%tags]))
	}
	if err := binary.Write(b, binary.LittleEndian, head); err != nil {
		return err
	}
	for _, packed := range m.weights {
		for t := range tags - 1 {
			b.WriteByte(byte(packed>>(8*t)) ^ offset)
		}
	}
	return b.Flush()
}

// weight is the weight of a tag in a row.
func (m *Model) weight(row uint32, tag int) int32 {
	if tag == none {
		return 0
	}
	return int32(m.weights[row]>>(8*(tag-1))&0xff) - offset
}
