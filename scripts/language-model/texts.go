package main

import (
	"bytes"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/net/html"
)

// most bytes of the paragraphs of a language
const mostText = 4 << 20

// paragraphs returns the paragraphs of the files of a folder, each once: they repeat much.
func paragraphs(dir string) (list [][]byte) {
	seen, size := map[string]bool{}, 0
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || size > mostText {
			return err
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if filepath.Ext(name) != ".txt" {
			b = plain(b)
		}
		for _, p := range bytes.Split(b, []byte("\n\n")) {
			if p = bytes.Join(bytes.Fields(p), []byte(" ")); len(p) >= 40 && !seen[string(p)] {
				seen[string(p)] = true
				list, size = append(list, p), size+len(p)
			}
		}
		return nil
	})
	if err != nil && !os.IsNotExist(err) {
		log.Fatal(err)
	}
	return list
}

// plain is the text of a page, in paragraphs; names of commands and the like, which are in no language, are left out.
func plain(page []byte) []byte {
	var text bytes.Buffer
	hidden := 0
	for z := html.NewTokenizer(bytes.NewReader(page)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return text.Bytes()
		case html.TextToken:
			if hidden == 0 {
				text.Write(z.Text())
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			if isHidden(string(name)) {
				hidden++
			} else if isBlock(string(name)) {
				text.WriteString("\n\n")
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if isHidden(string(name)) {
				hidden = max(0, hidden-1)
			} else if isBlock(string(name)) {
				text.WriteString("\n\n")
			}
		}
	}
}

func isHidden(name string) bool {
	return strings.Contains(" credit info code cmd screen programlisting command filename literal script style mediaobject revhistory legalnotice ", " "+name+" ")
}

func isBlock(name string) bool {
	return strings.Contains(" p para title item td entry h1 h2 h3 h4 li div note steps section desc term ", " "+name+" ")
}
