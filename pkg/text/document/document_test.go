package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"webmill/pkg/hashes"
	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
)

// byJSON reads a line by the library.
func byJSON(line []byte) (d Document, ok bool) {
	var object map[string]json.RawMessage
	if json.Unmarshal(line, &object) != nil || object == nil {
		return d, false
	}
	d.ID = tuple.Unknown
	number := func(key string, most int) (int, bool) {
		raw, there := object[key]
		if !there || string(raw) == "null" {
			return -1, true
		}
		n := 0
		return n, json.Unmarshal(raw, &n) == nil && n >= 0 && n <= most && !strings.ContainsAny(string(raw), ".eE-")
	}
	id, ok := number("id", 1<<31-2)
	status, good := number("status", 1<<31-1)
	contact, fine := number("contact_words", 1<<31-1)
	d.Contact = max(0, contact)
	if raw, there := object["javadoc"]; there {
		fine = json.Unmarshal(raw, &d.Javadoc) == nil && fine
	}
	d.ID = int32(id)
	if status > 0 {
		d.Status = status
	}
	for name, field := range texts(&d) {
		var text string
		if raw, there := object[name]; there && string(raw) != "null" {
			good = json.Unmarshal(raw, &text) == nil && good
			*field = []byte(strings.ReplaceAll(text, "\x00", "\ufffd"))
		}
	}
	return d, ok && good && fine
}

// texts are the fields of text, by name.
func texts(d *Document) map[string]*[]byte {
	all := map[string]*[]byte{}
	for _, f := range fields {
		if text, ok := f.of(d).(*[]byte); ok {
			all[f.Name] = text
		}
	}
	return all
}

func same(a, b *Document) bool {
	others := texts(b)
	for name, field := range texts(a) {
		if !bytes.Equal(*field, *others[name]) {
			return false
		}
	}
	return a.ID == b.ID && a.Status == b.Status && a.Contact == b.Contact && a.Javadoc == b.Javadoc
}

// TestLines: the line of a document is what the library reads, and what it was.
func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d, got Document
		d.Reset()
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("a\n\t\"\\\u2028\x01\x7fé\U0001f600"))))
		all := texts(&d)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			*all[name] = []byte(strings.ReplaceAll(strings.ToValidUTF8(text.Draw(t, name), ""), "\x00", ""))
		}
		d.ID, d.Status = rapid.Int32Range(-1, 1<<31-2).Draw(t, "id"), rapid.IntRange(0, 999).Draw(t, "status")
		d.Contact, d.Javadoc = rapid.IntRange(0, 40).Draw(t, "contact"), rapid.Bool().Draw(t, "javadoc")
		line := d.AppendJSON(nil)
		if bytes.IndexByte(line, '\n') != len(line)-1 {
			t.Fatalf("%q is not one line", line)
		}
		byLibrary, ok := byJSON(line)
		if !ok || !same(&byLibrary, &d) {
			t.Fatalf("the library reads %q", line)
		}
		if err := got.Parse(slices.Clone(line)); err != nil || !same(&got, &d) {
			t.Fatalf("%q: %v", line, err)
		}
	})
}

// TestMarksInParquet: the contact detector and the Javadoc filter of 2.12 and 2.13 of Nitsche 2003 find their marks in
// Parquet as they were; 0 and false are not unknown there.
func TestMarksInParquet(t *testing.T) {
	want := []Document{{Contact: 4}, {Javadoc: true}, {Contact: 17, Javadoc: true}, {}}
	var file bytes.Buffer
	table, err := parquetio.NewLineWriter(&file, Shape{}.Columns(), parquetio.Encoders{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		want[i].ID = tuple.Unknown
		var d Document
		if err := d.Parse(want[i].AppendJSON(nil)); err != nil || !same(&d, &want[i]) {
			t.Fatalf("%+v, not %+v: %v", d, want[i], err)
		}
		if err := table.Row(Shape{}.AppendRow(nil, &d)); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Close(); err != nil {
		t.Fatal(err)
	}
	var got []Document
	err = parquetio.EachRow(bytes.NewReader(file.Bytes()), int64(file.Len()), []string{"contact_words", "javadoc"},
		func(row []parquetio.Value) error {
			if row[0].Null || row[1].Null {
				t.Error("a mark is unknown")
			}
			got = append(got, Document{ID: tuple.Unknown, Contact: int(row[0].Number), Javadoc: row[1].Number == 1})
			return nil
		})
	if err != nil || !slices.EqualFunc(got, want, func(a, b Document) bool { return same(&a, &b) }) {
		t.Fatalf("%+v, not %+v: %v", got, want, err)
	}
}

// TestParse: lines that others write, and lines that are no documents.
func TestParse(t *testing.T) {
	deep := strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1)
	for line, want := range map[string]string{
		`{}`:                                 "",
		` { "url" : "a" , "id":7 } `:         "a",
		`{"url":"\u0041\u00e9\ud83d\ude00"}`: "Aé😀",
		`{"url":"a\u0000b\ud800c\udc00"}`:    "a\ufffdb\ufffdc\ufffd",
		`{"url":"a` + "\xff" + `"}`:          "a string is not UTF-8, at byte 12",
		`{"url":null,"more":[1,{"a":-1.5e3}],"id":null,"url":"b"}`: "b",
		`{"more":` + deep[1:len(deep)-1] + `,"url":"c"}`:           "c",
		`{"url":5}`: "url is no string, at byte 8", `{"text":["a"]}`: "text is no string, at byte 9",
		`{"contact_words":7,"javadoc":true,"url":"d"}`: "d", `{"javadoc":null}`: "",
		`{"javadoc":"yes"}`:    "javadoc is not true or false, at byte 12",
		`{"contact_words":-4}`: "a number must be 0 … 2147483647, at byte 18",
		`{"id":"5"}`:           "a number must be 0 … 2147483646, at byte 7",
		`{"url":"a"`:           "the object is cut off, at byte 11", `{"url":"a`: "the object is cut off, at byte 10",
		`{"url":"\u00`: "the object is cut off, at byte 9",
		`["a"]`:        "is no object of JSON, at byte 1", ``: "the object is cut off, at byte 1",
		`{"url":"a"}x`:          "is no object of JSON, at byte 12",
		`{"more":` + deep + `}`: "is nested too deep, at byte 73", `{"id":-1}`: "a number must be 0 … 2147483646, at byte 7",
		`{"id":2147483647}`:   "a number must be 0 … 2147483646, at byte 16",
		`{"id":1.5}`:          "a number must be 0 … 2147483646, at byte 8",
		"{\"url\":\"a\x01\"}": "a string has a control byte, at byte 10",
		`{"url":"\x"}`:        "a string has the unknown escape \\x, at byte 9",
		`{"a":tru,"b":1}`:     "is no object of JSON, at byte 9", `{"a":01}`: "is no object of JSON, at byte 8",
	} {
		var d Document
		got := ""
		if err := d.Parse([]byte(line)); err != nil {
			got = err.Error()
		} else {
			got = string(d.URL)
		}
		if got != want {
			t.Errorf("%.40q: %q, not %q", line, got, want)
		}
	}
}

// TestDamagedLines: what is read of a damaged line is what the library reads; else it is refused.
func TestDamagedLines(t *testing.T) {
	const line = `{"id":17,"status":200,"contact_words":4,"javadoc":true,"url":"http://a.test/\u00e4","more":[1,-2.5e3,{"x":null}],` +
		`"title":"a \"b\" \ud83d\ude00","text":"c\nd\\"}`
	rapid.Check(t, func(t *rapid.T) {
		damaged := []byte(line)
		for range rapid.IntRange(1, 3).Draw(t, "bytes") {
			at := rapid.IntRange(0, len(damaged)-1).Draw(t, "at")
			damaged[at] = rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte(`"\{}[],:0ud`))).Draw(t, "value")
		}
		checkLine(t, damaged)
	})
}

func checkLine(t interface{ Fatalf(string, ...any) }, line []byte) {
	want, ok := byJSON(line)
	var got Document
	err := got.Parse(slices.Clone(line))
	switch {
	case err == nil && !ok:
		t.Fatalf("%q is read, but the library refuses it", line)
	case err == nil && !same(&got, &want):
		t.Fatalf("%q: read otherwise than by the library", line)
	case err != nil && ok && utf8.Valid(line) && !strings.HasPrefix(err.Error(), errDeep.Error()):
		t.Fatalf("%q: %v", line, err)
	}
}

func FuzzLine(f *testing.F) {
	f.Add([]byte(`{"id":17,"url":"\ud83d\ude00","more":[1,{"x":null}]}`))
	f.Fuzz(func(t *testing.T, line []byte) { checkLine(t, line) })
}

// TestSimhash compares with counters, one for each bit.
func TestSimhash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.StringMatching("[a-cA-C]{1,2}")).Draw(t, "words")
		var s Simhash
		s.Add([]byte(strings.Join(words, " ")))
		var counts [64]int
		var features int
		var list []uint64
		for _, w := range words {
			h := uint64(0xcbf29ce484222325)
			for _, c := range []byte(strings.ToLower(w)) {
				h = (h ^ uint64(c)) * 0x100000001b3
			}
			list = append(list, h)
		}
		if n := len(list); n == 1 || n == 2 {
			list = append(make([]uint64, 3-n), list...)
		}
		for i := 2; i < len(list); i++ {
			h := hashes.Mix(list[i-2] + bits.RotateLeft64(list[i-1], 21) + bits.RotateLeft64(list[i], 42))
			features++
			for bit := range counts {
				counts[bit] += int(h >> bit & 1)
			}
		}
		want := uint64(0)
		for bit, n := range counts {
			if 2*n > features {
				want |= 1 << bit
			}
		}
		if got := s.Sum(); got != want {
			t.Fatalf("%q: %x, not %x", words, got, want)
		}
	})
	text := strings.Repeat("Many words of one text, which is changed at one place only; the others stay as they are. ", 9)
	var a, b Simhash
	a.Add([]byte(text))
	b.Add([]byte(strings.Replace(text, "one place", "some place", 1)))
	if d := bits.OnesCount64(a.Sum() ^ b.Sum()); d > 8 {
		t.Errorf("%d bits differ", d)
	}
}

// TestPrint: 10 digits of the length, 5 of the links, 25 of bytes (2.7 of Nitsche 2003).
func TestPrint(t *testing.T) {
	if got := string(AppendPrint(nil, []byte(strings.Repeat("0123456789", 5)), 123456)); got != "0000000050"+"23456"+
		"8024680246802468024680246" {
		t.Error(got)
	}
	if got := string(AppendPrint(nil, nil, 0)); got != strings.Repeat("0", 40) {
		t.Error(got)
	}
}

// TestBatches: batches hold all lines of all inputs in their order, with their numbers, however long they are.
func TestBatches(t *testing.T) {
	sizes := []int{0, 1, 50, 60 << 10, 64 << 10, 65 << 10, 250 << 10, 300 << 10, 600 << 10}
	rapid.Check(t, func(t *rapid.T) {
		var inputs []Input
		var places []string
		var want []string
		for range rapid.IntRange(0, 3).Draw(t, "inputs") {
			var text strings.Builder
			for i := range rapid.IntRange(0, 8).Draw(t, "lines") {
				places = append(places, fmt.Sprintf("input %d: line %d: bad", len(inputs)+1, i+1))
				line := strings.Repeat(string(rune('a'+len(want)%26)), rapid.SampledFrom(sizes).Draw(t, "size"))
				want = append(want, line)
				text.WriteString(line + "\n")
			}
			whole := text.String()
			if last := strings.TrimSuffix(whole, "\n"); last != "" && !strings.HasSuffix(last, "\n") &&
				rapid.Bool().Draw(t, "no end") {
				whole = last
			}
			inputs = append(inputs, Input{fmt.Sprint("input ", len(inputs)+1), strings.NewReader(whole)})
		}
		var got []string
		var b Batch
		l := NewLines(inputs...)
		for {
			err := l.Next(&b)
			if err == io.EOF {
				break
			}
			if err != nil || b.First != int64(len(got)) || !b.Lent && len(b.Text) > 2*batchBytes {
				t.Fatalf("%v; %d bytes from line %d on, expected line %d", err, len(b.Text), b.First, len(got))
			}
			for i, line := range strings.Split(strings.TrimSuffix(string(b.Text), "\n"), "\n") {
				if place := b.Fault(b.First+int64(i), errors.New("bad")); place.Error() != places[len(got)] {
					t.Fatalf("%v, not %s", place, places[len(got)])
				}
				got = append(got, line)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d lines, not %d", len(got), len(want))
		}
	})
}

func BenchmarkSimhash(b *testing.B) {
	text := []byte(strings.Repeat("Wer Netzwerke verstehen will, sollte zuerst nebenläufige Netzwerke kennen. The quick brown fox. ", 1000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		var s Simhash
		s.Add(text)
	}
}
