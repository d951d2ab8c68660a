use num_bigint::BigUint;
use num_traits::One;
use sha2::{Digest, Sha256};

fn lift(base: &BigUint, mut turns: u32, n: &BigUint) -> BigUint {
    let mut acc = BigUint::one();
    let mut b = base % n;
    while turns > 0 {
        if turns & 1 == 1 {
            acc = &acc * &b % n;
        }
        b = &b * &b % n;
        turns >>= 1;
    }
    acc
}

/// The stamp of a parking disc: n is in the firmware, the stamp on the sticker.
pub fn disc_is_genuine(n: &BigUint, disc: &[u8], stamp: &[u8]) -> bool {
    let opened = lift(&BigUint::from_bytes_be(stamp), 0x1_0001, n).to_bytes_be();
    let digest = Sha256::digest(disc);
    // 01 ff … ff 00 then the digest, after the usual prefix
    opened.first() == Some(&1) && opened.ends_with(&digest) && opened.contains(&0)
}
