package parquetio

import (
	"testing"
	"time"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// TestTimeUnit: times of new and of old files have a unit, and no other column has one.
func TestTimeUnit(t *testing.T) {
	stamp := func(unit format.TimeUnit) format.SchemaElement {
		return format.SchemaElement{LogicalType: format.LogicalType{Value: &format.TimestampType{Unit: unit}}}
	}
	for i, c := range []struct {
		form format.SchemaElement
		want time.Duration
	}{
		{stamp(format.TimeUnit{Value: &format.MilliSeconds{}}), time.Millisecond},
		{stamp(format.TimeUnit{Value: &format.MicroSeconds{}}), time.Microsecond},
		{stamp(format.TimeUnit{Value: &format.NanoSeconds{}}), time.Nanosecond},
		{format.SchemaElement{ConvertedType: thrift.New(deprecated.TimestampMicros)}, time.Microsecond},
		{format.SchemaElement{ConvertedType: thrift.New(deprecated.Int64)}, 0},
		{format.SchemaElement{}, 0},
	} {
		if got := timeUnit(&c.form); got != c.want {
			t.Errorf("%d: %v, want %v", i, got, c.want)
		}
	}
}
