// Lookup looks strings or ids up in a dictionary.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "lookup",
	Synopsis: "ids of strings, strings of ids",
	Purpose:  cli.Ids,
	Usage:    []string{"DICTIONARY STRING...", "-id DICTIONARY ID..."},
	Manual: `
Prints a line for each operand that is in the dictionary: the id, a TAB and the string. The first operand is the dictionary:
line i, from 0, is the string of id i, as dict makes it. A URL that is not there as it is given is normalised as a browser
does it. If a string is not in the dictionary, the message names the nearest one there, and the exit status is 4. A string on
two lines is an error. For the strings of many ids use undict. An id has another string in the dictionary of another crawl.`,
	In:     "a dictionary: a string a line, in the order of the ids",
	Out:    "lines id TAB string, in the order of the operands",
	Memory: "1 MB and the operands",
	Passes: "1, and another one for the nearest string",
	Examples: []cli.Example{
		{Does: "which id has this URL?", Line: "lookup urls.txt http://h0.test/p0.html"},
		{Does: "which URLs have these ids?", Line: "lookup -id urls.txt 0 17"},
	},
	Check: "not in the dictionary",
	Setup: setup,
}
