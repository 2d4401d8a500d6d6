package page

// Allowance is the memory that one document may take. The zero Allowance has no limit.
type Allowance struct {
	Share int64       // bytes that the document may take at any time
	Most  int64       // bytes that it may take during its turn
	Turn  func() bool // waits for the turn of the document; false if its result will not be used
}

// Ask reports whether the document may take some bytes. It may wait for the turn of the document.
func (a *Allowance) Ask(bytes int64) bool {
	if a.Share == 0 || bytes <= a.Share {
		return true
	}
	return bytes <= a.Most && a.Turn()
}

// links is how many links may be kept in memory: limit, or fewer.
func (a *Allowance) links(limit int) int {
	const each = 3 * 32 // bytes for a link in a list that grows by copying
	if a.Share == 0 {
		return limit
	}
	return int(min(int64(limit), a.Share/each))
}

// Growth asks for the memory of lists that grow while a page is read. A list is copied when it grows, so it takes twice its size.
type Growth struct {
	Allowance
	Refused bool // there is no memory
	have    int64
}

// Begin begins a page with lists that take some bytes.
func (g *Growth) Begin(bytes int64) { g.have, g.Refused = 2*bytes, false }

// Room reports whether lists that take some bytes may grow.
func (g *Growth) Room(bytes int64) bool {
	need := 2 * bytes
	if need <= g.have {
		return true
	}
	if g.Refused = g.Refused || !g.Ask(need); g.Refused {
		return false
	}
	g.have = need
	return true
}
