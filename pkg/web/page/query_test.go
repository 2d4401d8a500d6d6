package page

import "testing"

// TestQuery: a query is in the page's encoding.
func TestQuery(t *testing.T) {
	for _, c := range []struct{ charset, query, want string }{
		{"iso-8859-1", "ä=€ '☃", "%E4=%80%20%27%26%239731%3B"}, {"utf-8", "ä", "%C3%A4"}, {"shift_jis", "ソ", "%83\\"},
		{"utf-16le", "ä", "%C3%A4"}, {"iso-2022-kr", "ä", "%C3%A4"}, {"iso-2022-jp", "q='a|b' c", "q=%27a|b%27%20c"},
		{"iso-2022-jp", "q=日本", `q=%1B$BF|K\%1B(B`}, {"iso-2022-jp", "日a本", `%1B$BF|%1B(Ba%1B$BK\%1B(B`},
		{"iso-2022-jp", "日☃Γ", "%1B$BF|%1B(B%26%239731%3B%1B$B&%23%1B(B"}, // the code of Γ is &#
		{"iso-2022-jp", "ｶﾞ−", "%1B$B%+!+!]%1B(B"}, {"iso-2022-jp", "¥a☃\\‾", `%1B(J\a%26%239731%3B%1B(B\%1B(J~%1B(B`},
		{"iso-2022-jp", "日\x1b丂", "%1B$BF|%1B(B%26%2365533%3B%26%2319970%3B"},
	} {
		p := New(Options{})
		p.Parse([]byte("<p>"), "text/html; charset="+c.charset)
		if got := string(p.AppendQuery(nil, []byte(c.query))); got != c.want {
			t.Errorf("%s in %s is %s, not %s", c.query, c.charset, got, c.want)
		}
	}
}
