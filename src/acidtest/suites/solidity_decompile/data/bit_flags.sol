// SPDX-License-Identifier: Apache-2.0
// topic: bit tricks
// difficulty: easy
// exercises: shifts, masks, population count, lowest set bit, rotate, storage word as a set
// contract: BitFlags
pragma solidity ^0.8.24;

contract BitFlags {
    uint256 public word;

    error AlreadySet(uint8 position);

    function set(uint8 position) external {
        if (has(position)) revert AlreadySet(position);
        word |= uint256(1) << position;
    }

    function clear(uint8 position) external {
        word &= ~(uint256(1) << position);
    }

    function toggle(uint256 mask) external returns (uint256 before) {
        before = word;
        word ^= mask;
    }

    function has(uint8 position) public view returns (bool) {
        return (word >> position) & 1 == 1;
    }

    function count() external view returns (uint256 ones) {
        for (uint256 w = word; w != 0; w &= w - 1) ones++;
    }

    function lowest() external view returns (uint8 position) {
        uint256 w = word;
        require(w != 0, "no flags");
        while (w & 0xff == 0) {
            w >>= 8;
            position += 8;
        }
        while (w & 1 == 0) {
            w >>= 1;
            position++;
        }
    }

    function rotate(uint8 by) external {
        word = (word << by) | (word >> (256 - uint256(by)));
    }

    function isPowerOfTwo(uint256 x) external pure returns (bool) {
        return x != 0 && x & (x - 1) == 0;
    }

    function gray(uint256 x) external pure returns (uint256) {
        return x ^ (x >> 1);
    }

    function average(uint256 a, uint256 b) external pure returns (uint256) {
        return (a & b) + ((a ^ b) >> 1);
    }
}
