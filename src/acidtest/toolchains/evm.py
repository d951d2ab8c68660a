"""An EVM to replay contracts in: pyrevm, with people, accomplices and tokens around one target.

People have known keys (evm_keys.py), so that they can sign. Accomplices and peers run one program,
accomplice.yul. An account that the target takes for a contract, such as its deployer when that is
a factory, can be made one: what it then sends goes through that program too.

Quirks of pyrevm 0.3.7 handled here: the journal grows, so a chain serves one sequence of calls;
revert data is only in the exception's text, storage only in `journal_str`; transient storage
outlives a call unless it is reset.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from acidtest.core.errors import InfrastructureError
from acidtest.core.extras import check_packages

if TYPE_CHECKING:
    import pyrevm

DEPLOYER = "0x6bdd06a547fa8a8ab0de044f65421332d50541f7"
TARGET = "0x3243fcd0216003c0ec1ccc9ea5450cc6e7a5b0eb"
"""Address of the deployer's first contract; it is hard-coded in the accomplice."""
PEOPLE = (
    DEPLOYER,
    "0x978562ffd2f4df07baa8a4ecc288dce612e01d40",
    "0x30263e0ec22722b687f8946448bb3badb63923a5",
    "0x9a59e66ca67a5edd14ca4164f139f70ce976b0e2",
)
OPERATOR = "0xc74de55ea4e2163dd092bb79ab90f45f130a7ddc"
"""Makes the calls of accounts that are contracts."""
ACCOMPLICES = ("0x" + "e1" * 20, "0x" + "e2" * 20, "0x" + "e3" * 20)
BUILDER = "0x" + "b1" * 20
"""Deploys what must be there before the target; makes no other calls."""
PEERS = ("0x" + "f1" * 20, "0x" + "f2" * 20, "0x" + "f3" * 20, "0x" + "f4" * 20)
"""Tokens, feeds, hooks: the first two behave, the third returns nothing, the fourth lies."""
STRANGER = "0x" + "d1" * 20
"""Has nothing, and makes no calls: everybody else is rich."""
NAMES = {
    **dict(zip(PEOPLE, ("deployer", "alice", "bob", "carol"), strict=True)),
    **dict(zip(ACCOMPLICES, ("accomplice1", "accomplice2", "accomplice3"), strict=True)),
    **dict(zip(PEERS, ("coin1", "coin2", "silent_coin", "false_coin"), strict=True)),
    TARGET: "target",
    STRANGER: "stranger",
}
COINBASE = "0x" + "cb" * 20
CHAIN_ID = 1
START_TIME = 1_700_000_000
CALL_GAS = 6_000_000
DEPLOY_GAS = 60_000_000
WEALTH = 1 << 130
SPEC = "CANCUN"
_CODE_MAX = 1 << 20  # an answer compiled without an optimiser may be over the chain's 24 KB

_CODE_PADDING = 33

SUCCESS, REVERT, HALT, OUT_OF_GAS = range(4)
_REVERTED = re.compile(r"output: 0x([0-9a-f]*)")
_SLOT = re.compile(r"(\d+): StorageSlot \{ previous_or_original_value: \d+, present_value: (\d+)")
_REPLIES: dict[str, tuple[int, list[int]]] = {
    ACCOMPLICES[0]: (0, [1] * 8),
    ACCOMPLICES[1]: (2, []),
    ACCOMPLICES[2]: (1, [0xDEAD]),
    PEERS[0]: (3, [1] * 8),
    PEERS[1]: (3, [1] * 8),
    PEERS[2]: (4, [1] * 8),
    PEERS[3]: (5, [1] * 8),
}
_FACTORY = (3, [int(DEPLOYER, 16), int(PEERS[0], 16), int(PEERS[1], 16), 3000, 60, 1, 1, 1])
_FORWARD, _CREATE = bytes(32), (3).to_bytes(32, "big")


class CallStep(NamedTuple):
    """One call of a sequence, at an absolute time."""

    sender: str
    to: str
    data: bytes
    value: int
    time: int


Logs = tuple[tuple[str, tuple[bytes, ...], bytes], ...]


class CallOutcome(NamedTuple):
    """What a call did, as visible from outside the contract."""

    status: int
    data: bytes
    logs: Logs
    balances: tuple[int, ...]


def version() -> str:
    """The installed version of pyrevm; raises `MissingPackage` if it is missing."""
    from importlib import metadata

    check_packages("the EVM", "pyrevm", "cryptography")
    return metadata.version("pyrevm")


def block_number(time: int) -> int:
    """The number of the block at a time."""
    return 1_000_000 + (time - START_TIME) // 12


@lru_cache(maxsize=256)
def prevrandao(time: int) -> bytes:
    """The random word of the block at a time."""
    return hashlib.sha256(b"block %d" % block_number(time)).digest()


def through_operator(step: CallStep) -> CallStep:
    """The call of an account that is a contract, as the operator makes it."""
    if step.to != TARGET:
        return step._replace(sender=OPERATOR)
    return step._replace(sender=OPERATOR, to=step.sender, data=_FORWARD + step.data)


@cache
def accomplice_code() -> bytes:
    """The runtime code of accomplice.yul, compiled once and stored next to it."""
    return bytes.fromhex((Path(__file__).parent / "accomplice.hex").read_text().strip())


class World(NamedTuple):
    """Who is around the target beyond people and accomplices: further accounts with money, which
    accounts are contracts, and whether there are peers.
    """

    further: tuple[str, ...] = ()
    contracts: tuple[str, ...] = ()
    peers: bool = False


class ReplayChain:
    """A fresh chain for one sequence of calls to one contract."""

    def __init__(self, world: World = World()) -> None:  # noqa: B008  it is immutable
        import pyrevm

        self._block = pyrevm.BlockEnv
        config = pyrevm.CfgEnv(limit_contract_code_size=_CODE_MAX)
        self.evm: pyrevm.EVM = pyrevm.EVM(env=pyrevm.Env(cfg=config), spec_id=SPEC)
        for account in (*PEOPLE, *world.further):
            self.evm.set_balance(account, WEALTH)
        peers = PEERS if world.peers else ()
        for account in (*ACCOMPLICES, *peers):
            self._install_accomplice(account, *_REPLIES[account])
        for account in world.contracts:
            self._install_accomplice(account, *_FACTORY, nonce=int(account != DEPLOYER))
        if world.contracts:
            self.evm.set_balance(OPERATOR, WEALTH)
        self._contracts = frozenset(world.contracts)
        self._watched = (TARGET, *PEOPLE, *ACCOMPLICES, *peers, *world.further)
        self._time = -1
        self.gas_used = 0
        self.deployed: CallOutcome | None = None
        self._code: bytes | None = None
        self._mark: pyrevm.JournalCheckpoint | None = None
        self._unrecorded: list[str] = []  # changes that the EVM cannot take back

    def settle(self) -> None:
        """Mark the present state as the one that `rewind` returns to."""
        self._mark = self.evm.snapshot()

    def rewind(self) -> bool:
        """Take back every call since `settle`; False if that is not possible."""
        if self._mark is None or self._unrecorded:
            return False
        self.evm.revert(self._mark)
        while self.evm.journal_depth:  # marks in between count as depth of calls
            self.evm.commit()
        self._at(START_TIME)
        self.settle()
        return True

    def _install_accomplice(
        self, account: str, mode: int, words: Sequence[int], nonce: int = 1
    ) -> None:
        import pyrevm

        info = pyrevm.AccountInfo(balance=WEALTH, nonce=nonce, code=accomplice_code())  # type: ignore[call-arg]
        self.evm.insert_account_info(account, info)
        for slot, word in enumerate((mode, len(words))):
            self.evm.insert_account_storage(account, slot, word)
        for slot, word in enumerate(words):
            self.evm.insert_account_storage(account, 16 + slot, word)

    def prepare(self, codes: Sequence[bytes]) -> str | None:
        """Deploy what must be there before the target; return the reason if that fails."""
        self._at(START_TIME)
        try:
            for creation in codes:
                self.evm.deploy(BUILDER, creation, 0, DEPLOY_GAS)
        except RuntimeError as error:
            return f"a library or other contract that it needs: {str(error)[:300]}"
        return None

    def deploy(self, creation: bytes, value: int = 0, deployer: bytes = b"") -> str | None:
        """Deploy the target; return the reason if that fails.

        With `deployer`, code that answers at the deployer's address while the constructor runs.
        """
        self._at(START_TIME)
        try:
            if deployer:
                self._through(deployer, creation, value)
                address = TARGET if self.evm.get_code(TARGET) else "nowhere"
            elif DEPLOYER in self._contracts:
                data = _CREATE + creation
                self.evm.message_call(OPERATOR, DEPLOYER, data, value, DEPLOY_GAS)
                address = TARGET
            else:
                address = self.evm.deploy(DEPLOYER, creation, value, DEPLOY_GAS)
        except RuntimeError as error:
            return str(error)[:300]
        if address.lower() != TARGET:
            raise InfrastructureError(f"the EVM deployed to {address} instead of {TARGET}")
        self.deployed = CallOutcome(SUCCESS, b"", self._logs(), self._balances())
        return None

    def _through(self, deployer: bytes, creation: bytes, value: int) -> None:
        """An account with code cannot send: the builder calls it, and it creates the target."""
        import pyrevm

        info = pyrevm.AccountInfo(balance=WEALTH, nonce=0, code=deployer)  # type: ignore[call-arg]
        self.evm.insert_account_info(DEPLOYER, info)
        self.evm.set_balance(BUILDER, WEALTH + value)
        try:
            self.evm.message_call(BUILDER, DEPLOYER, creation, value, DEPLOY_GAS)
        finally:
            left = self.evm.get_balance(DEPLOYER)
            plain = pyrevm.AccountInfo(balance=left, nonce=1, code=b"")  # type: ignore[call-arg]
            self.evm.insert_account_info(DEPLOYER, plain)

    def install(self, runtime: bytes, balance: int = 0) -> None:
        """Install code at the target without running a constructor."""
        import pyrevm

        info = pyrevm.AccountInfo(balance=balance, nonce=1, code=runtime)  # type: ignore[call-arg]
        self.evm.insert_account_info(TARGET, info)
        self._code = runtime
        self._at(START_TIME)

    def call(self, step: CallStep) -> CallOutcome:
        """Make one call and return what it did."""
        evm = self.evm
        if step.time != self._time:
            self._at(step.time)
        status = SUCCESS
        logs: Logs = ()
        try:
            if step.sender in self._contracts:
                step = through_operator(step)
            data = evm.message_call(step.sender, step.to, step.data, step.value, CALL_GAS)
            logs = self._logs()
        except RuntimeError as error:
            status, data = self._failure(str(error))
        evm.reset_transient_storage()
        return CallOutcome(status, data, logs, self._balances())

    def call_with(self, code: bytes, step: CallStep) -> CallOutcome:
        """Make one call while the target has other code; storage and balance are its own."""
        own = self.code()
        self._set_code(code)
        try:
            return self.call(step)
        finally:
            self._set_code(own)

    def _set_code(self, code: bytes) -> None:
        import pyrevm

        nonce = self.evm.basic(TARGET).nonce
        info = pyrevm.AccountInfo(balance=self.balance(), nonce=nonce, code=code)  # type: ignore[call-arg]
        self._unrecorded.append("code")
        self.evm.insert_account_info(TARGET, info)  # keeps the storage

    def can_send(self, account: str) -> bool:
        """Whether an account may make calls of its own: those with code may not."""
        return account in self._contracts or not self.evm.get_code(account)

    def set_slot(self, slot: int, value: int) -> None:
        """Set one of the target's slots without a call."""
        self._unrecorded.append("storage")
        self.evm.insert_account_storage(TARGET, slot, value)

    def balance(self) -> int:
        """The target's balance."""
        return self.evm.get_balance(TARGET)

    def give(self, money: int) -> None:
        """Add money to the target without a call."""
        self._unrecorded.append("balance")
        self.evm.set_balance(TARGET, self.balance() + money)

    def _balances(self) -> tuple[int, ...]:
        get = self.evm.get_balance
        return tuple([get(account) for account in self._watched])

    def _logs(self) -> Logs:
        """Logs of the last successful call; also adds its gas to the total."""
        result = self.evm.result
        assert result is not None
        self.gas_used += result.gas_used
        if not (logs := result.logs):
            return ()
        parts = [(log.address, log.data) for log in logs]
        return tuple((at, tuple(topics), data) for at, (topics, data) in parts)

    def _failure(self, text: str) -> tuple[int, bytes]:
        if text.startswith("Revert"):
            result = self.evm.result
            self.gas_used += result.gas_used if result else 0
            output = _REVERTED.search(text)
            return REVERT, bytes.fromhex(output[1]) if output else b""
        if text.startswith("Halt"):
            if "OutOfGas" in text or "Memory" in text:
                self.gas_used += CALL_GAS
                return OUT_OF_GAS, b""
            return HALT, b""
        if "LackOfFund" in text:
            return HALT, b""
        self._unrecorded.append("unknown")
        raise InfrastructureError(f"the EVM refused a call: {text[:300]}")

    def _at(self, time: int) -> None:
        self._time = time
        block = self._block(
            number=block_number(time),
            timestamp=time,
            coinbase=COINBASE,
            prevrandao=prevrandao(time),
        )
        self.evm.set_block_env(block)

    def sent(self, step: CallStep) -> CallStep:
        """The step as it is really made."""
        return through_operator(step) if step.sender in self._contracts else step

    def code_at(self, account: str) -> bytes:
        """An account's code."""
        if account == TARGET:
            return self.code()
        code = bytes(self.evm.get_code(account) or b"")
        if code.startswith(accomplice_code()):
            return accomplice_code()  # inserted code has no padding
        return code[:-_CODE_PADDING] if len(code) > _CODE_PADDING else b""

    def code(self) -> bytes:
        """The target's own code, without pyrevm's padding."""
        if self._code is None:
            padded = bytes(self.evm.get_code(TARGET) or b"")
            self._code = padded[:-_CODE_PADDING] if len(padded) > _CODE_PADDING else b""
        return self._code

    def storage(self) -> dict[int, int]:
        """The target's slots that are not zero."""
        text = self.evm.journal_str
        account = text.find(f"{TARGET}: Account {{")
        # Skip the account's code: its long runs of digits would slow the pattern down.
        start = text.find("storage: {", account)
        if account < 0 or start < 0:
            return {}
        part = text[start : text.find("status: ", start)]
        slots = {int(slot): int(value) for slot, value in _SLOT.findall(part) if value != "0"}
        return dict(sorted(slots.items()))  # revm's order differs between processes
