package genome

// forest is a union-find: which nodes are known to be in one component. An entry is the
// node's parent, a root is its own.
type forest []int32

// alone has every node in a component of its own.
func alone(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

// find returns the root of a node's component, and halves the way to it.
func (f forest) find(n int32) int32 {
	for f[n] != n {
		f[n] = f[f[n]]
		n = f[n]
	}
	return n
}

func (f forest) same(a, b int32) bool { return f.find(a) == f.find(b) }

// unite makes the lower root the root of both.
func (f forest) unite(a, b int32) {
	a, b = f.find(a), f.find(b)
	f[max(a, b)] = min(a, b)
}
