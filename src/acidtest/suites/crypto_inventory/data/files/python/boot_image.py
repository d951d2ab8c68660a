"""Signs boot images with a stateful key; the state is written before the signature is used."""

import pickle
from pathlib import Path

from hsslms import LMOTS_ALGORITHM_TYPE, LMS_ALGORITHM_TYPE, LMS_Priv


class BootSigner:
    def __init__(self, state: Path) -> None:
        self.state = state
        if state.exists():
            self.key = pickle.loads(state.read_bytes())
        else:
            self.key = LMS_Priv(
                LMS_ALGORITHM_TYPE.LMS_SHA256_M32_H10,
                LMOTS_ALGORITHM_TYPE.LMOTS_SHA256_N32_W8,
            )

    def sign(self, image: Path) -> Path:
        signature = self.key.sign(image.read_bytes())
        spare = self.state.with_suffix(".new")
        spare.write_bytes(pickle.dumps(self.key))
        spare.replace(self.state)
        out = image.with_suffix(".sig")
        out.write_bytes(signature)
        return out

    def public(self) -> bytes:
        return self.key.gen_pub().get_pubkey()
