package factory

import "net/url"

// Alerts is [alerts]. It has an effect with [genome] alerts.
type Alerts struct {
	// Webhook is the address to which each alert is posted; empty is nowhere.
	Webhook string `json:"webhook,omitempty"`
}

func alertsOf(s *section) Alerts {
	defer s.close()
	webhook, ok := value[string](s, "webhook", "a string")
	if u, err := url.Parse(webhook); ok && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil) {
		s.fault("webhook", "= %q is refused; allowed: an address such as \"https://example.org/hooks/redeye\", without user and password", webhook)
	}
	return Alerts{Webhook: webhook}
}
