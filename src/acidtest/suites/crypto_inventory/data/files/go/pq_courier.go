package courier

import (
	"crypto/mlkem"
	"crypto/rand"
	"errors"

	"golang.org/x/crypto/chacha20poly1305"
)

// Seal encrypts body to the holder of the encapsulation key.
func Seal(to []byte, body []byte) ([]byte, error) {
	ek, err := mlkem.NewEncapsulationKey768(to)
	if err != nil {
		return nil, err
	}
	shared, ciphertext := ek.Encapsulate()
	aead, err := chacha20poly1305.New(shared)
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, aead.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return nil, err
	}
	return aead.Seal(append(ciphertext, nonce...), nonce, body, nil), nil
}

// Open reverses Seal.
func Open(key *mlkem.DecapsulationKey768, box []byte) ([]byte, error) {
	if len(box) < mlkem.CiphertextSize768+chacha20poly1305.NonceSize {
		return nil, errors.New("courier: box too short")
	}
	shared, err := key.Decapsulate(box[:mlkem.CiphertextSize768])
	if err != nil {
		return nil, err
	}
	aead, err := chacha20poly1305.New(shared)
	if err != nil {
		return nil, err
	}
	rest := box[mlkem.CiphertextSize768:]
	return aead.Open(nil, rest[:aead.NonceSize()], rest[aead.NonceSize():], nil)
}
