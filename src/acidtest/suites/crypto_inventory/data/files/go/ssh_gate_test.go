package gate

import (
	"crypto/dsa"
	"crypto/rand"
	"testing"

	"golang.org/x/crypto/ssh"
)

func TestOldHostKeyIsRefused(t *testing.T) {
	var key dsa.PrivateKey
	if err := dsa.GenerateParameters(&key.Parameters, rand.Reader, dsa.L1024N160); err != nil {
		t.Fatal(err)
	}
	if err := dsa.GenerateKey(&key, rand.Reader); err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(&key)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Dial(serveOnce(t, signer, nil), "u", signer, ssh.InsecureIgnoreHostKey()); err == nil {
		t.Fatal("an old host key was accepted")
	}
}

func TestOldCipherIsRefused(t *testing.T) {
	addr := serveOnce(t, nil, []string{"3des-cbc"})
	if _, err := Dial(addr, "u", nil, ssh.InsecureIgnoreHostKey()); err == nil {
		t.Fatal("an old cipher was accepted")
	}
}
