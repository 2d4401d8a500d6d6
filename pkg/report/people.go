package report

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"webmill/pkg/parquetio"
)

// peopleSection shows the persons that the pages mention most, with their home pages, and the persons that the pages of each host
// mention most.
var peopleSection = Section{Name: "people", Title: "People", Build: buildPeople}

const (
	peopleFile  = "people.parquet"
	hostPeople  = "host-people.parquet"
	personPages = "person-pages.parquet"

	topPeople      = 20 // rows of the table of persons
	mostPeopleHost = 8  // persons of each host
	hostsOfPeople  = 12 // rows of the table of hosts
)

// person has fields of a record of people.parquet.
type person struct {
	id                     int32
	name, titles, home     string
	mentions, pages, hosts int64
}

// oftener reports whether a is mentioned more often than b or, with as many mentions, has the smaller id.
func oftener(a, b person) bool {
	return a.mentions > b.mentions || a.mentions == b.mentions && a.id < b.id
}

func buildPeople(f *Folder) (*Content, error) {
	if !f.has(peopleFile) {
		return nil, nil
	}
	c := &Content{}
	all, homes := int64(0), int64(0)
	best := newTop(topPeople, oftener)
	err := f.rows(peopleFile, func(r []parquetio.Value) error {
		p := person{id: int32(r[0].Number), mentions: r[2].Number, pages: r[3].Number, hosts: r[4].Number}
		all++
		if !r[5].Null {
			homes++
		}
		if len(best.list) == topPeople && !best.better(p, best.list[topPeople-1]) {
			return nil // most persons are not in the table: their texts are not copied
		}
		p.name, p.home, p.titles = string(clip(r[1].Text)), string(clip(r[5].Text)), string(clip(r[6].Text))
		best.add(p)
		return nil
	}, "id", "name", "mentions", "pages", "hosts", "home", "titles")
	if err != nil || all == 0 {
		return nil, err
	}
	c.Facts = append(c.Facts, Fact{count(all), form(all, "person", "persons")})
	text := fmt.Sprintf("The pages name %s; a home page was found for %s. A model has found the names: "+
		"some of them are wrong, and others are missing.", plural(all, "person"), count(homes))
	t := &Table{
		Caption: fmt.Sprintf("The %s with the most mentions", plural(int64(len(best.list)), "person")),
		Columns: slices.Concat(numbers("place"), words("person"), numbers("mentions", "pages", "hosts"),
			[]Column{{Name: "home page", Wide: true}}),
	}
	for i, p := range best.list {
		t.Rows = append(t.Rows, []Cell{{Text: fmt.Sprint(i + 1)}, {Text: visible(p.name, 80), Note: visible(p.titles, 80)},
			{Text: count(p.mentions), Bar: share(p.mentions, best.list[0].mentions)}, {Text: count(p.pages)},
			{Text: count(p.hosts)}, linkTo(p.home)})
	}
	c.Blocks = []Block{{Text: text}, {Table: t}}
	return c, c.peopleOfHosts(f)
}

// linkTo is a cell with the URL of a page, which is a link if it begins with http or https.
func linkTo(page string) Cell {
	if page == "" {
		return Cell{Text: unknown}
	}
	cell := Cell{Text: visible(page, 160)}
	if u, err := url.Parse(page); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
		cell.Link = page
	}
	return cell
}

// crowd is a host with the persons whom its pages mention.
type crowd struct {
	host     string
	mentions int64        // how often the pages of the host mention any person
	best     *top[person] // the persons whom they mention most
}

// peopleOfHosts adds the table of the hosts whose pages mention persons most. In host-people.parquet the records of a host stand
// together.
func (c *Content) peopleOfHosts(f *Folder) error {
	if !f.has(hostPeople) {
		return nil
	}
	best := newTop(hostsOfPeople, func(a, b crowd) bool {
		return a.mentions > b.mentions || a.mentions == b.mentions && a.host < b.host
	})
	at := crowd{}
	end := func() {
		if at.mentions > 0 {
			best.add(at)
		}
	}
	err := f.rows(hostPeople, func(r []parquetio.Value) error {
		if host := clip(r[0].Text); at.best == nil || string(host) != at.host {
			end()
			at = crowd{host: string(host), best: newTop(mostPeopleHost, oftener)}
		}
		at.mentions += r[2].Number
		at.best.add(person{id: int32(r[1].Number), mentions: r[2].Number})
		return nil
	}, "host", "person", "mentions")
	if err != nil {
		return err
	}
	end()
	if len(best.list) == 0 {
		return nil
	}
	names := map[int32]string{}
	for _, x := range best.list {
		for _, p := range x.best.list {
			names[p.id] = ""
		}
	}
	if err := f.rows(peopleFile, func(r []parquetio.Value) error {
		if _, wanted := names[int32(r[0].Number)]; wanted {
			names[int32(r[0].Number)] = string(clip(r[1].Text))
		}
		return nil
	}, "id", "name"); err != nil {
		return err
	}
	t := &Table{Caption: "The persons whom the pages of each host mention most",
		Columns: slices.Concat(words("host"), numbers("mentions"), []Column{{Name: "persons", Wide: true}})}
	for _, x := range best.list {
		var list []string
		for _, p := range x.best.list {
			if names[p.id] == "" {
				return f.mixed(hostPeople, fmt.Sprint("person ", p.id), peopleFile, "no such person")
			}
			list = append(list, fmt.Sprintf("%s (%s)", visible(names[p.id], 60), count(p.mentions)))
		}
		t.Rows = append(t.Rows, []Cell{{Text: visible(x.host, 120)},
			{Text: count(x.mentions), Bar: share(x.mentions, best.list[0].mentions)}, {Text: strings.Join(list, ", ")}})
	}
	c.tables(t)
	return nil
}
