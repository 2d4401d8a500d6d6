package jobs

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestLayers: the layers are those of the small tool, with each flag, whether or not one worker searches what is left.
func TestLayers(t *testing.T) {
	for _, dir := range []string{bundled(t), links(t)} {
		tool(t, dir, "extsort", "-u", "-o", "by-src.t2", "links.t2")
		first := fmt.Sprint(records(t, filepath.Join(dir, "links.t2"))[0])
		for _, flags := range [][]string{{}, {"-seed", first}, {"-seed", first, "-reachable"}} {
			run(t, dir, "bfs-layers", append(flags, "-parts", "5", "-o", "layers.t2", "links.t2")...)
			tool(t, dir, "bfs-layers", append(flags, "-o", "want.t2", "by-src.t2")...)
			same(t, dir, "layers.t2", "want.t2")
		}
	}
	dir := t.TempDir()
	tool(t, dir, "graphgen", "-model", "random", "-pages", "60", "-links", "40", "-o", "links.t2")
	tool(t, dir, "extsort", "-u", "-o", "by-src.t2", "links.t2")
	tool(t, dir, "bfs-layers", "-o", "want.t2", "by-src.t2")
	for _, alone := range []string{"0", "25"} {
		run(t, dir, "bfs-layers", "-alone", alone, "-parts", "3", "-o", "layers.t2", "links.t2")
		same(t, dir, "layers.t2", "want.t2")
	}
	if err := start(t, dir, "bfs-layers", "-seed", "77", "-o", "out.t2", "links.t2"); err == nil ||
		!strings.Contains(err.Error(), "the seed 77 is not a page") {
		t.Error(err)
	}
}

// TestLayersAgain: a search that is killed goes on.
func TestLayersAgain(t *testing.T) {
	dir := links(t)
	first := fmt.Sprint(records(t, filepath.Join(dir, "links.t2"))[0])
	args := []string{"bfs-layers", "-alone", "0", "-reachable", "-seed", first, "-parts", "3", "-o", "out.t2", "links.t2"}
	for _, stage := range []string{"out.t2.work/layers-00001.sums", "out.t2.work/layers-00003/manifest", "out.t2/manifest"} {
		killAt(t, dir, stage, args...)
	}
	run(t, dir, args[0], args[1:]...)
	tool(t, dir, "extsort", "-u", "-o", "by-src.t2", "links.t2")
	tool(t, dir, "bfs-layers", "-reachable", "-seed", first, "-o", "want.t2", "by-src.t2")
	same(t, dir, "out.t2", "want.t2")
}
