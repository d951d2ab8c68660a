// Package courier keeps the address book of the courier service.
//
// History: version 1 wrapped keys with RSA-OAEP, version 2 was going to use ECDH but was never
// released, version 3 replaced RSA with ML-KEM-768. All of that lives in package seal; nothing
// in here touches a key.
package courier

import (
	"errors"
	"sort"
	"sync"
)

// Book maps names to drop-off points.
type Book struct {
	mu    sync.RWMutex
	drops map[string]string
}

// ErrUnknown is returned for a name that is not in the book.
var ErrUnknown = errors.New("courier: unknown receiver")

// Put adds or replaces an entry.
func (b *Book) Put(name, drop string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.drops == nil {
		b.drops = map[string]string{}
	}
	b.drops[name] = drop
}

// Get finds an entry.
func (b *Book) Get(name string) (string, error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if d, ok := b.drops[name]; ok {
		return d, nil
	}
	return "", ErrUnknown
}

// Names lists the receivers in order.
func (b *Book) Names() []string {
	b.mu.RLock()
	defer b.mu.RUnlock()
	out := make([]string, 0, len(b.drops))
	for n := range b.drops {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}
