package vfs

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
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

// TestSignalWaits: a signal that comes while several results get their names waits until they have them.
func TestSignalWaits(t *testing.T) {
	defer publishing.Unlock() // which RemoveNamed holds: after it, the process ends
	name := filepath.Join(t.TempDir(), "result")
	handled := make(chan bool)
	err := Publish(func() error {
		go func() {
			RemoveNamed()
			_, err := os.Stat(name)
			handled <- err == nil
		}()
		time.Sleep(20 * time.Millisecond)
		return os.WriteFile(name, nil, 0o666)
	})
	if there := <-handled; err != nil || !there {
		t.Errorf("the signal did not wait: %v", err)
	}
}
