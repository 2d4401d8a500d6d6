package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/text/relevance"
	"webmill/pkg/tuple"
	"webmill/tools/internal/rows"
)

// counted are the columns that tables and curves share.
var counted = []string{"true_positives", "false_positives", "false_negatives", "true_negatives"}

// tableFields are the columns of a table, which begins with some.
func tableFields(first ...string) (fields []parquetio.Field) {
	for _, name := range first {
		fields = append(fields, rows.Typed(name, parquetio.AsText, true))
	}
	for _, name := range counted {
		fields = append(fields, rows.Typed(name, parquetio.AsLong, false))
	}
	for _, name := range []string{"accuracy", "precision", "recall", "f1", "auc", "mean_precision"} {
		fields = append(fields, rows.Typed(name, parquetio.AsText, true))
	}
	return fields
}

// decimal is a number as a field: nothing where it is not defined.
func decimal(x float64) []byte {
	if math.IsNaN(x) {
		return nil
	}
	return strconv.AppendFloat(nil, x, 'f', 6, 64)
}

func counts(c *relevance.Confusion) [][]byte {
	return [][]byte{rows.Int(c.TP), rows.Int(c.FP), rows.Int(c.FN), rows.Int(c.TN)}
}

// put writes a row of a table.
func put(out *rows.Output, name, threshold string, c relevance.Confusion, auc, mean float64) error {
	row := append([][]byte{[]byte(name), []byte(threshold)}, counts(&c)...)
	for _, x := range []float64{c.Accuracy(), c.Precision(), c.Recall(), c.F1(), auc, mean} {
		row = append(row, decimal(x))
	}
	return out.Row(row...)
}

// cross is -folds.
func (o *options) cross(env *cli.Env, samples *relevance.Samples) error {
	if o.folds > samples.MostFolds() {
		return fmt.Errorf("-folds %d: %s: each part needs a document of each class, so at most %d", o.folds, o.train, samples.MostFolds())
	}
	out, err := o.table(env)
	if err != nil {
		return err
	}
	curve, err := o.openCurve(env)
	if err != nil {
		return err
	}
	for _, t := range relevance.CrossValidate(samples, o.folds, o.learning) {
		if slices.ContainsFunc(t.Rated, func(r relevance.Rated) bool { return math.IsNaN(r.Score) }) {
			return errNoBounds
		}
		if err := put(out, t.Name, "", t.Confusion, t.AUC, t.MeanPrecision); err != nil {
			return err
		}
		if err := curve.put(t.Name, t.Rated); err != nil {
			return err
		}
	}
	return curve.close(out.Close())
}

// thresholds are those of the rows of -against, besides -threshold.
var thresholds = []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}

// compare is -against.
func (o *options) compare(env *cli.Env) error {
	judged, err := judgements(env, o.against)
	if err != nil {
		return err
	}
	name := env.Operands()[0]
	in, err := env.OpenInput(name, append(tuple.IDs("doc"), tuple.F32s("relevance")...))
	if err != nil {
		return err
	}
	var rated []relevance.Rated
	r := tuple.NewReader(in.InOrder(2, true, 0), 2)
	for rec := r.Next(); rec != nil; rec = r.Next() {
		if value, ok := judged.Of[rec[0]]; ok {
			rated = append(rated, relevance.Rated{Score: float64(tuple.F32Value(rec[1])), Relevant: value >= relevance.Least})
		}
	}
	if err := r.Err(); err != nil {
		return err
	}
	env.Stats.Add(cli.Figures{"judged": len(rated), "judgements": len(judged.Of)})
	if len(rated) == 0 {
		return fmt.Errorf("%s: is empty, or has none of the documents that %s judges", name, o.against)
	}
	if lost := len(judged.Of) - len(rated); lost > 0 {
		env.Warnf("%s: lacks %s of %s", name, tuple.Counted(lost, "document"), o.against)
	}
	return o.writeComparison(env, rated)
}

func (o *options) writeComparison(env *cli.Env, rated []relevance.Rated) error {
	out, err := o.table(env)
	if err != nil {
		return err
	}
	curve, err := o.openCurve(env)
	if err != nil {
		return err
	}
	if err := put(out, "keep everything", "", relevance.At(rated, -1), math.NaN(), math.NaN()); err != nil {
		return err
	}
	auc, mean := relevance.Areas(rated)
	list := thresholds
	if o.given("threshold") {
		list = []float64{o.threshold}
	}
	for _, t := range list {
		if err := put(out, "ratings", fmt.Sprint(t), relevance.At(rated, float64(float32(t))), auc, mean); err != nil {
			return err
		}
	}
	if err := curve.put("ratings", rated); err != nil {
		return err
	}
	return curve.close(out.Close())
}

// curve writes -curve; nil: it is not asked for.
type curve struct{ out *rows.Output }

func (o *options) openCurve(env *cli.Env) (*curve, error) {
	if o.curve == "" {
		return nil, nil
	}
	fields := []parquetio.Field{rows.Typed("name", parquetio.AsText, false), rows.Typed("rating", parquetio.AsText, false)}
	for _, name := range counted {
		fields = append(fields, rows.Typed(name, parquetio.AsLong, false))
	}
	for _, name := range []string{"recall", "false_positive_rate", "precision"} {
		fields = append(fields, rows.Typed(name, parquetio.AsText, true))
	}
	out, err := rows.CreateFile(env, o.curve, fields)
	return &curve{out}, err
}

// put writes the rows of a way: those of the ROC curve, and of precision over recall.
func (c *curve) put(name string, rated []relevance.Rated) error {
	if c == nil {
		return nil
	}
	for _, p := range relevance.Curve(rated) {
		row := append([][]byte{[]byte(name), decimal(p.Score)}, counts(&p.Confusion)...)
		row = append(row, decimal(p.Recall()), decimal(p.FalseRate()), decimal(p.Precision()))
		if err := c.out.Row(row...); err != nil {
			return err
		}
	}
	return nil
}

func (c *curve) close(err error) error {
	if c == nil || err != nil {
		return err
	}
	return c.out.Close()
}
