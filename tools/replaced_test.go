package tools_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestReplacedTwice: of runs that replace one dictionary at the same time only one succeeds at a time, and its ids are right.
func TestReplacedTwice(t *testing.T) {
	t.Parallel()
	const runs = 4
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	newFile(t, file("urls.txt"), "http://a.test/0\n")
	var ended sync.WaitGroup
	refused := make([]string, runs)
	for i := range runs {
		links := ""
		for k := range 1000 {
			links += fmt.Sprintf("http://a.test/%d\thttp://b%d.test/%d\n", k%50, i, k)
		}
		newFile(t, file(fmt.Sprint(i)), links)
		ended.Go(func() {
			out, err := exec.Command(filepath.Join(binDir, "dict"), "-existing", file("urls.txt"), "-dict", file("urls.txt"),
				"-o", file(fmt.Sprint(i, ".t2")), file(fmt.Sprint(i))).CombinedOutput()
			if err != nil {
				refused[i] = string(out)
			}
		})
	}
	ended.Wait()
	succeeded := 0
	for i, message := range refused {
		if message != "" {
			if !strings.Contains(message, "run dict again") {
				t.Errorf("run %d: %s", i, message)
			}
			continue
		}
		succeeded++
		links, err := os.ReadFile(file(fmt.Sprint(i)))
		undict := exec.Command(filepath.Join(binDir, "undict"), "-at", "1,2", file("urls.txt"), file(fmt.Sprint(i, ".t2")))
		got, e := undict.Output()
		if err != nil || e != nil || !bytes.Equal(got, links) {
			t.Errorf("run %d succeeded, but its ids are not those of the dictionary: %v %v", i, err, e)
		}
	}
	if succeeded == 0 {
		t.Error("no run succeeded")
	}
}
