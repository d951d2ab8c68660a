// SPDX-License-Identifier: Apache-2.0
// topic: assembly blocks
// difficulty: hard
// exercises: balances at hashed slots in assembly, log2 and log3 by hand, custom error encoding, manual calldata decoding, byte loops, returndata
// contract: BareMetalBank
pragma solidity ^0.8.24;

contract BareMetalBank {
    // keccak256("bare.metal.supply")
    uint256 private constant SUPPLY = 0x3ccf8802e1204eb910f976a1483b92745e3cfbcdec7e3506db1aa95fce2416ce;

    event Stored(address indexed who, uint256 amount);
    event Moved(address indexed from, address indexed to, uint256 amount);

    error Short(uint256 have, uint256 want);

    receive() external payable {
        credit(msg.sender, msg.value);
    }

    function slotOf(address who) public pure returns (uint256 slot) {
        assembly {
            mstore(0x00, who)
            mstore(0x20, SUPPLY)
            slot := keccak256(0x00, 0x40)
        }
    }

    function store() external payable {
        require(msg.value > 0, "zero");
        credit(msg.sender, msg.value);
    }

    function balanceOf(address who) public view returns (uint256 amount) {
        uint256 slot = slotOf(who);
        assembly {
            amount := sload(slot)
        }
    }

    function supply() external view returns (uint256 s) {
        assembly {
            s := sload(SUPPLY)
        }
    }

    function move(address to, uint256 amount) external {
        debit(msg.sender, amount);
        uint256 slot = slotOf(to);
        bytes32 topic = Moved.selector;
        assembly {
            sstore(slot, add(sload(slot), amount))
            mstore(0x00, amount)
            log3(0x00, 0x20, topic, caller(), to)
        }
    }

    function take(uint256 amount) external {
        debit(msg.sender, amount);
        assembly {
            sstore(SUPPLY, sub(sload(SUPPLY), amount))
            if iszero(call(gas(), caller(), amount, 0, 0, 0, 0)) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
        }
    }

    function sum(uint256[] calldata values) external pure returns (uint256 total) {
        assembly {
            let end := add(values.offset, mul(values.length, 0x20))
            for { let p := values.offset } lt(p, end) { p := add(p, 0x20) } {
                let v := calldataload(p)
                total := add(total, v)
                if lt(total, v) {
                    mstore(0x00, shl(224, 0x4e487b71))
                    mstore(0x04, 0x11)
                    revert(0x00, 0x24)
                }
            }
        }
    }

    function extremes(int256[] memory values) external pure returns (int256 low, int256 high) {
        require(values.length > 0, "no values");
        assembly {
            let p := add(values, 0x20)
            let end := add(p, mul(mload(values), 0x20))
            low := mload(p)
            high := low
            for {} lt(p, end) { p := add(p, 0x20) } {
                let v := mload(p)
                switch slt(v, low)
                case 1 { low := v }
                default { if sgt(v, high) { high := v } }
            }
        }
    }

    function reverseBytes(bytes32 word) external pure returns (bytes32 out) {
        assembly {
            for { let i := 0 } lt(i, 32) { i := add(i, 1) } {
                out := or(out, shl(mul(i, 8), byte(i, word)))
            }
        }
    }

    function mulDiv(uint256 a, uint256 b, uint256 d) external pure returns (uint256 q) {
        assembly {
            let mm := mulmod(a, b, not(0))
            let low := mul(a, b)
            let high := sub(sub(mm, low), lt(mm, low))
            if or(high, iszero(d)) { revert(0, 0) }
            q := div(low, d)
        }
    }

    function pick(uint256 index) external pure returns (uint256 word) {
        assembly {
            switch index
            case 0 { word := 11 }
            case 1 { word := 0x1234567890abcdef }
            case 2 { word := not(0) }
            case 3 { word := selector() }
            default { word := signextend(0, index) }
            function selector() -> s {
                s := shr(224, calldataload(0))
            }
        }
    }

    function pack(bytes calldata data) external pure returns (bytes memory out) {
        require(data.length <= 64, "at most 64");
        assembly {
            out := mload(0x40)
            let n := 0
            for { let i := 0 } lt(i, data.length) { i := add(i, 1) } {
                let b := byte(0, calldataload(add(data.offset, i)))
                if b {
                    mstore8(add(add(out, 0x20), n), b)
                    n := add(n, 1)
                }
            }
            mstore(out, n)
            mstore(add(add(out, 0x20), n), 0)
            mstore(0x40, and(add(add(out, n), 0x5f), not(0x1f)))
        }
    }

    function credit(address who, uint256 amount) private {
        uint256 slot = slotOf(who);
        bytes32 topic = Stored.selector;
        assembly {
            sstore(slot, add(sload(slot), amount))
            sstore(SUPPLY, add(sload(SUPPLY), amount))
            mstore(0x00, amount)
            log2(0x00, 0x20, topic, who)
        }
    }

    function debit(address who, uint256 amount) private {
        uint256 slot = slotOf(who);
        bytes4 sig = Short.selector;
        assembly {
            let have := sload(slot)
            if lt(have, amount) {
                let m := mload(0x40)
                mstore(m, sig)
                mstore(add(m, 0x04), have)
                mstore(add(m, 0x24), amount)
                revert(m, 0x44)
            }
            sstore(slot, sub(have, amount))
        }
    }
}
