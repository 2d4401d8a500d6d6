package vfs

import (
	"os"
	"sync"
	"testing"
)

// TestNamedTogether: runs that make hidden files with one prefix do not take those of the others for left-overs.
func TestNamedTogether(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 300 {
				f, err := createNamed(dir, "x-", 0o600)
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := os.Stat(f.Name()); err != nil {
					t.Error(err)
				}
				if err := forget(f); err != nil {
					t.Error(err)
				}
				f.Close()
			}
		})
	}
	all.Wait()
}
