// Package pagefolder keeps the texts of pages in a folder, a file for each page (Bumüller 2019, 3.1.5).
//
// The name of a file is the URL of its page with # in the place of /: http:##a.de#b.html. A URL without a fragment has no other
// #. If a URL is too long for a name, its file is too_long_filename0, or 1 and so on; the first line is the URL, and the text
// follows. Files are packed by bzip2 or plain, as their first bytes tell, and their names have no ending.
//
//	pagefolder.go  names
//	write.go       Writer: a folder that appears whole or not at all
//	read.go        Each, Text: the URLs and texts of a folder
package pagefolder

import "bytes"

// MostName is how many bytes the name of a file has at most, in the file systems of Linux.
const MostName = 255

// tooLong begins the names of files that have their URL in the first line.
const tooLong = "too_long_filename"

// AppendName appends the name of the file of a URL. It may be longer than MostName.
func AppendName(dst, url []byte) []byte { return appendWith(dst, url, '/', '#') }

// appendURL appends the URL that a name stands for.
func appendURL(dst, name []byte) []byte { return appendWith(dst, name, '#', '/') }

// appendWith appends src with the byte by in the place of old.
func appendWith(dst, src []byte, old, by byte) []byte {
	from := len(dst)
	dst = append(dst, src...)
	for rest := dst[from:]; ; {
		i := bytes.IndexByte(rest, old)
		if i < 0 {
			return dst
		}
		rest[i] = by
		rest = rest[i+1:]
	}
}

// isTooLong reports whether a name is that of a file with its URL in the first line.
func isTooLong(name string) bool {
	digits, ok := bytes.CutPrefix([]byte(name), []byte(tooLong))
	return ok && len(digits) > 0 && len(bytes.Trim(digits, "0123456789")) == 0
}
