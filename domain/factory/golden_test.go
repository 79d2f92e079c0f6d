package factory_test

import "embed"

//go:embed testdata/snapshot.golden.json
var testdata embed.FS

// goldenDigest is the SHA-256 of testdata/snapshot.golden.json without its last newline.
const goldenDigest = "8b9ad3a1c6acea233073aee13a0b833fe364c90f1a70b6ac48a30edf3e87c249"
