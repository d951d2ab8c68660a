package gate

import (
	"net"
	"time"

	"golang.org/x/crypto/ssh"
)

// Dial reaches a switch; some of them are ten years old.
func Dial(addr, user string, signer ssh.Signer, known ssh.HostKeyCallback) (*ssh.Client, error) {
	config := &ssh.ClientConfig{
		User:            user,
		Auth:            []ssh.AuthMethod{ssh.PublicKeys(signer)},
		HostKeyCallback: known,
		HostKeyAlgorithms: []string{
			ssh.KeyAlgoRSASHA512,
		},
		Timeout: 15 * time.Second,
	}
	config.KeyExchanges = []string{"curve25519-sha256", "diffie-hellman-group14-sha256"}
	config.Ciphers = []string{"aes128-ctr"}
	config.MACs = []string{"hmac-sha2-256"}
	conn, err := net.DialTimeout("tcp", addr, config.Timeout)
	if err != nil {
		return nil, err
	}
	c, chans, reqs, err := ssh.NewClientConn(conn, addr, config)
	if err != nil {
		conn.Close()
		return nil, err
	}
	return ssh.NewClient(c, chans, reqs), nil
}
