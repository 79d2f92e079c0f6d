// Package process runs agents as processes of this machine, and leaves none behind.
//
//	worker ──starts itself as──▶ supervisor ──starts──▶ agent ──▶ whatever it starts
//	   │ ──spec, then "stop"──▶      │
//	   │ ◀──how the agent ended──    │
//
// The supervisor adopts every orphan below it. It ends when nothing lives below it any
// more: after the agent has ended it ends what the agent left behind; on "stop" it sends
// SIGTERM, waits for the grace, and sends SIGKILL; and when the worker's end of the pipe
// closes, because the worker was killed, it sends SIGKILL at once.
package process
