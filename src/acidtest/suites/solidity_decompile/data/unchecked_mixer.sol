// SPDX-License-Identifier: Apache-2.0
// topic: unchecked math
// difficulty: easy
// exercises: unchecked blocks, wrapping multiplication, xorshift, addmod and mulmod, hashing
// contract: UncheckedMixer
pragma solidity ^0.8.24;

contract UncheckedMixer {
    uint64 public seed = 0x9E3779B97F4A7C15;
    uint32 public rolls;

    function stir(uint64 salt) external {
        unchecked {
            seed = (seed ^ salt) * 6364136223846793005 + 1442695040888963407;
        }
    }

    function next() public returns (uint64 x) {
        x = seed;
        unchecked {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            rolls++;
        }
        seed = x;
    }

    function dice(uint8 sides) external returns (uint8) {
        require(sides > 1, "a die has sides");
        return uint8(next() % sides) + 1;
    }

    function wrapSub(uint256 a, uint256 b) external pure returns (uint256) {
        unchecked { return a - b; }
    }

    function strictSub(uint256 a, uint256 b) external pure returns (uint256) {
        return a - b;
    }

    function fold(bytes calldata data) external pure returns (uint32 h) {
        require(data.length <= 128);
        h = 2166136261;
        for (uint256 i = 0; i < data.length; ) {
            unchecked {
                h = (h ^ uint8(data[i])) * 16777619;
                ++i;
            }
        }
    }

    function modular(uint256 a, uint256 b, uint256 m) external pure returns (uint256, uint256) {
        require(m != 0, "modulus");
        return (addmod(a, b, m), mulmod(a, b, m));
    }
}
