// Command starter is Redeye's command line: it starts chains, shows them, and takes the
// answers of people. It has no rules of its own. What it writes goes through Temporal or
// a transaction of the database; what it shows it reads from there.
//
// Data is on standard output, with --json as one document. Talk and errors are on
// standard error. The exit code tells what the caller can do:
//
//	0  done
//	1  internal     anything unclassified
//	2  invalid      change the command
//	3  not_found    there is no such chain, run, request, learning, gene, night or factory
//	4  conflict     too late, or already done
//	5  unavailable  the database or Temporal does not answer; try again
//	6  partial      a phase of the night failed; run that night again
package main
