package bfs

// How the memory M is divided. M is the budget; for Layers, less what the program itself takes. The constants are divisors of M
// or, where a comment says so, of the memory of one sort.
//
//	Layers, bits in memory   bits of three sets    M/2, a set at most M/6
//	                         list of a layer       an eighth of a set, and as much for what is found
//	                         chunks                at most M/2, and what the bits, the lists and M/8 leave
//	                         lists                 M/16
//	                         sort of the result    what remains, M/8 at least
//	Layers, bits in a file   chunks                M/4
//	                         sort of a layer       M/4, and M/64 for few links
//	                         sort of the result    M/4
//	                         lists                 M/16
//	                         bits, two layers      M/16 each
//	                         ends of links         M/2, before the search
//	Number                   places                M/8
//	                         ids, numbers          M/16 each
//	                         sizes of layers       M/32
//	                         two sorts             half of the rest each; S is such a half
//	  a layer                least numbers         S/4, and the sort of the links within the layer the rest of S
//	  a large layer          two lists of records  S/8 each
//	                         sort                  S/2
//	Verify                   numbers               M/4
//	                         seeds                 M/16
//	                         two sorts             half of the rest each
const (
	chunksDivisor    = 2
	marksDivisor     = 6 // each of three sets: together no more than chunksDivisor leaves
	listsDivisor     = 16
	leastSortDivisor = 8

	diskChunksDivisor = 4
	diskSortDivisor   = 4 // of a layer, and of the result
	diskMarksDivisor  = 16
	diskLayerDivisor  = 16 // each of two
	fewLinksDivisor   = 64
	windowDivisor     = 2

	placesDivisor  = 8
	idsDivisor     = 16
	numbersDivisor = 16
	sizesDivisor   = 32

	leastDivisor       = 4 // these divide the memory of one sort
	recordsDivisor     = 8 // each of two
	recordsSortDivisor = 2

	proofDivisor      = 4
	proofSeedsDivisor = 16
)

// allBut is what parts leave of the memory, each given by its divisor.
func allBut(memory int64, divisors ...int64) int64 {
	const parts = 32 // which all divisors here divide
	left := int64(parts)
	for _, divisor := range divisors {
		left -= parts / divisor
	}
	return memory * left / parts
}
