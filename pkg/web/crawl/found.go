package crawl

import (
	"path/filepath"
	"strings"

	"webmill/pkg/vfs"
)

// Found reads the journal of found URLs in the folder of a crawl, which may be growing. found is called for each URL in the
// order in which they were found, with the number of the page where that was, from 1 (0: it is a seed), and its depth; rejected
// for links that were not followed, with the rule, the host, which may be unknown, and their number. What they get is valid
// during the call.
//
// It returns the place behind the last whole frame. Where a line of the log says that the journal is longer
// (crawllog.Entry.Found), the rest is damaged. Its memory is that of one frame.
func Found(sys vfs.FS, dir string, found func(url []byte, via, depth int) error,
	rejected func(rule, host string, links int64) error) (end int64, err error) {
	name := filepath.Join(dir, foundName)
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
