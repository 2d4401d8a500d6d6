package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// thin is the space between a number and its unit; no line ends there.
const thin = "\u202f"

// unknown stands for a number that is not there.
const unknown = "–"

// unbroken keeps names with a hyphen on one line.
func unbroken(s string) string {
	return strings.NewReplacer("K-Rank", "K\u2011Rank", "in-degree", "in\u2011degree", "out-degree", "out\u2011degree").Replace(s)
}

// count writes a number with commas: 1,234,567.
func count(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// plural writes a number of things: 1 page, 2 pages.
func plural(n int64, thing string) string { return verb(n, thing, thing+"s") }

// verb writes a number with a word or a sentence for one thing, or for several.
func verb(n int64, one, several string) string { return count(n) + " " + form(n, one, several) }

// form is the word that fits to a number of things: is or are.
func form(n int64, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// percent writes a share with three digits.
func percent(share float64) string {
	switch p := 100 * share; {
	case math.IsNaN(p):
		return unknown
	case p == 0:
		return "0" + thin + "%"
	case math.Abs(p) < 0.0001:
		return power(p) + thin + "%"
	case math.Abs(p) < 0.1:
		return fmt.Sprintf("%.2g", p) + thin + "%"
	case math.Abs(p) < 10:
		return fmt.Sprintf("%.2f", p) + thin + "%"
	default:
		return fmt.Sprintf("%.1f", p) + thin + "%"
	}
}

// share is a part of a whole, 0 of nothing.
func share(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// decimal writes a figure of a table to three places; NaN is a dash.
func decimal(x float64) string {
	if math.IsNaN(x) {
		return unknown
	}
	return fmt.Sprintf("%.3f", x)
}

// size writes a number of bytes: 512 B, 1.5 KiB, 31.0 GiB.
func size(n int64) string {
	if n < 1024 {
		return fmt.Sprint(n) + thin + "B"
	}
	x, i := float64(n)/1024, 0
	for ; x >= 1000 && i < 3; i++ {
		x /= 1024
	}
	return fmt.Sprintf("%.1f", x) + thin + []string{"KiB", "MiB", "GiB", "TiB"}[i]
}

// power writes a small number with its power of ten: 3.2·10⁻⁹.
func power(x float64) string {
	digits, exponent, _ := strings.Cut(fmt.Sprintf("%.1e", x), "e")
	n, _ := strconv.Atoi(exponent)
	high := strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7",
		"⁷", "8", "⁸", "9", "⁹")
	return digits + "·10" + high.Replace(strconv.Itoa(n))
}

// seconds writes a time: 0.12 s, 34 s, 5 min 3 s, 2 h 10 min.
func seconds(s float64) string {
	whole := int64(math.Round(s))
	switch {
	case s < 10:
		return fmt.Sprintf("%.2f", s) + thin + "s"
	case whole < 60:
		return fmt.Sprintf("%.1f", s) + thin + "s"
	case whole < 3600:
		return fmt.Sprint(whole/60) + thin + "min " + fmt.Sprint(whole%60) + thin + "s"
	}
	return fmt.Sprint(whole/3600) + thin + "h " + fmt.Sprint(whole%3600/60) + thin + "min"
}

// visible makes text that came from elsewhere fit to be read: what is invisible or turns the direction of writing is
// shown as U+FFFD, and of more than most bytes the beginning and the end are.
func visible(s string, most int) string {
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most*3/4], "") + "…" + strings.ToValidUTF8(s[len(s)-most/4:], "")
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return utf8.RuneError
	}, s)
}

// clip is the beginning of a text: no more of it is kept.
func clip(text []byte) []byte { return text[:min(len(text), 1000)] }
