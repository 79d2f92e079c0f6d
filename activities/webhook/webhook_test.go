package webhook_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/require"

	"redeye/activities/webhook"
	"redeye/domain/alert"
	"redeye/domain/fault"
)

var secret = []byte("the secret of this installation.")

var harm = alert.Alert{
	ID: "a.k3f9qa6t32sezs2b", Cause: "harm_stop/g.1", Rule: alert.HarmStop, Workspace: "acme", Agent: "editor",
	Text: "gene g.1 made outputs worse", RaisedAt: time.Date(2026, 12, 1, 2, 30, 0, 0, time.UTC),
}

func receiver(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL + "/hooks/secret-path"
}

func TestAnAlertIsPostedSigned(t *testing.T) {
	taken := make(chan alert.Alert, 1)
	address := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		signer, _ := standard.NewWebhookRaw(secret)
		if err := signer.Verify(body, r.Header); err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
			t.Error(err, r.Method, r.Header)
		}
		if r.Header.Get("webhook-id") != harm.ID {
			t.Error(r.Header)
		}
		var a alert.Alert
		if err := json.Unmarshal(body, &a); err != nil {
			t.Error(err)
		}
		taken <- a
		w.WriteHeader(http.StatusAccepted)
	})
	require.NoError(t, webhook.Poster{}.Post(t.Context(), address, secret, harm, time.Now()))
	require.Equal(t, harm, <-taken)
}

func TestOnlyASuccessIsTaken(t *testing.T) {
	for _, status := range []int{http.StatusBadRequest, http.StatusNotFound, http.StatusInternalServerError, http.StatusBadGateway} {
		address := receiver(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
		err := webhook.Poster{}.Post(t.Context(), address, secret, harm, time.Now())
		require.Equal(t, fault.Unavailable, fault.KindOf(err))
		require.ErrorContains(t, err, fmt.Sprintf("the webhook answered %d", status))
		require.NotContains(t, err.Error(), "secret-path")
	}
}

func TestARedirectIsNotFollowed(t *testing.T) {
	followed := false
	other := receiver(t, func(http.ResponseWriter, *http.Request) { followed = true })
	address := receiver(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other, http.StatusTemporaryRedirect) })
	require.ErrorContains(t, webhook.Poster{}.Post(t.Context(), address, secret, harm, time.Now()), "the webhook answered 307")
	require.False(t, followed)
}

func TestAReceiverThatHangsIsLeft(t *testing.T) {
	leave := make(chan struct{})
	address := receiver(t, func(http.ResponseWriter, *http.Request) { <-leave })
	defer close(leave)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	err := webhook.Poster{}.Post(ctx, address, secret, harm, time.Now())
	require.Equal(t, fault.Unavailable, fault.KindOf(err))
	require.ErrorContains(t, err, "the webhook did not answer")
	require.NotContains(t, err.Error(), "secret-path")
}

func TestNobodyIsThere(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close()
	err := webhook.Poster{}.Post(t.Context(), s.URL, secret, harm, time.Now())
	require.Equal(t, fault.Unavailable, fault.KindOf(err))
}
