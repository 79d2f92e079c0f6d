package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"redeye/domain/fault"
)

// classify adds what was being done to an error, and its kind. Nil stays nil, and an
// error that has a kind keeps it.
func classify(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case fault.KindOf(err) != fault.Internal:
		return err
	case errors.Is(err, pgx.ErrNoRows):
		return fault.NotFoundf("%s: there is no such record", doing)
	case passing(err):
		return fault.Unavailablef("%s: %w", doing, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// passing reports whether the same statement may succeed later as it is: the server is
// away, starting, full, or let another transaction go first.
func passing(err error) bool {
	var server *pgconn.PgError
	if errors.As(err, &server) {
		return passingCode(server.Code)
	}
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) || pgconn.Timeout(err) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		pgconn.SafeToRetry(err)
}

func passingCode(code string) bool {
	switch code {
	case "40001", "40P01", // serialization failure, deadlock
		"55P03",                            // lock not available
		"57014",                            // statement timeout
		"57P01", "57P02", "57P03", "57P05", // shut down, crash, starting up, idle too long
		"25P03", // idle too long within a transaction
		"25006": // read-only, as a standby is until it is promoted
		return true
	}
	return strings.HasPrefix(code, "08") || strings.HasPrefix(code, "53") // connection, resources
}

// duplicate reports whether another transaction has written the same key first.
func duplicate(err error) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && server.Code == "23505"
}
