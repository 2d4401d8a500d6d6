package crawl_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"testing"

	"webmill/pkg/hashes"
	"webmill/pkg/madewebs"
	"webmill/pkg/vfs"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/frontier"
)

// handled is a Transport that asks a web of this process.
type handled struct{ http.Handler }

func (h handled) Do(_ context.Context, req *exchange.Request) (*exchange.Response, error) {
	asked, answers := httptest.NewRequest("GET", string(req.URL), nil), httptest.NewRecorder()
	h.ServeHTTP(answers, asked)
	return answer(fmt.Sprintf("HTTP/1.1 %d x\r\nContent-Type: text/html\r\n\r\n", answers.Code), answers.Body.String()), nil
}

func (handled) Release(*exchange.Response) {}

func (handled) Addresses(context.Context, string) ([]netip.Addr, error) { return nil, nil }

// harvest is the share of relevant pages among the first pages that a crawl asks for. A crawl without a judge is breadth first.
func harvest(t *testing.T, web *madewebs.TopicWeb, pages int64, judge func(url string) frontier.Score) float64 {
	t.Helper()
	s := steered{Transport: handled{web}, judge: judge}
	if err := s.run(t, vfs.OS, filepath.Join(t.TempDir(), "crawl"), web.Seed(), pages); err != nil {
		t.Fatal(err)
	}
	relevant := 0
	for _, url := range s.asked {
		if web.Relevant(url) {
			relevant++
		}
	}
	return float64(relevant) / float64(len(s.asked))
}

// TestHarvest: after a tenth of a web of which one page of twelve is relevant, a focused crawl has at least twice as many
// relevant pages as breadth first: by the truth as scores, and by scores of which each fifth is wrong.
func TestHarvest(t *testing.T) {
	const pages = 3000
	web := madewebs.Topics(pages, 20)
	truth := func(url string) frontier.Score {
		if web.Relevant(url) {
			return frontier.MaxScore
		}
		return 0
	}
	noisy := func(url string) frontier.Score {
		hash := uint64(hashes.Start64)
		for i := range len(url) {
			hash = hashes.Add64(hash, uint64(url[i]))
		}
		random := hashes.Mix(hash)
		score := truth(url)
		if random%5 == 0 {
			score = frontier.MaxScore - score
		}
		return score/2 + frontier.Score(random>>32%uint64(frontier.MaxScore/2))
	}
	breadth := harvest(t, web, pages/10, nil)
	for name, judge := range map[string]func(string) frontier.Score{"truth": truth, "noisy scores": noisy} {
		if got := harvest(t, web, pages/10, judge); got < 2*breadth {
			t.Errorf("%s: %.3f of the pages are relevant, breadth first %.3f", name, got, breadth)
		} else {
			t.Logf("%s: %.3f, breadth first %.3f", name, got, breadth)
		}
	}
}
