package safehtml

import (
	"math/rand/v2"
	"testing"

	"webmill/pkg/realdata"
)

// TestReal: parts of real pages come out as of made ones.
func TestReal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pages := 0
	realdata.EachHTML(t, "boilerplate/scrapinghub.tar.zst", func(_ string, body []byte) {
		if pages++; pages%16 == 0 {
			check(t, string(body), "", somePlaces(string(body), rng))
		}
	})
	if pages == 0 {
		t.Error("no pages")
	}
}
