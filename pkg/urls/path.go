package urls

import (
	"bytes"
	"strings"

	"webmill/pkg/ascii"
)

// parsePath reads a path whose first slash has been read, behind the segments that folder holds already.
func (u *URL) parsePath(folder string, s []byte) string {
	path := []byte(folder)
	for more := true; more; {
		end := 0
		for end < len(s) && !u.isSlash(s[end]) {
			end++
		}
		segment := s[:end]
		if more = end < len(s); more {
			s = s[end+1:]
		}
		dots, n := leadingDots(segment)
		if n < len(segment) {
			dots = 0
		}
		if dots == 2 {
			path = u.shorten(path)
		}
		switch {
		case dots == 0:
			if u.Scheme == "file:" && len(path) == 0 && isDrive(segment) {
				segment = []byte{segment[0], ':'}
			}
			path = appendEscaped(append(path, '/'), segment, inPath)
		case !more:
			path = append(path, '/')
		}
	}
	return string(path)
}

// shorten removes the last segment of a path, but not the drive of a file.
func (u *URL) shorten(path []byte) []byte {
	if u.Scheme == "file:" && len(path) == 3 && path[2] == ':' && isDrive(path[1:]) {
		return path
	}
	return path[:max(0, bytes.LastIndexByte(path, '/'))]
}

// isDrive reports whether s is a drive letter of Windows with a colon, or the bar that once stood for one.
func isDrive(s []byte) bool {
	return len(s) == 2 && ascii.Lower[s[0]]-'a' < 26 && (s[1] == ':' || s[1] == '|')
}

// startsWithDrive reports whether the first segment of s is a drive.
func startsWithDrive(s []byte) bool {
	return len(s) >= 2 && isDrive(s[:2]) && (len(s) == 2 || s[2] == '/' || s[2] == '\\')
}

// parseFile reads a file: URL, whose host may be empty, and whose path may begin with a drive; base is nil or a file too.
func (u *URL) parseFile(s, query []byte, base *URL) error {
	u.HasHost = true
	slashes := u.slashes(s)
	switch {
	case slashes > 1:
		return u.parseFileHost(s[2:])
	case base == nil:
		u.Path = u.parsePath("", s[slashes:])
	case slashes == 1:
		u.Host = base.Host
		drive := ""
		if first := strings.SplitN(base.Path, "/", 3); !startsWithDrive(s[1:]) && len(first) > 1 && isDrive([]byte(first[1])) {
			drive = "/" + first[1]
		}
		u.Path = u.parsePath(drive, s[1:])
	case startsWithDrive(s):
		u.Host = base.Host
		u.Path = u.parsePath("", s)
	default:
		u.Host = base.Host
		u.parseRelativePath(s, query, base)
	}
	return nil
}

func (u *URL) parseFileHost(s []byte) error {
	end := bytes.IndexAny(s, "/\\")
	if end < 0 {
		end = len(s)
	}
	switch name := s[:end]; {
	case isDrive(name):
		u.Path = u.parsePath("", s)
		return nil
	case end > 0:
		host, err := appendHost(nil, name, true)
		if err != nil {
			return err
		}
		if string(host) != "localhost" {
			u.Host = string(host)
		}
	}
	u.parsePathStart(s[end:])
	return nil
}
