package main

import (
	"fmt"
	"net"
	"strconv"
)

const loopback = "127.0.0.1"

// freePort returns the first of the wanted ports that nobody listens on, else any such.
func freePort(wanted ...int) (int, error) {
	for _, port := range append(wanted, 0) {
		l, err := net.Listen("tcp", hostPort(port))
		if err != nil {
			continue
		}
		return l.Addr().(*net.TCPAddr).Port, l.Close()
	}
	return 0, fmt.Errorf("no free port on %s", loopback)
}

func hostPort(port int) string { return net.JoinHostPort(loopback, strconv.Itoa(port)) }
