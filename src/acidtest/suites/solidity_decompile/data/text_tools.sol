// SPDX-License-Identifier: Apache-2.0
// topic: string building
// difficulty: medium
// exercises: decimal and hex formatting, byte loops in memory, case mapping, joins, run-length coding, bytes.concat
// contract: TextTools
pragma solidity ^0.8.24;

contract TextTools {
    bytes16 private constant DIGITS = "0123456789abcdef";
    uint256 private constant LIMIT = 96;

    string public last;
    string[] public saved;

    modifier short(string memory s) {
        require(bytes(s).length <= LIMIT, "text too long");
        _;
    }

    function decimal(uint256 value) public pure returns (string memory) {
        if (value == 0) return "0";
        uint256 length;
        for (uint256 v = value; v != 0; v /= 10) length++;
        bytes memory out = new bytes(length);
        while (value != 0) {
            out[--length] = bytes1(uint8(48 + value % 10));
            value /= 10;
        }
        return string(out);
    }

    function signed(int256 value) external pure returns (string memory) {
        if (value >= 0) return decimal(uint256(value));
        unchecked {
            return string.concat("-", decimal(uint256(-value)));
        }
    }

    function hexOf(bytes memory data) public pure returns (string memory) {
        require(data.length <= LIMIT, "data too long");
        bytes memory out = new bytes(2 + data.length * 2);
        out[0] = "0";
        out[1] = "x";
        for (uint256 i = 0; i < data.length; i++) {
            out[2 + 2 * i] = DIGITS[uint8(data[i]) >> 4];
            out[3 + 2 * i] = DIGITS[uint8(data[i]) & 15];
        }
        return string(out);
    }

    function hexOfAddress(address a) external pure returns (string memory) {
        return hexOf(abi.encodePacked(a));
    }

    function upper(string memory s) public pure short(s) returns (string memory) {
        bytes memory b = bytes(s);
        for (uint256 i = 0; i < b.length; i++) {
            if (b[i] >= "a" && b[i] <= "z") b[i] = bytes1(uint8(b[i]) - 32);
        }
        return s;
    }

    function reverse(string memory s) public pure short(s) returns (string memory) {
        bytes memory b = bytes(s);
        for (uint256 i = 0; i < b.length / 2; i++) (b[i], b[b.length - 1 - i]) = (b[b.length - 1 - i], b[i]);
        return string(b);
    }

    function isPalindrome(string memory s) external pure returns (bool) {
        bytes32 before = keccak256(bytes(s));
        return before == keccak256(bytes(reverse(s)));
    }

    function join(string[] memory parts, string memory glue) public pure short(glue) returns (string memory out) {
        require(parts.length <= 8, "too many parts");
        for (uint256 i = 0; i < parts.length; i++) {
            out = i == 0 ? parts[0] : string(abi.encodePacked(out, glue, parts[i]));
        }
    }

    function squeeze(string memory s) external pure short(s) returns (bytes memory out) {
        bytes memory b = bytes(s);
        uint256 i;
        while (i < b.length) {
            uint256 run = 1;
            while (i + run < b.length && b[i + run] == b[i] && run < 255) run++;
            out = bytes.concat(out, b[i], bytes1(uint8(run)));
            i += run;
        }
    }

    function count(string calldata s, bytes1 letter) external pure returns (uint256 n) {
        for (uint256 i = 0; i < bytes(s).length && i < LIMIT; i++) if (bytes(s)[i] == letter) n++;
    }

    function save(string calldata s) external short(s) {
        saved.push(upper(s));
        last = join(saved.length > 1 ? pair(saved[saved.length - 2], s) : pair("", s), "|");
    }

    function pair(string memory a, string memory b) private pure returns (string[] memory p) {
        p = new string[](2);
        p[0] = a;
        p[1] = b;
    }
}
