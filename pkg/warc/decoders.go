package warc

import (
	"bytes"
	"encoding/binary"
)

// container is what holds the records of a file.
type container uint8

const (
	unknown container = iota
	plain
	gzipped
	zstandard
	bzipped
)

func containerOf(head []byte) container {
	switch {
	case bytes.HasPrefix(head, gzipMagic[:2]):
		return gzipped
	case bytes.HasPrefix(head, []byte("BZh")):
		return bzipped
	case isSkippable(head), len(head) >= 4 && binary.LittleEndian.Uint32(head) == zstdMagic:
		return zstandard
	}
	return plain
}

// decoders is the memory of texts: of one at a time.
type decoders struct {
	cuts *cuts
	gzip gzipText
	zstd zstdText
}

// open returns the text of a file, or of a part of it.
func (d *decoders) open(kind container, w *window, dict []byte) (text, error) {
	switch kind {
	case gzipped:
		d.gzip = gzipText{w: w, whole: d.cuts.whole, most: d.cuts.text, z: d.gzip.z, ahead: d.gzip.ahead}
		return &d.gzip, nil
	case zstandard:
		z := d.zstd.z
		if z == nil {
			var err error
			if z, err = newZstd(dict); err != nil {
				return nil, errDictionary
			}
		}
		d.zstd = zstdText{w: w, z: z}
		return &d.zstd, nil
	case bzipped:
		return newBzip2(w)
	}
	return &plainText{w: w}, nil
}

// close gives back what the decoders hold.
func (d *decoders) close() {
	if d.zstd.z != nil {
		d.zstd.z.Close()
	}
}
