package warc

import (
	"fmt"
	"strings"
	"testing"
)

// TestNeverTaken: a record that bytes are missing from, or zeros in, does not take over the next one, which is kept.
func TestNeverTaken(t *testing.T) {
	var warcs, arcs []string
	for i := range 4 {
		body := fmt.Sprintf("HTTP/1.1 200 OK\r\n\r\n<a href=http://t.test/%d>a link</a>", i)
		warcs = append(warcs, record(fmt.Sprintf("WARC-Type: resource\r\nWARC-Target-URI: http://u%d.test/", i), body))
		arcs = append(arcs, fmt.Sprintf("http://u%d.test/ 1.2.3.4 20260102030405 text/html %d\n%s\n", i, len(body), body))
	}
	for _, list := range [][]string{warcs, arcs} {
		for n := 2; n < len(list[1])-1; n++ {
			if strings.HasPrefix(list[0], "http") && n == len("http://u1.test/") {
				continue // what is left is a URL that another one can stand behind
			}
			for what, left := range map[string]string{"cut": list[1][:n],
				"zeros": list[1][:n] + strings.Repeat("\x00", len(list[1])-n)} {
				got, stats := mustList(t, list[0]+left+list[2]+list[3], Options{Threads: 1})
				all := strings.Join(got, "\n")
				if !strings.Contains(all, "http://u2.test/") || !strings.Contains(all, "http://u3.test/") ||
					len(got) < 4 && stats.Skips.Total() == 0 {
					t.Errorf("%s at %d of %d: %+v\n%s", what, n, len(list[1]), stats, all)
				}
			}
		}
	}
}

// TestFirstMemberDamaged: a file is told by its other members where the first one is cut or overwritten.
func TestFirstMemberDamaged(t *testing.T) {
	records := small()[:4]
	for name, pack := range map[string]func(string) string{"gzip": gz, "bzip2": bz,
		"zstd": func(s string) string { return zst(s) }} {
		first := pack(records[0])
		for _, left := range []string{first[len(first)/2:], "\x00\x00" + first[2:], first[:1], first[1:]} {
			if got, stats := mustList(t, left+join(records[1:], pack), Options{Threads: 1}); len(got) != 3 ||
				stats.Skips.Total() == 0 {
				t.Errorf("%s: %q, %+v", name, got, stats)
			}
		}
	}
}
