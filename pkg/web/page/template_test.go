package page

import (
	"strings"
	"testing"
)

// TestTemplatesInForeign: the links behind a template in an HTML element of svg and math are those of the standard, also where
// the svg is left open. The expected links are those of parse5.
func TestTemplatesInForeign(t *testing.T) {
	const none = "<template><a href=no>x</a></template>"
	for _, c := range []struct{ body, want string }{
		{"<svg><foreignObject><div>" + none + "</div></foreignObject></svg><a href=1>", "a 1"},
		{"<svg><desc>" + none + "</desc></svg><a href=1>", "a 1"},
		{"<svg><title>" + none + "</title><a href=1></svg><a href=2>", "svg-a 1|a 2"},
		{"<math><mtext>" + none + "</mtext></math><a href=1>", "a 1"},
		{"<math><annotation-xml encoding='text/html'>" + none + "<a href=1></annotation-xml></math><a href=2>", "a 1|a 2"},
		{"<svg><desc><p>x</svg>" + none + "<a href=1>", "a 1"},
		{"<svg><desc><p>x</svg>" + none + "<a href=1>" + none + "<a href=2>", "a 1|a 2"},
		{"<svg><foreignObject><TEMPLATE id=t>a<template>b</template><a href=no></Template ><a href=1>", "a 1"},
		{"<template><svg><desc>" + none + "</desc></svg></template><a href=1>", "a 1"},
		{"<template><svg></template><a href=1>" + none + "<a href=2>", "a 1|a 2"},
		{"<svg><template><a href=1></template></svg><svg><desc>" + none + "</desc></svg><a href=2>", "svg-a 1|a 2"},
		{"<svg></b><title><p>" + none + "<a href=1>", "a 1"},
		{"<svg></b><plaintext><desc>" + none + "<a href=1>", "a 1"},
		{"<textarea>" + none + "</textarea><svg><desc>" + none + "</svg><a href=1></a><script>'<template>'</script><a href=2>",
			"a 1|a 2"},
		{"<svg><desc>" + none + "</desc></svg><frameset><frame src=no></frameset><a href=1>", "a 1"},
		{"<svg><foreignObject><table><tr>" + none + "<td><a href=1></table></foreignObject></svg><a href=2>", "a 1|a 2"},
		{"<svg><desc><template></desc></svg><a href=no>", ""}, // it does not end
	} {
		if got := strings.Join(linksOf(Options{}, c.body, ""), "|"); got != c.want {
			t.Errorf("%s\ngives %s\nnot   %s", c.body, got, c.want)
		}
	}
}

// TestTemplatesInText: the text before, in the same link and behind such a template is kept, and the template's is not.
func TestTemplatesInText(t *testing.T) {
	for _, body := range []string{
		"<a href=1><svg><desc>on</desc><foreignObject>e<template>no</template>d</foreignObject></svg></a><p>behind</p>",
		"<a href=1>on<template><svg>no</template>ed</a><p>behind</p>",
		"<a href=1>on<template>no<svg><![CDATA[no]]></svg></template>ed</a><p>behind</p>",
	} {
		p := New(Options{Texts: true, Visible: &TextOptions{}})
		p.Parse([]byte(body), "")
		p.Links(func(l *Link) {
			if got := string(p.AppendText(nil, l)); got != "oned" {
				t.Errorf("%s: the link has the text %q", body, got)
			}
		})
		if got, _ := p.VisibleText(); !strings.HasSuffix(string(got), "behind") || strings.Contains(string(got), "no") {
			t.Errorf("%s shows %q", body, got)
		}
		if got, ok := p.AppendNodeLines(nil); !ok || !strings.HasSuffix(string(got), "d\nbehind") {
			t.Errorf("%s has the lines %q", body, got)
		}
	}
}

// TestManyTemplates: the links of a page with more templates in svg than are taken out are those of the scanner, and counted.
func TestManyTemplates(t *testing.T) {
	for _, c := range []struct {
		templates int
		trees     int64 // that there is memory for
		ok, flat  bool
	}{{maxCuts, maxCuts + 1, true, false}, {maxCuts + 1, maxCuts + 1, true, true}, {1, 2, true, false}, {1, 1, false, false}} {
		body := []byte("<svg><desc><p>x</svg>" + strings.Repeat("<template>x</template>", c.templates) + "<a href=1>")
		need, _ := treeMemory(body)
		p, memory := New(Options{}), c.trees*(need+int64(len(body)))
		p.Allow(Allowance{Share: memory, Most: memory})
		if ok := p.Parse(body, ""); ok != c.ok || ok && p.Flat() != c.flat {
			t.Errorf("%d templates and the memory of %d trees: %v, flat %v", c.templates, c.trees, ok, p.Flat())
		}
	}
}
