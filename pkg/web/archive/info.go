package archive

import "strings"

// Info is the record about a file, from lines like software, format, robots and http-header-user-agent. It still needs a date,
// and WARC-Filename among its fields if the file has a name. A line end in a value becomes a blank.
func Info(fields ...Field) *Record {
	var lines []byte
	for _, f := range fields {
		lines = appendField(lines, f.Name, oneLine.Replace(f.Value))
	}
	return &Record{Type: "warcinfo", ContentType: "application/warc-fields", Block: [][]byte{lines}}
}

var oneLine = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ")
