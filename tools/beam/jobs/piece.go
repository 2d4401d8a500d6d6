package jobs

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"webmill/pkg/partition"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// piece is what one task reads: a file of tuples, or a part of a folder.
type piece struct {
	Name    string
	Part    int   // of the folder; -1: it is a file
	Records int64 // as the manifest says
	Sum     int64
	Temp    string // the folder for temporary files
}

// eachBlock passes on the blocks of records of a piece. At the end of a part it compares the part with the manifest.
func (p piece) eachBlock(columns []tuple.Column, use func(block []int32) error) error {
	in, err := stream.Open(files(p.Temp), p.Name, nil, stream.Spec{Columns: columns, Force: p.Part >= 0, TempDir: p.Temp})
	if err != nil {
		return err
	}
	defer in.Close()
	sum := uint64(0)
	_, err = tuple.Copy(tuple.SinkFunc(func(block []int32) error {
		if p.Part >= 0 {
			sum += tuple.Sum(block, len(columns))
		}
		return use(block)
	}), in, len(columns))
	if err == nil && p.Part >= 0 && (in.Records() != p.Records || int64(sum) != p.Sum) {
		err = fmt.Errorf("%s: is not what the manifest says: it was changed", p.Name)
	}
	return err
}

// listPieces lists the pieces of files and folders.
type listPieces struct {
	Inputs []string
	Temp   string
}

// ProcessElement implements a function of Beam.
func (f *listPieces) ProcessElement(_ []byte, emit func(piece)) error {
	for _, name := range f.Inputs {
		if !isFolder(name) {
			emit(piece{Name: name, Part: -1, Temp: f.Temp})
			continue
		}
		m, err := stream.ReadManifest(files(f.Temp), name)
		if err != nil {
			return vfs.Named(name, err)
		}
		for i := range m.Parts {
			emit(pieceOf(f.Temp, name, m, i))
		}
	}
	return nil
}

// pieceOf is a part of a folder.
func pieceOf(temp, folder string, m *partition.Manifest, i int) piece {
	return piece{vfs.Join(folder, m.Name(i)), i, m.Parts[i].Records, int64(m.Parts[i].Sum), temp}
}

// eachBlock passes on the blocks of records of a part of a folder.
func eachBlock(temp, folder string, part int, use func(block []int32) error) error {
	m, err := manifestOf(temp, folder)
	if err != nil {
		return err
	}
	return pieceOf(temp, folder, m, part).eachBlock(m.Columns, use)
}

// eachRecord passes on the records of a part of a folder.
func eachRecord(temp, folder string, part int, use func(record []int32)) error {
	m, err := manifestOf(temp, folder)
	if err != nil {
		return err
	}
	width := len(m.Columns)
	return pieceOf(temp, folder, m, part).eachBlock(m.Columns, func(block []int32) error {
		for ; len(block) > 0; block = block[width:] {
			use(block[:width])
		}
		return nil
	})
}

// manifestOf reads the manifest of a folder of work, without a look at its parts.
func manifestOf(temp, folder string) (*partition.Manifest, error) {
	name := vfs.Join(folder, partition.ManifestName)
	text, err := files(temp).Open(name)
	if err != nil {
		return nil, vfs.Named(name, err)
	}
	defer text.Close()
	m, err := partition.Read(text)
	return m, vfs.Named(name, err)
}

// pieces are the pieces of files and folders, spread over the workers.
func pieces(s beam.Scope, inputs []string, temp string) beam.PCollection {
	return beam.Reshuffle(s, beam.ParDo(s, &listPieces{inputs, temp}, beam.Impulse(s)))
}

// describe opens the inputs of a job, which must have records of the same columns, and guesses how many bytes their records have.
func describe(temp string, inputs []string, needed []tuple.Column) (columns []tuple.Column, bytes int64, err error) {
	var first *stream.Input
	for _, name := range inputs {
		in, err := stream.Open(files(temp), name, nil, stream.Spec{Columns: needed, TempDir: temp})
		if err != nil {
			return nil, 0, err
		}
		if first == nil {
			first = in
		}
		n, err := recordBytes(temp, name, in)
		if err == nil {
			err = in.Match(first)
		}
		in.Close() // now, not at the end: each may hold a copy of an object
		if err != nil {
			return nil, 0, err
		}
		bytes += n
	}
	return first.Columns, bytes, nil
}

// recordBytes guesses how many bytes the records of an input have.
func recordBytes(temp, name string, in *stream.Input) (bytes int64, err error) {
	if in.Size() < 0 {
		return 0, fmt.Errorf("%s: is neither a file nor a folder of parts, so workers cannot read it", name)
	}
	if in.Unsized() {
		return 0, fmt.Errorf("%s: has no record, and its name does not say how many columns it has: leave it out", name)
	}
	if !isFolder(name) {
		return in.Size() * unpacking(in), nil
	}
	m, err := stream.ReadManifest(files(temp), name)
	if err != nil {
		return 0, vfs.Named(name, err)
	}
	for _, p := range m.Parts {
		bytes += 4 * p.Records * int64(in.Width())
	}
	return bytes, nil
}

// unpacking is about how many bytes of records a byte of the file gives.
func unpacking(in *stream.Input) int64 {
	if in.Format == stream.Raw && in.Compressed == "" {
		return 1
	}
	return 4
}
