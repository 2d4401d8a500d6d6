package content

import "strconv"

// row collects the features of a block or a page. Their names are collected only if they are asked for: that of a feature is put
// together of two parts.
type row struct {
	values []float32
	names  *[]string
}

func (r *row) add(name string, v float32) { r.join(name, "", v) }

func (r *row) is(name string, v bool) { r.join(name, "", oneIf(v)) }

// join adds a feature whose name has two parts.
func (r *row) join(kind, name string, v float32) {
	r.values = append(r.values, v)
	if r.names != nil {
		*r.names = append(*r.names, kind+name)
	}
}

// near adds a feature of a block some places away, or one of several of a kind.
func (r *row) near(kind string, offset int, v float32) {
	r.values = append(r.values, v)
	if r.names != nil {
		*r.names = append(*r.names, kind+strconv.Itoa(offset))
	}
}

// groups adds a feature for each group, of which bits has those that hold.
func (r *row) groups(kind string, all []group, bits uint64) {
	for k := range all {
		r.join(kind, all[k].name, float32(bits>>k&1))
	}
}

func oneIf(v bool) float32 {
	if v {
		return 1
	}
	return 0
}
