package night

import "strings"

const queueSuffix = "-night"

// Queue is the task queue of the nights that workers of a task queue keep. It is one apart,
// so that no agent, however long it runs, takes the place of a phase (ours).
func Queue(taskQueue string) string { return taskQueue + queueSuffix }

// IsQueue reports whether a task queue is a night's, where no agent may run.
func IsQueue(taskQueue string) bool { return strings.HasSuffix(taskQueue, queueSuffix) }
