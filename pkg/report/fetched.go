package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"webmill/pkg/parquetio"
)

// fetchedSection says what came back when the pages were fetched: the columns of pages.parquet that not every crawl has.
var fetchedSection = Section{Name: "fetched", Title: "Status codes, media types, languages", Build: buildFetched}

// fetches is what pages.parquet tells about the pages that were fetched. It keeps counts, and the best few pages.
type fetches struct {
	pages, fetched, missing int64 // known; fetched; not fetched, though linked
	first, last             int64 // when, in milliseconds since 1970; 0 if unknown
	classes                 [10]int64
	status, types, langs    tally[int64]
	broken                  *top[brokenPage]
	brokens                 int64
	about                   map[int32]record // of the pages with the best ranks, and of the most relevant ones
}

// record is what is known of a page that is shown.
type record struct{ title, command string }

type brokenPage struct {
	id     int32
	links  int64
	status int64
}

// frequencyTable shows the most frequent names.
func frequencyTable(t *tally[int64], caption, what, of string, whole int64, explain func(string) string) *Table {
	list := t.rows(func(n *int64) int64 { return *n })
	table := &Table{Caption: caption, Columns: append(words(what), numbers("pages", of)...)}
	rest := t.others
	for i, r := range list {
		if i >= mostShownNames {
			rest += *r.of
			continue
		}
		text := visible(r.name, 80)
		if explain != nil {
			text = explain(text)
		}
		table.Rows = append(table.Rows, []Cell{{Text: text}, {Text: count(*r.of)},
			{Text: percent(share(*r.of, whole)), Bar: share(*r.of, *list[0].of)}})
	}
	if rest > 0 {
		table.Rows = append(table.Rows, cells("others", count(rest), percent(share(rest, whole))))
	}
	return table
}

const (
	mostShownNames = 12
	mostBroken     = 10
	pagesFile      = "pages.parquet"
	ofFetched      = "share of those fetched"
)

// fetches reads pages.parquet, once for all sections; it is nil where the file has none of the columns.
func (f *Folder) fetches() (*fetches, error) {
	if f.known != nil || !f.has(pagesFile) {
		return f.known, nil
	}
	r, err := f.ranking()
	if err != nil {
		return nil, err
	}
	relevant, err := f.relevant()
	if err != nil {
		return nil, err
	}
	err = f.parquet(pagesFile, func(file io.ReaderAt, size int64) error {
		columns, _, err := parquetio.Describe(file, size)
		if err != nil {
			return err
		}
		columns = slices.DeleteFunc(columns, func(c string) bool { return !slices.Contains(usedColumns, c) })
		if !slices.Contains(columns, "id") || !slices.ContainsFunc(columns,
			func(c string) bool { return slices.Index(usedColumns, c) >= atFetched }) {
			return nil
		}
		f.known = &fetches{about: map[int32]record{}, broken: newTop(mostBroken, func(a, b brokenPage) bool {
			return a.links > b.links || a.links == b.links && a.id < b.id
		})}
		best := map[int32]bool{}
		if r != nil {
			for _, id := range r.ids() {
				best[id] = true
			}
		}
		for _, p := range relevant {
			best[p.id] = true
		}
		var full pageRow
		for at := range full {
			full[at].Null = true
		}
		return parquetio.EachRow(file, size, columns, func(row []parquetio.Value) error {
			for i, v := range row {
				full[slices.Index(usedColumns, columns[i])] = v
			}
			f.known.add(&full, best)
			return nil
		})
	})
	return f.known, err
}

// usedColumns are the columns of pages.parquet that are read here; every crawl has the first two.
var usedColumns = []string{"id", "indegree", "fetched", "status", "type", "declared_lang", "title", "time", "archive", "offset",
	"inner"}

const (
	atID = iota
	atLinks
	atFetched
	atStatus
	atType
	atLang
	atTitle
	atTime
	atArchive
	atOffset
	atInner
	usedNumber
)

// pageRow is a row of pages.parquet. What the file has no column for is NULL.
type pageRow [usedNumber]parquetio.Value

// wasFetched reports whether the page was fetched: as the file says, or because something came back.
func (r *pageRow) wasFetched() bool {
	if !r[atFetched].Null {
		return r[atFetched].Number == 1
	}
	return slices.ContainsFunc(r[atStatus:atArchive], func(v parquetio.Value) bool { return !v.Null })
}

func (k *fetches) add(r *pageRow, best map[int32]bool) {
	id, links, status := int32(r[atID].Number), r[atLinks].Number, r[atStatus].Number
	k.pages++
	switch {
	case r.wasFetched():
		k.fetched++
	case links > 0:
		k.missing++
	}
	if !r[atType].Null {
		*k.types.of(r[atType].Text, mostNames)++
	}
	if !r[atLang].Null {
		*k.langs.of(bytes.ToLower(r[atLang].Text), mostNames)++ // as RFC 5646 compares them
	}
	if !r[atStatus].Null {
		*k.status.of(strconv.AppendInt(nil, status, 10), mostNames)++
		k.classes[min(max(status/100, 0), 9)]++
		if status >= 400 && links > 0 {
			k.brokens++
			k.broken.add(brokenPage{id, links, status})
		}
	}
	t := r[atTime].Number
	if !r[atTime].Null {
		if k.first == 0 || t < k.first {
			k.first = t
		}
		k.last = max(k.last, t)
	}
	if best[id] {
		k.about[id] = record{string(clip(r[atTitle].Text)), r.warcCommand()}
	}
}

// warcCommand shows the record of a page; it is "" where that is not known, or where the name of the archive cannot be typed.
func (r *pageRow) warcCommand() string {
	archive, place := string(r[atArchive].Text), strconv.FormatInt(r[atOffset].Number, 10)
	switch {
	case r[atOffset].Null || archive == "" || visible(archive, len(archive)) != archive:
		return ""
	case strings.HasPrefix(archive, "-"):
		archive = "./" + archive
	}
	if !r[atInner].Null {
		place += "+" + strconv.FormatInt(r[atInner].Number, 10)
	}
	if !plain.MatchString(archive) {
		archive = "'" + strings.ReplaceAll(archive, "'", `'\''`) + "'"
	}
	return "warc -get " + place + " " + archive
}

func buildFetched(f *Folder) (*Content, error) {
	k, err := f.fetches()
	if k == nil || err != nil {
		return nil, err
	}
	c := &Content{}
	if k.missing > 0 {
		c.finds(false, "%s (%s) were not fetched, though links lead to them.", plural(k.missing, "page"),
			percent(share(k.missing, k.pages)))
	}
	if k.classes[3] > 0 {
		c.finds(false, "%s of those fetched (%s) answered with a redirect.", plural(k.classes[3], "page"),
			percent(share(k.classes[3], k.fetched)))
	}
	broken, err := f.brokenTable(k, c)
	if err != nil {
		return nil, err
	}
	text := fmt.Sprintf("%s of %s were fetched.", count(k.fetched), plural(k.pages, "known page"))
	if k.last > 0 {
		text = fmt.Sprintf("%s of %s were fetched, from %s to %s.", count(k.fetched), plural(k.pages, "known page"),
			moment(k.first), moment(k.last))
	}
	c.Blocks = []Block{{Text: text}}
	c.tables(
		frequencyTable(&k.status, "Status codes of HTTP", "status", ofFetched, k.fetched, statusText),
		frequencyTable(&k.types, "Media types", "type", ofFetched, k.fetched, nil),
		frequencyTable(&k.langs, "Languages that pages declare (others declare none)", "language", ofFetched, k.fetched, nil),
		broken)
	return c, nil
}

// brokenTable names the pages with an error to which most links lead.
func (f *Folder) brokenTable(k *fetches, c *Content) (*Table, error) {
	if k.brokens == 0 {
		return nil, nil
	}
	var ids []int32
	for _, p := range k.broken.list {
		ids = append(ids, p.id)
	}
	urls, err := f.urls(ids)
	if err != nil {
		return nil, err
	}
	a := about{urls: urls}
	t := &Table{
		Caption: fmt.Sprintf("Broken targets: the %s with an error to which most links lead", plural(int64(len(ids)), "page")),
		Columns: slices.Concat([]Column{{Name: "page", Wide: true}}, numbers("in-links"), words("status")),
	}
	for _, p := range k.broken.list {
		t.Rows = append(t.Rows, []Cell{a.page(p.id), {Text: count(p.links)}, {Text: statusText(fmt.Sprint(p.status))}})
	}
	worst := k.broken.list[0]
	c.finds(true, "%s that links lead to answered with an error (%s of those fetched). Most links, %s, lead to %s.",
		plural(k.brokens, "page"), percent(share(k.brokens, k.fetched)), count(worst.links), a.page(worst.id).Text)
	return t, nil
}

// meanings are what common status codes mean.
var meanings = map[string]string{
	"200": "OK", "206": "part of it", "301": "moved for good", "302": "found elsewhere",
	"303": "see another page", "304": "not modified",
	"307": "elsewhere for now", "308": "moved for good", "400": "bad request", "401": "needs a login",
	"403": "forbidden", "404": "not found",
	"410": "gone", "429": "too many requests", "500": "error of the server", "502": "bad gateway", "503": "not available",
	"504": "gateway too slow",
}

// statusText adds what a status means to its number.
func statusText(status string) string { return strings.TrimSpace(status + " " + meanings[status]) }

// moment writes a time given in milliseconds since 1970.
func moment(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04 UTC") }
