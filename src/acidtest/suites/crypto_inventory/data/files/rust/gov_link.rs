// 행정망 연계 모듈: 기관 설정에 따라 블록암호를 고른다.
use aria::Aria256;
use cbc::cipher::{block_padding::Pkcs7, BlockEncryptMut, KeyIvInit};
use lea::Lea256;

type AriaCbc = cbc::Encryptor<Aria256>;
type LeaCbc = cbc::Encryptor<Lea256>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    Nis,
    Ktl,
}

pub fn encrypt(profile: Profile, key: &[u8; 32], iv: &[u8; 16], message: &str) -> Vec<u8> {
    match profile {
        Profile::Nis => AriaCbc::new(key.into(), iv.into()).encrypt_padded_vec_mut::<Pkcs7>(message.as_bytes()),
        Profile::Ktl => LeaCbc::new(key.into(), iv.into()).encrypt_padded_vec_mut::<Pkcs7>(message.as_bytes()),
    }
}

pub fn profile(name: &str) -> Option<Profile> {
    match name {
        "국정원" => Some(Profile::Nis),
        "시험원" => Some(Profile::Ktl),
        _ => None,
    }
}
