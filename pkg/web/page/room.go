package page

// Room is the memory that one document may take. The zero Room has no limit.
type Room struct {
	Share int64       // bytes that the document may take at any time
	Most  int64       // bytes that it may take during its turn
	Turn  func() bool // waits for the turn of the document; false if its result will not be used
}

// Ask reports whether the document may take n bytes. It may wait for the turn of the document.
func (r *Room) Ask(bytes int64) bool {
	if r.Share == 0 || bytes <= r.Share {
		return true
	}
	return bytes <= r.Most && r.Turn()
}

// links is the number of links that are kept in memory, at most most.
func (r *Room) links(most int) int {
	const each = 3 * 32 // bytes for a link in a list that grows by copying
	if r.Share == 0 {
		return most
	}
	return int(min(int64(most), r.Share/each))
}
