package stemlearn

import (
	"bytes"

	"webmill/pkg/par"
	"webmill/pkg/text/stem"
	"webmill/pkg/text/words"
)

const chunkWords = 1024 // whose stems a worker finds at once

// Variety calls do for each word and its stem by successor variety, in order.
func (l *List) Variety(how stem.Segmentation, do func(word, stemmed []byte) error) error {
	chunks := (l.Len() + chunkWords - 1) / chunkWords
	return par.InOrder(l.room.Threads, chunks, func(int) (work, finish func(i int) error) {
		prefixes := make([]stem.Prefix, 0, words.Max)
		stems := make([][]byte, 0, chunkWords)
		each := func(chunk int, do func(word []byte) error) error {
			for i := chunk * chunkWords; i < min(l.Len(), (chunk+1)*chunkWords); i++ {
				if err := do(l.At(i)); err != nil {
					return err
				}
			}
			return nil
		}
		work = func(chunk int) error {
			stems, prefixes = stems[:0], prefixes[:0]
			var before []byte
			return each(chunk, func(word []byte) error {
				for n := len(prefixes); n > 0 && !shares(before, word, prefixes[n-1].End); n = len(prefixes) {
					prefixes = prefixes[:n-1]
				}
				before = word
				prefixes = l.AppendPrefixes(prefixes, word)
				stems = append(stems, how.Stem(word, prefixes))
				return nil
			})
		}
		finish = func(chunk int) error {
			i := -1
			return each(chunk, func(word []byte) error {
				i++
				return do(word, stems[i])
			})
		}
		return work, finish
	})
}

// shares reports whether two words begin with the same n bytes.
func shares(a, b []byte, n int) bool { return len(b) >= n && bytes.Equal(a[:n], b[:n]) }
