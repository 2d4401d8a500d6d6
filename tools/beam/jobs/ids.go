package jobs

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// The job ids makes links of ids, and a dictionary, of lines with two strings. It deals the different strings of each file out to
// parts, which are ranges in the order of the dictionary. A part numbers its strings in this order, and sends the numbers back to
// the files. Added to the number of strings in the parts before, they are the ids that dict gives. A task holds 4 bytes for each
// different string of its file.

func idsFlags(f *flag.FlagSet, to *Flags) {
	sortFlags(f, to)
	f.BoolVar(&to.Once, "u", false, "write a repeated link once")
	f.StringVar(&to.Dict, "dict", "", "the `FILE` of the dictionary, a string a line, like urls.txt")
	f.BoolVar(&to.Single, "alone", false, "take lines of one string too: it gets an id, but makes no link")
}

var numberColumns = tuple.IDs("file", "number", "place")

func (j *Job) ids() error {
	if j.Dict == "" {
		return Usage{errors.New("say where the dictionary goes, like -dict urls.txt")}
	}
	if err := stream.PlainName(j.Dict); err != nil {
		return Usage{err}
	}
	if info, err := files(j.temp).Stat(j.Dict); err == nil && info.IsDir() {
		return Usage{fmt.Errorf("-dict %s: is a folder: name a file", j.Dict)}
	}
	order, err := j.order(linkColumns)
	if err != nil {
		return err
	}
	bytes, err := j.lineBytes()
	if err != nil {
		return err
	}
	out, err := j.newFolder(j.out, j.partsFor(bytes), linkColumns, order, order[0].Col)
	if err != nil {
		return err
	}
	n := numbering{j.read, j.Single, int64(j.memory), j.temp}
	places, err := j.numberStrings(n, out.Head.Count, bytes)
	if err != nil {
		return err
	}
	given := int64(0)
	for _, p := range places.Parts {
		out.Least = append(out.Least, p.Least)
		given += p.Records
	}
	skips, err := j.skips()
	if err == nil && given == 0 && len(skips) > 0 {
		err = fmt.Errorf("no line is left: %s", cli.Skipped(skips))
	}
	if err != nil {
		return err
	}
	// An old dictionary does not belong to the links that are written now.
	if err := files(j.temp).Remove(j.Dict); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	back := &returnPlaces{Files: len(j.read), Least: out.Least, Memory: int64(j.memory)}
	put := &putIDs{Numbering: n, By: order[0].Col, Least: out.Least, Unique: j.Once}
	err = j.make(out, func(s beam.Scope) beam.PCollection {
		return beam.ParDo(s, put, beam.GroupByKey(s, beam.ParDo(s, back, pieces(s, []string{j.at("places.t3")}, j.temp))))
	}, &sortPart{Folder: out, Order: order.String(), Unique: j.Once, Memory: int64(j.memory), Temp: j.temp})
	if err != nil {
		return err
	}
	if err := j.joinStrings(out.Head.Count); err != nil || len(skips) == 0 {
		return err
	}
	return Unfinished{fmt.Errorf("lines were left out: %s", cli.Skipped(skips))}
}

// returnPlaces gives each file the ids of its strings.
type returnPlaces struct {
	Files  int
	Least  []int64 // the first ids of the parts
	Memory int64
}

// ProcessElement implements a function of Beam.
func (f *returnPlaces) ProcessElement(p piece, emit func(int, []byte)) error {
	d, first := newDealer(emit, f.Files, 2, f.Memory), int32(f.Least[p.Part])
	err := p.eachBlock(numberColumns, func(block []int32) error {
		for ; len(block) > 0; block = block[len(numberColumns):] {
			d.put(int(block[0]), block[1], first+block[2])
		}
		return d.err
	})
	if err != nil {
		return err
	}
	return d.flush()
}

// putIDs reads a file again, makes its links links of ids, and deals them out by ranges of a column.
type putIDs struct {
	Numbering numbering
	By        int
	Least     []int64
	Unique    bool
}

// ProcessElement implements a function of Beam.
func (f *putIDs) ProcessElement(file int, next func(*[]byte) bool, emit func(int, []byte)) error {
	var ids []int32 // by the numbers of the strings in the file
	strings := int64(0)
	_, err := tuple.Copy(tuple.SinkFunc(func(block []int32) error {
		for ; len(block) > 0; block = block[2:] {
			if more := int(block[0]) + 1 - len(ids); more > 0 {
				ids = append(ids, make([]int32, more)...)
			}
			ids[block[0]] = block[1]
			strings++
		}
		return nil
	}), &blocks{next: next}, 2)
	if err != nil {
		return err
	}
	to, d := newRanges(f.Least), newDealer(emit, len(f.Least), 2, f.Numbering.Memory)
	d.unique = f.Unique
	changed := fmt.Errorf("%s: was changed during the job", f.Numbering.Files[file].Name)
	stats, err := f.Numbering.number(file, dict.Output{Links: tuple.SinkFunc(func(block []int32) error {
		for ; len(block) > 0; block = block[2:] {
			if int(max(block[0], block[1])) >= len(ids) {
				return changed
			}
			link := [2]int32{ids[block[0]], ids[block[1]]}
			d.put(to.of(link[f.By]), link[:]...)
		}
		return d.err
	})})
	if err == nil && (stats.Strings != strings || int64(len(ids)) != strings) {
		err = changed
	}
	if err != nil {
		return err
	}
	return d.flush()
}

// joinStrings writes the dictionary as one file, which the small tools need. It compares the strings of the parts with what was
// noted when they were written.
func (j *Job) joinStrings(parts int) error {
	noted, err := folder{Name: j.at("places.t3"), Temp: j.temp}.sums()
	if err != nil {
		return err
	}
	sys := files(j.temp)
	out, err := stream.CreateBytes(sys, j.Dict, nil)
	if err != nil {
		return err
	}
	defer out.Discard()
	have := []float64{noted[0], 0, 0}
	for part := range parts {
		in, err := sys.Open(stringsOf(j.at("strings"), part))
		if err != nil {
			return err
		}
		sum := newStringSum(part)
		n, err := io.Copy(io.MultiWriter(out, sum), in)
		in.Close()
		if err != nil {
			return err
		}
		have[1], have[2] = have[1]+float64(n), have[2]+float64(sum.Sum32())
	}
	if !slices.Equal(have, noted) {
		return fmt.Errorf("%s: was changed after it was written", j.at("strings"))
	}
	return out.Commit()
}

// skips counts the lines that were left out, by reason.
func (j *Job) skips() (map[string]int64, error) {
	all := map[string]int64{}
	names, err := files(j.temp).ReadDir(j.at("skips"))
	for _, e := range names {
		var some map[string]int64
		if err == nil {
			err = readJSON(j.temp, j.at("skips/"+e.Name()), &some)
		}
		for why, n := range some {
			all[why] += n
		}
	}
	return all, err
}
