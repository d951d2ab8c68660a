// SPDX-License-Identifier: Apache-2.0
// topic: fixed point math
// difficulty: medium
// exercises: 18-decimal fixed point, rounding modes, integer roots by Newton and by bits, power by squaring, log2
// contract: WadMath
pragma solidity ^0.8.24;

contract WadMath {
    uint256 internal constant WAD = 1e18;

    uint256 public rate = 1.05e18;
    uint256 public principal;
    uint256 public since;

    event Compounded(uint256 before, uint256 after_);

    function mul(uint256 x, uint256 y) public pure returns (uint256) {
        return (x * y + WAD / 2) / WAD;
    }

    function divUp(uint256 x, uint256 y) public pure returns (uint256) {
        require(y != 0, "division by nothing");
        return x == 0 ? 0 : (x * WAD - 1) / y + 1;
    }

    function pow(uint256 base, uint8 exponent) public pure returns (uint256 r) {
        r = WAD;
        for (uint256 n = exponent; n != 0; n >>= 1) {
            if (n & 1 == 1) r = mul(r, base);
            if (n > 1) base = mul(base, base);
        }
    }

    function sqrt(uint256 x) public pure returns (uint256 r) {
        if (x == 0) return 0;
        r = 1 << (log2(x) / 2 + 1);
        while (true) {
            uint256 next = (r + x / r) >> 1;
            if (next >= r) return r;
            r = next;
        }
    }

    function cbrt(uint256 x) public pure returns (uint256 y) {
        unchecked {
            for (int256 s = 255; s >= 0; s -= 3) {
                y <<= 1;
                uint256 b = 3 * y * (y + 1) + 1;
                if (x >> uint256(s) >= b) {
                    x -= b << uint256(s);
                    y++;
                }
            }
        }
    }

    function log2(uint256 x) public pure returns (uint256 n) {
        require(x > 0, "log of zero");
        for (uint256 k = 128; k > 0; k >>= 1) {
            if (x >> k != 0) {
                x >>= k;
                n += k;
            }
        }
    }

    function geometricMean(uint128 a, uint128 b) external pure returns (uint256) {
        return sqrt(uint256(a) * b);
    }

    function lerp(int256 a, int256 b, uint64 t) external pure returns (int256) {
        require(t <= WAD, "t beyond one");
        return a + (b - a) * int256(uint256(t)) / int256(WAD);
    }

    function open(uint96 amount, uint64 yearly) external {
        require(yearly < WAD, "usury");
        principal = amount;
        rate = WAD + yearly;
        since = block.timestamp;
    }

    function compound() external {
        require(since != 0, "no account");
        uint256 yearsPassed = (block.timestamp - since) / 365 days;
        require(yearsPassed > 0 && yearsPassed <= 40, "come back later");
        uint256 before = principal;
        principal = mul(before, pow(rate, uint8(yearsPassed)));
        since += yearsPassed * 365 days;
        emit Compounded(before, principal);
    }
}
