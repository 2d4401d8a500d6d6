package urls

import "bytes"

// An authority is the part of a URL between // and its path.
type authority struct {
	user, password, host, port []byte
}

// splitAuthority cuts an authority into its parts, which are not judged but for where they must not be empty.
func splitAuthority(s []byte) (a authority, ok bool) {
	if at := bytes.LastIndexByte(s, '@'); at >= 0 {
		a.user = s[:at]
		if s = s[at+1:]; len(s) == 0 {
			return a, false
		}
		if colon := bytes.IndexByte(a.user, ':'); colon >= 0 {
			a.user, a.password = a.user[:colon], a.user[colon+1:]
		}
	}
	a.host = s
	colon := bytes.IndexByte(s, ':')
	if bracket := bytes.IndexByte(s, '['); bracket >= 0 && bracket < colon {
		end := bytes.IndexByte(s, ']')
		if end < 0 {
			return a, false
		}
		if colon = bytes.IndexByte(s[end:], ':'); colon >= 0 {
			colon += end
		}
	}
	if colon >= 0 {
		a.host, a.port = s[:colon], s[colon+1:]
	}
	return a, colon != 0
}

// parsePort reads a port; one that is missing or the scheme's own is -1.
func parsePort(s []byte, scheme string) (port int, ok bool) {
	for _, c := range s {
		if c-'0' > 9 {
			return 0, false
		}
		if port = port*10 + int(c-'0'); port > 0xffff {
			return 0, false
		}
	}
	if own, special := defaultPort[scheme]; len(s) == 0 || special && port == own {
		return -1, true
	}
	return port, true
}

// defaultPort holds the special schemes and their ports.
var defaultPort = map[string]int{"http:": 80, "https:": 443, "ws:": 80, "wss:": 443, "ftp:": 21, "file:": -1}
