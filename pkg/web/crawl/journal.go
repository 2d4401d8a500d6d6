package crawl

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"

	"webmill/pkg/vfs"
)

// journal is the file of the URLs that were found. It has a frame for each page, and for each list of seeds or sitemaps: the
// number of the page, the URLs that were new, the numbers of all links (if the frontier must be told of them), and how many links
// were rejected. A frame is its length, its checksum and its content. The frames in their order bring the frontier to its state
// again.
type journal struct {
	file vfs.Growing
	end  int64
	buf  []byte // the frame that is being made
	old  []byte // memory for a frame that is read again
}

// frame is a frame that was read.
type frame struct {
	at       int64            // its place in the journal
	page     uint64           // the number of the URL that is done, + 1; 0: the new URLs are seeds or sitemaps
	links    []uint32         // the numbers of all links, if the frontier must be told of them (Frontier.AllLinks)
	fresh    []fresh          // the new URLs
	rejected map[string]int64 // links, by rule, TAB and host
}

// fresh is a new URL.
type fresh struct {
	url   []byte
	depth int
	hops  int   // redirects in a row that led to it
	at    int64 // its place in the journal
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const (
	frameHead  = 8
	maxFrame   = 1 << 30
	largeFrame = 4 << 20 // a longer frame is checked before it gets memory, since a damaged length may be any number
)

// begin begins the frame of a page (see frame.page). The new URLs are added next, and write ends the frame.
func (j *journal) begin(page uint64) {
	j.buf = append(j.buf[:0], make([]byte, frameHead)...)
	j.buf = binary.AppendUvarint(j.buf, page)
}

// add adds a new URL that was found on the page via, and sets its place.
func (j *journal) add(f *fresh, via uint64) {
	j.buf = append(j.buf, 1)
	f.at = j.end + int64(len(j.buf))
	j.buf = binary.AppendUvarint(j.buf, via)
	j.buf = binary.AppendUvarint(j.buf, uint64(f.depth)<<8|uint64(min(f.hops, 255)))
	j.buf = binary.AppendUvarint(j.buf, uint64(len(f.url)))
	j.buf = append(j.buf, f.url...)
}

// write ends the frame and appends it to the file.
func (j *journal) write(links []uint32, rejected map[string]int64) error {
	j.buf = append(j.buf, 0) // no more new URLs
	j.buf = binary.AppendUvarint(j.buf, uint64(len(links)))
	for _, l := range links {
		j.buf = binary.AppendUvarint(j.buf, uint64(l))
	}
	j.buf = binary.AppendUvarint(j.buf, uint64(len(rejected)))
	for rule, n := range rejected {
		j.buf = binary.AppendUvarint(j.buf, uint64(n))
		j.buf = binary.AppendUvarint(j.buf, uint64(len(rule)))
		j.buf = append(j.buf, rule...)
	}
	content := j.buf[frameHead:]
	binary.LittleEndian.PutUint32(j.buf, uint32(len(content)))
	binary.LittleEndian.PutUint32(j.buf[4:], crc32.Checksum(content, castagnoli))
	if _, err := j.file.WriteAt(j.buf, j.end); err != nil {
		return err
	}
	j.end += int64(len(j.buf))
	return nil
}

// foundURL is a URL as the journal has it.
type foundURL struct {
	url  []byte
	via  uint64 // the number of the page where it was found, + 1; 0: it is a seed or a sitemap
	hops int    // redirects in a row that led to it
}

// errJournal says that the journal is not as it was written.
var errJournal = errors.New("the journal of found URLs is damaged")

// read reads the new URL at a place of the journal. It may use dst as memory for the URL.
func (j *journal) read(dst []byte, at int64) (foundURL, error) {
	const usual = 256
	if cap(dst) < usual {
		dst = make([]byte, usual)
	}
	dst = dst[:cap(dst)]
	n, err := j.file.ReadAt(dst, at)
	if n == 0 && err != nil {
		return foundURL{}, err
	}
	f, size, ok := parseFresh(dst[:n])
	if !ok && size > len(dst) {
		return j.read(make([]byte, size), at)
	}
	if !ok || !isURL(f.url) {
		return foundURL{}, errJournal
	}
	return f, nil
}

// parseFresh reads a new URL. If b ends too early, ok is false, and size is how long b must be; 0: b is damaged.
func parseFresh(b []byte) (f foundURL, size int, ok bool) {
	var numbers [3]uint64
	at := 0
	for i := range numbers {
		v, n := binary.Uvarint(b[at:])
		if n <= 0 {
			return f, 0, false
		}
		numbers[i] = v
		at += n
	}
	if numbers[2] > maxFrame {
		return f, 0, false
	}
	end := at + int(numbers[2])
	if end > len(b) {
		return f, end, false
	}
	return foundURL{b[at:end], numbers[0], int(numbers[1] & 255)}, end, true
}

// frames calls f, which may be nil, for each frame in the first bytes of a file, with the place behind it. It returns the place
// behind the last whole frame. What the frame holds is valid during the call.
func frames(file io.ReaderAt, length int64, f func(fr *frame, end int64) error) (end int64, err error) {
	in := io.NewSectionReader(file, 0, length)
	var head [frameHead]byte
	var content []byte
	var fr frame
	buffered := newReader(in)
	for {
		if _, err := io.ReadFull(buffered, head[:]); err != nil {
			return end, ended(err)
		}
		n := int64(binary.LittleEndian.Uint32(head[:]))
		if n == 0 || n > length-end-frameHead { // zeros, or a frame that is cut off
			return end, nil
		}
		if n > largeFrame {
			if whole, err := isWhole(io.NewSectionReader(file, end+frameHead, n), head[4:]); !whole {
				return end, err
			}
		}
		if int64(cap(content)) < n {
			content = make([]byte, n)
		}
		content = content[:n]
		if _, err := io.ReadFull(buffered, content); err != nil {
			return end, ended(err)
		}
		if crc32.Checksum(content, castagnoli) != binary.LittleEndian.Uint32(head[4:]) {
			return end, nil
		}
		if f != nil {
			if !fr.parse(content, end+frameHead) {
				return end, errJournal
			}
			if err := f(&fr, end+frameHead+n); err != nil {
				return end, err
			}
		}
		end += frameHead + n
	}
}

// isWhole reports whether the content of a frame has this checksum.
func isWhole(content io.Reader, sum []byte) (bool, error) {
	hash := crc32.New(castagnoli)
	if _, err := io.Copy(hash, content); err != nil {
		return false, err
	}
	return hash.Sum32() == binary.LittleEndian.Uint32(sum), nil
}

// ended is err, or nil if err says that the file has ended.
func ended(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil
	}
	return err
}

// parse reads the content of a frame, which begins at a place of the file. It reports whether the content is whole.
func (fr *frame) parse(b []byte, place int64) bool {
	*fr = frame{at: place - frameHead, fresh: fr.fresh[:0], links: fr.links[:0], rejected: map[string]int64{}}
	at, ok := 0, true
	number := func() uint64 {
		v, n := binary.Uvarint(b[at:])
		if n <= 0 {
			ok = false
			return 0
		}
		at += n
		return v
	}
	fr.page = number()
	for ok && at < len(b) && b[at] == 1 {
		at++
		f := fresh{at: place + int64(at)}
		number()
		v := number()
		f.depth, f.hops = int(v>>8), int(v&255)
		n := number()
		if !ok || n > uint64(len(b)-at) {
			return false
		}
		f.url = b[at : at+int(n)]
		at += int(n)
		fr.fresh = append(fr.fresh, f)
	}
	at++
	if at > len(b) {
		return false
	}
	for n := number(); ok && n > 0; n-- {
		fr.links = append(fr.links, uint32(number()))
	}
	for n := number(); ok && n > 0; n-- {
		count, size := number(), number()
		if !ok || size > uint64(len(b)-at) {
			return false
		}
		fr.rejected[string(b[at:at+int(size)])] += int64(count)
		at += int(size)
	}
	return ok && at == len(b)
}
