// Webkb-warc makes a web archive of a folder of the 4 Universities data set (WebKB, CMU 1997), so that fetch -replay and all
// tools that read crawls can read it. index.tsv of the folder has a line for each page: file, class, university, URL. A file
// begins with the fields of the answer, or with the page.
//
//	webkb-warc FOLDER >webkb.warc.gz
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"webmill/pkg/urls"
	"webmill/pkg/web/archive"
)

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("usage: webkb-warc FOLDER >webkb.warc.gz"))
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	if err := write(out, os.Args[1]); err != nil {
		fail(err)
	}
	if err := out.Flush(); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "webkb-warc:", err)
	os.Exit(1)
}

// crawled is the time of all records: the pages were fetched about then.
var crawled = time.Date(1996, 12, 1, 0, 0, 0, 0, time.UTC)

// write writes a record for each page.
func write(out *bufio.Writer, dir string) error {
	index, err := os.ReadFile(filepath.Join(dir, "index.tsv"))
	if err != nil {
		return err
	}
	pack := archive.NewPacker(1)
	var record []byte
	for line := range strings.Lines(string(index)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 4 {
			return fmt.Errorf("index.tsv: %q has %d columns, not 4: file, class, university, URL", line, len(fields))
		}
		page, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(fields[0])))
		if err != nil {
			return err
		}
		url, err := urls.Canonical(nil, []byte(fields[3]))
		if err != nil {
			fmt.Fprintf(os.Stderr, "webkb-warc: left out: %s: %v\n", fields[3], err)
			continue
		}
		record, err = pack.Append(record[:0], &archive.Record{
			Type: "response", URL: string(url), Date: crawled, ContentType: "application/http; msgtype=response",
			Block: [][]byte{[]byte("HTTP/1.0 200 OK\r\n"), head(page), page},
		})
		if err != nil {
			return fmt.Errorf("%s: %w", fields[0], err)
		}
		out.Write(record) // Flush says what fails
	}
	return nil
}

// head is the rest of a head for a page that has no fields.
func head(page []byte) []byte {
	line, _, _ := bytes.Cut(page, []byte("\n"))
	name, _, ok := bytes.Cut(line, []byte(":"))
	if ok && !bytes.ContainsAny(name, " \t<") {
		return nil
	}
	return []byte("Content-Type: text/html\r\n\r\n")
}
