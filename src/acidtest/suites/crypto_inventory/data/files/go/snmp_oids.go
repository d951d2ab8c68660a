package poll

import (
	"fmt"
	"strings"
)

// Object is a number in the management tree.
type Object []uint32

// What the dashboard polls, by short name.
var Objects = map[string]Object{
	"sysUpTime":     {1, 3, 6, 1, 2, 1, 1, 3, 0},
	"ifInOctets":    {1, 3, 6, 1, 2, 1, 2, 2, 1, 10},
	"ifOutOctets":   {1, 3, 6, 1, 2, 1, 2, 2, 1, 16},
	"upsBattery":    {1, 3, 6, 1, 2, 1, 33, 1, 2, 4, 0},
	"koreanUtility": {1, 2, 410, 200033, 7, 1, 4},
}

func (o Object) String() string {
	parts := make([]string, len(o))
	for i, n := range o {
		parts[i] = fmt.Sprint(n)
	}
	return strings.Join(parts, ".")
}

// Row appends a row index to a column.
func (o Object) Row(index uint32) Object {
	return append(append(Object(nil), o...), index)
}
