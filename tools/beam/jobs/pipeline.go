package jobs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"webmill/pkg/vfs"
)

func init() {
	register.Emitter1[piece]()
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
	register.Iter1[fact]()
	register.DoFn2x1[[]byte, func(piece), error](&listPieces{})
	register.DoFn2x0[[]byte, func(int, []byte)](&everyPart{})
	register.DoFn2x1[int, func(*fact) bool, error](&publish{})
	for _, deal := range []dealingPiece{&sample{}, &dealPiece{}, &findPages{}, &foldPart{}, &dealTerms{}, &returnPlaces{}} {
		register.DoFn2x1[piece, func(int, []byte), error](deal)
	}
	register.DoFn2x1[int, func(*[]byte) bool, error](&publishBounds{})
	register.DoFn2x1[int, func(*[]byte) bool, error](&publishKeys{})
	register.DoFn3x1[int, func(*[]byte) bool, func(int, []byte), error](&putIDs{})
	register.Emitter1[int]()
	register.Emitter1[string]()
	register.DoFn2x1[[]byte, func(string), error](&listArchives{})
	register.DoFn1x1[string, error](&extractArchive{})
	register.DoFn2x0[[]byte, func(int)](&countParts{})
	for _, deal := range []dealing{&contribute{}, &follow{}, &searchRest{}, &sampleKeys{}, &dealStrings{}} {
		register.DoFn2x1[int, func(int, []byte), error](deal)
	}
	for _, write := range []writer{&sortPart{}, &copyPart{}, &groupPart{}, &addUp{}, &addLayer{}, &placePart{}} {
		register.DoFn2x3[int, func(*[]byte) bool, int, fact, error](write)
	}
}

// writer writes a part from the blocks that the part gets.
type writer interface {
	ProcessElement(part int, next func(*[]byte) bool) (int, fact, error)
}

// dealing deals out what it makes of a part or file with a number.
type dealing interface {
	ProcessElement(part int, emit func(int, []byte)) error
}

// dealingPiece deals out what it makes of a piece.
type dealingPiece interface {
	ProcessElement(p piece, emit func(int, []byte)) error
}

// run runs a pipeline.
func (j *Job) run(build func(s beam.Scope)) error {
	if err := j.owns(); err != nil {
		return err
	}
	p, s := beam.NewPipelineWithRoot()
	build(s)
	err := oneLine(beamx.Run(j.ctx, p))
	if names, _ := filepath.Glob(filepath.Join(j.litter, "beamloopbackworker-*")); j.litter != "" && len(names) > 0 {
		os.Remove(names[0]) // Beam leaves an empty file
	}
	switch text := fmt.Sprint(err); {
	case strings.Contains(text, "code = Unavailable"):
		err = fmt.Errorf("the runner at %s was lost: %w", *jobopts.Endpoint, err)
	case strings.Contains(text, "temporary file: "):
		err = fmt.Errorf("%w; temporary files are in %s: make room there, or name another folder by -T", err, vfs.TempDir(j.temp))
	}
	return err
}

// make writes a folder. blocks makes the blocks of its parts, and is nil if they need none; write writes a part.
func (j *Job) make(f folder, blocks func(s beam.Scope) beam.PCollection, write writer) error {
	if err := j.beginFolder(f); err != nil {
		return err
	}
	return j.run(func(s beam.Scope) {
		all := beam.ParDo(s, &everyPart{f.Head.Count}, beam.Impulse(s))
		if blocks != nil {
			all = beam.Flatten(s, all, blocks(s))
		}
		facts := beam.ParDo(s, write, beam.GroupByKey(s, all))
		beam.ParDo0(s, &publish{f, j.at(filepath.Base(f.Name) + ".sums")}, beam.GroupByKey(s, facts))
	})
}

// everyPart gives each part a block without records, so that a part that gets no other block is written too.
type everyPart struct{ Parts int }

// ProcessElement implements a function of Beam.
func (f *everyPart) ProcessElement(_ []byte, emit func(int, []byte)) {
	for part := range f.Parts {
		emit(part, []byte{})
	}
}

// partNumbers are the numbers of the parts, spread over the workers.
func partNumbers(s beam.Scope, parts int) beam.PCollection {
	return beam.Reshuffle(s, beam.ParDo(s, &countParts{parts}, beam.Impulse(s)))
}

type countParts struct{ Parts int }

// ProcessElement implements a function of Beam.
func (f *countParts) ProcessElement(_ []byte, emit func(int)) {
	for part := range f.Parts {
		emit(part)
	}
}

var bundle = regexp.MustCompile(`^bundle \S+ \S+ failed: ?`)

// oneLine is the error of our function, without the many lines that a runner puts around it.
func oneLine(err error) error {
	if err == nil {
		return nil
	}
	text := strings.TrimSpace(err.Error())
	for _, before := range []string{"caused by:\n", "] failed:\n", "failed:\n"} {
		if at := strings.LastIndex(text, before); at >= 0 {
			text = text[at+len(before):]
		}
	}
	return errors.New(strings.Join(strings.Fields(bundle.ReplaceAllString(text, "")), " "))
}
