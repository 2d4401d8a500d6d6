//go:build !unix

package stream

import "webmill/pkg/vfs"

func seekable(vfs.File) (int64, bool) { return 0, false }
