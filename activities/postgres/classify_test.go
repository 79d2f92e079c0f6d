package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"redeye/activities/postgres"
	"redeye/activities/postgres/postgrestest"
	"redeye/domain/fault"
)

func TestEveryErrorHasTheKindThatItsReaderActsBy(t *testing.T) {
	server := func(code string) error { return &pgconn.PgError{Code: code} }
	for _, c := range []struct {
		err  error
		want fault.Kind
	}{
		{server("08006"), fault.Unavailable}, // connection failure
		{server("40001"), fault.Unavailable}, // serialization failure
		{server("40P01"), fault.Unavailable}, // deadlock
		{server("53100"), fault.Unavailable}, // disk full
		{server("53300"), fault.Unavailable}, // too many connections
		{server("55P03"), fault.Unavailable}, // lock not available
		{server("57014"), fault.Unavailable}, // statement timeout
		{server("57P01"), fault.Unavailable}, // administrator's shutdown
		{server("57P03"), fault.Unavailable}, // starting up
		{server("25006"), fault.Unavailable}, // a standby
		{server("22021"), fault.Internal},    // NUL in a text
		{server("23505"), fault.Internal},    // unique violation
		{server("28P01"), fault.Internal},    // wrong password
		{server("42P01"), fault.Internal},    // no such table
		{&net.OpError{Op: "read", Err: errors.New("connection reset")}, fault.Unavailable},
		{fmt.Errorf("read: %w", io.ErrUnexpectedEOF), fault.Unavailable},
		{unsent{}, fault.Unavailable},
		{context.DeadlineExceeded, fault.Unavailable},
		{context.Canceled, fault.Unavailable},
		{pgx.ErrNoRows, fault.NotFound},
		{fault.Invalidf("the answer is empty"), fault.Invalid},
		{errors.New("something else"), fault.Internal},
		{nil, ""},
	} {
		err := postgres.Classify("read chain notes-1", c.err)
		require.Equal(t, c.want, fault.KindOf(err), "%v", c.err)
		if c.err != nil && !errors.Is(c.err, pgx.ErrNoRows) {
			require.ErrorIs(t, err, c.err)
		}
	}
}

// unsent is how the driver marks what never reached the server.
type unsent struct{}

func (unsent) Error() string     { return "conn closed" }
func (unsent) SafeToRetry() bool { return true }

// wires are the connections of a pool, to be cut.
type wires struct {
	mu    sync.Mutex
	conns []net.Conn
}

func (w *wires) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.conns = append(w.conns, conn)
	return conn, err
}

func (w *wires) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, conn := range w.conns {
		_ = conn.Close() // the driver has closed those that it had tried with TLS
	}
}

func TestALostConnectionIsUnavailableAndTheNextCallHasAnother(t *testing.T) {
	t.Parallel()
	w := &wires{}
	db := postgrestest.New(t, func(c *pgxpool.Config) { c.ConnConfig.DialFunc = w.dial })
	_, _, err := db.ApplyFactory(t.Context(), notes(), "Ann", noon)
	require.NoError(t, err)
	w.cut()
	_, err = db.Chains(t.Context(), postgres.ChainFilter{})
	require.Equal(t, fault.Unavailable, fault.KindOf(err), "%v", err)
	_, err = db.Chains(t.Context(), postgres.ChainFilter{})
	require.NoError(t, err)
}

func TestAnExpiredDeadlineIsUnavailable(t *testing.T) {
	s := newStory(t)
	ctx, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	_, err := s.db.Chain(ctx, "notes-1")
	require.Equal(t, fault.Unavailable, fault.KindOf(err), "%v", err)
}

func TestAnUnreachableServerIsUnavailableAndTellsNoPassword(t *testing.T) {
	_, err := postgres.Open(t.Context(), "postgres://ann:hunter2-secret@127.0.0.1:1/redeye")
	require.Equal(t, fault.Unavailable, fault.KindOf(err))
	require.NotContains(t, err.Error(), "hunter2-secret")
	_, err = postgres.Open(t.Context(), "postgres://ann:hunter2-secret@127.0.0.1:notaport/redeye")
	require.Equal(t, fault.Invalid, fault.KindOf(err))
	require.NotContains(t, err.Error(), "hunter2-secret")
}
