package columns

import (
	"fmt"
	"slices"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
)

// Fields is a flag that names the fields of lines of text, and says what Parquet stores each as.
type Fields []parquetio.Field

// SchemaFlag declares -schema.
func SchemaFlag(f *cli.Flags, l *Fields) {
	f.Var(l, "schema", "each line has these fields, `LIST` like url,status:int?,title?; with ? an empty field is NULL; kinds: "+
		"text (if none is given), id and int (INT32, which other tools read), long (INT64), bool (true or false), "+
		"mark (true where the field is not empty), time (like 2006-01-02T15:04:05Z)")
}

// String implements flag.Value.
func (l *Fields) String() string { return "" }

// Set implements flag.Value.
func (l *Fields) Set(list string) error {
	*l = nil
	for part := range strings.SplitSeq(list, ",") {
		known, unknown := strings.CutSuffix(part, "?")
		name, kind, typed := strings.Cut(known, ":")
		f := parquetio.Field{Column: tuple.Column{Name: name, Null: unknown}, Text: true}
		as, ok := parquetio.StoredOf(kind)
		switch {
		case kind == tuple.ID.String() && !unknown:
			f.Kind, f.As = tuple.ID, parquetio.AsInt
		case typed && !ok, name == "":
			return fmt.Errorf("%q is no field like src:id, title, title? or status:int?; the kinds are text, id, int, long, bool, mark, time", part)
		case typed:
			f.As = as
		}
		*l = append(*l, f)
	}
	return nil
}

// Tuples returns the fields, those that are id or int as numbers of tuples.
func (l Fields) Tuples() []parquetio.Field {
	fields := slices.Clone(l)
	for i := range fields {
		if f := &fields[i]; f.As == parquetio.AsInt && !f.Null {
			f.Text, f.As = false, parquetio.AsText
		}
	}
	return fields
}
