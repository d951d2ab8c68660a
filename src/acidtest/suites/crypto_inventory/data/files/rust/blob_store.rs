use md5 as legacy;
use sha2::{Digest as _, Sha256 as Strong};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy)]
pub enum Naming {
    V1,
    V2,
}

pub struct BlobStore {
    root: PathBuf,
    naming: Naming,
}

impl BlobStore {
    pub fn new(root: impl AsRef<Path>, naming: Naming) -> Self {
        Self { root: root.as_ref().to_path_buf(), naming }
    }

    fn name(&self, blob: &[u8]) -> String {
        match self.naming {
            Naming::V1 => format!("{:x}", legacy::compute(blob)),
            Naming::V2 => format!("{:x}", Strong::digest(blob)),
        }
    }

    pub fn put(&self, blob: &[u8]) -> io::Result<String> {
        let name = self.name(blob);
        let folder = self.root.join(&name[..2]);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(&name), blob)?;
        Ok(name)
    }
}
