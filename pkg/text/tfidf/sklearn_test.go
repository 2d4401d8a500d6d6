package tfidf

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// script weighs the lines "doc term count" of a file by scikit-learn and prints "doc term weight".
const script = `
import sys
import numpy, scipy.sparse
from sklearn.feature_extraction.text import TfidfTransformer, TfidfVectorizer
d, t, n = numpy.loadtxt(sys.argv[1], dtype=int, ndmin=2).T
norm = None if sys.argv[2] == "none" else sys.argv[2]
sublinear = sys.argv[3] == "true"
least, most = int(sys.argv[4]), float(sys.argv[5])
docs = [[] for _ in range(d.max() + 1)]
for i, j, k in zip(d, t, n):
    docs[i] += [str(j)] * k
v = TfidfVectorizer(analyzer=lambda doc: doc, norm=norm, sublinear_tf=sublinear, min_df=least, max_df=most)
x = v.fit_transform(docs).tocoo()
names = v.get_feature_names_out()
for i, j, w in zip(x.row, x.col, x.data):
    print(i, names[j], repr(float(w)))
y = TfidfTransformer(norm=norm, sublinear_tf=sublinear).fit_transform(scipy.sparse.csr_matrix((n, (d, t))))
if least == 1 and most == 1.0:
    assert abs(y.sum() - x.sum()) < 1e-6 * x.sum()
`

// TestScikitLearn: the scheme of that name gives what TfidfVectorizer gives.
func TestScikitLearn(t *testing.T) {
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import sklearn").Run(); err != nil {
		t.Skipf("%s has no scikit-learn: %v", python, err)
	}
	c := &corpus{counts: map[pair]int32{}}
	random := rand.New(rand.NewPCG(1, 2))
	for doc := range int32(200) {
		c.counts[pair{doc, 0}] = 1
		for range random.IntN(60) {
			c.counts[pair{doc, int32(300 * random.Float64() * random.Float64())}]++
		}
	}
	var text strings.Builder
	for _, p := range c.pairs() {
		fmt.Fprintln(&text, p[0], p[1], c.counts[p])
	}
	file := filepath.Join(t.TempDir(), "counts")
	if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{
		{Norm: L2}, {Norm: L1}, {Norm: None}, {Norm: L2, Sublinear: true},
		{Norm: L2, MinDF: Bound{Docs: 3}, MaxDF: percent("50")},
	} {
		most := 1.0
		if o.MaxDF.Set() {
			most = 0.5
		}
		out, err := exec.Command(python, "-c", script, file, string(o.Norm), strconv.FormatBool(o.Sublinear),
			fmt.Sprint(max(1, o.MinDF.Docs)),
			fmt.Sprint(most)).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		o.Scheme = Sklearn
		got := run(t, c, o)
		n := 0
		for line := range strings.Lines(string(out)) {
			var doc, term int32
			var want float64
			if _, err := fmt.Sscan(line, &doc, &term, &want); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			if x := got[pair{doc, term}]; math.Abs(x-want) > 1e-9 {
				t.Fatalf("%s %v, document %d, term %d: %v, of scikit-learn %v", o.Norm, o.Sublinear, doc, term, x, want)
			}
			n++
		}
		if n == 0 || n != len(got) {
			t.Errorf("%+v: %d weights, of scikit-learn %d", o, len(got), n)
		}
	}
}
