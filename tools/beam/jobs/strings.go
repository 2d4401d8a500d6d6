package jobs

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"webmill/pkg/dict"
	"webmill/pkg/extsort"
	"webmill/pkg/partition"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/pkg/valid"
	"webmill/pkg/vfs"
)

// lineBytes is how many bytes the input has. It must be files of lines.
func (j *Job) lineBytes() (size int64, err error) {
	for _, name := range j.Inputs {
		switch {
		case isFolder(name):
			return 0, fmt.Errorf("%s: is a folder of tuples: name files of lines, or a folder of them", name)
		case exists(vfs.Join(name, listName)):
			return 0, fmt.Errorf("%s: the job extract has not finished this folder: give its command again", name)
		}
	}
	if len(j.read) == 0 {
		return 0, errors.New("the folders of the input have no files: name files of lines")
	}
	for _, f := range j.read {
		size += f.Version.Size
	}
	return size, nil
}

func openLines(temp, name string) (*stream.Bytes, error) {
	in, err := stream.OpenBytes(files(temp), name, nil)
	if err != nil {
		return nil, err
	}
	if err = in.ExpectLines(); err == nil {
		err = vfs.Named(name, checkLink(in.Head()))
	}
	if err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

// checkLink refuses the lines of -fetched: their second field is a status, which would get an id.
func checkLink(head []byte) error {
	line, _, whole := bytes.Cut(head, []byte("\n"))
	fields := bytes.SplitN(line, []byte("\t"), 3)
	if whole && len(fields) > 1 && bytes.Contains(fields[0], []byte("://")) && !bytes.Contains(fields[1], []byte("://")) {
		return fmt.Errorf("its first line leads from a URL to %q, which is no URL: name the links, not the files of -fetched",
			valid.OneLine(nil, string(fields[1]), '?'))
	}
	return nil
}

// numbering numbers the different strings of a file in the order of the dictionary.
type numbering struct {
	Files  []asRead
	Alone  bool
	Memory int64
	Temp   string
}

func (n *numbering) number(file int, out dict.Output) (stats dict.Stats, err error) {
	in, err := openLines(n.Temp, n.Files[file].Name)
	if err != nil {
		return stats, err
	}
	defer in.Close()
	if stats, err = dict.Build([]io.Reader{in},
		dict.Options{Columns: 2, Order: dict.URLs(), Alone: n.Alone, Room: room(n.Memory, n.Temp)}, out); err != nil {
		return stats, err
	}
	return stats, n.Files[file].check(n.Temp)
}

// stringsOf is the file with the strings of a part, in the order of the dictionary.
func stringsOf(folder string, part int) string {
	return vfs.Join(folder, fmt.Sprintf("%05d.txt", part))
}

// numberStrings writes the strings of each part, and the folder places: (file, number of the string in the file, place of the
// string in the part). The least value of a part is its first id.
func (j *Job) numberStrings(n numbering, parts int, size int64) (*partition.Manifest, error) {
	places, err := j.newFolder(j.at("places.t3"), parts, numberColumns, tuple.Columns(0, 1), 2)
	if err != nil {
		return nil, err
	}
	if !places.done() {
		least, err := j.keyBounds(n.Files, parts, size)
		if err != nil {
			return nil, err
		}
		for _, name := range []string{"strings", "skips"} {
			if err := mkdir(files(j.temp), j.at(name)); err != nil {
				return nil, err
			}
		}
		deal := &dealStrings{Numbering: n, Least: least, Skips: j.at("skips")}
		err = j.make(places, func(s beam.Scope) beam.PCollection { return beam.ParDo(s, deal, partNumbers(s, len(n.Files))) },
			&placePart{Folder: places, Strings: j.at("strings"), Memory: n.Memory, Temp: n.Temp})
		if err != nil {
			return nil, err
		}
	}
	sums, err := places.sums()
	if err != nil {
		return nil, err
	}
	if sums[0] > math.MaxInt32 {
		return nil, fmt.Errorf("%.0f different strings are too many: ids are 0 … %d", sums[0], math.MaxInt32-1)
	}
	return manifestOf(places.Temp, places.Name)
}

// keyBounds are the least keys of the parts, from a sample of the strings.
func (j *Job) keyBounds(lines []asRead, parts int, size int64) (least [][]byte, err error) {
	name := j.at("bounds")
	if !exists(name) {
		err := j.run(func(s beam.Scope) {
			keys := beam.ParDo(s, &sampleKeys{lines, max(1, size/int64(samples*parts)), j.temp}, partNumbers(s, len(lines)))
			none := beam.ParDo(s, &everyPart{1}, beam.Impulse(s))
			beam.ParDo0(s, &publishKeys{name, parts, j.temp}, beam.GroupByKey(s, beam.Flatten(s, none, keys)))
		})
		if err != nil {
			return nil, err
		}
	}
	err = readJSON(j.temp, name, &least)
	return least, err
}

// sampleKeys takes the keys of the strings in one line for every Step bytes of a file.
type sampleKeys struct {
	Files []asRead
	Step  int64
	Temp  string
}

// longestKey is how long a string may be whose key is in the sample.
const longestKey = 1 << 10

// ProcessElement implements a function of Beam.
func (f *sampleKeys) ProcessElement(file int, emit func(int, []byte)) error {
	in, err := openLines(f.Temp, f.Files[file].Name)
	if err != nil {
		return err
	}
	defer in.Close()
	lines, at, block := tuple.NewLines(in, dict.MaxLine), int64(0), []byte{}
	for {
		line, err := lines.Next()
		switch {
		case err == io.EOF:
			emit(0, block)
			return f.Files[file].check(f.Temp)
		case errors.As(err, new(*tuple.LineError)):
			continue
		case err != nil:
			return err
		case lines.Offset < at:
			continue
		}
		at = lines.Offset + f.Step
		for _, s := range bytes.SplitN(line, []byte("\t"), 3)[:min(2, 1+bytes.Count(line, []byte("\t")))] {
			if len(s) <= longestKey {
				block = append(urls.AppendKey(block, s), '\n')
			}
		}
		if len(block) > blockBytes/2 {
			emit(0, block)
			block = nil
		}
	}
}

// publishKeys writes the bounds that a sample of keys gives.
type publishKeys struct {
	Name  string
	Parts int
	Temp  string
}

// ProcessElement implements a function of Beam.
func (f *publishKeys) ProcessElement(_ int, next func(*[]byte) bool) error {
	var keys [][]byte
	for block := []byte(nil); next(&block); block = nil {
		keys = slices.AppendSeq(keys, bytes.FieldsFuncSeq(block, func(r rune) bool { return r == '\n' }))
	}
	slices.SortFunc(keys, bytes.Compare)
	least := [][]byte{{}}
	for part := 1; part < f.Parts; part++ {
		key := []byte{}
		if len(keys) > 0 {
			key = keys[part*len(keys)/f.Parts]
		}
		least = append(least, key)
	}
	return publishJSON(f.Temp, f.Name, least)
}

// A block of strings begins with the number of its file and the number of its first string in that file, each of 4 bytes. Its
// other strings have the numbers that follow.
const headBytes = 8

// dealStrings deals the different strings of a file out by ranges of keys, and notes why lines were left out.
type dealStrings struct {
	Numbering numbering
	Least     [][]byte
	Skips     string
}

// ProcessElement implements a function of Beam.
func (f *dealStrings) ProcessElement(file int, emit func(int, []byte)) error {
	part, block, key := 0, []byte(nil), []byte(nil)
	pass := func() {
		if len(block) > 0 {
			emit(part, block)
		}
		block = nil
	}
	stats, err := f.Numbering.number(file, dict.Output{Words: func(number int32, s []byte) error {
		key = urls.AppendKey(key[:0], s)
		for part+1 < len(f.Least) && bytes.Compare(key, f.Least[part+1]) >= 0 {
			pass()
			part++
		}
		if len(block)+len(s)+1 > blockBytes {
			pass()
		}
		if len(block) == 0 {
			block = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, uint32(file)), uint32(number))
		}
		block = append(append(block, s...), '\n')
		return nil
	}})
	if err != nil {
		return err
	}
	pass()
	if len(stats.Skipped) == 0 {
		return nil
	}
	return publishJSON(f.Numbering.Temp, vfs.Join(f.Skips, fmt.Sprint(file)), stats.Skipped)
}

// stringBlocks reads the blocks that a part gets as lines, a string each. It keeps the files and numbers of the strings.
type stringBlocks struct {
	next  func(*[]byte) bool
	rest  []byte
	heads []stringsHead
}

type stringsHead struct{ file, number, left int32 }

// Read implements io.Reader.
func (b *stringBlocks) Read(p []byte) (int, error) {
	for len(b.rest) == 0 {
		if !b.next(&b.rest) {
			return 0, io.EOF
		}
		if block := b.rest; len(block) > 0 {
			b.rest = block[headBytes:]
			b.heads = append(b.heads, stringsHead{int32(binary.LittleEndian.Uint32(block)),
				int32(binary.LittleEndian.Uint32(block[4:])), int32(bytes.Count(b.rest, []byte("\n")))})
		}
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

// places passes on the file, number and place of each string. It gets the places in the order in which the strings were read.
func (b *stringBlocks) places(to tuple.Sink) tuple.Sink {
	var records []int32
	return tuple.SinkFunc(func(places []int32) error {
		records = records[:0]
		for _, place := range places {
			h := &b.heads[0]
			records = append(records, h.file, h.number, place)
			h.number++
			if h.left--; h.left == 0 {
				b.heads = b.heads[1:]
			}
		}
		return to.WriteBlock(records)
	})
}

// newStringSum sums up the strings of a part. It begins with the number of the part: no two may be exchanged.
func newStringSum(part int) hash.Hash32 {
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	fmt.Fprintln(sum, part)
	return sum
}

// placePart writes the strings of a part, each once, and their places. It counts the strings and their bytes, and sums them up.
type placePart struct {
	Folder  folder
	Strings string
	Memory  int64
	Temp    string
}

// ProcessElement implements a function of Beam.
func (f *placePart) ProcessElement(part int, next func(*[]byte) bool) (int, fact, error) {
	out, err := stream.CreateBytes(files(f.Temp), stringsOf(f.Strings, part), nil)
	if err != nil {
		return 0, fact{}, err
	}
	defer out.Discard()
	var stats dict.Stats
	sum := newStringSum(part)
	list := bufio.NewWriterSize(io.MultiWriter(out, sum), tuple.BlockBytes)
	in, half := &stringBlocks{next: next}, room(f.Memory/2, f.Temp)
	done, err := f.Folder.write(part, func(to tuple.Sink) error {
		return tuple.Piped(len(numberColumns), func(places tuple.Sink) (err error) {
			stats, err = dict.Build([]io.Reader{in}, dict.Options{Columns: 1, Order: dict.URLs(), Room: half},
				dict.Output{Links: in.places(places), Words: func(_ int32, s []byte) error {
					list.Write(s)
					return list.WriteByte('\n') // an earlier error comes back here
				}})
			return err
		}, func(places tuple.Source) error {
			_, err := extsort.Sort(to, []tuple.Source{places}, extsort.Options{Width: len(numberColumns), Room: half})
			return err
		})
	})
	if err == nil {
		err = list.Flush()
	}
	if err == nil {
		err = out.Commit()
	}
	done.Numbers = []float64{float64(stats.Strings), float64(out.Count()), float64(sum.Sum32())}
	return 0, done, err
}
