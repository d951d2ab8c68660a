package radius

import (
	"crypto/des"
	"crypto/md5"
	"encoding/binary"
	"unicode/utf16"

	"golang.org/x/crypto/md4"
)

// HidePassword implements the User-Password attribute.
func HidePassword(secret, authenticator, password []byte) []byte {
	padded := make([]byte, (len(password)+15)/16*16)
	copy(padded, password)
	last := authenticator
	for i := 0; i < len(padded); i += 16 {
		b := md5.Sum(append(append([]byte(nil), secret...), last...))
		for j := range b {
			padded[i+j] ^= b[j]
		}
		last = padded[i : i+16]
	}
	return padded
}

func ntHash(password string) []byte {
	h := md4.New()
	for _, r := range utf16.Encode([]rune(password)) {
		_ = binary.Write(h, binary.LittleEndian, r)
	}
	return h.Sum(nil)
}

func spread(k []byte) []byte {
	return []byte{k[0], k[0]<<7 | k[1]>>1, k[1]<<6 | k[2]>>2, k[2]<<5 | k[3]>>3,
		k[3]<<4 | k[4]>>4, k[4]<<3 | k[5]>>5, k[5]<<2 | k[6]>>6, k[6] << 1}
}

// ChallengeResponse answers an MS-CHAP challenge.
func ChallengeResponse(challenge []byte, password string) ([]byte, error) {
	z := append(ntHash(password), 0, 0, 0, 0, 0)
	out := make([]byte, 24)
	for i := 0; i < 3; i++ {
		block, err := des.NewCipher(spread(z[7*i : 7*i+7]))
		if err != nil {
			return nil, err
		}
		block.Encrypt(out[8*i:], challenge)
	}
	return out, nil
}
