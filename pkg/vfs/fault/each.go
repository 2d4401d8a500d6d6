package fault

import (
	"errors"
	"sync/atomic"
	"testing"

	"webmill/pkg/vfs"
)

// Survived is what a job of Each returns if it saw no error and its result is right all the same.
//
//lint:ignore ST1012 fault.Survived says it
var Survived = errors.New("the result is right")

// Each calls job with a file system in which one operation fails: the first one, the second, until none fails any more.
// From the operation sparse on (0: never) the steps grow with the number. The job must return the error, leave no file
// open and no goroutine; only a close may fail unnoticed. The run in which nothing fails must come after least
// operations, and end well.
func Each(t testing.TB, least, sparse int, job func(sys *FS) error) {
	t.Helper()
	noneLeft := NoGoroutinesLeft(t)
	for i, step := 0, 1; ; i += step {
		var n atomic.Int64
		var failed atomic.Value
		sys := &FS{FS: vfs.OS, Check: func(op string, _ int) error {
			if n.Add(1)-1 != int64(i) {
				return nil
			}
			failed.Store(op)
			return Injected
		}}
		err := job(sys)
		op, hit := failed.Load().(string)
		switch {
		case sys.OpenFiles() != 0:
			t.Fatalf("operation %d, %s: %d files are open", i, op, sys.OpenFiles())
		case !hit:
			if err != nil && err != Survived || i < least {
				t.Fatalf("the run without a fault came after %d operations: %v", i, err)
			}
			noneLeft()
			return
		case err == nil && op == "close", err == Survived, errors.Is(err, Injected):
		default:
			t.Fatalf("operation %d, %s: error %v", i, op, err)
		}
		if sparse > 0 {
			step = 1 + i/sparse
		}
	}
}
