package units

import "webmill/pkg/web/outline"

// Lists of the tags that make units.
const (
	Thesis outline.Tags = 1<<(outline.H3+1) - 1<<outline.Body      // those of the thesis
	HTML5  outline.Tags = 1<<(outline.Summary+1) - 1<<outline.Body // and lists, cells of heads, other headings and sections
)
