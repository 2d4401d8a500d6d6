package fault

import (
	"runtime"
	"time"
)

// NoGoroutinesLeft begins to watch for goroutines; what it returns, called at the end of a test, fails it where there are more
// than in the beginning. One that has done its work may take a moment to be gone.
func NoGoroutinesLeft(t interface {
	Helper()
	Errorf(format string, args ...any)
}) (check func()) {
	before := runtime.NumGoroutine()
	return func() {
		t.Helper()
		for range 200 {
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
	}
}
