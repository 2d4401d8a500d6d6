package madewebs

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strings"
)

// Static is a folder as a site, on a host with any name.
type Static struct {
	root  *os.Root
	strip string
}

// Folder serves the files of a folder. The path of a URL without the prefix strip, like /docs/2.4, is the name of a file; for a
// folder it is its index.html. Symbolic links are followed only inside the folder. There are no lists of files.
func Folder(dir, strip string) (*Static, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Static{root, strings.TrimSuffix(strip, "/")}, nil
}

// Close closes the folder.
func (s *Static) Close() error { return s.root.Close() }

// ServeHTTP implements http.Handler.
func (s *Static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, ok := strings.CutPrefix(r.URL.Path, s.strip)
	if !ok || !strings.HasPrefix(name, "/") {
		sendMissing(w)
		return
	}
	local := path.Join(".", name)
	info, err := s.root.Stat(local)
	if err == nil && info.IsDir() {
		if !strings.HasSuffix(name, "/") {
			http.Redirect(w, r, path.Base(r.URL.Path)+"/", http.StatusMovedPermanently)
			return
		}
		local = path.Join(local, "index.html")
		info, err = s.root.Stat(local)
	} else if strings.HasSuffix(name, "/") {
		err = fs.ErrNotExist // a file has no slash at its end
	}
	if err != nil || !info.Mode().IsRegular() {
		sendMissing(w)
		return
	}
	f, err := s.root.Open(local)
	if err != nil {
		sendMissing(w)
		return
	}
	defer f.Close()
	w.Header().Set("Content-Type", typeOf(local))
	w.Header().Set("ETag", fmt.Sprintf(`"%x-%x"`, info.Size(), info.ModTime().Unix()))
	http.ServeContent(w, r, "", info.ModTime(), f) // answers conditional requests too
}

// typeOf is the media type of a file by its endings. The last one that is known counts: page.html.en is HTML.
func typeOf(name string) string {
	extensions := strings.Split(path.Base(name), ".")
	for i := len(extensions) - 1; i > 0; i-- {
		if mime := types[strings.ToLower(extensions[i])]; mime != "" {
			return mime
		}
	}
	return "application/octet-stream"
}

// types are the media types of endings. The list of package mime depends on the machine. Pages say their encoding themselves.
var types = map[string]string{
	"html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml", "txt": "text/plain",
	"css": "text/css", "js": "text/javascript", "json": "application/json", "xml": "application/xml",
	"png": "image/png", "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "svg": "image/svg+xml",
	"ico": "image/x-icon", "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip",
}
