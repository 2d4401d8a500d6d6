// Package people joins the mentions of names to persons, and ranks the pages of each person.
//
// # Steps
//
// Nothing needs to be in memory as a whole: each step sorts lines, and reads them in groups. Where a group must be known before
// its first line can be used, it is read twice, by two cursors of one file.
//
//  1. mentions  lines of JSON become lines that are sorted by page and surname
//  2. pages     of each page: how many names it has, which is the first; short forms that fit one longer form of the page become
//     that form. Joined with the lengths and ranks of pages
//  3. groups    lines sorted by site, surname and the first letter of the first name: a group, whose forms are joined to persons
//  4. persons   lines sorted by person and page: df, variants, and the scores of the pages
//  5. rows      lines sorted by person and score, as they are written
//
// # Joining
//
// A form is a surname and the names before it. Two forms of one surname fit if each name of the one is equal to the other's name
// in the same place, short for it, or missing at the end; a nickname is equal to its full name. Forms that fit are one person,
// but a form that fits two others which do not fit each other stays alone. So what is joined fits each other, and two full first
// names never are one person. This is done on each page first, where a surname alone, or else a first name alone, is of the one
// person there that has it; and then on each site.
//
// A group of more than MostForms forms is not joined: equal forms are one person then.
//
// # Files
//
//	people.go     Options, and the steps one after the other
//	mention.go    a line of JSON to a mention
//	form.go       a name to its form; which forms fit
//	nicknames.go  nicknames, titles, particles
//	join.go       forms to persons
//	lines.go      lines that are sorted, and cursors
//	pages.go      step 2
//	groups.go     step 3
//	persons.go    steps 4 and 5
//	score.go      what a page says about a person
//	address.go    what its URL says
package people
