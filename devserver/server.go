package main

import (
	"errors"
	"fmt"
	"net"
	"strings"

	ui "github.com/temporalio/ui-server/v2/server"
	uiconfig "github.com/temporalio/ui-server/v2/server/config"
	uioptions "github.com/temporalio/ui-server/v2/server/server_options"
	"go.temporal.io/server/common/authorization"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/log"
	"go.temporal.io/server/common/membership/static"
	"go.temporal.io/server/common/primitives"
	"go.temporal.io/server/temporal"
)

// server is a running Temporal server and, unless headless, its UI.
type server struct {
	temporal temporal.Server
	ui       *ui.Server
}

// start returns once the server serves.
func start(o options) (*server, error) {
	if err := checkPorts(o); err != nil {
		return nil, err
	}
	store, err := openStore(o)
	if err != nil {
		return nil, err
	}
	c, err := settings(o, store)
	if err != nil {
		return nil, err
	}
	t, err := newTemporal(o, c)
	if err != nil {
		return nil, err
	}
	if err := t.Start(); err != nil {
		return nil, fmt.Errorf("start the Temporal server: %w", err)
	}
	return &server{temporal: t, ui: startUI(o)}, nil
}

func (s *server) stop() error {
	if s.ui != nil {
		s.ui.Stop()
	}
	return s.temporal.Stop()
}

// checkPorts fails where a chosen port is taken: the parts themselves would only say so in
// the log, and the UI would end the process.
func checkPorts(o options) error {
	addresses := map[string]string{"--port": o.address()}
	if !o.headless {
		addresses["--ui-port"] = o.uiAddress()
	}
	if o.httpPort != 0 {
		addresses["--http-port"] = hostPort(o.ip, o.httpPort)
	}
	if o.metricsPort != 0 {
		addresses["--metrics-port"] = hostPort(o.ip, o.metricsPort)
	}
	var faults []error
	for name, address := range addresses {
		l, err := net.Listen("tcp", address)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %s cannot be listened on, choose another: %w", name, address, err))
			continue
		}
		faults = append(faults, l.Close())
	}
	return errors.Join(faults...)
}

func newTemporal(o options, c *config.Config) (temporal.Server, error) {
	logger := newLogger(o)
	authorizer, err := authorization.GetAuthorizerFromConfig(&c.Global.Authorization)
	if err != nil {
		return nil, err
	}
	claims, err := authorization.GetClaimMapperFromConfig(&c.Global.Authorization, logger)
	if err != nil {
		return nil, err
	}
	return temporal.NewServer(
		temporal.WithConfig(c),
		temporal.ForServices(temporal.DefaultServices),
		temporal.WithStaticHosts(hosts(o, c)),
		temporal.WithLogger(logger),
		temporal.WithAuthorizer(authorizer),
		temporal.WithClaimMapper(func(*config.Config) authorization.ClaimMapper { return claims }),
		temporal.WithDynamicConfigClient(dynamic(o)),
	)
}

func newLogger(o options) log.Logger {
	if o.logLevel == "never" {
		return log.NewNoopLogger()
	}
	format := o.logFormat
	if format != "json" {
		format = "console"
	}
	return log.NewZapLogger(log.BuildZapLogger(log.Config{Level: o.logLevel, Format: format}))
}

// hosts tells every service where the others are; one process needs no gossip to find out.
func hosts(o options, c *config.Config) map[primitives.ServiceName]static.Hosts {
	all := map[primitives.ServiceName]static.Hosts{}
	for name, service := range c.Services {
		all[primitives.ServiceName(name)] = static.SingleLocalHost(hostPort(o.ip, service.RPC.GRPCPort))
	}
	return all
}

// startUI serves the UI in the background, with everything a person can do in it allowed.
func startUI(o options) *ui.Server {
	if o.headless {
		return nil
	}
	host := o.uiIP
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	s := ui.NewServer(uioptions.WithConfigProvider(&uiconfig.Config{
		Host:                host,
		Port:                o.uiPort,
		TemporalGRPCAddress: o.address(),
		DefaultNamespace:    defaultNamespace,
		EnableUI:            true,
		DisableNewsFetch:    true,
		HideLogs:            true,
		// Without it the browser drops the token that every action needs, because this is plain HTTP.
		CORS: uiconfig.CORS{CookieInsecure: true},
	}))
	go s.Start() //nolint:errcheck // it logs its own failure and ends the process
	return s
}
