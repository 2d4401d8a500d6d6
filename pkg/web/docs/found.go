package docs

import "cmp"

// Tally counts what was read of a volume, besides its documents.
type Tally struct {
	Records, Requests, Infos, Metadata, Others int64 // all records, and those that are not documents
	Converted                                  int64 // of the others: those of WET files
	CutOff                                     int64 // pages that are not whole: see Document.cutOff
	Recovered, Passed                          int64
	Bytes                                      int64
	Headed                                     int64            // files that begin with HTTP headers
	Unlisted                                   int64            // files named like HTML that the table of URLs does not name
	SameURL                                    int64            // files that the table gives the URL of an earlier one
	SameFirst                                  string           // the place of the first of them
	Skips                                      map[string]int64 // by reason
	Copies                                     int64            // packed files beside which they are unpacked
	Unfollowed                                 int64            // links to folders
	FirstLink                                  string           // the first of them
	Indexes, Queries                           int64            // files named index.html, without Input.Index; names with a ?
	NoURL                                      int64            // files that the table gives no usable URL
	FirstNoURL                                 string           // the place of the first of them
	Damage                                     string           // the first damage, and its place
	DamageAt                                   int64            // the place of its record
	Failed                                     string           // why the volume could not be read to its end; empty if it was
}

// Add adds the counts of another Tally.
func (f *Tally) Add(o *Tally) {
	for to, n := range map[*int64]int64{
		&f.Records: o.Records, &f.Requests: o.Requests, &f.Infos: o.Infos, &f.Metadata: o.Metadata, &f.Others: o.Others,
		&f.Converted: o.Converted, &f.CutOff: o.CutOff,
		&f.Recovered: o.Recovered, &f.Passed: o.Passed, &f.Bytes: o.Bytes, &f.Headed: o.Headed, &f.Unlisted: o.Unlisted,
		&f.SameURL: o.SameURL, &f.Copies: o.Copies, &f.Unfollowed: o.Unfollowed, &f.NoURL: o.NoURL,
		&f.Indexes: o.Indexes, &f.Queries: o.Queries,
	} {
		*to += n
	}
	for why, n := range o.Skips {
		f.skip(why, n)
	}
	if f.Damage == "" {
		f.Damage, f.DamageAt = o.Damage, o.DamageAt
	}
	f.SameFirst, f.FirstLink, f.FirstNoURL = cmp.Or(f.SameFirst, o.SameFirst), cmp.Or(f.FirstLink, o.FirstLink),
		cmp.Or(f.FirstNoURL, o.FirstNoURL)
}

func (f *Tally) skip(why string, n int64) {
	if n > 0 {
		if f.Skips == nil {
			f.Skips = map[string]int64{}
		}
		f.Skips[why] += n
	}
}

// first keeps the first damage of an archive, or of a folder, whose files come one after the other.
func (f *Tally) first(what string, at int64) {
	if f.Damage == "" || at < f.DamageAt {
		f.Damage, f.DamageAt = what, at
	}
}

// wrong counts something that was left out, by its reason.
func (f *Tally) wrong(why, what string, at int64) {
	f.skip(why, 1)
	f.first(what, at)
}
