// Package partition describes a stream of tuples that is cut into parts, the files of a folder: which part a record belongs to,
// and what each part must hold (the manifest). Package stream writes and reads such folders.
//
// The manifest is published last, so a folder that has one is whole. Its first line is a Head, as JSON. Then comes a line for
// each part, with TABs between its name, the number of its records, its bytes, the checksum of tuple.Sum and, by range, the
// least value that it may have. The last line is a checksum of the others: what was changed or cut off is refused.
//
//	partition.go  the manifest, the names of the parts
//	cut.go        which part a value belongs to
package partition

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"regexp"

	"webmill/pkg/tuple"
)

// ManifestName is the name of the manifest in the folder.
const ManifestName = "manifest"

// Version is the version of the manifests that this package reads and writes.
const Version = 1

// MostParts is how many parts a folder may have.
const MostParts = 1 << 16

// Head is the first line of a manifest.
type Head struct {
	Version int            `json:"version"`
	Count   int            `json:"parts"`
	Ending  string         `json:"ending"` // the end of the names of the parts; it says their form
	By      string         `json:"by"`     // ByRange or ByHash
	Column  int            `json:"column"` // that says the part, counted from 1
	Columns []tuple.Column `json:"columns"`
	Order   string         `json:"order"` // of the records of each part, like 2,1; by range, of all records too
}

// Manifest says what is in a folder of parts.
type Manifest struct {
	Head
	Parts []Part
}

// Part is what one file of a folder holds.
type Part struct {
	Records, Bytes int64
	Sum            uint64 // of tuple.Sum
	Least          int64  // by range: the least value that it may have; an empty part has that of the next part
}

// Name is the name of a part, by its number from 0.
func (h *Head) Name(part int) string {
	return fmt.Sprintf("part-%05d-of-%05d%s", part, h.Count, h.Ending)
}

var partName = regexp.MustCompile(`^part-[0-9]{5,}-of-[0-9]{5,}(\.|$)`)

// IsPart reports whether a file has the name of a part.
func IsPart(name string) bool { return partName.MatchString(name) }

// Write writes the manifest.
func (m *Manifest) Write(w io.Writer) error {
	m.Version = Version
	head, err := json.Marshal(m.Head)
	if err != nil {
		return err
	}
	sum := crc32.NewIEEE()
	out := bufio.NewWriter(w)
	both := io.MultiWriter(out, sum)
	fmt.Fprintf(both, "%s\n", head)
	for i := range m.Parts {
		fmt.Fprintf(both, "%s\n", m.line(i))
	}
	fmt.Fprintf(out, "%08x\n", sum.Sum32())
	return out.Flush()
}

func (m *Manifest) line(part int) string {
	p := m.Parts[part]
	line := fmt.Sprintf("%s\t%d\t%d\t%016x", m.Name(part), p.Records, p.Bytes, p.Sum)
	if m.By == ByRange {
		line += fmt.Sprintf("\t%d", p.Least)
	}
	return line
}

var errChanged = errors.New("was cut off or changed: make the folder again")

// Read reads a manifest.
func Read(r io.Reader) (*Manifest, error) {
	lines, sum, m := tuple.NewLines(r, tuple.MaxLine), crc32.NewIEEE(), new(Manifest)
	next := func() (string, error) {
		line, err := lines.Next()
		if err == io.EOF {
			err = errChanged
		}
		return string(line), err
	}
	head, err := next()
	if err != nil {
		return nil, err
	}
	if json.Unmarshal([]byte(head), &m.Head) != nil && m.Version <= Version {
		return nil, errChanged
	}
	if m.Version != Version {
		return nil, fmt.Errorf("is of version %d, but version %d is read: make the folder again", m.Version, Version)
	}
	if m.Count < 1 || m.Count > MostParts || len(m.Columns) == 0 || len(m.Columns) > tuple.MaxWidth {
		return nil, errChanged
	}
	fmt.Fprintln(sum, head)
	for i := range m.Count {
		line, err := next()
		if err != nil {
			return nil, err
		}
		var p Part
		var name string
		fmt.Sscanf(line, "%s\t%d\t%d\t%x\t%d", &name, &p.Records, &p.Bytes, &p.Sum, &p.Least)
		if m.Parts = append(m.Parts, p); m.line(i) != line {
			return nil, errChanged
		}
		fmt.Fprintln(sum, line)
	}
	if seal, err := next(); err != nil || seal != fmt.Sprintf("%08x", sum.Sum32()) {
		return nil, errChanged
	}
	if _, err := lines.Next(); err != io.EOF {
		return nil, errChanged
	}
	return m, nil
}

// Check compares the files of a folder, which list passes on, with the manifest; size says how many bytes a file has. The error
// names the first part that is missing, of another size or not in the manifest.
func (m *Manifest) Check(list func(func(fs.DirEntry) error) error, size func(name string) (int64, error)) error {
	found, other := make([]bool, m.Count), ""
	bad, bytes := m.Count, int64(0)
	err := list(func(e fs.DirEntry) error {
		if !IsPart(e.Name()) {
			return nil
		}
		part := m.Count
		fmt.Sscanf(e.Name(), "part-%d-", &part)
		if part >= m.Count || e.Name() != m.Name(part) {
			if other == "" || e.Name() < other {
				other = e.Name()
			}
			return nil
		}
		n, err := size(e.Name())
		if found[part] = true; err == nil && n != m.Parts[part].Bytes && part < bad {
			bad, bytes = part, n
		}
		return err
	})
	if err != nil {
		return err
	}
	for i, there := range found {
		if !there {
			return fmt.Errorf("%s is missing: make the folder again", m.Name(i))
		}
	}
	if bad < m.Count {
		return fmt.Errorf("%s has %d bytes, the manifest says %d: it was cut off or changed", m.Name(bad), bytes,
			m.Parts[bad].Bytes)
	}
	if other != "" {
		return fmt.Errorf("%s is not in the manifest: if it is a copy, remove it", other)
	}
	return nil
}

// CheckRead compares what was read of a part with the manifest.
func (m *Manifest) CheckRead(part int, records int64, sum uint64) error {
	if p := m.Parts[part]; records != p.Records || sum != p.Sum {
		return fmt.Errorf("%s has %s with the sum %016x, the manifest says %d with %016x: it was changed", m.Name(part),
			tuple.Counted(records, "record"), sum, p.Records, p.Sum)
	}
	return nil
}
