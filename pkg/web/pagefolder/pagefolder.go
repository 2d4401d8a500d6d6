// Package pagefolder keeps the texts of pages in a folder, a file for each page (Bumüller 2019, 3.1.5).
//
// The name of a file is the URL of its page with # in the place of /, which no URL has once its fragment is gone:
// http:##a.de#b.html. A URL that is too long for a name has the file too_long_filename0, or 1 and so on, whose first line is
// the URL; the rest is the text. Files are packed by bzip2 or plain, which their first bytes tell, and their names have no
// ending.
//
//	pagefolder.go  names
//	write.go       Writer: a folder that appears whole or not at all
//	read.go        Each, Text: the URLs and texts of a folder
package pagefolder

import "bytes"

// MostName is the length of the longest name of a file: that of the file systems of Linux.
const MostName = 255

// tooLong begins the names of files whose URL is too long.
const tooLong = "too_long_filename"

// AppendName appends the name of the file of a URL, which may be too long (MostName).
func AppendName(dst, url []byte) []byte { return appendWith(dst, url, '/', '#') }

// AppendURL appends the URL that a name stands for.
func AppendURL(dst, name []byte) []byte { return appendWith(dst, name, '#', '/') }

// appendWith appends bytes of which one is replaced by another.
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

// isTooLong reports whether a name is one of a URL that is too long.
func isTooLong(name string) bool {
	digits, ok := bytes.CutPrefix([]byte(name), []byte(tooLong))
	return ok && len(digits) > 0 && len(bytes.Trim(digits, "0123456789")) == 0
}
