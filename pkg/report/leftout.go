package report

// leftOutSection names the files that look like results but that no step of the chain writes.
var leftOutSection = Section{"left", "What was left out", buildLeftOut}

func buildLeftOut(f *Folder) (*Content, error) {
	if f.left == nil {
		return nil, nil
	}
	t := &Table{Caption: "In the folder, but not in this report", Columns: words("what, and why")}
	t.Columns[0].Wide = true
	for _, text := range f.left {
		t.Rows = append(t.Rows, cells(visible(text, 300)))
	}
	return &Content{Blocks: []Block{{Table: t}}}, nil
}
