package ranking

import (
	"webmill/pkg/cli"
	"webmill/pkg/graph/rank"
	"webmill/pkg/idset"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// ProbeAll returns an error if the links, the only operand or stdin, and other files cannot be the inputs. A file "" is none.
// What is wrong with their names is said before a long input.
func ProbeAll(env *cli.Env, others ...string) error {
	if err := cli.OneStdin(append(others, env.Operands()[0])...); err != nil {
		return err
	}
	for _, name := range others {
		if name == "" {
			continue
		}
		if err := env.Probe(name); err != nil {
			return err
		}
	}
	return nil
}

// keptShare of 2 leaves the links one half of the memory: the other one is what files kept besides them may take.
const keptShare = 2

// inMemory returns an error if the data kept from a file so far, besides the links, takes more than its share of the memory.
func inMemory(env *cli.Env, name string, bytes int64) error {
	if bytes > env.Memory/keptShare {
		return work.ForPart(keptShare*bytes, "what was read of "+name, 0)
	}
	return nil
}

// eachScore reads pairs (id, score), sorted by id, each id once.
func eachScore(env *cli.Env, name, column string, use func(id int32, score float32) error) error {
	in, err := env.Open(name, append(tuple.IDs("id"), tuple.F32s(column)...))
	if err != nil {
		return err
	}
	in.Check(tuple.Columns(0), true)
	return tuple.EachPair(in, func(id, bits int32) error {
		return use(id, tuple.F32Value(bits))
	})
}

// ReadScores reads pairs (id, score) as weights, each id once, sorted by id.
func ReadScores(env *cli.Env, name, column string) (*rank.Weights, error) {
	w := &rank.Weights{}
	err := eachScore(env, name, column, func(id int32, score float32) error {
		w.Add(id, score)
		return inMemory(env, name, w.Bytes())
	})
	w.Done()
	return w, err
}

// ReadIDs reads a set of ids.
func ReadIDs(env *cli.Env, name string) (*idset.Set, error) {
	in, err := env.Open(name, tuple.IDs("id"))
	if err != nil {
		return nil, err
	}
	ids := &idset.Set{}
	_, err = tuple.Copy(tuple.SinkFunc(func(block []int32) error {
		for _, id := range block {
			ids.Add(id)
		}
		return inMemory(env, name, ids.Bytes())
	}), in, 1)
	return ids, err
}

// Writer writes pages with their scores, as float64 in Parquet and where that is asked for.
type Writer struct {
	Double bool // the scores are written as float64
	w      *tuple.Writer
	record []int32
}

// Create begins the output, whose scores have these names.
func Create(env *cli.Env, double bool, names ...string) (*Writer, error) {
	double = double || env.OutFormat() == stream.Parquet
	columns := tuple.IDs("id")
	for _, name := range names {
		columns = append(columns, tuple.ScoreColumn(name, double)...)
	}
	out, err := env.Create(columns, tuple.Columns(0))
	if err != nil {
		return nil, err
	}
	return &Writer{Double: double, w: tuple.NewWriter(out, len(columns)), record: make([]int32, len(columns))}, nil
}

// Put writes a page. There are as many scores as names.
func (s *Writer) Put(id int32, scores ...float64) error {
	s.record[0] = id
	for i, score := range scores {
		if s.Double {
			tuple.PutF64(s.record[1+2*i:], score)
		} else {
			s.record[1+i] = tuple.F32Bits(float32(score))
		}
	}
	s.w.Put(s.record...)
	return s.w.Err()
}

// Flush writes what waits.
func (s *Writer) Flush() error { return s.w.Flush() }
