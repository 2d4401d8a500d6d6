package page

import (
	"fmt"
	"strings"
	"testing"
)

// listing writes down what a Handler takes.
type listing struct {
	page   *Page
	unseen Unseen
	lines  []string
}

func (l *listing) add(format string, args ...any) {
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}

func (l *listing) Start(t Tag) {
	hidden := l.unseen.Start(t)
	l.add("start %d %s%s%s%s%v", l.page.At(), t.Attr(Type), t.Attr(Rel), t.Attr(Colspan), t.Attr(Rowspan), hidden)
}

func (l *listing) End(n Name) { l.unseen.End(n) }

func (l *listing) Text(text []byte) {
	from, to := l.page.TextAt()
	l.add("text %d-%d %s %v", from, to, text, l.unseen.Hides())
}

// dataListing takes the content of scripts and titles too.
type dataListing struct{ listing }

func (l *dataListing) Data(n Name, text []byte) { l.add("data %v %s", n == NameOf("script"), text) }

// TestHandler: what a Handler takes, with places and attributes.
func TestHandler(t *testing.T) {
	const body = "<title>a&amp;b</title><script type=x>a&amp;b</script><template><script>y</script></template>" +
		"<td colspan=2 ROWSPAN=3 rel=r>c&lt;<video>d</video>e"
	l := &dataListing{}
	l.page = New(Options{Handler: l})
	l.page.Parse([]byte(body), "")
	want := "start 7 true|data false a&b|start 37 xtrue|data true a&amp;b|start 63 true|start 122 r23false|text 122-127 c< false|" +
		"start 134 true|text 134-135 d true|text 143-144 e false"
	got := strings.Join(l.lines, "|")
	if got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	l.page.Links(func(*Link) {})
	plain := &listing{}
	plain.page = New(Options{Handler: plain})
	plain.page.Parse([]byte(body), "")
	if got := strings.Join(plain.lines, "|"); strings.Contains(got, "data") || len(plain.lines) != len(l.lines)-2 {
		t.Error(got)
	}
}
