package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/vfs"
	"webmill/pkg/web/warc"
)

// place is where a record is.
type place struct{ offset, inner int64 }

// archiveFile is the file that -get reads.
type archiveFile struct {
	in           *stream.Bytes
	file         vfs.File
	offset, size int64
}

// ReadAt implements io.ReaderAt: it reads the archive, which may begin inside a file, and counts.
func (a *archiveFile) ReadAt(p []byte, off int64) (int, error) {
	n, err := a.file.ReadAt(p, a.offset+off)
	a.in.Count(int64(n))
	return n, err
}

func (o *options) runGet(env *cli.Env, in *stream.Bytes) error {
	places, err := parsePlaces(o.get)
	if err != nil {
		return err
	}
	a := &archiveFile{in: in}
	a.file, a.offset, a.size, _ = in.Regular()
	if a.size < 0 {
		return fmt.Errorf("%s: -get cannot read from a pipe", in.Label())
	}
	create := env.CreateBytes
	if o.raw {
		create = env.CreateStored
	}
	out, err := create()
	if err != nil {
		return err
	}
	for _, p := range places {
		if err := o.getOne(env, out, a, p); err != nil {
			return fmt.Errorf("%s: %s: %w", in.Label(), appendPlace(nil, p.offset, p.inner), err)
		}
	}
	return nil
}

func parsePlaces(list string) (places []place, err error) {
	for text := range strings.SplitSeq(list, ",") {
		offset, inner, isInner := strings.Cut(text, "+")
		var p place
		if p.offset, err = strconv.ParseInt(offset, 10, 64); err == nil && isInner {
			p.inner, err = strconv.ParseInt(inner, 10, 64)
		}
		if err != nil || p.offset < 0 || p.inner < 0 {
			return nil, cli.Usagef("-get: %q is not a place like 1046 or 0+488", text)
		}
		places = append(places, p)
	}
	return places, nil
}

func (o *options) getOne(env *cli.Env, out io.Writer, a *archiveFile, p place) error {
	r, err := warc.At(a, a.size, p.offset, p.inner, o.reading(env))
	if errors.Is(err, warc.ErrTooLarge) {
		return fmt.Errorf("the record there is larger than -max, which is %s: raise -max", o.most.String())
	}
	if err != nil {
		return err
	}
	if o.raw {
		if r.Length == 0 {
			return fmt.Errorf("the record shares its member with others, so -raw cannot give it: use -get without -raw")
		}
		_, err := io.Copy(out, io.NewSectionReader(a, r.Offset, r.Length))
		return err
	}
	text := r.Block
	if o.body {
		h, err := r.HTTP()
		if err != nil {
			return err
		}
		text = h.Body
		switch h.Fault {
		case warc.LongBody:
			env.Unfinished("%s: the body is larger than %s and was cut there (raise -max)",
				appendPlace(nil, p.offset, p.inner), o.most.String())
		case warc.BrokenBody, warc.Undecoded:
			env.Unfinished("%s: the body could not be decoded to its end", appendPlace(nil, p.offset, p.inner))
		}
	}
	_, err = out.Write(text)
	return err
}
