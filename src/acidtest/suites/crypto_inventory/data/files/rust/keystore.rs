use aes_gcm_siv::aead::{Aead, KeyInit};
use aes_gcm_siv::{Aes256GcmSiv, Nonce};
use argon2::Argon2;
use p256::ecdsa::{signature::Signer, Signature, SigningKey};
use std::collections::BTreeMap;

pub struct Keystore {
    cipher: Aes256GcmSiv,
    signer: SigningKey,
    entries: BTreeMap<String, Vec<u8>>,
}

impl Keystore {
    pub fn open(password: &[u8], salt: &[u8], signer: SigningKey) -> Result<Self, argon2::Error> {
        let mut key = [0u8; 32];
        Argon2::default().hash_password_into(password, salt, &mut key)?;
        Ok(Self { cipher: Aes256GcmSiv::new(&key.into()), signer, entries: BTreeMap::new() })
    }

    pub fn put(&mut self, name: &str, value: &[u8]) -> Result<(), aes_gcm_siv::Error> {
        let id = blake3::hash(name.as_bytes());
        let nonce = Nonce::from_slice(&id.as_bytes()[..12]);
        self.entries.insert(id.to_hex().to_string(), self.cipher.encrypt(nonce, value)?);
        Ok(())
    }

    pub fn index(&self) -> (Vec<u8>, Signature) {
        let mut bytes = Vec::new();
        for (id, sealed) in &self.entries {
            bytes.extend_from_slice(id.as_bytes());
            bytes.extend_from_slice(&(sealed.len() as u64).to_be_bytes());
        }
        let signature = self.signer.sign(&bytes);
        (bytes, signature)
    }
}
