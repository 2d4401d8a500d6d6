package vfs

import (
	"path/filepath"
	"strings"
)

// An FS may have names like gs://bucket/name. Package filepath would make one slash of the two.

// HasScheme reports whether a name begins with a scheme, like gs://.
func HasScheme(name string) bool { return strings.Index(name, "://") > 0 }

// Join is the name of a file in a folder.
func Join(dir, name string) string {
	if HasScheme(dir) {
		return strings.TrimRight(dir, "/") + "/" + name
	}
	return filepath.Join(dir, name)
}

// Clean is filepath.Clean for names without a scheme, and leaves the others as they are.
func Clean(name string) string {
	if HasScheme(name) {
		return name
	}
	return filepath.Clean(name)
}

// Dir is the folder of a file. With a scheme it ends in a slash: so it is the name of a folder, whether anything is in it or not.
func Dir(name string) string {
	if HasScheme(name) {
		return name[:strings.LastIndexByte(name, '/')+1]
	}
	return filepath.Dir(name)
}
