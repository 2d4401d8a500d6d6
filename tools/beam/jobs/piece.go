package jobs

import (
	"fmt"
	"os"
	"path/filepath"

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
}

// eachBlock passes on the blocks of records of a piece, and compares a part, at its end, with the manifest.
func (p piece) eachBlock(columns []tuple.Column, use func(block []int32) error) error {
	in, err := stream.Open(vfs.OS, p.Name, nil, stream.Spec{Columns: columns, Force: p.Part >= 0})
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
type listPieces struct{ Inputs []string }

// ProcessElement implements a function of Beam.
func (f *listPieces) ProcessElement(_ []byte, emit func(piece)) error {
	for _, name := range f.Inputs {
		if !isFolder(name) {
			emit(piece{Name: name, Part: -1})
			continue
		}
		m, err := stream.ReadManifest(vfs.OS, name)
		if err != nil {
			return vfs.Named(name, err)
		}
		for i := range m.Parts {
			emit(pieceOf(name, m, i))
		}
	}
	return nil
}

// pieceOf is a part of a folder.
func pieceOf(folder string, m *partition.Manifest, i int) piece {
	return piece{filepath.Join(folder, m.Name(i)), i, m.Parts[i].Records, int64(m.Parts[i].Sum)}
}

// eachBlock passes on the blocks of records of a part of a folder.
func eachBlock(folder string, part int, use func(block []int32) error) error {
	m, err := manifestOf(folder)
	if err != nil {
		return err
	}
	return pieceOf(folder, m, part).eachBlock(m.Columns, use)
}

// eachRecord passes on the records of a part of a folder.
func eachRecord(folder string, part int, use func(record []int32)) error {
	m, err := manifestOf(folder)
	if err != nil {
		return err
	}
	width := len(m.Columns)
	return pieceOf(folder, m, part).eachBlock(m.Columns, func(block []int32) error {
		for ; len(block) > 0; block = block[width:] {
			use(block[:width])
		}
		return nil
	})
}

// manifestOf reads the manifest of a folder of work, without a look at its parts.
func manifestOf(folder string) (*partition.Manifest, error) {
	name := filepath.Join(folder, partition.ManifestName)
	text, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer text.Close()
	m, err := partition.Read(text)
	return m, vfs.Named(name, err)
}

// pieces are the pieces of files and folders, spread over the workers.
func pieces(s beam.Scope, inputs []string) beam.PCollection {
	return beam.Reshuffle(s, beam.ParDo(s, &listPieces{inputs}, beam.Impulse(s)))
}

// describe opens the inputs of a job, which must have records of the same columns, and guesses how many bytes their records have.
func describe(inputs []string, needed []tuple.Column) (columns []tuple.Column, bytes int64, err error) {
	var first *stream.Input
	for _, name := range inputs {
		in, err := stream.Open(vfs.OS, name, nil, stream.Spec{Columns: needed})
		if err != nil {
			return nil, 0, err
		}
		defer in.Close()
		if in.Size() < 0 {
			return nil, 0, fmt.Errorf("%s: is no file and no folder of parts, and workers cannot read it", name)
		}
		if in.Unsized() {
			return nil, 0, fmt.Errorf("%s: has no record, and nothing else says how many columns it has", name)
		}
		if first == nil {
			first = in
		}
		if err := in.Match(first); err != nil {
			return nil, 0, err
		}
		if isFolder(name) {
			m, err := stream.ReadManifest(vfs.OS, name)
			if err != nil {
				return nil, 0, vfs.Named(name, err)
			}
			for _, p := range m.Parts {
				bytes += 4 * p.Records * int64(in.Width())
			}
		} else {
			bytes += in.Size() * unpacking(in)
		}
	}
	return first.Columns, bytes, nil
}

// unpacking is how many bytes records have for each byte of a file: about.
func unpacking(in *stream.Input) int64 {
	if in.Format == stream.Raw && in.Compressed == "" {
		return 1
	}
	return 4
}
