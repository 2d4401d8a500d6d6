package sisters

import (
	"bufio"
	"encoding/binary"

	"webmill/pkg/tuple"
	"webmill/pkg/web/units"
)

// wordBytes is the length of a word in the list of a page, which has 64 bits of its hash.
const wordBytes = 8

// listWords writes the list of the different words of each page, for the comparison of pairs. For a sister page only its list is
// read then, which is shorter than its line and need not be decoded.
func (j *Job) listWords() error {
	var p units.Page
	var v units.Vocabulary
	var list []byte
	out, end := bufio.NewWriterSize(j.lists, tuple.BlockBytes), int64(0)
	err := j.each(func(page int32, line []byte) error {
		if err := decode(&p, line); err != nil {
			return err
		}
		v.Fill(&p)
		list = list[:0]
		for id := range v.Len() {
			list = binary.LittleEndian.AppendUint64(list, v.Hash(id))
		}
		j.listed.set(int64(page), lineAt{end, int32(len(list))})
		end += int64(len(list))
		_, err := out.Write(list)
		return err
	})
	if err == nil {
		err = out.Flush()
	}
	return err
}

// matcher finds the words of a page in the lists of others.
type matcher struct {
	words units.Vocabulary
	df    []int32 // by word of the page: how many lists have it
}

// fill begins a page. The page must not change while its matcher is used.
func (m *matcher) fill(p *units.Page) {
	m.words.Fill(p)
	m.df = append(m.df[:0], make([]int32, m.words.Len())...)
}

// count counts the words of a list.
func (m *matcher) count(list []byte) {
	for ; len(list) >= wordBytes; list = list[wordBytes:] {
		if id := m.words.Hashed(binary.LittleEndian.Uint64(list)); id >= 0 {
			m.df[id]++
		}
	}
}
