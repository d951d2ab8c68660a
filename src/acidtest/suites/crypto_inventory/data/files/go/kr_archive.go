package archive

import (
	"crypto/cipher"
	"crypto/rand"
	"io"

	"github.com/RyuaNerin/go-krypto/aria"
	"github.com/RyuaNerin/go-krypto/lsh512"
	"github.com/RyuaNerin/go-krypto/seed"
)

// 기록물 보존 상자. 파일 키는 상자 키로 감싼다.
type Box struct{ master []byte }

func (b Box) wrap(fileKey []byte) ([]byte, error) {
	block, err := seed.NewCipher(b.master)
	if err != nil {
		return nil, err
	}
	out := make([]byte, len(fileKey))
	for i := 0; i < len(fileKey); i += block.BlockSize() {
		block.Encrypt(out[i:], fileKey[i:])
	}
	return out, nil
}

// Put writes wrapped key, iv, body and digest.
func (b Box) Put(w io.Writer, padded []byte) error {
	head := make([]byte, 48)
	if _, err := rand.Read(head); err != nil {
		return err
	}
	block, err := aria.NewCipher(head[:24])
	if err != nil {
		return err
	}
	cipher.NewCBCEncrypter(block, head[32:]).CryptBlocks(padded, padded)
	wrapped, err := b.wrap(head[:32])
	if err != nil {
		return err
	}
	sum := lsh512.Sum512(padded)
	for _, part := range [][]byte{wrapped, head[32:], padded, sum[:]} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}
