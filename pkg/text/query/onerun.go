package query

import (
	"errors"
	"fmt"

	"webmill/pkg/hashes"
	"webmill/pkg/tuple"
)

// misfit is the error of a file that cannot be read with the others.
func misfit(p *tuple.Places, format string, args ...any) error {
	return p.Fail(fmt.Errorf(format+": these files are of different runs", args...))
}

// Files of one run say the same of the documents: which there are, and how many words they have. What follows refuses files that
// do not, but may be wanted all the same, like postings without some terms.

// errRuns is what is said of files that do not fit each other.
const errRuns = "these files are of different runs (-force takes them)"

const mostAdded = 16 << 20 // bytes of postings whose counts are added up, as that takes no time

// CheckTerms refuses postings that do not end with the last of the terms of a dictionary, each of which is in some document.
func (x *Index) CheckTerms(dictionary string, terms int64) error {
	if int64(x.Last) == terms-1 {
		return nil
	}
	return x.Postings.Places.Fail(fmt.Errorf("ends with term %d, but the dictionary %s goes to %d: %s",
		x.Last, dictionary, terms-1, errRuns))
}

// CheckCounts refuses postings whose counts do not add up to the lengths. Of a large file only the number of records is compared,
// which is no greater.
func (x *Index) CheckCounts() error {
	places := x.Postings.Places
	words := func(n int64, what string) error {
		return places.Fail(fmt.Errorf("has %s, but the lengths of the documents are %d: %s",
			tuple.Counted(n, what), x.Length, errRuns))
	}
	if places.Bytes() > mostAdded {
		if places.Records > x.Length {
			return words(places.Records, "record")
		}
		return nil
	}
	sum := int64(0)
	buf := make([]int32, min(3*places.Records, tuple.BlockBytes/4/3*3))
	for at := int64(0); at < places.Records; at += int64(len(buf) / 3) {
		buf = buf[:min(int64(len(buf)), 3*(places.Records-at))]
		if err := places.Read(buf, at); err != nil {
			return err
		}
		for i := 2; i < len(buf); i += 3 {
			sum += int64(buf[i])
		}
	}
	if sum != x.Length {
		return words(sum, "word")
	}
	return nil
}

// idHash is what an Index sums up for each id: the sums of the same ids are equal, in whatever order they come.
func idHash(id int64) uint64 { return hashes.Mix(uint64(id) + hashes.Golden) }

// checkDocuments refuses documents that are not those with a length. docs is how many there are, ids the sum of their idHash.
func (x *Index) checkDocuments(docs int64, ids uint64) error {
	switch {
	case docs == 0 && x.Docs > 0:
		return errors.New("has no documents; extract-text makes documents of a crawl")
	case docs != x.Docs:
		return fmt.Errorf("has %s, but there are lengths of %d: %s", tuple.Counted(docs, "document"), x.Docs, errRuns)
	case ids != x.ids:
		return errors.New("has documents with other ids than those that have lengths: " + errRuns)
	}
	return nil
}
