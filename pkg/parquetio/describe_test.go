package parquetio

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/thrift"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// TestManyGroups: the footer is what the library would write of it, for any number of groups, in memory and in a file.
func TestManyGroups(t *testing.T) {
	const rows = 10 // of a group
	for _, groups := range []int{0, 1, 2, 14, 15, 16, 127, 128, 500} {
		var b bytes.Buffer
		w, err := newTableWriter(&b, append(Fields(tuple.IDs("id")...), Texts("name")...), nil, Encoders{Threads: groups % 2},
			rows, groupText)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rows * groups {
			var s Strings
			s.Append([]byte(fmt.Sprint("name", i)))
			if err := w.WriteRows([]int32{int32(i)}, s); err != nil {
				t.Fatal(err)
			}
		}
		if filed := w.groups.written.store.Spilled() > 0; filed != (groups == 500) {
			t.Errorf("%d groups: descriptions in a file: %v", groups, filed)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		meta, err := rawFooter(b.Bytes())
		if err != nil {
			t.Fatal(groups, err)
		}
		if len(meta.RowGroups) != groups || meta.NumRows != int64(rows*groups) {
			t.Errorf("%d groups with %d rows, want %d", len(meta.RowGroups), meta.NumRows, groups)
		}
		again, err := thrift.Marshal(&compact, meta)
		if file := b.Bytes(); err != nil || !bytes.Equal(again, file[len(file)-8-len(again):len(file)-8]) {
			t.Errorf("%d groups: the library writes another footer (%v)", groups, err)
		}
	}
}

// TestGroupsOfManyTexts: the text of all columns makes a group, not that of one of them.
func TestGroupsOfManyTexts(t *testing.T) {
	var b bytes.Buffer
	w, err := newTableWriter(&b, Texts("a", "b", "c", "d"), nil, Encoders{}, groupValues, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		row := make([]Strings, 4)
		for i, text := range []string{strings.Repeat("x", 90), "", "yyyyyyyyyy", ""} {
			row[i].Append([]byte(text))
		}
		if err := w.WriteRows(nil, row...); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	meta, err := rawFooter(b.Bytes())
	if err != nil || len(meta.RowGroups) != 10 {
		t.Errorf("%d groups, want 10; %v", len(meta.RowGroups), err)
	}
}

// TestDescriptionsFault: where the temporary file of the descriptions fails, so does the writer.
func TestDescriptionsFault(t *testing.T) {
	fault.Each(t, 2, 0, func(sys *fault.FS) error {
		var b bytes.Buffer
		w, err := newTableWriter(&b, Fields(tuple.IDs("id")...), nil,
			Encoders{Room: work.Room{Memory: 1 << 20, FS: sys}}, 1, groupText)
		if err != nil {
			return err
		}
		for i := range int32(1000) {
			if err = w.WriteRows([]int32{i}); err != nil {
				break
			}
		}
		return errors.Join(err, w.Close())
	})
}
