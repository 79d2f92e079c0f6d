package run

import "math"

// maxDollars is more than any run can cost. A larger figure is no measurement, and the
// sum of a chain's costs must not overflow.
const maxDollars = 1e9

// MoneyOf rounds an amount of US dollars to millionths. It reports false for what is no
// amount: negative, infinite, not a number, or over a thousand million.
func MoneyOf(dollars float64) (Money, bool) {
	if !(dollars >= 0 && dollars <= maxDollars) { // also false for NaN
		return 0, false
	}
	return Money(math.Round(dollars * float64(Dollar))), true
}
