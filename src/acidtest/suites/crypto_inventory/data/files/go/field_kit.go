package fieldkit

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"

	"github.com/cloudflare/circl/dh/sidh"
)

// Pack encrypts samples to the laboratory; the research grant asked for a post-quantum scheme.
func Pack(lab []byte, samples []byte) (capsule, body []byte, err error) {
	pub := sidh.NewPublicKey(sidh.Fp434, sidh.KeyVariantSike)
	if err = pub.Import(lab); err != nil {
		return nil, nil, err
	}
	kem := sidh.NewSike434(rand.Reader)
	capsule = make([]byte, kem.CiphertextSize())
	secret := make([]byte, kem.SharedSecretSize())
	if err = kem.Encapsulate(capsule, secret, pub); err != nil {
		return nil, nil, err
	}
	block, err := aes.NewCipher(secret[:16])
	if err != nil {
		return nil, nil, err
	}
	body = make([]byte, len(samples))
	cipher.NewCTR(block, make([]byte, aes.BlockSize)).XORKeyStream(body, samples)
	return capsule, body, nil
}
