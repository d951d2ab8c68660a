use ring::aead::{self, LessSafeKey, UnboundKey};
use ring::error::Unspecified;
use ring::hkdf;
use ring::rand::SystemRandom;
use ring::agreement::{self, EphemeralPrivateKey, UnparsedPublicKey};

struct Okm(usize);

impl hkdf::KeyType for Okm {
    fn len(&self) -> usize {
        self.0
    }
}

pub struct Hello {
    private: EphemeralPrivateKey,
    pub public: Vec<u8>,
}

pub fn hello() -> Result<Hello, Unspecified> {
    let rng = SystemRandom::new();
    let private = EphemeralPrivateKey::generate(&agreement::X25519, &rng)?;
    let public = private.compute_public_key()?.as_ref().to_vec();
    Ok(Hello { private, public })
}

pub fn finish(me: Hello, peer: &[u8]) -> Result<LessSafeKey, Unspecified> {
    let peer = UnparsedPublicKey::new(&agreement::X25519, peer);
    let mut raw = [0u8; 32];
    agreement::agree_ephemeral(me.private, &peer, |secret| {
        let prk = hkdf::Salt::new(hkdf::HKDF_SHA256, b"tunnel v1").extract(secret);
        prk.expand(&[b"frames"], Okm(32)).and_then(|okm| okm.fill(&mut raw))
    })??;
    Ok(LessSafeKey::new(UnboundKey::new(&aead::CHACHA20_POLY1305, &raw)?))
}
