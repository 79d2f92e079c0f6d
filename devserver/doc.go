// Command devserver is a Temporal server and its web UI in one binary, for one machine.
//
// It takes the flags of "temporal server start-dev", with or without those two words in
// front, so that either program can be used where the other is. It keeps its state in one
// SQLite file, or in memory.
//
// It is a module of its own because the server does not compile beside the newest SDK.
package main
