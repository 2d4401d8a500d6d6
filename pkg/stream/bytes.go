// Package stream opens what the tools read and write: files and pipes by name, compressed or not, as raw tuples, text or
// Parquet. Formats are chosen here, and nowhere else.
//
//	bytes.go     an input before any format: a file, a pipe or a folder of parts, unpacked
//	reading.go   the file behind an input, from its start or at any place
//	compress.go  the compressions, by the first bytes or by the name
//	format.go    the formats and their names; raw and text
//	input.go     an input of tuples
//	output.go    an output, of bytes or of tuples, that has no name until it is whole
//	parts.go     the files part-* of a folder as one text
//	folder.go    tuples in the parts of a folder with a manifest, written and read
//	commit.go    all outputs of a tool become visible together
//	parquet.go   tuples of some columns of a Parquet file
//	adj.go       adjacency records
//	mtx.go       Matrix Market files
//	vertices.go  the lists of vertices of Common Crawl
//	links.go     whether the records of a stream look like links
//	csv.go       text and CSV with a line of names
//	graphtxt.go  the text of WebGraph
//	konect.go    the edges of KONECT
//	nodes.go     nodes with names, and links, in one text
//	seekable_*.go  whether standard output is a file that can be written at any place
package stream

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"

	"webmill/pkg/par"
	"webmill/pkg/partition"
	"webmill/pkg/spill"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// Stdin is the operand that means standard input or output.
const Stdin = "-"

const headBytes = 4096 // what is looked at to recognise a format

// Bytes is an open input before any format: decompressed, its first bytes known, its reading counted.
type Bytes struct {
	Name       string // how messages name it
	Compressed string // "gzip", "zstd", "bzip2" or ""

	file   vfs.File
	stored bool                         // it is not to be decompressed
	parts  bool                         // the input is a folder of files
	tuples bool                         // it may be a folder of tuples
	body   io.Reader                    // the decompressed stream from its start
	head   []byte                       // first bytes of the decompressed stream
	offset int64                        // where the stream starts in file
	size   int64                        // bytes of the file from offset on, -1 for a pipe
	count  atomic.Pointer[atomic.Int64] // bytes of the file that were read

	manifest *partition.Manifest // of a folder of tuples, else nil

	closer  io.Closer // of body, or nil
	onClose func()    // is told of the end; nil: nobody
	decoder int64     // bytes that unpacking takes
	most    int64     // bytes that unpacking may take
	warning atomic.Pointer[string]
}

// OpenBytes opens a file, or stdin for "-", and recognises compression by the first bytes.
func OpenBytes(sys vfs.FS, name string, stdin vfs.File) (*Bytes, error) {
	return OpenWithin(sys, name, stdin, math.MaxInt64)
}

// DecoderError is the error of an input that takes more memory to unpack than it may.
type DecoderError struct{ Bytes int64 }

func (e *DecoderError) Error() string {
	return fmt.Sprintf("unpacking takes %dM of memory", work.MiB(e.Bytes))
}

// OpenWithin is OpenBytes, but an input that takes more than most bytes to unpack is refused before it takes them.
func OpenWithin(sys vfs.FS, name string, stdin vfs.File, most int64) (*Bytes, error) {
	return open(sys, name, stdin, &Bytes{size: -1, most: most})
}

// OpenStored opens a file, or stdin for "-", to be read as it is stored: compressed, if it is. A packing that is not
// read is an error.
func OpenStored(sys vfs.FS, name string, stdin vfs.File) (*Bytes, error) {
	b, err := open(sys, name, stdin, &Bytes{size: -1, stored: true})
	if err != nil {
		return nil, err
	}
	if err := notRead(b.head); err != nil {
		b.Close()
		return nil, vfs.Named(b.Name, err)
	}
	return b, nil
}

func open(sys vfs.FS, name string, stdin vfs.File, b *Bytes) (*Bytes, error) {
	b.Name = name
	b.count.Store(new(atomic.Int64))
	if name == Stdin {
		b.Name, b.file = "stdin", stdin
		if vfs.Closed(stdin) {
			return nil, vfs.Named(b.Name, errors.New("is closed: there is nothing to read"))
		}
	} else {
		f, err := sys.Open(name)
		if err != nil {
			return nil, vfs.Named(name, err)
		}
		b.file = f
	}
	if err := b.start(sys, name); err != nil {
		b.Close()
		return nil, vfs.Named(b.Name, err)
	}
	return b, nil
}

func (b *Bytes) start(sys vfs.FS, name string) error {
	info, err := b.file.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() {
		if b.stored {
			return syscall.EISDIR
		}
		return b.startParts(sys, name)
	}
	if info.Mode().IsRegular() {
		if s, ok := b.file.(io.Seeker); ok && b.Name == "stdin" {
			b.offset, _ = s.Seek(0, io.SeekCurrent)
		}
		b.size = info.Size() - b.offset
	}
	file := b.fromStart()
	head, err := peek(file)
	if err != nil {
		return err
	}
	if info.Mode().IsRegular() && len(head) == 0 && b.offset == 0 && slices.Contains(Packings, ending(name)) {
		return errors.New("is empty, and what is packed never is: it was cut off")
	}
	if b.size == 0 && len(head) > 0 {
		b.size = -1 // a file whose size the system does not tell, as below /proc
	}
	raw := io.Reader(bytes.NewReader(head))
	if len(head) == headBytes { // a shorter head is the whole input: reading again would make a terminal ask for a second Ctrl-D
		raw = io.MultiReader(raw, file)
	}
	if b.Compressed = compression(head); b.Compressed == "" || b.stored {
		b.head, b.body = head, raw
		return nil
	}
	if b.decoder = decoderBytes(b.Compressed, head); b.decoder > b.most {
		return &DecoderError{b.decoder}
	}
	if b.again() {
		return b.postpone(raw)
	}
	plain, err := decompress(b.Compressed, raw, false, true, b.warn)
	if err != nil {
		return err
	}
	return b.begin(plain)
}

// postpone unpacks the first bytes, and the others when they are read: of many inputs only those that are being read take memory.
func (b *Bytes) postpone(raw io.Reader) error {
	plain, err := decompress(b.Compressed, raw, true, false, b.warn)
	if err != nil {
		return err
	}
	b.head, err = peek(plain)
	b.release(&plain)
	b.count.Store(new(atomic.Int64))
	p := &postponed{b: b}
	b.body, b.closer = p, p
	return err
}

// postponed unpacks a file from its start when it is first read. At the end it gives back the memory.
type postponed struct {
	b     *Bytes
	mu    sync.Mutex
	plain io.ReadCloser
	err   error // at the end
}

func (p *postponed) Read(buf []byte) (n int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil && p.plain == nil {
		p.plain, p.err = decompress(p.b.Compressed, p.b.fromStart(), true, true, p.b.warn)
	}
	if p.err != nil {
		return 0, p.err
	}
	if n, p.err = p.plain.Read(buf); p.err != nil {
		p.b.release(&p.plain)
	}
	return n, p.err
}

// release closes a decoder. One that takes much gives back its memory before the next one takes its own.
func (b *Bytes) release(plain *io.ReadCloser) error {
	err := (*plain).Close()
	*plain = nil
	if b.decoder > pooledBytes {
		debug.FreeOSMemory()
	}
	return err
}

func (p *postponed) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		p.err = fs.ErrClosed
	}
	if p.plain == nil {
		return nil
	}
	return p.b.release(&p.plain)
}

// begin makes plain the stream, after a look at its first bytes.
func (b *Bytes) begin(plain io.ReadCloser) (err error) {
	b.closer = plain
	if b.head, err = peek(plain); err != nil {
		return err
	}
	b.body = io.MultiReader(bytes.NewReader(b.head), plain)
	return nil
}

// Suspend gives back what an input of many holds until it is read, if it is a file, which can be read again from its start. Head
// is not known any more.
func (b *Bytes) Suspend() error {
	if !b.again() {
		return nil
	}
	b.closeBody()
	b.forget(b.fromStart())
	if b.Compressed != "" && !b.stored {
		p := &postponed{b: b}
		b.body, b.closer = p, p
	}
	return nil
}

// forget gives the head back, and leaves the body to be read.
func (b *Bytes) forget(body io.Reader) {
	if cap(b.head) == headBytes {
		heads.Put((*[headBytes]byte)(b.head[:headBytes]))
	}
	b.head, b.body = nil, body
}

// look reads the head of an input that was suspended.
func (b *Bytes) look() (err error) {
	if b.head, err = peek(b.body); err == nil {
		b.body = io.MultiReader(bytes.NewReader(b.head), b.body)
	}
	return err
}

// OnClose lets f be called when the input has been closed.
func (b *Bytes) OnClose(f func()) { b.onClose = f }

// warn keeps the first warning for Warning.
func (b *Bytes) warn(text string) { b.warning.CompareAndSwap(nil, &text) }

// Label is how messages name the input.
func (b *Bytes) Label() string { return b.Name }

// Warning is what was odd about the input as far as it was read, or "".
func (b *Bytes) Warning() string {
	if w := b.warning.Load(); w != nil {
		return *w
	}
	return ""
}

// heads are those that are not needed any more: a look at many inputs takes the memory of one.
var heads = sync.Pool{New: func() any { return new([headBytes]byte) }}

func peek(r io.Reader) ([]byte, error) {
	head := heads.Get().(*[headBytes]byte)[:]
	n, err := io.ReadFull(r, head)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return head[:n], err
}

// Read reads the decompressed stream.
func (b *Bytes) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	if err != nil && err != io.EOF {
		err = vfs.Named(b.Name, err)
	}
	return n, err
}

const noEnd = "its last line has no end, and was read as it is: is it cut off?"

// ExpectEnds lets Warning tell that the last line has no end, which is a newline or another byte. It may be the beginning of a
// longer one.
func (b *Bytes) ExpectEnds(end byte) error {
	file, offset, size, ok := b.Regular()
	if !ok {
		b.body = &endReader{b, b.body, end, end}
		return nil
	}
	var last [1]byte // others may read the file from several places
	if size > 0 {
		if _, err := file.ReadAt(last[:], offset+size-1); err != nil {
			return vfs.Named(b.Name, err)
		}
		if last[0] != end {
			b.warn(noEnd)
		}
	}
	return nil
}

// noMark refuses a stream of text that begins with a byte order mark, which would become a part of its first line.
func (b *Bytes) noMark() error {
	if bytes.HasPrefix(b.head, []byte("\ufeff")) {
		return vfs.Named(b.Name, errors.New("begins with a byte order mark: remove it with tail -c +4"))
	}
	return nil
}

// ExpectLines returns an error if the stream is Parquet or binary and not lines of text, or begins with a byte order mark.
func (b *Bytes) ExpectLines() error {
	if err := b.ExpectText(); err != nil {
		return err
	}
	return b.noMark()
}

// ErrBinary is the error of text that has bytes of 0.
var ErrBinary = errors.New("expected lines of text, but this is binary")

var errUTF16 = fmt.Errorf("%w: it looks like UTF-16", ErrBinary)

// ExpectText is ExpectLines for text that may begin with a byte order mark.
func (b *Bytes) ExpectText() error {
	rest, marked := bytes.CutPrefix(b.head, []byte(magicParquet))
	if marked && len(rest) > 0 && rest[0] < ' ' && !bytes.ContainsAny(rest[:1], "\t\r\n") { // else a text that begins so
		return vfs.Named(b.Name, errors.New("expected lines of text, but this is Parquet, which tools write and notebooks read: give the text"))
	}
	if err := notRead(b.head); err != nil {
		return vfs.Named(b.Name, err)
	}
	if kind := compression(b.head); kind != "" {
		return vfs.Named(b.Name, fmt.Errorf("expected lines of text, but this is %s inside of a packed file: unpack it once", kind))
	}
	if isArchive(b.head) {
		return vfs.Named(b.Name, errors.New("expected lines of text, but this is a web archive: extract-links and extract-text read it"))
	}
	if bytes.IndexByte(b.head, 0) < 0 {
		return nil
	}
	if name := utf16(b.head); name != "" {
		return vfs.Named(b.Name, fmt.Errorf("%w, which iconv -f %s -t UTF-8 converts", errUTF16, name))
	}
	return vfs.Named(b.Name, ErrBinary)
}

const magicParquet = "PAR1" // begins a file of Parquet

// IsParquet reports whether an input is Parquet, by its name or by how it begins.
func (b *Bytes) IsParquet() bool {
	return SaidFormat(b.Name, Auto) == Parquet || bytes.HasPrefix(b.head, []byte(magicParquet))
}

// isArchive reports whether a file that begins like this is a web archive.
func isArchive(head []byte) bool {
	return bytes.HasPrefix(head, []byte("WARC/1.")) || bytes.HasPrefix(head, []byte("filedesc://"))
}

// Regular returns the file behind the input, where its bytes begin and how many they are, if it is a regular file that
// is not compressed; such an input can be read at any place and by several workers.
func (b *Bytes) Regular() (f vfs.File, offset, size int64, ok bool) {
	return b.file, b.offset, b.size, b.size >= 0 && b.Compressed == "" && !b.parts
}

// Anywhere gives the decompressed bytes to be read at any place: what comes through a pipe or compressed is first copied to
// a temporary file.
func (b *Bytes) Anywhere(sys vfs.FS, tempDir string) (*io.SectionReader, error) {
	f, offset, size, ok := b.Regular()
	if !ok {
		tmp := spill.NewFile(work.Room{FS: sys, TempDir: tempDir})
		file, err := tmp.Open()
		if err == nil {
			size, err = io.Copy(tmp, b.body)
		}
		if err != nil {
			tmp.Close()
			return nil, err
		}
		b.closeBody()
		b.file.Close()
		b.file, f, offset = file, file, 0
	}
	return io.NewSectionReader(readerAt{b.Name, countingReaderAt{b, f}}, offset, size), nil
}

// Head is what is known of the first bytes of the stream, unpacked: 4 KiB, or all of a shorter one.
func (b *Bytes) Head() []byte { return b.head }

// Decoder is how many bytes of memory unpacking takes while the input is read.
func (b *Bytes) Decoder() int64 { return b.decoder }

// Count adds n to the bytes known to be read; for those who read Regular themselves.
func (b *Bytes) Count(n int64) { b.count.Load().Add(n) }

// Done is the number of bytes of the file that were read, Size how many it has (-1: a pipe).
func (b *Bytes) Done() int64 { return b.count.Load().Load() }

// Size is the number of bytes of the file, or -1 where it is not known.
func (b *Bytes) Size() int64 { return b.size }

// Close closes the input.
func (b *Bytes) Close() error {
	b.closeBody()
	b.forget(closed{})
	err := b.file.Close()
	if told := b.onClose; told != nil {
		b.onClose = nil
		told()
	}
	return err
}

// closed is what is left to read of an input that is closed.
type closed struct{}

func (closed) Read([]byte) (int, error) { return 0, fs.ErrClosed }

func (b *Bytes) closeBody() {
	if b.closer != nil {
		b.closer.Close()
		b.closer = nil
	}
}

const (
	aheadBytes  = 128 << 10
	aheadBlocks = 4
)

// aheadReader reads a stream in a goroutine of its own, some blocks before they are asked for.
type aheadReader struct{ blocks *par.Pipe[byte] }

func newAhead(r io.Reader) aheadReader {
	return aheadReader{par.ReadAhead(aheadBlocks, aheadBytes, r.Read)}
}

// Read implements io.Reader.
func (a aheadReader) Read(p []byte) (n int, err error) { return a.blocks.ReadBlock(p) }

// Close ends the goroutine. It does not wait for it: it may hang in a read from a pipe where nothing comes.
func (a aheadReader) Close() error {
	a.blocks.Leave(nil)
	return nil
}
