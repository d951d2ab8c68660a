package verify

import (
	"encoding/asn1"
	"errors"
)

type checker func(spki, signed, signature []byte) error

// What the national gateway's receipts may be signed with. Names vary by vendor, numbers do not.
var table = []struct {
	id    asn1.ObjectIdentifier
	check checker
}{
	{asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 2}, checkCurve},
	{asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 11}, checkModulus},
	{asn1.ObjectIdentifier{1, 2, 410, 200004, 1, 1}, checkNational},
}

var errUnknown = errors.New("verify: receipt signed in an unknown way")

// Receipt checks one receipt.
func Receipt(id asn1.ObjectIdentifier, spki, signed, signature []byte) error {
	for _, row := range table {
		if row.id.Equal(id) {
			return row.check(spki, signed, signature)
		}
	}
	return errUnknown
}
