package archive

import "strings"

// Info makes a warcinfo, the record about a file, with fields like software, format, robots and http-header-user-agent in its
// block. The caller sets its Date and, if the file has a name, WARC-Filename among its Fields. A line end in a value becomes a
// blank.
func Info(fields ...Field) *Record {
	var lines []byte
	for _, f := range fields {
		lines = appendField(lines, f.Name, oneLine.Replace(f.Value))
	}
	return &Record{Type: "warcinfo", ContentType: "application/warc-fields", Block: [][]byte{lines}}
}

var oneLine = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ")
