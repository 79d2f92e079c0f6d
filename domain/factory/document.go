package factory

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// document is a parsed TOML file that knows the line of every key and collects faults.
type document struct {
	file   string
	root   map[string]any
	lines  map[string]int // by path
	faults Faults
}

// parse reads TOML. A syntax error is the document's only fault.
func parse(file string, data []byte) *document {
	d := &document{file: file, lines: map[string]int{}}
	if err := toml.Unmarshal(data, &d.root); err != nil {
		d.fault(lineOf(err), "%s", strings.TrimPrefix(err.Error(), "toml: "))
		return d
	}
	d.index(data)
	return d
}

func lineOf(err error) int {
	var at *toml.DecodeError
	if !errors.As(err, &at) {
		return 1
	}
	line, _ := at.Position()
	return max(line, 1)
}

func (d *document) fault(line int, format string, args ...any) {
	d.faults = append(d.faults, Fault{File: d.file, Line: line, Message: fmt.Sprintf(format, args...)})
}

// index notes the line of every key and table. Each dotted part counts where it is first
// met, so that a table without a header of its own has a line too.
func (d *document) index(data []byte) {
	var parser unstable.Parser
	parser.Reset(data)
	table := ""
	elements := map[string]int{}
	for parser.NextExpression() {
		switch node := parser.Expression(); node.Kind {
		case unstable.Table:
			table = d.note(&parser, "", node.Key())
		case unstable.ArrayTable:
			array := d.note(&parser, "", node.Key())
			table = element(array, elements[array])
			elements[array]++
			d.lines[table] = lineAt(&parser, node.Child())
		case unstable.KeyValue:
			d.noteValue(&parser, table, node)
		}
	}
}

// noteValue notes a key, and the keys of the inline tables in its value.
func (d *document) noteValue(p *unstable.Parser, under string, pair *unstable.Node) {
	path := d.note(p, under, pair.Key())
	d.noteInside(p, path, pair.Value())
}

func (d *document) noteInside(p *unstable.Parser, path string, value *unstable.Node) {
	children, n := value.Children(), 0
	for children.Next() {
		child := children.Node()
		switch {
		case child.Kind == unstable.Comment:
		case value.Kind == unstable.InlineTable:
			d.noteValue(p, path, child)
		case value.Kind == unstable.Array:
			d.lines[element(path, n)] = d.lines[path]
			d.noteInside(p, element(path, n), child)
			n++
		}
	}
}

func (d *document) note(p *unstable.Parser, path string, key unstable.Iterator) string {
	for key.Next() {
		path = join(path, string(key.Node().Data))
		if _, noted := d.lines[path]; !noted {
			d.lines[path] = lineAt(p, key.Node())
		}
	}
	return path
}

func lineAt(p *unstable.Parser, key *unstable.Node) int { return p.Shape(key.Raw).Start.Line }

// join makes a path. The separator can stand in no key that Load accepts.
func join(path, key string) string { return path + "\x00" + key }

func element(path string, n int) string { return fmt.Sprintf("%s\x00[%d]", path, n) }
