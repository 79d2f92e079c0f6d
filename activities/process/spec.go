package process

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"redeye/domain/run"
)

// spec is what a supervisor is told to start.
type spec struct {
	Path  string        `json:"path"` // of the program
	Argv  []string      `json:"argv"`
	Dir   string        `json:"dir"`
	Env   []string      `json:"env"`
	Grace time.Duration `json:"grace"`
	// Temp is a folder that goes when the agent has ended; empty if there is none.
	Temp string `json:"temp,omitempty"`

	stdin string
}

// longestArgument is a little less than Linux takes in one argument: 128 KiB.
const longestArgument = 120 << 10

// prepare turns a brief into what is started. An error is a sentence for the run's record.
func (r *Runner) prepare(b run.Brief) (s spec, err error) {
	s = spec{Dir: filepath.Join(r.Workdir, b.Dir), Grace: b.Grace, stdin: b.Prompt}
	if info, err := os.Stat(s.Dir); err != nil || !info.IsDir() {
		return s, fmt.Errorf("cannot start %s: its working directory %s is not a folder", b.Command[0], s.Dir)
	}
	defer func() {
		if err != nil {
			s.remove()
		}
	}()
	values := map[string]string{"{prompt}": b.Prompt, "{mcp_url}": b.Access.URL, "{model}": b.Model, "{budget}": dollars(b.Budget)}
	if uses(b.Command, "{mcp}") {
		if values["{mcp}"], err = s.writeMCP(b.Access); err != nil {
			return s, err
		}
	}
	if uses(b.Command, "{prompt}") {
		s.stdin = ""
	}
	if s.Argv, err = fill(b.Command, values); err != nil {
		return s, err
	}
	env, err := r.environment(b)
	if err != nil {
		return s, err
	}
	for name, value := range env {
		s.Env = append(s.Env, name+"="+value)
	}
	s.Path, err = lookUp(s.Argv[0], s.Dir, env["PATH"])
	return s, err
}

func uses(command []string, placeholder string) bool {
	return slices.ContainsFunc(command, func(arg string) bool { return strings.Contains(arg, placeholder) })
}

// fill puts values in place of placeholders, in one pass: a prompt that holds "{model}"
// stays as it is.
func fill(command []string, values map[string]string) ([]string, error) {
	var pairs []string
	for placeholder, value := range values {
		pairs = append(pairs, placeholder, value)
	}
	replacer := strings.NewReplacer(pairs...)
	argv := make([]string, 0, len(command))
	for _, arg := range command {
		filled := replacer.Replace(arg)
		if len(filled) > longestArgument {
			return nil, fmt.Errorf("cannot start %s: an argument would have %d bytes, and the system takes %d; leave out {prompt}, and it comes on standard input", command[0], len(filled), longestArgument)
		}
		argv = append(argv, filled)
	}
	return argv, nil
}

func dollars(m *run.Money) string {
	if m == nil {
		return ""
	}
	return strings.Replace(m.String(), "$", "", 1)
}

// writeMCP writes the configuration that MCP clients read, where the agent alone can read it.
func (s *spec) writeMCP(access run.Access) (file string, err error) {
	if s.Temp, err = os.MkdirTemp("", "redeye-"); err != nil {
		return "", fmt.Errorf("cannot write the MCP configuration: %w", err)
	}
	config, err := json.Marshal(map[string]any{"mcpServers": map[string]any{"redeye": map[string]any{
		"type": "http", "url": access.URL, "tools": []string{"*"},
		"headers": map[string]string{"Authorization": "Bearer " + access.Token},
	}}})
	if err != nil {
		return "", err
	}
	file = filepath.Join(s.Temp, "mcp.json")
	return file, os.WriteFile(file, config, 0o600)
}

func (s *spec) remove() {
	if s.Temp != "" {
		_ = os.RemoveAll(s.Temp) // a token that ends with the run is all that could stay behind
	}
}

// environment is the base one, what the factory allows, and the way to the tools. The
// folder of this program comes first on the PATH, so that scripts find starter beside it.
func (r *Runner) environment(b run.Brief) (map[string]string, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot find this program: %w", err)
	}
	values := map[string]string{}
	for _, entry := range slices.Concat(r.Base, b.Env) {
		name, value, _ := strings.Cut(entry, "=")
		values[name] = value
	}
	path := filepath.Dir(program)
	if theirs := values["PATH"]; theirs != "" {
		path += string(filepath.ListSeparator) + theirs
	}
	values["PATH"] = path
	values["REDEYE_MCP_URL"], values["REDEYE_TOKEN"] = b.Access.URL, b.Access.Token
	values["REDEYE_RUN_ID"], values["REDEYE_AGENT"] = string(b.Run), b.Agent
	return values, nil
}

// lookUp finds a program as a shell would that stands in dir and has this PATH.
func lookUp(name, dir, path string) (string, error) {
	if strings.ContainsRune(name, filepath.Separator) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		return name, executable(name)
	}
	for _, folder := range filepath.SplitList(path) {
		if file := filepath.Join(folder, name); filepath.IsAbs(folder) && executable(file) == nil {
			return file, nil
		}
	}
	return "", fmt.Errorf("cannot start %s: no such program in %s", name, path)
}

func executable(file string) error {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot start %s: there is no such file", file)
	case err != nil:
		return fmt.Errorf("cannot start %s: %w", file, err)
	case info.IsDir() || info.Mode()&0o111 == 0:
		return fmt.Errorf("cannot start %s: it is not an executable file", file)
	}
	return nil
}
