package relay

import (
	"crypto/aes"
	"crypto/cipher"
	ec "crypto/ecdh"
	ed "crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"io"

	"golang.org/x/crypto/hkdf"
)

type Relay struct {
	exchange *ec.PrivateKey
	identity ed.PrivateKey
}

func New() (*Relay, error) {
	x, err := ec.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	_, id, err := ed.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	return &Relay{x, id}, nil
}

func (r *Relay) Announce() (pub, sig []byte) {
	pub = r.exchange.PublicKey().Bytes()
	return pub, ed.Sign(r.identity, pub)
}

func (r *Relay) Cells(peer []byte) (cipher.AEAD, error) {
	other, err := ec.P256().NewPublicKey(peer)
	if err != nil {
		return nil, err
	}
	secret, err := r.exchange.ECDH(other)
	if err != nil {
		return nil, err
	}
	key := make([]byte, 32)
	if _, err := io.ReadFull(hkdf.New(sha256.New, secret, nil, []byte("relay cells")), key); err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
