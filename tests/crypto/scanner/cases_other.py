# ruff: noqa: E501
"""Cases of configuration, logs and assembly: each positive one has clean twins."""

from __future__ import annotations

from .case import Case

CONFIGURATION = [
    Case(
        "nginx",
        "a.conf",
        """
ssl_ciphers ECDHE-RSA-AES128-GCM-SHA256:AES256-SHA;
""",
        "ecdh rsa aes ?sha-256 ?sha-1",
    ),
    Case(
        "only excluded",
        "a.conf",
        """
# ssl_ciphers RC4-SHA;
ssl_ciphers HIGH:!RSA:!3DES:!aNULL:!MD5:!DSS;
""",
    ),
    Case(
        "openssl tls 1.3 hybrid",
        "a.cnf",
        """
[system_default_sect]
Ciphersuites = TLS_AES_256_GCM_SHA384
Groups = X25519MLKEM768
""",
        "aes x25519mlkem768 ?sha-384",
    ),
    Case(
        "sshd",
        "sshd_config",
        """
KexAlgorithms mlkem768x25519-sha256,curve25519-sha256
Ciphers chacha20-poly1305@openssh.com
MACs hmac-sha2-512-etm@openssh.com
HostKeyAlgorithms ssh-ed25519
""",
        "x25519mlkem768 x25519 chacha20 hmac ed25519 ?sha-256 ?sha-512 ?poly1305",
    ),
    Case(
        "sshd removal only",
        "sshd_config",
        """
#HostKey /etc/ssh/ssh_host_rsa_key
KexAlgorithms -diffie-hellman-group1-sha1,diffie-hellman-group14-sha1
PermitRootLogin no
""",
    ),
    Case(
        "strongswan",
        "ipsec.conf",
        """
conn b
  ike=aes256-sha384-modp3072!
  esp=3des-md5
""",
        "aes dh 3des md5 ?sha-384 ?hmac",
    ),
    Case(
        "wireguard",
        "wg0.conf",
        """
[Interface]
PrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=
[Peer]
PublicKey = xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=
""",
        "x25519 chacha20 blake2s",
    ),
    Case(
        "jwks",
        "a.json",
        """
{"keys": [{"kty": "EC", "crv": "P-256", "alg": "ES256", "x": "a", "y": "b"}]}
""",
        "ecdsa ?sha-256 ?ecc",
    ),
    Case(
        "json of nothing",
        "a.json",
        """
{"description": "RSA was removed", "seed": 5, "aria": true, "des": "town", "name": "RSA Conference"}
""",
    ),
    Case(
        "yaml list",
        "a.yaml",
        """
jwt:
  algorithms:
    - RS256
    - EdDSA
disabled_algorithms:
  - HS256
""",
        "rsa eddsa ?sha-256",
    ),
    Case(
        "switched off",
        "a.yaml",
        """
enable_des: false
allow_rc4: no
tls:
  excluded-ciphers: [RC4-MD5, DES-CBC3-SHA]
""",
    ),
    Case(
        "java security",
        "java.security",
        """
jdk.tls.disabledAlgorithms=SSLv3, RC4, DES, MD5withRSA, DH keySize < 1024
""",
    ),
    Case(
        "openvpn",
        "a.ovpn",
        """
cipher BF-CBC
auth SHA1
""",
        "blowfish sha-1 ?hmac",
    ),
    Case(
        "ssh public key",
        "id.pub",
        """
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ5vRGmVJYd0yQ2vXHgYHzmDcXQcyQhCTzIeYb7Qh8mN me@host
""",
        "ed25519",
    ),
]

LOGS = [
    Case(
        "agreed",
        "a.log",
        """
2026-03-01 10:00:00 TLS established: TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384
debug1: kex: algorithm: diffie-hellman-group14-sha256
""",
        "ecdh rsa aes dh ?sha-384 ?sha-256",
    ),
    Case(
        "refused",
        "a.log",
        """
2026-03-01 10:00:00 Unable to negotiate: no matching host key type found. Their offer: ssh-rsa,ssh-dss
2026-03-01 10:00:01 client offered RC4-MD5, DES-CBC3-SHA: rejected
2026-03-01 10:00:02 seed=42 user at RSA Conference
""",
    ),
    Case(
        "offered and chosen",
        "a.log",
        """
2026-03-01 offered: ssh-rsa, ssh-dss; selected: ssh-ed25519
""",
        "ed25519",
    ),
]

ASSEMBLY = [
    Case(
        "x86 md5",
        "a.s",
        """
f:
	movl	$1732584193, (%rdi)
	movl	$-271733879, 4(%rdi)
	leal	-680876936(%rax,%rdx), %eax
	ret
""",
        "md5",
    ),
    Case(
        "x86 lea only",
        "a.s",
        """
seed:
	leaq	8(%rax), %rdx
	lea	rax, [rbx+8]
	movl	$3329, %eax
	call	describe@PLT
	ret
""",
    ),
    Case(
        "aarch64 sha-1 immediates",
        "a.s",
        """
f:
	mov	w0, 31129
	movk	w0, 0x5a82, lsl 16
	mov	w1, 60321
	movk	w1, 0x6ed9, lsl 16
	mov	w2, 48348
	movk	w2, 0x8f1b, lsl 16
	mov	w3, 49622
	movk	w3, 0xca62, lsl 16
""",
        "sha-1",
    ),
    Case(
        "aes table in a string",
        "a.s",
        """
t:
	.string	"c|w{\\362ko\\3050\\001g+\\376\\327\\253v"
""",
        "aes",
    ),
    Case(
        "calls",
        "a.s",
        """
	call	EVP_sha256@PLT
	bl	RSA_public_encrypt
""",
        "sha-256 rsa",
    ),
    Case(
        "instructions",
        "a.s",
        """
	aesenc	%xmm1, %xmm0
	sha256rnds2	%xmm0, %xmm1
""",
        "aes sha-256",
    ),
]
