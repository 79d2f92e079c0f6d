package fault_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"redeye/domain/fault"
)

func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want fault.Kind
	}{
		{nil, ""},
		{io.EOF, fault.Internal},
		{fault.Invalidf("a"), fault.Invalid},
		{fault.NotFoundf("a"), fault.NotFound},
		{fault.Conflictf("a"), fault.Conflict},
		{fault.Unavailablef("a"), fault.Unavailable},
		{fmt.Errorf("answer request r: %w", fault.Conflictf("a")), fault.Conflict},
		{errors.Join(io.EOF, fault.Invalidf("a")), fault.Invalid},
		{fault.Unavailablef("write: %w", fault.Invalidf("a")), fault.Unavailable},
	} {
		require.Equal(t, c.want, fault.KindOf(c.err), "%v", c.err)
	}
}

func TestAFaultKeepsItsSentenceAndItsCause(t *testing.T) {
	err := fault.Unavailablef("read chain %s: %w", "c", io.ErrUnexpectedEOF)
	require.EqualError(t, err, "read chain c: unexpected EOF")
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}
