package factory

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"redeye/domain/night"
)

func (l *loader) agent(s *section) Agent {
	a := Agent{
		About:       s.text("about"),
		Prompt:      l.prompt(s),
		Runner:      s.required("runner", "what runs it"),
		Model:       s.text("model"),
		Budget:      s.dollars("budget", "the agent may spend the chain's fuel"),
		Acts:        s.flag("acts"),
		TaskQueue:   s.text("task_queue"),
		Env:         env(s),
		Timeout:     s.duration("timeout", 0, time.Second),
		IdleTimeout: s.duration("idle_timeout", 0, time.Second),
	}
	mustKnow(s, "runner", a.Runner, "runner", l.Runners)
	l.mustFill(s, a)
	if s.has("task_queue") && strings.TrimSpace(a.TaskQueue) == "" {
		s.fault("task_queue", "is empty; allowed: the name of a queue, or leave it out for the common one")
	}
	if night.IsQueue(a.TaskQueue) {
		s.fault("task_queue", "= %q is a night's, where no agent runs; allowed: a name that does not end in -night", a.TaskQueue)
	}
	return a
}

// mustFill reports a placeholder of the runner's command that this agent leaves empty: the
// program would take the next argument for its value.
func (l *loader) mustFill(s *section, a Agent) {
	used := placeholdersIn(l.Runners[a.Runner].Command)
	if slices.Contains(used, "{model}") && a.Model == "" {
		s.fault("model", "is missing: the command of runner %s has {model}", a.Runner)
	}
	if slices.Contains(used, "{budget}") && !s.has("budget") && !l.fueled {
		s.fault("budget", "is missing: the command of runner %s has {budget}; set it, or fuel in [limits]", a.Runner)
	}
}

// maxPrompt bounds a prompt file: more is not read by any agent with care.
const maxPrompt = 256 << 10

// prompt returns the text of the prompt file, whose path is relative to the factory's.
func (l *loader) prompt(s *section) string {
	file := s.required("prompt", "the path of its prompt file, relative to this file")
	if file == "" {
		return ""
	}
	if !fs.ValidPath(path.Clean(file)) {
		s.fault("prompt", "= %q is outside the factory's folder; allowed: a relative path within it", file)
		return ""
	}
	data, err := fs.ReadFile(l.fsys, path.Join(l.folder, file))
	text := string(data)
	switch {
	case err != nil:
		s.fault("prompt", "= %q cannot be read: %s; allowed: a file in the factory's folder", file, reason(err))
	case len(text) > maxPrompt:
		s.fault("prompt", "= %q has %d bytes; allowed: up to %d", file, len(text), maxPrompt)
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		s.fault("prompt", "= %q is no text; allowed: UTF-8 without NUL", file)
	case strings.TrimSpace(text) == "":
		s.fault("prompt", "= %q is empty; allowed: a text that tells the agent what to do", file)
	}
	return text
}

// reason leaves out the path, which may be the worker's own.
func reason(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err.Error()
	}
	return err.Error()
}
