package quality

import "math"

// z95 bounds the middle 95 % of the standard normal distribution.
const z95 = 1.959963984540054

// Share is a count out of a number.
type Share struct {
	Of int `json:"of"` // how many there were
	N  int `json:"n"`  // how many of them it counts
}

// Rate is N by Of, from 0 to 1; 0 of nothing.
func (s Share) Rate() float64 {
	if s.Of == 0 {
		return 0
	}
	return float64(s.N) / float64(s.Of)
}

// Wilson is the 95 % interval of Wilson (1927) for what the share is a sample of. Unlike
// the textbook's, it holds for few and for rare. Of nothing it is all there is, 0 to 1.
func (s Share) Wilson() (low, high float64) {
	if s.Of == 0 {
		return 0, 1
	}
	// Products are converted before they are added: see genome.Tuning.Plasticity.
	n, p := float64(s.Of), s.Rate()
	square := float64(z95 * z95)
	middle := p + square/float64(2*n)
	reach := z95 * math.Sqrt(float64(p*(1-p))/n+square/float64(4*n*n))
	scale := 1 + square/n
	return max(0, (middle-reach)/scale), min(1, (middle+reach)/scale)
}
