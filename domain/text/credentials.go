package text

import (
	"iter"
	"strings"
	"sync"

	"github.com/zricethezav/gitleaks/v8/detect"
)

// credentials returns the parts of s that gitleaks takes for credentials. One with marks
// inside comes in its parts.
func credentials(s string) []string {
	var parts []string
	for window := range windows(s) {
		for _, finding := range detector().DetectString(window) {
			parts = append(parts, strings.Split(finding.Secret, Redacted)...)
		}
	}
	return parts
}

// Gitleaks runs each of its rules whose keyword is somewhere in a text on all of it, which
// takes half a minute for half a megabyte with many keywords. In small windows few rules
// run. They overlap by more than a credential and its name are long; the longer ones, which
// are private keys, have a pattern of their own.
const (
	windowBytes  = 2 << 10
	overlapBytes = 512
)

// windows cuts s at the end of a line where there is one.
func windows(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for start := 0; start < len(s); {
			end := min(start+windowBytes, len(s))
			if line := strings.LastIndexByte(s[start:end], '\n'); end < len(s) && line > windowBytes/2 {
				end = start + line + 1
			}
			if !yield(s[max(0, start-overlapBytes):end]) {
				return
			}
			start = end
		}
	}
}

// detector is built once: that takes some milliseconds. DetectString only reads it, but
// for an atomic counter, so that all goroutines share it.
var detector = sync.OnceValue(func() *detect.Detector {
	d, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		panic("the rules built into gitleaks do not load: " + err.Error())
	}
	d.IgnoreGitleaksAllow = true // or a comment next to a secret would let it through
	return d
})
