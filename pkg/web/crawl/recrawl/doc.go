// Package recrawl says how pages change, by the visits to them, and when they should be fetched again.
//
// # Model
//
// The probability that a page has not changed t days after it was fetched is
//
//	F(t) = exp(−λ·t^a)    λ > 0, 0.01 ≤ a ≤ 1
//
// (Kulvait 2007, section 2.1.1). With a = 1 changes are a Poisson process. With a < 1 a page that has not changed yet is less
// likely to change soon: pages with many different rates together look like that. All pages of a crawl share one a, by default
// 1; Pool.Fit estimates it from all visits. λ is estimated for each page. The time counts from each visit, whatever that visit
// found: F tells what becomes of the copy that was made then.
//
// # Estimate
//
// A visit says only whether the page has changed since the visit before it, not when: the time of the change is censored.
// With x = t^a of each visit, the logarithm of the likelihood is concave in λ:
//
//	Σ log(1 − exp(−λ·x)) over the visits that found a change − Σ λ·x over the others
//
// The prior λ₀ comes from all pages (Pool). It counts as one change more, seen just when it happened, at x = 1/λ₀: it adds
// log λ − λ/λ₀. So a page without visits has λ₀, a page that never changed has 1/(1/λ₀ + Σx), and a page that had changed at
// each visit has a finite λ.
//
// Example: ten visits at intervals of three days, four of which found a change, no prior, a = 1. Then (1 − e^(−3λ))^4 ·
// e^(−18λ) is greatest where e^(−3λ) = 6/10: λ = 0.1703 a day.
//
// # Schedule
//
// A page that is fetched every I days is fresh for the part H = 1/I · ∫₀ᴵ F(t) dt of the time. For a page of weight w, one fetch
// a day more is worth
//
//	w·m(I) = w·(∫₀ᴵ F(t) dt − I·F(I))
//
// which grows with I up to m(∞) = λ^(−1/a)·Γ(1 + 1/a). So H is concave in the fetches a day, and the sum of w·H is greatest
// for a given number of them if w·m(I) = μ for all pages, with one μ; pages with w·m(∞) ≤ μ are never fetched. These are the
// pages that change fastest: their copies are old too soon, and a fetch of a slower page is worth more (Cho, Garcia-Molina
// 2003). μ is found by steps of false position and of bisection.
//
// Example: a = 1, weights 1, pages that change 1, 2 and 4 times a day. Then m(I) = (1 − (1 + λI)·e^(−λI))/λ. Let the first be
// fetched daily: μ = 1 − 2/e = 0.264. For the second, (1 − (1 + x)·e^(−x))/2 = 0.264 gives x = 1.771 and I = 0.886 days. The
// third has m(∞) = 1/4 < μ: it is never fetched. The three take 2.13 fetches a day.
//
// # Memory
//
// A Plan takes a stream of pages of one a, and keeps a histogram: with τ = λ^(−1/a), the fetches a day of a page are w/v · g(μ/v)
// where v = w·τ, and g is the same for all pages. So for each v, rounded to a sixteenth of an octave, the sum of the weights is
// enough: 256 KiB. Then the plan gives the interval of any page by its λ and weight alone. The tests compare it with a schedule
// of pages in memory.
//
// # Files
//
//	model.go     Model: what a fetch is worth; gamma.go  the integrals
//	estimate.go  Estimate; pool.go  Pool: the prior and a
//	schedule.go  μ, and the interval of a page; plan.go  Plan
package recrawl
