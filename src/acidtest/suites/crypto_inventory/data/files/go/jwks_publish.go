package idp

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"net/http"

	"github.com/go-jose/go-jose/v4"
)

type keys struct{ set jose.JSONWebKeySet }

func newKeys() (*keys, error) {
	curve, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		return nil, err
	}
	_, small, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	return &keys{jose.JSONWebKeySet{Keys: []jose.JSONWebKey{
		{Key: curve, KeyID: "2026-a", Algorithm: string(jose.ES384), Use: "sig"},
		{Key: small, KeyID: "2026-b", Algorithm: string(jose.EdDSA), Use: "sig"},
	}}}, nil
}

func (k *keys) signer() (jose.Signer, error) {
	return jose.NewSigner(jose.SigningKey{Algorithm: jose.ES384, Key: k.set.Keys[0]}, nil)
}

func (k *keys) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	public := jose.JSONWebKeySet{}
	for _, key := range k.set.Keys {
		public.Keys = append(public.Keys, key.Public())
	}
	w.Header().Set("Content-Type", "application/jwk-set+json")
	_ = json.NewEncoder(w).Encode(public)
}
