package tfidf

import (
	"cmp"
	"io"
	"math"

	"webmill/pkg/text/heaviest"
	"webmill/pkg/tuple"
)

// IDF is the formula for a term, given N.
func (o *Options) IDF(docs int64) func(df, total int64) float64 {
	n := float64(docs)
	switch {
	case o.Scheme == Sklearn:
		return func(df, _ int64) float64 { return math.Log((1+n)/(1+float64(df))) + 1 }
	case o.Occurrences:
		return func(_, total int64) float64 { return max(0, math.Log(n/float64(total))) }
	case o.Scheme == Unico:
		return func(df, _ int64) float64 { return math.Log(n / float64(df)) }
	}
	return func(df, _ int64) float64 { return math.Log2(n / float64(df)) }
}

// Long is the part of the formula of BM25 that depends on the length of a document: k (1 - b + b · DL/AVDL).
func (o *Options) Long(length int64, mean float64) float64 {
	return o.K * (1 - o.B + o.B*float64(length)/mean)
}

// Saturated is the factor of BM25 that depends on the count; long is what Long gives for the document.
func Saturated(count, k, long float64) float64 { return count * (k + 1) / (long + count) }

func (o *Options) weightWidth() int {
	if o.Double {
		return 2
	}
	return 1
}

func (o *Options) putWeight(slots []int32, x float64) {
	if o.Double {
		tuple.PutF64(slots, x)
	} else {
		slots[0] = tuple.F32Bits(float32(x))
	}
}

// weigher goes through the compact form and gives each tuple its weight, before it is divided by the norm.
type weigher struct {
	runs    *runs
	w       *weighing
	weights []float64  // of the run; < 0: the term is left out
	idfs    longReader // of rare terms
	lengths longReader
	mean    float64
	long    float64       // k (1 - b + b · DL/AVDL) of the document
	logs    [2048]float64 // 1 + ln(count)
}

func (w *weighing) weigher(phase string) *weigher {
	ws := &weigher{
		w: w, runs: w.spool.runs(w.opt.Begin(phase, 4*w.spool.chunks.Len())), weights: make([]float64, runTuples),
		idfs: longReader{reader: w.rare.pairs.Reader()}, lengths: longReader{reader: w.lengths.Reader()},
		mean: float64(w.stats.Length) / float64(w.stats.Docs),
	}
	for i := range ws.logs {
		ws.logs[i] = 1 + math.Log(float64(i))
	}
	return ws
}

// next weighs the next run.
func (w *weigher) next() (ok bool, err error) {
	if ok, err = w.runs.next(); !ok {
		return false, err
	}
	opt := w.w.opt
	if w.runs.fresh && opt.Scheme == BM25 {
		length, err := w.lengths.next()
		if err != nil {
			return false, err
		}
		w.long = opt.Long(length, w.mean)
	}
	terms := w.runs.terms
	w.weights = w.weights[:len(terms)]
	table := w.w.table.df
	for i, t := range terms {
		if int(t) < len(table) {
			w.weights[i] = math.Float64frombits(table[t])
			continue
		}
		bits, err := w.idfs.next()
		if err != nil {
			return false, err
		}
		w.weights[i] = math.Float64frombits(uint64(bits))
	}
	w.multiply(opt)
	return true, nil
}

// multiply multiplies each idf of the run by what its count gives.
func (w *weigher) multiply(opt *Options) {
	counts := w.runs.counts[:len(w.weights)]
	switch {
	case opt.Scheme == BM25:
		for i, idf := range w.weights {
			w.weights[i] = Saturated(float64(counts[i]), opt.K, w.long) * idf
		}
	case opt.Sublinear:
		for i, idf := range w.weights {
			if n := counts[i]; int(n) < len(w.logs) {
				w.weights[i] = w.logs[n] * idf
			} else {
				w.weights[i] = (1 + math.Log(float64(n))) * idf
			}
		}
	default:
		for i, idf := range w.weights {
			w.weights[i] = float64(counts[i]) * idf
		}
	}
}

// figure is what must be known of a document before its weights are written.
type figure struct {
	norm  float64 // what its weights are divided by
	least float64 // the least weight that is written,
	last  int32   // up to this term; of greater ones all terms
}

const figureWidth = 5

// look finds the figures of all documents.
func (w *weighing) look() error {
	ws := w.weigher("look")
	best := heaviest.Heap{Most: w.opt.Top}
	sum, begun := 0.0, false
	end := func() error {
		f := figure{norm: sum, least: math.Inf(-1)}
		if w.opt.Norm == L2 {
			f.norm = math.Sqrt(sum)
		}
		if w.opt.Norm == None || sum == 0 {
			f.norm = 1
		}
		if len(best.List) == best.Most && best.Most > 0 {
			f.least, f.last = best.List[0].Weight, best.List[0].ID
		}
		best.List, sum = best.List[:0], 0
		var rec [figureWidth]int32
		tuple.PutF64(rec[:], f.norm)
		tuple.PutF64(rec[2:], f.least)
		rec[4] = f.last
		return w.figures.WriteBlock(rec[:])
	}
	for {
		ok, err := ws.next()
		if err != nil {
			return err
		}
		if begun && (!ok || ws.runs.fresh) {
			if err := end(); err != nil {
				return err
			}
		}
		begun = true
		if !ok {
			return nil
		}
		switch w.opt.Norm {
		case L2:
			for _, x := range ws.weights {
				if x > 0 {
					sum += x * x
				}
			}
		case L1:
			for _, x := range ws.weights {
				sum += max(x, 0)
			}
		}
		if best.Most > 0 {
			for i, x := range ws.weights {
				if x >= 0 && (len(best.List) < best.Most || x > best.List[0].Weight) {
					best.Add(x, ws.runs.terms[i])
				}
			}
		}
	}
}

// weigh writes the weights.
func (w *weighing) weigh(dst tuple.Sink) error {
	looked := w.opt.Norm != None || w.opt.Top > 0
	if looked {
		if err := w.look(); err != nil {
			return err
		}
	}
	ws, figures := w.weigher("weigh"), tuple.NewReader(w.figures.Source(), figureWidth)
	width := 2 + w.opt.weightWidth()
	out := make([]int32, 0, tuple.BlockBytes/4/width*width)
	f := figure{norm: 1, least: math.Inf(-1)}
	for {
		ok, err := ws.next()
		if err != nil {
			return err
		}
		if !ok || len(out)+len(ws.weights)*width > cap(out) {
			if len(out) > 0 {
				if err := dst.WriteBlock(out); err != nil {
					return err
				}
			}
			w.stats.Written += int64(len(out) / width)
			out = out[:0]
		}
		if !ok {
			return nil
		}
		if ws.runs.fresh && looked {
			rec := figures.Next()
			if rec == nil {
				return cmp.Or(figures.Err(), io.ErrUnexpectedEOF)
			}
			f = figure{tuple.F64Value(rec), tuple.F64Value(rec[2:]), rec[4]}
		}
		out = ws.write(out, &f, width)
	}
}

// write appends the tuples of the run with their weights.
func (w *weigher) write(out []int32, f *figure, width int) []int32 {
	n := len(out)
	out = out[:n+width*len(w.weights)]
	terms := w.runs.terms[:len(w.weights)]
	for i, x := range w.weights {
		if x < 0 || x < f.least || x == f.least && terms[i] > f.last {
			continue
		}
		rec := out[n : n+width : n+width]
		rec[0], rec[1] = w.runs.doc, terms[i]
		x /= f.norm
		if width == 3 {
			rec[2] = tuple.F32Bits(float32(x))
		} else {
			tuple.PutF64(rec[2:], x)
		}
		n += width
	}
	return out[:n]
}
