// Parquet-rows prints the rows of any Parquet file, a line each: texts in quotes, NULL as -.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"strings"

	"webmill/pkg/parquetio"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("parquet-rows FILE")
	}
	if err := print(os.Args[1]); err != nil {
		log.Fatalf("%s: %v", os.Args[1], err)
	}
}

func print(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	columns, _, err := parquetio.Describe(f, info.Size())
	if err != nil {
		return err
	}
	for i, c := range columns {
		columns[i], _, _ = strings.Cut(c, " ") // behind it is the type
	}
	w := bufio.NewWriter(os.Stdout)
	fmt.Fprintln(w, strings.Join(columns, "\t"))
	err = parquetio.EachRow(f, info.Size(), columns, func(row []parquetio.Value) error {
		for _, v := range row {
			switch {
			case v.Null:
				w.WriteString("-\t")
			case v.IsText:
				fmt.Fprintf(w, "%q\t", v.Text)
			default:
				fmt.Fprintf(w, "%d\t", v.Number)
			}
		}
		return w.WriteByte('\n')
	})
	if err != nil {
		return err
	}
	return w.Flush()
}
