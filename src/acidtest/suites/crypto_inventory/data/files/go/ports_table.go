package parts

import "strings"

// Connector is one line of the cable book.
type Connector struct {
	Code  string
	Maker string
	Pins  int
	Key   string // keying: A, B or none
}

var book = []Connector{
	{"ES256", "JWK", 8, "A"},
	{"ES384", "JWK", 12, "A"},
	{"RS512", "Harting", 16, "B"},
	{"PS256", "Harting", 8, "none"},
	{"HS512", "Lapp", 24, "B"},
}

// Find looks a code up, whatever its case.
func Find(code string) (Connector, bool) {
	for _, c := range book {
		if strings.EqualFold(c.Code, code) {
			return c, true
		}
	}
	return Connector{}, false
}

// Mates tells whether two connectors fit: same pins, same keying.
func Mates(a, b string) bool {
	x, ok := Find(a)
	y, also := Find(b)
	return ok && also && x.Pins == y.Pins && x.Key == y.Key
}
