package bfs

// How the memory is divided: M is the budget, for Layers less what the program itself takes; a share is the number that M is
// divided by.
//
//	Layers, bits in memory   bits of three sets    M/2, a set at most M/6
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
	chunksShare    = 2
	marksShare     = 6 // each of three sets: together no more than chunksShare leaves
	listsShare     = 16
	leastSortShare = 8

	diskChunksShare = 4
	diskSortShare   = 4 // of a layer, and of the result
	diskMarksShare  = 16
	diskLayerShare  = 16 // each of two
	fewLinksShare   = 64
	windowShare     = 2

	placesShare  = 8
	idsShare     = 16
	numbersShare = 16
	sizesShare   = 32

	leastShare       = 4 // these are shares of the memory of one sort
	recordsShare     = 8 // each of two
	recordsSortShare = 2

	proofShare      = 4
	proofSeedsShare = 16
)

// allBut is what shares leave of the memory.
func allBut(memory int64, shares ...int64) int64 {
	const parts = 32 // of which all shares here are multiples
	left := int64(parts)
	for _, share := range shares {
		left -= parts / share
	}
	return memory * left / parts
}
