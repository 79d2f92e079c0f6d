package genome_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"redeye/domain/fault"
	"redeye/domain/genome"
)

const token = "ghp_012345678901234567890123456789abcdef"

func ptr(s string) *string { return &s }

func TestWhatACustomerDidBecomesObservations(t *testing.T) {
	records, err := genome.Observed{
		Edit: &genome.EditedText{After: "we use it"}, Comment: "keep it\nplain",
	}.Records(ptr("we utilise it"))
	require.NoError(t, err)
	require.Equal(t, []genome.ObservationRecord{
		{Observation: genome.Observation{Kind: genome.Edit, Text: "From an edit: write “use” instead of “utilise”"}},
		{Observation: genome.Observation{Kind: genome.Comment, Text: "keep it\nplain"}},
	}, records)
}

func TestACommentStandsBesideAnEditThatSaysNothing(t *testing.T) {
	records, err := genome.Observed{Edit: &genome.EditedText{After: "same"}, Comment: "plain"}.Records(ptr("Same."))
	require.NoError(t, err)
	require.Len(t, records, 1)
}

func TestAGivenTextComesBeforeTheRunsOwn(t *testing.T) {
	o := genome.Observed{Edit: &genome.EditedText{Before: ptr("we wield it"), After: "we use it"}}
	for _, own := range []*string{nil, ptr("we utilise it"), ptr("cut… [cut, 9 bytes in all]")} {
		records, err := o.Records(own)
		require.NoError(t, err)
		require.Contains(t, records[0].Text, "“wield”")
	}
}

func TestATextThatIsNotWholeIsNoMeasure(t *testing.T) {
	o := genome.Observed{Run: "c.1", Edit: &genome.EditedText{After: "we use it"}}
	for _, own := range []string{"a\n… [700000 bytes left out] …\nb", "we utilise… [cut, 2000000 bytes in all]"} {
		_, err := o.Records(&own)
		require.Equal(t, fault.Invalid, fault.KindOf(err))
		require.ErrorContains(t, err, "the output of run c.1 was too long to be kept whole")
	}
	_, err := o.Records(ptr("… [cut, 9 bytes in all] we utilise it"))
	require.NoError(t, err, "a mark is at the end")
}

func TestSecretsAreRedactedBeforeAWordIsTakenFromThem(t *testing.T) {
	records, err := genome.Observed{
		Edit:    &genome.EditedText{Before: ptr("mail " + token + " here\nand then\nbye"), After: "mail it here\nand then\npassword=hunter2hunter2"},
		Comment: "my token is " + token,
	}.Records(nil)
	require.NoError(t, err)
	for _, r := range records {
		require.NotContains(t, r.Text, "0123")
		require.NotContains(t, r.Text, "hunter2")
	}
	require.Equal(t, "my token is [redacted]", records[len(records)-1].Text)
}

func TestDecisionsSayWhoAndWhy(t *testing.T) {
	g := genome.Gene{ID: "g", Stratum: genome.Learned, State: genome.Live}
	for _, c := range []struct {
		act    genome.Act
		reason string
		state  genome.State
		says   string
	}{
		{genome.ActApprove, "good", genome.Live, ""},
		{genome.ActReject, "too stiff", genome.Rejected, "was rejected by Ann: too stiff"},
		{genome.ActRetire, "", genome.Retired, "was retired by Ann"},
	} {
		got, err := genome.DecisionRecord{Decision: genome.Decision{By: "Ann", Reason: c.reason}, Act: c.act, At: night}.Apply(g)
		require.NoError(t, err)
		require.Equal(t, c.state, got.State)
		require.Equal(t, c.says, got.EndReason)
	}
	_, err := genome.DecisionRecord{Act: "forget"}.Apply(g)
	require.Equal(t, fault.Invalid, fault.KindOf(err))
}

func FuzzObserved(f *testing.F) {
	f.Add("we utilise it", "we use it", "plain")
	f.Add("\xff\x00", token, "😀\u2028")
	f.Add(strings.Repeat("a ", 3000), strings.Repeat("b ", 3000), strings.Repeat("c", 9000))
	f.Fuzz(func(t *testing.T, before, after, comment string) {
		records, err := genome.Observed{Edit: &genome.EditedText{Before: &before, After: after}, Comment: comment}.Records(nil)
		if err != nil {
			require.Equal(t, fault.Invalid, fault.KindOf(err))
			require.Empty(t, records)
		}
		for _, r := range records {
			require.True(t, utf8.ValidString(r.Text))
			require.NotContains(t, r.Text, "\x00")
			require.NotEmpty(t, genome.Wording(r.Text))
			require.LessOrEqual(t, len(r.Text), 4000)
			require.Equal(t, genome.Screen(r.Text) == nil, r.ScreenedAs == "", "%q", r.Text)
		}
	})
}
