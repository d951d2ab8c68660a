use rsa::pkcs1v15::SigningKey;
use rsa::signature::{RandomizedSigner, SignatureEncoding, Verifier};
use rsa::{RsaPrivateKey, RsaPublicKey};
use sha2::Sha256;

/// Signs visitor badges; the door readers hold the public half.
pub struct BadgeSigner {
    key: SigningKey<Sha256>,
}

impl BadgeSigner {
    pub fn create() -> rsa::Result<Self> {
        let private = RsaPrivateKey::new(&mut rand::thread_rng(), 2048)?;
        Ok(Self { key: SigningKey::new(private) })
    }

    pub fn sign(&self, badge: &[u8]) -> Vec<u8> {
        self.key.sign_with_rng(&mut rand::thread_rng(), badge).to_vec()
    }
}

pub fn opens(door: &RsaPublicKey, badge: &[u8], signature: &[u8]) -> bool {
    let verifier = rsa::pkcs1v15::VerifyingKey::<Sha256>::new(door.clone());
    match rsa::pkcs1v15::Signature::try_from(signature) {
        Ok(sig) => verifier.verify(badge, &sig).is_ok(),
        Err(_) => false,
    }
}
