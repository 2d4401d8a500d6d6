package outline

// AppendPath appends the tags of an element and of those around it, at most the 8 innermost: body/div/p. above gives the tag of
// an element and the number of the one around it, which is less than 0 where there is none.
func AppendPath(dst []byte, at int32, above func(at int32) (tag Tag, parent int32)) []byte {
	var tags [8]Tag
	n := 0
	for ; at >= 0 && n < len(tags); n++ {
		tags[n], at = above(at)
	}
	if at >= 0 {
		dst = append(dst, "…/"...)
	}
	for n--; n >= 0; n-- {
		dst = append(dst, tags[n].String()...)
		if n > 0 {
			dst = append(dst, '/')
		}
	}
	return dst
}
