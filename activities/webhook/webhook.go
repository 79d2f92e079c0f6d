// Package webhook posts alerts to an address, signed as Standard Webhooks has it
// (https://www.standardwebhooks.com): whoever knows the secret can tell that an alert is
// from here, and how old it is.
package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"redeye/domain/alert"
	"redeye/domain/fault"
)

// longest is how long a receiver may take.
const longest = 10 * time.Second

// Poster posts alerts. The zero value is ready; it is safe for concurrent use.
type Poster struct{}

// client follows no redirect: what was meant for one receiver goes to no other.
var client = &http.Client{
	Timeout:       longest,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// Post sends one alert as JSON. It is taken if the receiver answers 2xx within ten seconds;
// anything else is fault.Unavailable and says what it answered. The error does not repeat
// the address: it may be a secret.
func (Poster) Post(ctx context.Context, address string, secret []byte, a alert.Alert, now time.Time) error {
	request, err := signed(ctx, address, secret, a, now)
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	if err != nil {
		return fault.Unavailablef("the webhook did not answer: %w", bare(err))
	}
	defer response.Body.Close()
	_, _ = io.CopyN(io.Discard, response.Body, 64<<10) // so that the connection can be used again
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return fault.Unavailablef("the webhook answered %s", response.Status)
	}
	return nil
}

func signed(ctx context.Context, address string, secret []byte, a alert.Alert, now time.Time) (*http.Request, error) {
	body, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	signer, err := standard.NewWebhookRaw(secret)
	if err != nil {
		return nil, err
	}
	signature, err := signer.Sign(a.ID, now, body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("the webhook's address is of no use: %w", bare(err))
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "redeye")
	request.Header.Set(standard.HeaderWebhookID, a.ID)
	request.Header.Set(standard.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
	request.Header.Set(standard.HeaderWebhookSignature, signature)
	return request, nil
}

// bare is an error without the address it is about.
func bare(err error) error {
	var about *url.Error
	if errors.As(err, &about) {
		return about.Err
	}
	return err
}
