package factory

import (
	"errors"
	"io/fs"
	"path"

	"redeye/domain/chain"
	"redeye/domain/fault"
	"redeye/domain/learning"
)

// Load reads and checks the factory.toml called name in fsys, with its prompt files. All
// its faults come at once: the error holds Faults and is fault.Invalid. A file that does
// not exist is fault.NotFound, one that cannot be read fault.Unavailable.
func Load(fsys fs.FS, name string) (Factory, error) {
	data, err := fs.ReadFile(fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return Factory{}, fault.NotFoundf("there is no file %s", name)
	}
	if err != nil {
		return Factory{}, fault.Unavailablef("read the factory: %w", err)
	}
	doc := parse(name, data)
	if err := doc.faults.err(); err != nil {
		return Factory{}, err
	}
	f := (&loader{fsys: fsys, folder: path.Dir(name), top: doc.top()}).load()
	if err := doc.faults.err(); err != nil {
		return Factory{}, err
	}
	return f, nil
}

// loader reads a document into a Factory. What is faulty is reported and read on, so that
// one fault hides no other.
type loader struct {
	fsys   fs.FS
	folder string // where prompt files are
	top    *section
	fueled bool // [limits] has fuel
	Factory
}

func (l *loader) load() Factory {
	l.Name = l.top.required("name", "what the factory is called")
	if l.Name != "" && !names.MatchString(l.Name) {
		l.top.fault("name", "= %q is refused; allowed: %s", l.Name, aName)
	}
	bounds := l.top.section("limits")
	l.Limits, l.fueled = limits(bounds), bounds.has("fuel")
	l.Learnings = learnings(l.top.section("learnings"))
	l.Genome = genomeOf(l.top.section("genome"))
	l.Night = nightOf(l.top.section("night"))
	l.Memory = memoryOf(l.top.section("memory"))
	l.Alerts = alertsOf(l.top.section("alerts"))
	l.Runners = map[string]Runner{}
	for name, s := range l.top.named("runners") {
		l.Runners[name] = runner(s)
	}
	l.Agents = map[string]Agent{}
	for name, s := range l.top.named("agents") {
		l.Agents[name] = l.agent(s)
	}
	l.Pipelines = map[string]Pipeline{}
	for name, s := range l.top.named("pipelines") {
		l.Pipelines[name] = l.pipeline(s)
	}
	l.routes()
	l.mustDeclare("agents", len(l.Agents))
	l.mustDeclare("pipelines", len(l.Pipelines))
	l.top.close()
	return l.Factory
}

func (l *loader) mustDeclare(what string, declared int) {
	if declared == 0 {
		l.top.fault(what, "are missing: without one nothing can run; declare [%s.NAME]", what)
	}
}

// The upper bounds are ours: beyond them a limit no longer limits.
func limits(s *section) chain.Limits {
	defer s.close()
	d := chain.DefaultLimits()
	return chain.Limits{
		MaxHops:             s.integer("max_hops", d.MaxHops, 1, 200, "no run could start"),
		MaxRuns:             s.integer("max_runs", d.MaxRuns, 1, 1000, "no run could start"),
		FanOut:              s.integer("fan_out", d.FanOut, 1, 100, "no run could send anything"),
		Fuel:                s.dollars("fuel", "fuel is not metered"),
		MaxRecoveryAttempts: s.integer("max_recovery_attempts", d.MaxRecoveryAttempts, 0, 20, "a count has no sign"),
	}
}

// Zero is refused for the first four and means "at once" for the last (specification, section 4).
func learnings(s *section) learning.Rules {
	defer s.close()
	d := learning.Defaults()
	return learning.Rules{
		Runs:           s.integer("runs", d.Runs, 1, 10_000, "every learning would lapse unread"),
		Rediscoveries:  s.integer("rediscoveries", d.Rediscoveries, 1, 1000, "every learning would be confirmed unseen"),
		MaxCharacters:  s.integer("max_characters", d.MaxCharacters, 1, 4000, "no learning could be proposed"),
		PerRun:         s.integer("per_run", d.PerRun, 1, 200, "no run would be told any"),
		KeepLapsedDays: s.integer("keep_lapsed_days", d.KeepLapsedDays, 0, 3650, "a number of days has no sign"),
	}
}

func (l *loader) pipeline(s *section) Pipeline {
	p := Pipeline{
		About: s.text("about"),
		Entry: s.required("entry", "the agent that chains start at"),
		Flags: s.flags("flags"),
	}
	mustKnow(s, "entry", p.Entry, "agent", l.Agents)
	return p
}

func (l *loader) routes() {
	type hop struct{ from, to string }
	seen := map[hop]int{}
	for s := range l.top.each("routes") {
		r := Route{From: s.required("from", "the agent that sends"), To: s.required("to", "the agent that receives")}
		some := false
		r.Pipelines, some = s.texts("pipelines")
		mustKnow(s, "from", r.From, "agent", l.Agents)
		mustKnow(s, "to", r.To, "agent", l.Agents)
		for _, p := range r.Pipelines {
			mustKnow(s, "pipelines", p, "pipeline", l.Pipelines)
		}
		if first, ok := seen[hop{r.From, r.To}]; ok {
			s.doc.fault(s.line("from"), "[[routes]] from %s to %s is already on line %d; allowed: one, with all its pipelines", r.From, r.To, first)
		}
		seen[hop{r.From, r.To}] = s.line("from")
		if some && len(r.Pipelines) == 0 {
			s.fault("pipelines", "is empty; name at least one, or leave it out for all of them")
		}
		l.Routes = append(l.Routes, r)
	}
}

// mustKnow reports a name that is not declared. An empty one was reported before.
func mustKnow[V any](s *section, key, name, what string, declared map[string]V) {
	if _, ok := declared[name]; !ok && name != "" {
		s.fault(key, "= %q is no declared %s; declared: %s", name, what, listOf(declared))
	}
}
