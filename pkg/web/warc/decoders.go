package warc

import (
	"bytes"
	"encoding/binary"

	"github.com/klauspost/compress/zstd"
)

// compression is the form in which a file is compressed, or plain.
type compression uint8

const (
	unknown compression = iota
	plain
	gzipped
	zstandard
	bzipped
)

func compressionOf(head []byte) compression {
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
	cuts  *cuts
	share int64 // Options.Share
	most  int64 // bytes of the largest zstd window that is decoded; 0: 128 MiB
	ask   func() error
	gzip  gzipText
	zstd  zstdText
	bzip2 bzip2Text
}

func newDecoders(opt *Options, ask func() error) decoders {
	d := decoders{cuts: &opt.cuts, share: opt.Share, ask: ask}
	if opt.Share > 0 {
		d.most = int64(opt.Threads) * opt.Share / 2
	}
	return d
}

// open returns the text of a file, or of a part of it.
func (d *decoders) open(kind compression, w *window, dict []byte) (text, error) {
	switch kind {
	case gzipped:
		d.gzip = gzipText{w: w, whole: d.cuts.whole, most: d.cuts.text, z: d.gzip.z, ahead: d.gzip.ahead}
		return &d.gzip, nil
	case zstandard:
		remake := func() (*zstd.Decoder, error) { return newZstd(dict) }
		z, wide := d.zstd.z, d.zstd.wide
		if z == nil {
			var err error
			if z, err = remake(); err != nil {
				return nil, errDictionary
			}
		}
		w.keep = zstdBack
		d.zstd = zstdText{w: w, z: z, wide: wide, share: d.share / 4, ask: d.ask, remake: remake, most: MaxWindow}
		if d.most > 0 {
			d.zstd.most = min(MaxWindow, d.most)
		}
		return &d.zstd, nil
	case bzipped:
		d.bzip2 = bzip2Text{w: w, z: d.bzip2.z, held: d.bzip2.held[:0]}
		return &d.bzip2, nil
	}
	return &plainText{w: w}, nil
}

// close gives back what the decoders hold.
func (d *decoders) close() {
	if d.zstd.z != nil {
		d.zstd.z.Close()
	}
}
