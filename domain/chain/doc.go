// Package chain holds the rules of chains: which flights fly, which budgets bound them,
// how a chain ends, and what state it is in (specification, section 2).
//
// A chain is a value. Next takes it from event to event:
//
//	Started ──▶ working ──Landed──▶ working ──Landed, nothing runs──▶ ended
//	               │                                                   │
//	               ├─ RequestClosed: the answer waits for its agent     ├─ completed
//	               └─ CancelRequested: nothing begins any more          ├─ failed
//	                                                                    └─ cancelled
//
// What holds in every state: no run begins past max_hops, max_runs, fan_out or the fuel;
// every flight begins a run or is refused with a reason; the chain ends once, when its
// last run has landed.
package chain
