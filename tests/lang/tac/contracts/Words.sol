// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Every operator, signed and not, in assembly where the compiler would check or fold.
contract Words {
    function plain(uint256 a, uint256 b) external pure returns (uint256[8] memory r) {
        assembly {
            mstore(r, sub(a, b))
            mstore(add(r, 0x20), div(a, b))
            mstore(add(r, 0x40), mod(a, b))
            mstore(add(r, 0x60), exp(a, b))
            mstore(add(r, 0x80), lt(a, b))
            mstore(add(r, 0xa0), gt(a, b))
            mstore(add(r, 0xc0), mul(a, not(b)))
            mstore(add(r, 0xe0), xor(or(a, 0xf0), and(b, 0x0f)))
        }
    }

    function signed(int256 a, int256 b) external pure returns (uint256[6] memory r) {
        assembly {
            mstore(r, sdiv(a, b))
            mstore(add(r, 0x20), smod(a, b))
            mstore(add(r, 0x40), slt(a, b))
            mstore(add(r, 0x60), sgt(a, b))
            mstore(add(r, 0x80), sar(b, a))
            mstore(add(r, 0xa0), signextend(and(b, 31), a))
        }
    }

    function shifts(uint256 a, uint256 by) external pure returns (uint256[5] memory r) {
        assembly {
            mstore(r, shl(by, a))
            mstore(add(r, 0x20), shr(by, a))
            mstore(add(r, 0x40), byte(by, a))
            mstore(add(r, 0x60), addmod(a, by, 7))
            mstore(add(r, 0x80), mulmod(a, by, 1000000007))
        }
    }

    function checked(int64 a, int64 b) external pure returns (int64) {
        return a * b - a / b + a % b;
    }

    function fresh(bytes calldata data, uint256 slot) external returns (bytes32 hash, uint256 seen) {
        assembly {
            tstore(slot, add(tload(slot), 9))
            seen := tload(slot)
            let free := mload(0x40)
            calldatacopy(free, data.offset, data.length)
            mcopy(add(free, 7), free, data.length)
            mstore8(add(free, 3), slot)
            hash := keccak256(free, add(data.length, 7))
            sstore(blobhash(slot), seen)
        }
    }
}
