package postgres

// Classify lets tests hand in errors that no test can have a server make.
var Classify = classify

// LockProposing lets tests stand for another run that proposes.
const LockProposing = lockProposing
