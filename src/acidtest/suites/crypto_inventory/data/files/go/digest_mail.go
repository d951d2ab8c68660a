package digest

import (
	"fmt"
	"sort"
	"strings"
)

// Ward is a delivery district: MD4, MD5 and MD6 are the Midlands districts.
type Ward string

const (
	MD4 Ward = "MD4"
	MD5 Ward = "MD5"
	MD6 Ward = "MD6"
)

// Delivery is what a courier hands in at night; Des is the destination depot.
type Delivery struct {
	Ward    Ward
	Des     string
	Parcels int
}

// Sum adds the parcels of a ward.
func Sum(all []Delivery, ward Ward) (n int) {
	for _, d := range all {
		if d.Ward == ward {
			n += d.Parcels
		}
	}
	return n
}

// Mail writes the evening digest.
func Mail(all []Delivery) string {
	var b strings.Builder
	for _, w := range []Ward{MD4, MD5, MD6} {
		fmt.Fprintf(&b, "%s: %d parcels\n", w, Sum(all, w))
	}
	depots := map[string]bool{}
	for _, d := range all {
		depots[d.Des] = true
	}
	names := make([]string, 0, len(depots))
	for d := range depots {
		names = append(names, d)
	}
	sort.Strings(names)
	fmt.Fprintf(&b, "depots: %s\n", strings.Join(names, ", "))
	return b.String()
}
