// Command readarrow prints the rows of a Parquet file as arrow-go reads it: a JSON array of strings and nulls for each.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	t, err := pqarrow.ReadTable(context.Background(), f, nil, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	rows := array.NewTableReader(t, 0)
	for rows.Next() {
		batch := rows.Record()
		for i := range int(batch.NumRows()) {
			line := make([]*string, batch.NumCols())
			for c := range line {
				if col := batch.Column(c); !col.IsNull(i) {
					line[c] = new(string)
					*line[c] = col.ValueStr(i)
				}
			}
			b, err := json.Marshal(line)
			if err != nil {
				return err
			}
			out.Write(append(b, '\n'))
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return out.Flush()
}
