package main

import (
	"flag"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"

	enums "go.temporal.io/api/enums/v1"
)

const (
	defaultNamespace = "default"
	loopback         = "127.0.0.1"
	// uiOffset is how far the UI's port lies above the server's when nobody chose one.
	uiOffset = 1000
)

// options are what the command line says.
type options struct {
	dbFile      string // empty: in memory
	ip, uiIP    string
	port        int
	uiPort      int
	httpPort    int // 0: any free one
	metricsPort int // 0: no metrics
	headless    bool
	namespaces  []string // "default" is always among them
	logLevel    string
	logFormat   string
	attributes  map[string]enums.IndexedValueType
	dynamic     map[string]any
	pragmas     map[string]string
}

func (o options) address() string   { return net.JoinHostPort(o.ip, strconv.Itoa(o.port)) }
func (o options) uiAddress() string { return net.JoinHostPort(o.uiIP, strconv.Itoa(o.uiPort)) }

// parse reads the command line. Usage and faults of single flags go to stderr.
func parse(args []string, stderr io.Writer) (options, error) {
	o := options{
		namespaces: []string{defaultNamespace},
		attributes: map[string]enums.IndexedValueType{},
		dynamic:    map[string]any{},
		pragmas:    map[string]string{},
	}
	flags := o.flags(stderr)
	if len(args) >= 2 && args[0] == "server" && args[1] == "start-dev" {
		args = args[2:]
	}
	if err := flags.Parse(args); err != nil {
		return options{}, err
	}
	if flags.NArg() > 0 {
		return options{}, fmt.Errorf("unexpected argument %q; everything is said by flags, see -h", flags.Arg(0))
	}
	return o.complete()
}

func (o *options) flags(stderr io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet("devserver", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.dbFile, "db-filename", "", "SQLite `file` to keep the state in; without one it is kept in memory")
	f.StringVar(&o.ip, "ip", loopback, "`address` the server listens on")
	f.IntVar(&o.port, "port", 7233, "`port` of the server")
	f.StringVar(&o.uiIP, "ui-ip", "", "`address` the UI listens on (default: that of --ip)")
	f.IntVar(&o.uiPort, "ui-port", 0, "`port` of the UI (default: --port plus 1000)")
	f.IntVar(&o.httpPort, "http-port", 0, "`port` of the HTTP API (default: any free one)")
	f.IntVar(&o.metricsPort, "metrics-port", 0, "`port` of /metrics (default: no metrics)")
	f.BoolVar(&o.headless, "headless", false, "run without the UI")
	f.StringVar(&o.logLevel, "log-level", "warn", "`level`: debug, info, warn, error or never")
	f.StringVar(&o.logFormat, "log-format", "text", "`format`: text or json")
	f.Func("namespace", "`name` of a namespace to create beside default; repeatable", o.addNamespace)
	f.Func("search-attribute", "`Name=Type` of a search attribute to create; repeatable", o.addAttribute)
	f.Func("dynamic-config-value", "`key=JSON` of a server setting; repeatable", o.addDynamic)
	f.Func("sqlite-pragma", "`name=value` of an SQLite pragma; repeatable", o.addPragma)
	return f
}

// complete checks the options as a whole and fills in what follows from others.
func (o options) complete() (options, error) {
	if o.ip == "localhost" {
		o.ip = loopback // the server wants an address
	}
	if o.uiIP == "" {
		o.uiIP = o.ip
	}
	if o.uiPort == 0 {
		o.uiPort = min(o.port+uiOffset, 65535)
	}
	if !slices.Contains([]string{"debug", "info", "warn", "error", "never"}, o.logLevel) {
		return options{}, fmt.Errorf("--log-level %q: allowed are debug, info, warn, error and never", o.logLevel)
	}
	if o.logFormat != "text" && o.logFormat != "json" && o.logFormat != "pretty" {
		return options{}, fmt.Errorf("--log-format %q: allowed are text and json", o.logFormat)
	}
	for name, port := range map[string]int{
		"port": o.port, "ui-port": o.uiPort, "http-port": o.httpPort, "metrics-port": o.metricsPort,
	} {
		if port < 0 || port > 65535 {
			return options{}, fmt.Errorf("--%s %d: a port is a number from 1 to 65535", name, port)
		}
	}
	return o, nil
}
