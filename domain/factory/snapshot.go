package factory

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"redeye/domain/fault"
)

// Encode returns the factory as canonical JSON (keys in a fixed order) and the SHA-256 of
// that in lower-case hex: equal factories have equal digests.
func (f Factory) Encode() (snapshot []byte, digest string, err error) {
	snapshot, err = json.Marshal(f)
	if err != nil {
		return nil, "", fmt.Errorf("encode factory %s: %w", f.Name, err)
	}
	sum := sha256.Sum256(snapshot)
	return snapshot, hex.EncodeToString(sum[:]), nil
}

// Decode reads what Encode wrote. Anything else is fault.Invalid.
func Decode(snapshot []byte) (Factory, error) {
	var f Factory
	if err := json.Unmarshal(snapshot, &f); err != nil {
		return Factory{}, fault.Invalidf("a factory's snapshot cannot be read: %w", err)
	}
	return f, nil
}
