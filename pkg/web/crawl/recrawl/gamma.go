package recrawl

import "math"

// mostTerms bounds sums: with s up to 1 + 1/LeastA some hundred terms are enough.
const mostTerms = 2000

// logGamma is log ∫₀¹ u^(s−1)·exp(−x·u) du = log(γ(s,x)/x^s), where γ is the lower incomplete gamma function; s > 0, x ≥ 0.
// In this form nothing overflows: it goes from −log s at x = 0 to log Γ(s) − s·log x.
func logGamma(s, x float64) float64 {
	if math.IsInf(x, 1) {
		return math.Inf(-1)
	}
	if x < s+1 {
		// γ(s,x) = x^s·e^(−x)·(1/s + x/(s·(s+1)) + x²/(s·(s+1)·(s+2)) + …): the terms fall from the second on.
		term, sum := 1/s, 1/s
		for i := 1.0; i < mostTerms && term > sum*1e-17; i++ {
			term *= x / (s + i)
			sum += term
		}
		return math.Log(sum) - x
	}
	lg, _ := math.Lgamma(s)
	rest := math.Exp(s*math.Log(x) - x - lg + math.Log(fraction(s, x)))
	return lg + math.Log1p(-rest) - s*math.Log(x)
}

// fraction is the continued fraction of the upper incomplete gamma function, Γ(s,x) = x^s·e^(−x)·fraction, for x ≥ s+1:
// 1/(x+1−s − 1·(1−s)/(x+3−s − 2·(2−s)/(x+5−s − …))), by the method of Lentz.
func fraction(s, x float64) float64 {
	b := x + 1 - s
	c, d := math.Inf(1), 1/b
	f := d
	for i := 1.0; i < mostTerms; i++ {
		an := i * (s - i)
		b += 2
		d = 1 / (an*d + b)
		c = b + an/c
		f *= c * d
		if math.Abs(c*d-1) < 1e-16 {
			break
		}
	}
	return f
}
