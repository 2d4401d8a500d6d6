package archive

import (
	crypto "crypto/rand"
	"encoding/hex"
	"math/rand/v2"
	"sync"
)

// ids has the source of random ids. One call of the system seeds it for all of them.
var ids struct {
	sync.Mutex
	source *rand.ChaCha8
}

// NewID is a new id of a record: a random UUID (version 4).
func NewID() string {
	var u [16]byte
	ids.Lock()
	if ids.source == nil {
		var seed [32]byte
		crypto.Read(seed[:]) // never fails
		ids.source = rand.NewChaCha8(seed)
	}
	ids.source.Read(u[:]) // never fails
	ids.Unlock()
	u[6], u[8] = u[6]&0x0f|0x40, u[8]&0x3f|0x80
	var room [len("<urn:uuid:>") + 36]byte
	text := append(room[:0], "<urn:uuid:"...)
	for i, end := range []int{4, 6, 8, 10, 16} {
		if i > 0 {
			text = append(text, '-')
		}
		text = hex.AppendEncode(text, u[[]int{0, 4, 6, 8, 10}[i]:end])
	}
	return string(append(text, '>'))
}
