// Made-site writes a site whose content, links and menus are known (madewebs.Site), and says how much of it a tool has found:
//
//	made-site -pages N [-seed N] -o FILE.warc.gz [-truth FILE.jsonl] [-menu FILE.tsv]
//	made-site -pages N [-seed N] -score DOCUMENTS.jsonl
//
// A line of -truth is a page: url, title, content, and its links, each with its place on the page, its class (navigation,
// outsider or content) and the node of the menu that it stands for, or -1. A line of -menu is a node: its number, that of the
// node above, the URL of its page and its label. -score prints how many pages have a document, and
// the F1 of words in percent, the mean over all pages. Documents may come in any order; a page without one counts 0.
//
// A page is made when it is needed, so memory does not grow with the site. Only -score keeps 4 bytes for each page.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"webmill/pkg/madewebs"
	"webmill/pkg/near"
	"webmill/pkg/web/archive"
)

func main() {
	pages := flag.Int("pages", 1000, "pages of the site")
	seed := flag.Int("seed", 1, "the number that determines words and links")
	warc := flag.String("o", "", "write the pages to `FILE`, a WARC file packed by gzip")
	truth := flag.String("truth", "", "write the truth about the pages to `FILE`, as JSON lines")
	menu := flag.String("menu", "", "write the tree of the menu to `FILE`")
	score := flag.String("score", "", "compare the documents of `FILE` with the content of the pages")
	flag.Parse()
	s := madewebs.NewSite(*pages, *seed)
	for _, do := range []struct {
		file string
		run  func(*madewebs.Site, *bufio.Writer) error
	}{{*warc, writeWARC}, {*truth, writeTruth}, {*menu, writeMenu}} {
		if do.file != "" {
			check(write(do.file, func(w *bufio.Writer) error { return do.run(s, w) }))
		}
	}
	if *score != "" {
		f, err := os.Open(*score)
		check(err)
		found, mean, err := measure(s, f)
		check(err)
		fmt.Printf("%d\t%.1f\n", found, 100*mean)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "made-site:", err)
		os.Exit(1)
	}
}

func write(name string, do func(w *bufio.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	if err = do(w); err == nil {
		err = w.Flush()
	}
	e := f.Close()
	if err == nil {
		err = e
	}
	return err
}

// writeWARC writes the answers of a server. The ids of records count them, so that the file is the same each time.
func writeWARC(s *madewebs.Site, w *bufio.Writer) error {
	packer, records := archive.NewPacker(1), 0
	packer.ID = func() string {
		records++
		return fmt.Sprintf("<urn:uuid:00000000-0000-4000-8000-%012x>", records)
	}
	date := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var p madewebs.SitePage
	var member []byte
	for n := range s.Len() {
		s.Page(n, &p)
		head := "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: " + strconv.Itoa(len(p.HTML)) + "\r\n\r\n"
		var err error
		member, err = packer.Append(member[:0], &archive.Record{Type: "response", URL: p.URL, Date: date,
			ContentType: "application/http; msgtype=response", Block: [][]byte{[]byte(head), p.HTML}})
		if err == nil {
			_, err = w.Write(member)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func writeTruth(s *madewebs.Site, w *bufio.Writer) error {
	var p madewebs.SitePage
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	for n := range s.Len() {
		s.Page(n, &p)
		line := struct {
			URL     string              `json:"url"`
			Title   string              `json:"title"`
			Content string              `json:"content"`
			Links   []madewebs.SiteLink `json:"links"`
		}{p.URL, p.Title, string(p.Content), p.Links}
		if err := out.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

func writeMenu(s *madewebs.Site, w *bufio.Writer) error {
	for i, n := range s.Nodes() {
		fmt.Fprintf(w, "%d\t%d\t%s\t%s\n", i, n.Parent, s.URL(n.Page), n.Label)
	}
	return nil
}

// measure compares documents with the content of the pages. found is how many pages have a document.
func measure(s *madewebs.Site, documents io.Reader) (found int, mean float64, err error) {
	score := make([]float32, s.Len())
	var p madewebs.SitePage
	in := json.NewDecoder(bufio.NewReaderSize(documents, 1<<20))
	for {
		var d struct{ URL, Text string }
		if err = in.Decode(&d); err == io.EOF {
			break
		}
		if err != nil {
			return 0, 0, err
		}
		n, ok := s.Number(d.URL)
		if !ok {
			return 0, 0, fmt.Errorf("%s is no page of the site", d.URL)
		}
		s.Page(n, &p)
		if score[n] == 0 {
			found++
		}
		score[n] = max(score[n], float32(near.F1(strings.Fields(d.Text), strings.Fields(string(p.Content)))))
	}
	for _, x := range score {
		mean += float64(x) / float64(s.Len())
	}
	return found, mean, nil
}
