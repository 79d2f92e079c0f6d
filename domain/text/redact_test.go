package text_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/text"
)

const secret = `hunter2/correct "horse" battery`

func TestAKnownSecretIsRedactedInEveryForm(t *testing.T) {
	asJSON, err := json.Marshal(secret)
	require.NoError(t, err)
	r := text.NewRedactor(secret)
	for name, form := range map[string]string{
		"as it is":        secret,
		"json":            string(asJSON),
		"go":              fmt.Sprintf("%q", secret),
		"query":           url.QueryEscape(secret),
		"path":            url.PathEscape(secret),
		"base64":          base64.StdEncoding.EncodeToString([]byte(secret)),
		"base64, shifted": base64.StdEncoding.EncodeToString([]byte("user:" + secret)),
		"base64, again":   base64.URLEncoding.EncodeToString([]byte("me" + secret + "!")),
	} {
		got := r.Redact("see " + form + " there")
		require.Contains(t, got, text.Redacted, name)
		for _, part := range []string{"hunter2", "horse", "aHVudGVyM", base64.StdEncoding.EncodeToString([]byte(secret))[8:24]} {
			require.NotContains(t, got, part, name)
		}
	}
}

func TestEachLineOfASecretIsOne(t *testing.T) {
	r := text.NewRedactor("first line of it\nsecond line of it")
	require.Equal(t, "x [redacted] y", r.Redact("x second line of it y"))
}

func TestASecretWithinAnotherLeavesNothing(t *testing.T) {
	r := text.NewRedactor("correct-horse", "correct-horse-battery")
	require.Equal(t, "[redacted] [redacted]", r.Redact("correct-horse-battery correct-horse"))
}

func TestShortValuesAreNoSecrets(t *testing.T) {
	require.Equal(t, "it is true on 8080", text.NewRedactor("true", "8080", "").Redact("it is true on 8080"))
}

func TestShapesAndAssignmentsAreRedacted(t *testing.T) {
	r := text.NewRedactor()
	for in, want := range map[string]string{
		"DB_PASSWORD=swordfish next":                   "DB_PASSWORD=[redacted] next",
		"export API_KEY='abc def'":                     "export API_KEY='[redacted]'",
		`{"password": "sword\"fish", "a": 1}`:          `{"password": "[redacted]", "a": 1}`,
		"ACCESS_TOKEN: swordfish":                      "ACCESS_TOKEN: [redacted]",
		"client_secret: swordfish":                     "client_secret: [redacted]",
		"password=$PASSWORD ${PASSWORD}":               "password=$PASSWORD ${PASSWORD}",
		"password=$pa55word":                           "password=[redacted]",
		"password: swordfish1 (Ann's)":                 "password: [redacted] (Ann's)",
		"password = swordfish1":                        "password = [redacted]",
		"db_password = swordfish":                      "db_password = [redacted]",
		"githubToken := 'abc'":                         "githubToken := '[redacted]'",
		`"{\"token\": \"sword fish\"}"`:                `"{\"token\": \"[redacted]\"}"`,
		`AUTH="sword fish`:                             `AUTH="[redacted]`,
		"Authorization: Bearer sword1fish":             "Authorization: [redacted]",
		"postgres://ann:sword@db/redeye":               "postgres://ann:[redacted]@db/redeye",
		"SECRET=[redacted]rest PASSWORD=":              "SECRET=[redacted] PASSWORD=",
		"url?token=swordfish&x=1":                      "url?token=[redacted]&x=1",
		"key ghp_x7Rk2LmQ9vTz4WbN8cYd1FgH5jKp3SaE6uVo": "key [redacted]",
		"aws AKIAQ3EXMP7WZLK4RT2N and more":            "aws [redacted] and more",
	} {
		require.Equal(t, want, r.Redact(in))
		require.True(t, in == want || text.HasCredential(in), in)
	}
}

func TestOrdinaryTextsAreLeftAlone(t *testing.T) {
	r := text.NewRedactor()
	for _, s := range []string{
		"commit 3f786850e387550fdab836ed7e6dc881de23001b\nAuthor: Ann <ann@example.org>",
		"workflows: reject a second answer",
		"the token: a word of the lexer; the secret: work",
		"see activities/postgres/chains.go:42 and v1.4.0",
		"a password is asked for",
		"token := info.Token()\nif token == nil {\n\ttoken = err.Token\n}",
		"auth: refactor the token: handling\nfix(token): retry, secret: none",
		"max_tokens=4096, tokens: 1200, author: Ann2024",
		"https://example.org:8080/a@b and git@example.org:a/b.git",
		"index 83db48f..bf269f4 100644\n--- a/auth/token.go\n+++ b/auth/token.go\n@@ -1,7 +1,9 @@ func Token(",
		"  3f786850e387550fdab836ed7e6dc881de23001b refs/tags/v1.4.0",
		"notes for 1.4.0: 12 commits, token counting, api keys",
	} {
		require.Equal(t, s, r.Redact(s))
		require.False(t, text.HasCredential(s), s)
	}
}

func TestAnAllowCommentExcusesNothing(t *testing.T) {
	require.NotContains(t, text.NewRedactor().Redact("ghp_x7Rk2LmQ9vTz4WbN8cYd1FgH5jKp3SaE6uVo # gitleaks:allow"), "ghp_")
}

func TestSafeRedactsBeforeItCuts(t *testing.T) {
	r := text.NewRedactor("correct-horse-battery-staple")
	got := r.Safe(strings.Repeat("x", 60)+"correct-horse-battery-staple and much more text to be cut away", 70)
	require.NotContains(t, got, "correct")
	require.LessOrEqual(t, len(got), 70)
}

func TestARedactorMayBeShared(t *testing.T) {
	r := text.NewRedactor(secret)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				if got := r.Redact("a " + secret + " TOKEN=abcdef"); got != "a [redacted] TOKEN=[redacted]" {
					t.Error(got)
				}
			}
		})
	}
	wg.Wait()
}

func TestAPrivateKeyGoesWholeThoughALineOfItWasKnown(t *testing.T) {
	line := func(c string) string { return strings.Repeat(c+"9fQ", 16) }
	key := "-----BEGIN PRIVATE KEY-----\n" + line("a") + "\n" + line("b") + "\n" + line("c") + "\n-----END PRIVATE KEY-----"
	got := text.NewRedactor(line("b")).Redact("key:\n" + key + "\nend")
	require.NotContains(t, got, "9fQ")
	require.True(t, strings.HasPrefix(got, "key:\n[redacted]"), got)
	require.True(t, strings.HasSuffix(got, "\nend"), got)
}

func TestAPrivateKeyThatIsCutOffGoesToo(t *testing.T) {
	got := text.NewRedactor().Redact("key:\n-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n7bq+/x9fQ")
	require.Equal(t, "key:\n[redacted]", got)
}

// TestACredentialIsFoundWhereverItStands moves one through the windows of a long line.
func TestACredentialIsFoundWhereverItStands(t *testing.T) {
	const token = "ghp_x7Rk2LmQ9vTz4WbN8cYd1FgH5jKp3SaE6uVo"
	for before := 0; before < 2000; before += 37 {
		got := text.NewRedactor().Redact(strings.Repeat("x ", before) + token + strings.Repeat(" y", 200))
		require.NotContains(t, got, token[:20], "after %d bytes", 2*before)
	}
}

func TestASecretThatIsPartOfTheMarkEnds(t *testing.T) {
	for _, known := range []string{"redact", "[redacted]", "ed][redacted][r", "ted]abc"} {
		r := text.NewRedactor(known)
		got := r.Redact("[redacted][redacted]abcdef redact TOKEN=[redacted]abc")
		require.Equal(t, got, r.Redact(got), known)
	}
}

func FuzzRedactTwiceIsRedactOnce(f *testing.F) {
	f.Add("TOKEN=[redacted]x", "ted]x[")
	f.Add(`a "secret": "[redacted]\"[redacted" https://u:[redacted]x@h api_key=AKIAQ3EXMP7WZLK4RT2N`, "AKIAQ3")
	f.Fuzz(func(t *testing.T, s, known string) {
		r := text.NewRedactor(known)
		once := r.Redact(s)
		require.Equal(t, once, r.Redact(once))
		if len(known) >= 6 && !strings.Contains(strings.Repeat(text.Redacted, 2+len(known)), known) && !strings.Contains(s, text.Redacted) {
			require.NotContains(t, strings.Join(strings.Split(once, text.Redacted), "\x00"), known)
		}
	})
}

func FuzzSafe(f *testing.F) {
	f.Add("TOKEN=" + secret)
	f.Add(`{"password":"x"} ghp_x7Rk2LmQ9vTz4WbN8cYd1FgH5jKp3SaE6uVo`)
	r := text.NewRedactor(secret)
	f.Fuzz(func(t *testing.T, s string) {
		got := r.Safe(s+secret+s, 1<<20)
		require.NotContains(t, got, secret)
		require.Equal(t, got, r.Safe(got, 1<<20), "doing it again changes nothing")
	})
}

func BenchmarkSafeOnAHeadline(b *testing.B) {
	r := text.NewRedactor(secret)
	for b.Loop() {
		r.Safe("drafted the release notes for 1.4.0", 200)
	}
}

func BenchmarkSafeOnHalfAMegabyte(b *testing.B) {
	r := text.NewRedactor(secret)
	s := strings.Repeat("commit 3f786850 workflows: reject a second answer\n", 10000)
	for b.Loop() {
		r.Safe(s, 1<<20)
	}
}
