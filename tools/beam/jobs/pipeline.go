package jobs

import (
	"errors"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
)

func init() {
	register.Emitter1[piece]()
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
	register.Iter1[fact]()
	register.DoFn2x1[[]byte, func(piece), error](&listPieces{})
	register.DoFn2x0[[]byte, func(int, []byte)](&everyPart{})
	register.DoFn2x1[int, func(*fact) bool, error](&publish{})
	register.DoFn2x1[piece, func(int, []byte), error](&sample{})
	register.DoFn2x1[int, func(*[]byte) bool, error](&publishBounds{})
	register.DoFn2x1[piece, func(int, []byte), error](&dealPiece{})
	register.DoFn2x3[int, func(*[]byte) bool, int, fact, error](&sortPart{})
}

// run runs a pipeline.
func (j *Job) run(build func(s beam.Scope)) error {
	p, s := beam.NewPipelineWithRoot()
	build(s)
	return oneLine(beamx.Run(j.ctx, p))
}

// make writes a folder: blocks makes the blocks of its parts, and write is a function that writes a part.
func (j *Job) make(f folder, blocks func(s beam.Scope) beam.PCollection, write any) error {
	if err := f.begin(); err != nil {
		return err
	}
	return j.run(func(s beam.Scope) {
		every := beam.ParDo(s, &everyPart{f.Head.Count}, beam.Impulse(s))
		facts := beam.ParDo(s, write, beam.GroupByKey(s, beam.Flatten(s, every, blocks(s))))
		beam.ParDo0(s, &publish{f}, beam.GroupByKey(s, facts))
	})
}

// everyPart gives each part a block without records, so that a part without others is written too.
type everyPart struct{ Parts int }

// ProcessElement implements a function of Beam.
func (f *everyPart) ProcessElement(_ []byte, emit func(int, []byte)) {
	for part := range f.Parts {
		emit(part, []byte{})
	}
}

// oneLine takes the error of our function out of the many lines that a runner puts around it.
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
	return errors.New(strings.Join(strings.Fields(text), " "))
}
