package main

import (
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"redeye/domain/fault"
	"redeye/domain/text"
)

// messageBytes bounds the message a chain starts with: it travels in a workflow's input,
// where a longer one would weigh on every reading of the history (ours).
const messageBytes = 64 << 10

// message is what a person gave for the first agent: a text, or a file that holds it.
type message struct {
	text, file     string
	byText, byFile bool // which of the two were given
}

// message reads the message a chain starts with. Credentials in it are blotted out, with
// a word about it: it stays in Temporal's history.
func (a *app) message(m message) (string, error) {
	if m.byText && m.byFile {
		return "", fault.Invalidf("--message and --message-file are two messages; give one of them")
	}
	body := m.text
	if m.byFile {
		var err error
		if body, err = a.read(m.file, messageBytes); err != nil {
			return "", err
		}
	}
	if (m.byText || m.byFile) && strings.TrimSpace(body) == "" {
		return "", fault.Invalidf("the message is empty; leave it out, or say what is to be done")
	}
	if err := checkText("the message", body, messageBytes); err != nil {
		return "", err
	}
	safe := text.NewRedactor().Redact(body)
	if safe != body {
		a.sayf("note: what looks like a credential in the message was replaced; give agents secrets by their runner's env")
	}
	return safe, nil
}

// read reads a file, or standard input for "-", up to one byte past the limit.
func (a *app) read(name string, limit int64) (string, error) {
	in := a.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return "", fault.Invalidf("cannot read: %w", err)
		}
		defer file.Close()
		in = file
	}
	body, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err != nil {
		return "", fault.Unavailablef("read %s: %w", name, err)
	}
	return string(body), nil
}

// given is a text from the command line, or from standard input for "-", that can be
// stored as it is.
func (a *app) given(what, arg string, limit int) (string, error) {
	body, err := a.orInput(arg, int64(limit))
	if err != nil {
		return "", err
	}
	body = strings.TrimRight(body, "\n")
	return body, checkText(what, body, limit)
}

// checkText refuses what could not be stored or sent as it is.
func checkText(what, s string, limit int) error {
	switch {
	case len(s) > limit:
		return fault.Invalidf("%s is longer than %d bytes", what, limit)
	case !utf8.ValidString(s):
		return fault.Invalidf("%s is not valid UTF-8", what)
	case strings.ContainsRune(s, 0):
		return fault.Invalidf("%s contains a NUL character", what)
	}
	return nil
}
