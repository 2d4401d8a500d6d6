package crawlinput

import (
	"webmill/pkg/cli"
	"webmill/pkg/web/menus"
)

// Menus are the menus that a tool leaves out of the text of pages.
type Menus struct {
	Labels *menus.Labels // nil: none
	file   string
}

// MenusManual describes -drop-nav, for the manuals of the tools.
const MenusManual = `-drop-nav leaves out the links that FILE labels navigation or outsider, with the bars and arrows between
them. FILE is what nav-links writes of the links of the same pages, or of more pages: those of a whole crawl, for one of its
archives. Links are found there by the URL of the page and their targets. A page or a link that is missing is an error.`

// Flag declares -drop-nav.
func (m *Menus) Flag(f *cli.Flags) {
	f.StringVar(&m.file, "drop-nav", "", "leave out the links that `FILE`, of nav-links, says are navigation")
}

// Given reports whether -drop-nav was given.
func (m *Menus) Given() bool { return m.file != "" }

const menusShare = 8 // -drop-nav takes one 8th of the memory

// MoreMemory is what must be there if least is to be left.
func (m *Menus) MoreMemory(least cli.Size) cli.Size {
	if !m.Given() {
		return least
	}
	return least + (least+menusShare-2)/(menusShare-1)
}

// Open reads the labels, before the pages are read.
func (m *Menus) Open(env *cli.Env) error {
	if !m.Given() {
		return nil
	}
	in, err := OpenFields(env, m.file, []string{"source", "target", "label"})
	if err != nil {
		return err
	}
	room := env.Room()
	if m.Labels, err = menus.New(room, in.Name, env.TakeShare(menusShare)); err != nil {
		return err
	}
	if err := in.Each(m.Labels.Add); err != nil {
		return err
	}
	return m.Labels.Done()
}

// Close frees what the labels hold.
func (m *Menus) Close() {
	if m.Labels != nil {
		m.Labels.Close()
	}
}

// Checked is a function that takes lines, and ends at the first page without labels.
func (m *Menus) Checked(write func([]byte) error) func([]byte) error {
	if m.Labels == nil {
		return write
	}
	return func(lines []byte) error {
		if err := m.Labels.Err(); err != nil {
			return err
		}
		return write(lines)
	}
}

// Report tells what was left out.
func (m *Menus) Report(env *cli.Env, c menus.Counts) error {
	if m.Labels == nil {
		return nil
	}
	env.Stats.Add(cli.Figures{"pages_with_menus": c.Menus, "links_left_out": c.Links, "pages_left_whole": c.Whole})
	env.SkipN("menus of a page that is too large for them, or comes too often", c.Whole)
	return m.Labels.Err()
}
