package main

import (
	"fmt"
	"maps"
	"net"
	"strconv"
	"time"

	metadata "go.temporal.io/server/common/cluster"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/dynamicconfig"
	"go.temporal.io/server/common/metrics"
	"go.temporal.io/server/common/primitives"
)

const storeName = "sqlite"

// settings are what the server's configuration files would say.
func settings(o options, store *config.SQL) (*config.Config, error) {
	services, err := services(o)
	if err != nil {
		return nil, err
	}
	c := &config.Config{
		Services: services,
		Persistence: config.Persistence{
			DefaultStore:     storeName,
			VisibilityStore:  storeName,
			NumHistoryShards: 1,
			DataStores:       map[string]config.DataStore{storeName: {SQL: store}},
		},
		ClusterMetadata: &metadata.Config{
			FailoverVersionIncrement: 10,
			MasterClusterName:        cluster,
			CurrentClusterName:       cluster,
			ClusterInformation: map[string]metadata.ClusterInformation{cluster: {
				Enabled:                true,
				InitialFailoverVersion: 1,
				RPCAddress:             o.address(),
				HTTPAddress:            hostPort(o.ip, services["frontend"].RPC.HTTPPort),
			}},
		},
		DCRedirectionPolicy: config.DCRedirectionPolicy{Policy: "noop"},
		PublicClient:        config.PublicClient{HostPort: o.address()},
	}
	c.Global.Membership = config.Membership{MaxJoinDuration: 30 * time.Second, BroadcastAddress: o.ip}
	c.Archival.History.State, c.Archival.Visibility.State = "disabled", "disabled"
	c.NamespaceDefaults.Archival.History.State = "disabled"
	c.NamespaceDefaults.Archival.Visibility.State = "disabled"
	if o.metricsPort != 0 {
		c.Global.Metrics = &metrics.Config{Prometheus: &metrics.PrometheusConfig{
			ListenAddress: hostPort(o.ip, o.metricsPort), HandlerPath: "/metrics",
		}}
	}
	return c, nil
}

// services gives each of the four services a port; only the frontend's is known outside.
func services(o options) (map[string]config.Service, error) {
	ports, err := freePorts(o.ip, 4)
	if err != nil {
		return nil, err
	}
	if o.httpPort == 0 {
		o.httpPort = ports[3]
	}
	rpc := func(port, http int) config.Service {
		return config.Service{RPC: config.RPC{GRPCPort: port, HTTPPort: http, BindOnIP: o.ip}}
	}
	return map[string]config.Service{
		string(primitives.FrontendService): rpc(o.port, o.httpPort),
		string(primitives.HistoryService):  rpc(ports[0], 0),
		string(primitives.MatchingService): rpc(ports[1], 0),
		string(primitives.WorkerService):   rpc(ports[2], 0),
	}, nil
}

// dynamic are the settings that suit one machine, under those of the command line.
func dynamic(o options) dynamicconfig.StaticClient {
	values := map[string]any{
		// A new search attribute or endpoint can be used at once.
		"system.forceSearchAttributesCacheRefreshOnRead": true,
		"system.forceNexusEndpointRefreshOnRead":         true,
		// Without that cache the database is asked more often; the ratio of the two is the server's own.
		"frontend.persistenceMaxQPS": 10000,
		"history.persistenceMaxQPS":  45000,
		// The UI and the command line list executions more often than the server's 10 a second.
		"frontend.namespaceRPS.visibility": 100,
		// A server on one machine asks nobody whether it is the newest.
		"frontend.enableServerVersionCheck": false,
	}
	maps.Copy(values, o.dynamic)
	client := dynamicconfig.StaticClient{}
	for key, value := range values {
		client[dynamicconfig.MakeKey(key)] = value
	}
	return client
}

// freePorts returns n ports that nobody listens on. All are held before any is given back,
// so that no two are the same.
func freePorts(ip string, n int) ([]int, error) {
	var ports []int
	for range n {
		l, err := net.Listen("tcp", hostPort(ip, 0))
		if err != nil {
			return nil, fmt.Errorf("find a free port on %s: %w", ip, err)
		}
		defer l.Close() //nolint:errcheck // nothing was sent
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}

func hostPort(ip string, port int) string { return net.JoinHostPort(ip, strconv.Itoa(port)) }
