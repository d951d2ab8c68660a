// SPDX-License-Identifier: Apache-2.0
// topic: transient storage
// difficulty: hard
// exercises: tload and tstore, transient lock, flash loan settled within the call, transient state variable, callbacks, delta accounting in assembly
// contract: FlashCounter
// value: 2000000000000000000
pragma solidity ^0.8.24;

interface IBorrower {
    function onLoan(uint256 amount, uint256 fee) external returns (bool);
}

contract FlashCounter {
    // Own slots in transient storage: 1 lock, 2 open deltas, 0x10 + party: delta of a party.
    uint256 private constant LOCK = 1;
    uint256 private constant OPEN = 2;

    uint256 public reserve;
    uint256 public loans;
    uint256 public fees;
    mapping(address => uint256) public deposits;
    uint256 public deepest;

    error Locked();
    error Unsettled(uint256 parties);
    error Unpaid(uint256 missing);

    event Loan(address indexed to, uint256 amount, uint256 fee);
    event Batch(uint256 steps, int256 net);

    constructor() payable {
        reserve = msg.value;
        deposits[msg.sender] = msg.value;
    }

    receive() external payable {}

    modifier lock() {
        assembly {
            if tload(LOCK) {
                mstore(0, 0x0f2e5b6c)
                revert(28, 4)
            }
            tstore(LOCK, 1)
        }
        _;
        assembly {
            tstore(LOCK, 0)
        }
    }

    function locked() public view returns (bool on) {
        assembly {
            on := tload(LOCK)
        }
    }

    function deposit() external payable lock {
        require(msg.value > 0, "empty hand");
        deposits[msg.sender] += msg.value;
        reserve += msg.value;
    }

    function withdraw(uint256 amount) external lock {
        require(deposits[msg.sender] >= amount, "not yours");
        deposits[msg.sender] -= amount;
        reserve -= amount;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "refused");
    }

    function feeOf(uint256 amount) public pure returns (uint256) {
        return amount < 100 ? 0 : amount / 100 + 1;
    }

    function borrow(uint256 amount) external lock returns (uint256 fee) {
        require(amount <= reserve, "too much");
        fee = feeOf(amount);
        uint256 before = address(this).balance;
        loans++;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "loan refused");
        if (msg.sender.code.length > 0) {
            require(IBorrower(msg.sender).onLoan(amount, fee), "borrower said no");
        }
        uint256 after_ = address(this).balance;
        if (after_ < before + fee) {
            uint256 missing = before + fee - after_;
            if (deposits[msg.sender] < missing) revert Unpaid(missing);
            deposits[msg.sender] -= missing;
            reserve -= missing - fee;
        }
        fees += fee;
        emit Loan(msg.sender, amount, fee);
    }

    function shift(uint8 party, int256 amount) internal {
        assembly {
            let slot := add(0x10, party)
            let before := tload(slot)
            let next := add(before, amount)
            tstore(slot, next)
            if and(iszero(before), iszero(iszero(next))) { tstore(OPEN, add(tload(OPEN), 1)) }
            if and(iszero(next), iszero(iszero(before))) { tstore(OPEN, sub(tload(OPEN), 1)) }
        }
    }

    function deltaOf(uint8 party) public view returns (int256 d) {
        assembly {
            d := tload(add(0x10, party))
        }
    }

    function settle(uint8[] calldata parties, int64[] calldata amounts, bool autoClose) external lock returns (int256 net) {
        require(parties.length == amounts.length && parties.length <= 16, "lengths");
        for (uint256 i = 0; i < parties.length; i++) {
            shift(parties[i], amounts[i]);
            net += amounts[i];
        }
        if (autoClose) {
            for (uint256 i = 0; i < parties.length; i++) shift(parties[i], -deltaOf(parties[i]));
        }
        uint256 open;
        assembly {
            open := tload(OPEN)
        }
        if (open != 0) revert Unsettled(open);
        emit Batch(parties.length, net);
    }

    function nest(uint8 depth) external returns (uint256 seen) {
        require(depth <= 10, "too deep");
        assembly {
            seen := add(tload(3), 1)
            tstore(3, seen)
        }
        if (seen > deepest) deepest = seen;
        if (depth > 0) seen = this.nest(depth - 1);
        assembly {
            tstore(3, sub(tload(3), 1))
        }
    }

    function sweepFees(address payable to) external lock returns (uint256 amount) {
        amount = fees;
        require(amount > 0, "no fees yet");
        fees = 0;
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "refused");
    }
}
