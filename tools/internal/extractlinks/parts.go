package extractlinks

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/web/docs"
)

// parts keeps the links of each archive in a folder, for the next run. The part of an archive is two files, whose NAME is made of
// the name of the archive and a checksum of its path. NAME.lines has the links, compressed by zstd. NAME.json has the figures,
// the archive and the flags that the part was made from, and the length and checksum of the lines. NAME.json is published
// last: if it is there, NAME.lines is complete.
type parts struct {
	dir   string
	how   string // the flags and the version
	taken map[string]bool
}

const partFormat = 3 // must be increased when the form of parts changes

// part is what NAME.json holds.
type part struct {
	Path, How     string
	Size, ModTime int64
	Changed       int64
	Length, CRC   int64 // of the lines
	figures
}

var partName = regexp.MustCompile(`^.*\.[0-9a-f]{16}\.(lines|json)$`)

func isPart(e fs.DirEntry) bool { return partName.MatchString(e.Name()) }

// openParts makes the folder of -parts, unless it exists. One of other files is refused: the name is a mistake.
func (x *extraction) openParts() error {
	if x.opt.parts == "" {
		return nil
	}
	l := x.opt.links
	x.parts = &parts{dir: x.opt.parts, taken: map[string]bool{},
		how: fmt.Sprint(partFormat, cli.Version, l.Kinds, l.Anchors, l.NoFollow,
			l.Noscript, l.Fragments, l.Alone, l.Seen, l.Main, x.in.Plan.Record, x.in.Plan.InTurn)}
	info, err := x.env.FS.Stat(x.parts.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return x.env.FS.Mkdir(x.parts.dir)
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s: is not a folder", x.parts.dir)
	}
	entries, err := x.env.FS.ReadDir(x.parts.dir)
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") })
	if err == nil && len(entries) > 0 && !slices.ContainsFunc(entries, isPart) {
		return fmt.Errorf("%s: has files but no parts: name a folder that is empty or not there", x.parts.dir)
	}
	return err
}

// volume writes the lines of a volume, from its part if that is up to date; else it extracts them and makes the part.
func (p *parts) volume(x *extraction, v *docs.Volume, write func([]byte) error) (figures, error) {
	path, err := filepath.Abs(v.Name)
	if err != nil {
		return figures{}, err
	}
	name := fmt.Sprintf("%.100s.%x", filepath.Base(path), sha256.Sum256([]byte(path)))
	name = name[:len(name)-64+16]
	how := p.how
	if x.opt.links.Seen {
		how += " " + v.Name // which the rows hold
	}
	want := part{Path: path, How: how, Size: v.Size, ModTime: v.ModTime, Changed: v.Changed}
	p.taken[name+".lines"], p.taken[name+".json"] = true, true
	if v.Size < 0 {
		return x.extract(v, write) // the input is missing, or a pipe, which may give other bytes in the next run
	}
	name = filepath.Join(p.dir, name)
	if have, ok := p.read(x.env, name, &want); ok {
		x.in.Skip(v)
		return have.figures, p.copy(x.env, name, write)
	}
	return p.make(x, v, name, want, write)
}

// read reads the figures of a part; ok reports whether the part was made from the wanted archive and flags and is complete.
func (p *parts) read(env *cli.Env, name string, want *part) (have part, ok bool) {
	const most = 1 << 20
	in, err := stream.OpenBytes(env.FS, name+".json", nil)
	if err != nil {
		return have, false
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, most))
	text, seal, _ := bytes.Cut(text, []byte("\n"))
	if err != nil || string(seal) != sealOf(text) || json.Unmarshal(text, &have) != nil ||
		have.Path != want.Path || have.How != want.How ||
		have.Size != want.Size || have.ModTime != want.ModTime || have.Changed != want.Changed {
		return have, false
	}
	sum := crc32.NewIEEE()
	var length int64
	err = p.lines(env, name, func(text []byte) error {
		length += int64(len(text))
		_, err := sum.Write(text)
		return err
	})
	return have, err == nil && length == have.Length && int64(sum.Sum32()) == have.CRC
}

// copy writes the lines of a part.
func (p *parts) copy(env *cli.Env, name string, write func([]byte) error) error {
	var rest []byte
	return p.lines(env, name, func(text []byte) error {
		end := bytes.LastIndexByte(text, '\n') + 1 // a table needs whole lines
		rest = append(rest, text[:end]...)
		if err := write(rest); err != nil {
			return err
		}
		rest = append(rest[:0], text[end:]...)
		return nil
	})
}

// lines passes the lines of a part to give, in reads that may end inside a line.
func (p *parts) lines(env *cli.Env, name string, give func([]byte) error) error {
	file, err := env.FS.Open(name + ".lines")
	if err != nil {
		return err
	}
	defer file.Close()
	z, err := zstd.NewReader(file, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(partWindow))
	if err != nil {
		return err
	}
	defer z.Close()
	buf := make([]byte, 128<<10)
	for {
		n, err := z.Read(buf)
		if giveErr := give(buf[:n]); giveErr != nil {
			return giveErr
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

const partWindow = 512 << 10

// make extracts the lines of a volume and makes its part. A volume that could not be read to its end gets no part.
func (p *parts) make(x *extraction, v *docs.Volume, name string, made part, write func([]byte) error) (f figures, err error) {
	out, err := stream.CreateBytes(x.env.FS, name+".lines", nil)
	if err != nil {
		return f, err
	}
	defer out.Discard()
	z, err := zstd.NewWriter(out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
		zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(partWindow))
	if err != nil {
		return f, err
	}
	defer z.Close()
	sum := crc32.NewIEEE()
	f, err = x.extract(v, func(text []byte) error {
		made.Length += int64(len(text))
		sum.Write(text)
		if _, err := z.Write(text); err != nil {
			return err
		}
		return write(text)
	})
	if err != nil || f.Found.Failed != "" {
		return f, err
	}
	made.CRC, made.figures = int64(sum.Sum32()), f
	if err := z.Close(); err != nil {
		return f, err
	}
	if err := out.Commit(); err != nil {
		return f, err
	}
	text, err := json.Marshal(made)
	if err != nil {
		return f, err
	}
	about, err := stream.CreateBytes(x.env.FS, name+".json", nil)
	if err != nil {
		return f, err
	}
	defer about.Discard()
	if _, err := fmt.Fprintf(about, "%s\n%s", text, sealOf(text)); err != nil {
		return f, err
	}
	return f, about.Commit()
}

// sealOf is the second line of the file with the figures of a part: damage to them would be a wrong count, or hide what
// is missing.
func sealOf(figures []byte) string { return fmt.Sprintf("crc32 %08x\n", crc32.ChecksumIEEE(figures)) }

// closeParts removes the parts of archives that are not among the inputs.
func (x *extraction) closeParts() error {
	if x.parts == nil {
		return nil
	}
	entries, err := x.env.FS.ReadDir(x.parts.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if isPart(e) && !x.parts.taken[e.Name()] {
			if err := x.env.FS.Remove(filepath.Join(x.parts.dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
