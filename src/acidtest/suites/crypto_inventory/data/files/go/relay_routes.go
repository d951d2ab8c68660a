package relay

import (
	ec "container/heap"
	ed "container/list"
	"math"
)

type edge struct {
	to   string
	cost float64
}

type item struct {
	node string
	dist float64
}

type queue []item

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].dist < q[j].dist }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(item)) }
func (q *queue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

// Cheapest returns the hops from one relay to another; the exchange rate of a hop is its cost.
func Cheapest(graph map[string][]edge, from, to string) *ed.List {
	dist := map[string]float64{from: 0}
	back := map[string]string{}
	q := &queue{{from, 0}}
	for q.Len() > 0 {
		at := ec.Pop(q).(item)
		for _, e := range graph[at.node] {
			have, ok := dist[e.to]
			if !ok {
				have = math.Inf(1)
			}
			if next := at.dist + e.cost; next < have {
				dist[e.to], back[e.to] = next, at.node
				ec.Push(q, item{e.to, next})
			}
		}
	}
	path := ed.New()
	for n := to; n != ""; n = back[n] {
		path.PushFront(n)
	}
	return path
}
