// Extract-text writes the visible text of the pages of a crawl.
package main

import (
	"webmill/pkg/cli"
	"webmill/tools/internal/crawl"
)

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "extract-text",
	Synopsis: "the text of the pages of a crawl",
	Purpose:  cli.ReadCrawl,
	Usage:    []string{"[FILE...]", "-list FILE", "-dir DIR -base URL"},
	Manual: crawl.Manual + `

Writes a document for each page. Its text is what a reader sees who has no style sheet: each block is a line, cells of a
table have a TAB between them, and runs of blanks are one space, but for preformatted text. Inline elements like <b> do
not divide words. What <script>, <style>, hidden, style="display:none" and the like hide is left out, and so are the
choices and fields of forms. Of a text longer than 4 MiB the beginning is kept, and the exit status is 3.

The forms (-to):

  jsonl     a line of JSON for each document, the default: id, status, url, date, title,
            description, headings, lang, declared_lang, charset, robots, hash, simhash,
            print, text. What is not known is left out
  parquet   the same as columns
  text      for each document its URL, its text and an empty line
  markdown  the same, with marks for headings, lists, quotations and code

lang is the language of the text, found by the pieces of its words: bg ca cs da de el en es eu fi fr gl hr hu id it lt
lv nb nl pl pt ro ru sk sl sr sv tr uk. It is left out for program code, for texts of a few words, and for other
languages; but a language that is very near to one of these may be taken for it. declared_lang is the language that the
page says it is in, and robots what it says to crawlers. hash is the SHA-1 of what the server gave. simhash is 64 bits,
of which texts that are nearly equal have most in common; print are 40 digits of the length, the number of links and
some bytes, like those of the UNICO robot.

With -page-ids each document has the id of its URL in the dictionary of extract-links and dict, for joins with links and
ranks. Of several answers of a page the first counts. A page that is not in the dictionary is left out, and the exit
status is 3.

-text node-lines writes each text node of the page as a line, as a program that finds names needs it, and unico the
words of title, text and keywords in lower case, with ä as ae. -alt takes the texts that stand for images.`,
	In:     "WARC or ARC files, plain or compressed by gzip, zstd or bzip2; or HTML files in folders",
	Out:    "documents, in the order of the input",
	Memory: "-S in all, at least 8M, or 12M to write Parquet",
	Passes: "1",
	Examples: []cli.Example{
		{Does: "the documents of a crawl", Line: "extract-text -o documents.jsonl crawl.warc.gz"},
		{Does: "the same for a notebook, with the ids of links",
			Line: "extract-links -alone crawl.warc.gz | dict -alone -dict urls.txt -o links.t2 &&\nextract-text -page-ids urls.txt -o documents.parquet crawl.warc.gz"},
		{Does: "a folder of pages, to read", Line: "extract-text -to markdown -dir site -base https://example.org/"},
		{Does: "pages whose bytes are equal, side by side",
			Line: "extract-text crawl.warc.gz | sed 's/.*\"url\":\"\\([^\"]*\\)\".*\"hash\":\"\\([0-9a-f]*\\)\".*/\\2\\t\\1/' |\n  extsort -lines -o by-hash.txt"},
	},
	Partial: "some input was skipped, or hardly anything in it is a page",
	Groups:  cli.Memory | cli.Threads | cli.To | cli.Parquet,
	Setup:   setup,
}
