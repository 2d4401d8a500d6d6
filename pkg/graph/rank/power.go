package rank

import "math"

// The power method on a part of the pages or links. disk.go takes one range after the other, the workers of a pipeline
// (tools/beam) take all at once.

// PowerStep is one step of the power method; see sweeper.power for its formula.
type PowerStep struct {
	D    float64 // share of steps that follow a link
	Base float64 // b: a page gets b·v

	// What Next adds up, over the pages with links:
	Change float64 // Σ|z - z before|
	Mass   float64 // Σz
}

// NewPowerStep is the step after one that ended with this mass; total is |v|.
func NewPowerStep(d, mass, total float64) PowerStep {
	return PowerStep{D: d, Base: (1 - d*mass) / total}
}

// Ranks makes z of what links give: z_i = b·v_i + d·a_i.
func (p *PowerStep) Ranks(a, v []float64) {
	for i, sum := range a {
		a[i] = float64(p.Base*v[i]) + float64(p.D*sum)
	}
}

// Next makes x of z, where c > 0. Block by block, so that the sums stay exact.
func (p *PowerStep) Next(z, x, c []float64) {
	change, mass := 0.0, 0.0
	for i, z := range z {
		if c[i] > 0 {
			change += math.Abs(z - float64(x[i]*c[i]))
			mass += z
			x[i] = z / c[i]
		}
	}
	p.Change += change
	p.Mass += mass
}

// Residual is the residual of the step; before is the mass that NewPowerStep got.
func (p *PowerStep) Residual(before float64) float64 {
	return p.D * (p.Change + math.Abs(p.Mass-before))
}

// Contribute passes on what links give to each target: Σ x of the sources. Links are pairs (source, target), sorted by target; x
// of a source is x[source-first]. If a target has links in several blocks, a sum of each block is passed on.
func Contribute(links []int32, x []float64, first int32, give func(target int32, sum float64)) {
	var list []int32
	for len(links) > 0 {
		target := links[1]
		for list = list[:0]; len(links) > 0 && links[1] == target; links = links[2:] {
			list = append(list, links[0]-first)
		}
		give(target, gather(x, list, nil))
	}
}
