package stream

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"webmill/pkg/partition"
	"webmill/pkg/vfs"
)

// parts reads the files part-* of a folder, in the order of their names, as one text: each of them may be compressed,
// and a file whose last line has no end gets one.
type parts struct {
	whole *Bytes
	sys   vfs.FS
	names []string
	cur   *Bytes
	last  byte // of the file so far
}

// startParts makes a folder the stream.
func (b *Bytes) startParts(sys vfs.FS, dir string) error {
	if dir == Stdin {
		return errors.New("is a directory")
	}
	b.parts, b.size = true, 0
	if ok, err := b.startFolder(sys, dir); ok || err != nil {
		return err
	}
	entries, err := sys.ReadDir(dir)
	if err != nil {
		return err
	}
	p := &parts{whole: b, sys: sys}
	packed := map[string]string{} // the name of a part by what it is without its packing
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "part-") {
			continue
		}
		if partition.IsPart(e.Name()) {
			return fmt.Errorf("has parts like %s, but no %s: the run that makes it is at work, or was stopped: run it again",
				e.Name(), partition.ManifestName)
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		name := vfs.Join(dir, e.Name())
		plain, _ := CutPacking(name)
		if other, both := packed[plain]; both {
			b.warn(fmt.Sprintf("%s and %s are both read: if one is a copy, remove it", other, name))
		}
		packed[plain] = name
		p.names = append(p.names, name)
		b.size += info.Size()
	}
	if len(p.names) == 0 {
		return errors.New("is a directory without files part-*: name the files in it")
	}
	return b.begin(p)
}

// Read implements io.Reader.
func (p *parts) Read(buf []byte) (int, error) {
	for {
		if p.cur == nil {
			if err := p.open(); err != nil {
				return 0, err
			}
		}
		before := p.cur.Done()
		n, err := p.cur.Read(buf)
		p.whole.Count(p.cur.Done() - before)
		if n > 0 {
			p.last = buf[n-1]
			return n, nil
		}
		if err == io.EOF && p.last != '\n' && len(buf) > 0 {
			p.cur.warn(noEnd)
			buf[0], p.last = '\n', '\n'
			return 1, nil
		}
		if err != io.EOF {
			return 0, err
		}
		p.Close()
	}
}

func (p *parts) open() error {
	if len(p.names) == 0 {
		return io.EOF
	}
	b, err := OpenBytes(p.sys, p.names[0], nil)
	if err != nil {
		return err
	}
	if b.parts {
		b.Close()
		return fmt.Errorf("%s: is a directory", p.names[0])
	}
	if err := b.noMark(); err != nil {
		b.Close()
		return err
	}
	p.whole.Count(b.Done())
	p.cur, p.names, p.last = b, p.names[1:], '\n'
	return nil
}

// Close closes the file that is open.
func (p *parts) Close() error {
	if p.cur == nil {
		return nil
	}
	if w := p.cur.Warning(); w != "" {
		p.whole.warn(p.cur.Name + ": " + w)
	}
	err := p.cur.Close()
	p.cur = nil
	return err
}
