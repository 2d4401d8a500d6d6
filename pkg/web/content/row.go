package content

import "strconv"

// row collects the features of a block or a page. Their names are collected only if they are asked for.
type row struct {
	values []float32
	names  *[]string
}

func (r *row) add(name string, v float32) {
	r.values = append(r.values, v)
	if r.names != nil {
		*r.names = append(*r.names, name)
	}
}

func (r *row) is(name string, v bool) {
	x := float32(0)
	if v {
		x = 1
	}
	r.add(name, x)
}

// named is add for one of several features with a prefix. Their name is made only if it is asked for.
func (r *row) named(prefix, name string, v float32) {
	r.values = append(r.values, v)
	if r.names != nil {
		*r.names = append(*r.names, prefix+name)
	}
}

// groups adds a feature for each group, of which bits has those that hold.
func (r *row) groups(prefix string, all []group, bits uint64) {
	for k := range all {
		r.values = append(r.values, float32(bits>>k&1))
	}
	if r.names != nil {
		for _, g := range all {
			*r.names = append(*r.names, prefix+g.name)
		}
	}
}

// near adds a feature of a block some places away.
func (r *row) near(name string, offset int, v float32) {
	r.values = append(r.values, v)
	if r.names != nil {
		*r.names = append(*r.names, name+strconv.Itoa(offset))
	}
}
