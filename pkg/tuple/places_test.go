package tuple

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// ids is a Source with Places.
type ids struct{ places Places }

func (s *ids) ReadBlock([]int32) (int, error)   { return 0, io.EOF }
func (s *ids) Places() (*Places, Source, error) { return &s.places, s, nil }
func file(columns []Column, values ...int32) *ids {
	ToLE(values)
	return &ids{Places{
		Columns: columns, Records: int64(len(values) / len(columns)), File: bytes.NewReader(Bytes(values)),
		Direct: func() (io.ReaderAt, io.Closer) { return nil, nil }, Align: 4096, Count: func(int64) {},
		Fail: func(err error) error { return errors.Join(errors.New("file"), err) },
	}}
}

// TestByteOrder: in the order of files the lowest byte comes first, and turning a block back gives what it was.
func TestByteOrder(t *testing.T) {
	block := []int32{0x04030201, -2}
	ToLE(block)
	if !bytes.Equal(Bytes(block), []byte{1, 2, 3, 4, 0xfe, 0xff, 0xff, 0xff}) {
		t.Errorf("the file has the bytes %v", Bytes(block))
	}
	FromLE(block)
	if block[0] != 0x04030201 || block[1] != -2 {
		t.Errorf("turned back it is %v", block)
	}
}

// TestPlacesAreChecked: records read through Places are checked like those of the stream.
func TestPlacesAreChecked(t *testing.T) {
	p, err := PlacesOf(file(IDs("a", "b"), 1, 2, 3, -5, 7, 8))
	if p == nil || err != nil || p.Unchecked() {
		t.Fatal(p, err)
	}
	buf := make([]int32, 2)
	if err := p.Read(buf, 2); err != nil || buf[0] != 7 {
		t.Error(buf, err)
	}
	for name, err := range map[string]error{"Read": p.Read(buf, 1), "Last": readLast(p, 2)} {
		if err == nil || !strings.Contains(err.Error(),
			"column b: value not allowed in its column: an id must be 0 … 2147483647, this is -5, at record 2") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := readLast(p, 1); err != nil {
		t.Error(err)
	}
}

func readLast(p *Places, n int64) error {
	_, err := Copy(nowhere{}, p.Last(n), p.Width())
	return err
}

type nowhere struct{}

func (nowhere) WriteBlock([]int32) error { return nil }

// TestNothingAroundASourceHasPlaces: a Source that wraps another, or embeds its methods, has no Places.
func TestNothingAroundASourceHasPlaces(t *testing.T) {
	in := file(IDs("a"), 1, 2)
	for name, src := range map[string]Source{
		"sorted": Sorted(in, Columns(0), 1, false), "kinds": OfKinds(in, IDs("a")), "interface": struct{ Source }{in},
		"embedded": struct{ *ids }{in}, "value": &struct{ ids }{*in},
	} {
		if p, err := PlacesOf(src); p != nil || err != nil {
			t.Errorf("%s: has places, %v", name, err)
		}
	}
	if p, err := PlacesOf(in); p == nil || err != nil {
		t.Errorf("the source itself has none: %v", err)
	}
}
