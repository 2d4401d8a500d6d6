package stem

// Plural takes the ending of the plural off an English word. The first rule that fits is used:
//
//	ies -> y   not after e or a    policies -> policy
//	es  -> e   not after a, e, o   dates -> date
//	s   ->     not after u, s      statistics -> statistic
//
// A rule that does not fit gives way to the next: heroes, whose es is after o, loses its s by the third. The word s remains.
func Plural(w []byte) []byte {
	switch n := len(w); {
	case ends(w, "ies") && !ends(w, "eies") && !ends(w, "aies"):
		return append(w[:n-3], 'y')
	case ends(w, "es") && !ends(w, "aes") && !ends(w, "ees") && !ends(w, "oes"):
		return w[:n-1]
	case ends(w, "s") && !ends(w, "us") && !ends(w, "ss") && n > 1:
		return w[:n-1]
	}
	return w
}
