package parquetio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"webmill/pkg/tuple"
)

// hyparquet prints a file as testdata/arrow does.
const hyparquet = `
import { readFileSync } from 'fs';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
const b = readFileSync(process.argv[1]);
const text = v => v == null ? null : v instanceof Date ? v.toISOString() : String(v);
const file = b.buffer.slice(b.byteOffset, b.byteOffset + b.length);
for (const row of await parquetReadObjects({ file, compressors })) console.log(JSON.stringify(Object.values(row).map(text)));`

// TestOtherReaders: arrow-go and hyparquet, a reader in JavaScript, find the same values as we wrote, of every type.
func TestOtherReaders(t *testing.T) {
	build := func(path ...string) string {
		name, err := filepath.Abs(filepath.Join(append([]string{"..", "..", "build"}, path...)...))
		if err != nil {
			t.Fatal(err)
		}
		return name
	}
	dir := t.TempDir()
	for name, file := range readersFiles(t) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, file.bytes, 0o600); err != nil {
			t.Fatal(err)
		}
		for reader, cmd := range map[string]*exec.Cmd{
			"arrow":     exec.Command(build("arrow", "read"), path),
			"hyparquet": exec.Command("node", "--input-type=module", "-e", hyparquet, path),
		} {
			t.Run(name+"/"+reader, func(t *testing.T) {
				if _, err := os.Stat(build(reader)); err != nil {
					t.Skipf("%s is not in build/%[1]s: .ci/run makes it", reader)
				}
				cmd.Dir = build(reader)
				var stderr bytes.Buffer
				cmd.Stderr = &stderr
				got, err := cmd.Output()
				if err != nil {
					t.Fatalf("%v\n%s", err, stderr.Bytes())
				}
				rows := strings.Split(strings.TrimSpace(string(got)), "\n")
				if len(rows) != len(file.rows) {
					t.Fatalf("%d rows, want %d", len(rows), len(file.rows))
				}
				for i, line := range rows {
					var row []*string
					if err := json.Unmarshal([]byte(line), &row); err != nil {
						t.Fatal(err)
					}
					if got := spelled(row); got != file.rows[i] {
						t.Fatalf("row %d is %s, want %s", i+1, got, file.rows[i])
					}
				}
			})
		}
	}
}

type readersFile struct {
	bytes []byte
	rows  []string
}

// readersFiles are tables of stored types and of scores, with more rows than a page of values holds.
func readersFiles(t *testing.T) map[string]readersFile {
	const n = 20_000
	var rows [][5]string
	stored, scores := readersFile{}, readersFile{}
	var records []int32
	for i := range n {
		row := storedRows[i%len(storedRows)]
		if row[1] != "" {
			row[1] = fmt.Sprint(i)
		}
		rows = append(rows, row)
		want := fmt.Sprint(i)
		for _, s := range row {
			want += "|" + s
		}
		stored.rows = append(stored.rows, want+fmt.Sprint("|", row[0] != ""))

		x, y, layer := float32(i)/8, float64(i)/3, int32(i%5)-1
		record := []int32{int32(i), tuple.F32Bits(x), 0, 0, layer}
		tuple.PutF64(record[2:], y)
		records = append(records, record...)
		seen := ""
		if layer >= 0 {
			seen = fmt.Sprint(layer)
		}
		scores.rows = append(scores.rows, fmt.Sprintf("%d|%v|%v|%s", i, float64(x), y, seen))
	}
	stored.bytes = storedTable(t, rows, 2)
	columns := []tuple.Column{{Name: "id", Kind: tuple.ID}, {Name: "x", Kind: tuple.F32}, {Name: "y", Kind: tuple.F64},
		{Name: "y", Kind: tuple.F64High}, {Name: "layer", Kind: tuple.ID, Null: true}}
	scores.bytes = write(t, Schema{Columns: columns}, 2, records)
	files := map[string]readersFile{"stored.parquet": stored, "scores.parquet": scores}
	for _, packed := range Compressions {
		files[string(packed)+".parquet"] = readersTexts(t, n, packed)
	}
	return files
}

// readersTexts is a table with columns of one string, of a few, and of many.
func readersTexts(t *testing.T, n int, packed Compression) (f readersFile) {
	r := &rows{fields: append(Fields(tuple.IDs("id")...), Texts("one", "few", "many")...), packed: packed,
		texts: make([][]string, 3)}
	r.fields[2].Null = true
	for i := range n {
		row := []string{"ä", []string{"x", "", "yy", "x"}[i*i%11%4], fmt.Sprint("s", i)}
		r.numbers = append(r.numbers, int32(i))
		for k, text := range row {
			r.texts[k] = append(r.texts[k], text)
		}
		f.rows = append(f.rows, fmt.Sprint(i)+"|"+strings.Join(row, "|"))
	}
	var b bytes.Buffer
	if err := r.write(&b, 2, n); err != nil {
		t.Fatal(err)
	}
	f.bytes = b.Bytes()
	return f
}

// spelled is a row as one text: readers differ in how they write times and numbers.
func spelled(row []*string) string {
	texts := make([]string, len(row))
	for i, s := range row {
		if s == nil {
			continue
		}
		texts[i] = *s
		for _, layout := range []string{"2006-01-02T15:04:05.999Z", "2006-01-02 15:04:05.999Z"} {
			if at, err := time.Parse(layout, *s); err == nil {
				texts[i] = at.Format(time.RFC3339)
			}
		}
		if x, err := strconv.ParseFloat(*s, 64); err == nil && strings.Contains(*s, ".") {
			texts[i] = fmt.Sprint(x)
		}
	}
	return strings.Join(texts, "|")
}
