package genome

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"
	"strings"
)

// Subject is a run that begins, as the experiment looks at it.
type Subject struct {
	Run string
	// Acts says that the run's agent acts on the world, OptedOut that its workspace wants
	// no experiment. Either keeps the run out.
	Acts, OptedOut bool
}

// Trial is a run in the leave-one-out experiment (specification, section 5).
type Trial struct {
	Run string
	// Eligible are the learned genes that the run would be told, sorted. There is one at
	// least.
	Eligible []string
	// LeftOut is the one that it is not told; empty for a run that was not drawn.
	LeftOut string
}

// Draw decides whether a run is in the experiment, and which of its genes it leaves out; nil
// if it is not in it. The draw is keyed: whoever does not know the key can neither foresee
// nor choose it, and the same run under the same key always gets the same. A larger LeaveOut
// draws every run that a smaller one draws.
func (t Tuning) Draw(key []byte, s Subject, genes []Gene) *Trial {
	eligible := t.eligible(genes)
	if s.Acts || s.OptedOut || len(eligible) == 0 {
		return nil
	}
	trial := &Trial{Run: s.Run, Eligible: eligible}
	if drawn, which := lots(key, s.Run); drawn < t.LeaveOut {
		trial.LeftOut = eligible[which%uint64(len(eligible))]
	}
	return trial
}

// eligible are the genes that can be left out: those that Compile tells and that a person
// has not written.
func (t Tuning) eligible(genes []Gene) []string {
	var ids []string
	for _, g := range genes {
		if g.State == Live && g.Stratum == Learned && g.Strength >= t.CompileStrength {
			ids = append(ids, g.ID)
		}
	}
	slices.SortFunc(ids, strings.Compare)
	return ids
}

// lots draws two independent lots for a run: one from 0 to 1, and one that chooses.
func lots(key []byte, run string) (share float64, which uint64) {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("leave-one-out\x00" + run))
	sum := mac.Sum(nil)
	return float64(binary.BigEndian.Uint64(sum)>>11) / math.Exp2(53), binary.BigEndian.Uint64(sum[8:])
}

// Without is genes without the one that a trial leaves out.
func (t *Trial) Without(genes []Gene) []Gene {
	if t == nil || t.LeftOut == "" {
		return genes
	}
	return slices.DeleteFunc(slices.Clone(genes), func(g Gene) bool { return g.ID == t.LeftOut })
}
