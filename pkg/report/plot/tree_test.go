package plot

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

// TestTree: a tree is whole XML with a line for each row, also where depths leap or are large.
func TestTree(t *testing.T) {
	tree := &Tree{Title: "t", Desc: "d", Rows: []Row{{0, "<a> & b", false}, {1, strings.Repeat("long ", 90), false},
		{2, "c", false}, {1, "… 3 more", true}, {7, "far", false}, {300, "deep", false}, {1, "", false}}}
	for _, size := range []Size{Wide, Narrow} {
		svg := tree.SVG("x", size)
		texts, paths := 0, 0
		for d := xml.NewDecoder(strings.NewReader(svg)); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, svg)
			}
			if e, ok := token.(xml.StartElement); ok {
				switch e.Name.Local {
				case "text":
					texts++
				case "path":
					paths++
				}
			}
		}
		if texts != len(tree.Rows) || paths != 4 || strings.Contains(svg, "NaN") || !strings.Contains(svg, "&lt;a&gt; &amp; b") {
			t.Errorf("%d texts, %d lines\n%s", texts, paths, svg)
		}
	}
	if svg := (&Tree{Title: "t", Desc: "d"}).SVG("x", Wide); !strings.HasSuffix(svg, "</svg>") {
		t.Error(svg)
	}
}
