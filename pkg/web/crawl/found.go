package crawl

import (
	"path/filepath"
	"strings"

	"webmill/pkg/vfs"
)

// Found reads the journal of found URLs in the folder of a crawl, which may be growing. It calls found for each URL, in the order
// in which they were found, with the number of the page that links to it, from 1, and its depth. A page of 0 means that the URL
// is a seed, or a sitemap that robots.txt names. It calls rejected for links that were not followed, with the rule, the host ("":
// not known) and their number. What the two get is valid during the call.
//
// Found returns the place behind the last whole frame. If a line of the log says that the journal is longer
// (crawllog.Entry.Found), the rest of the journal is damaged. Its memory is that of one frame.
func Found(sys vfs.FS, dir string, found func(url []byte, via, depth int) error,
	rejected func(rule, host string, links int64) error) (end int64, err error) {
	name := filepath.Join(dir, journalName)
	file, err := sys.Open(name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	size, err := fileSize(file)
	if err != nil {
		return 0, err
	}
	var said error // by found or rejected, which is no error of the journal
	end, err = frames(file, size, func(fr *frame, _ int64) error {
		for i := range fr.fresh {
			if said = found(fr.fresh[i].url, int(fr.page), fr.fresh[i].depth); said != nil {
				return said
			}
		}
		for name, n := range fr.rejected {
			rule, host, _ := strings.Cut(name, "\t")
			if said = rejected(rule, host, n); said != nil {
				return said
			}
		}
		return nil
	})
	if said != nil {
		return end, said
	}
	return end, vfs.Named(name, err)
}
