// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// Mappings, dynamic arrays and strings in storage, loops, recursion, custom errors.
contract Ledger {
    mapping(address => uint256) public held;
    mapping(address => mapping(uint8 => int128)) public nested;
    uint256 public total;
    address keeper;
    uint32 small;
    uint64 medium;
    uint256[] public list;
    string public label;

    event Moved(address indexed from, address indexed to, uint256 amount);

    error Low(uint256 have, uint256 want);

    function mint(address to, uint256 amount) external {
        require(keeper == address(0) || msg.sender == keeper, "not the keeper");
        keeper = msg.sender;
        total += amount;
        held[to] += amount;
        emit Moved(address(0), to, amount);
    }

    function move(address to, uint256 amount) external returns (bool) {
        uint256 have = held[msg.sender];
        if (have < amount) revert Low(have, amount);
        unchecked {
            held[msg.sender] = have - amount;
        }
        held[to] += amount;
        emit Moved(msg.sender, to, amount);
        return true;
    }

    function pack(uint32 a, uint64 b) external returns (uint96) {
        small = a;
        medium = b;
        return (uint96(small) << 64) | medium;
    }

    function note(uint8 key, int128 value) external {
        nested[msg.sender][key] -= value / 3;
    }

    function push(uint256 value) external {
        list.push(value);
    }

    function oddSum() external view returns (uint256 sum) {
        for (uint256 i = 0; i < list.length; i++) {
            if (list[i] % 2 == 0) continue;
            if (list[i] > 1000) break;
            sum += list[i];
        }
    }

    function factorial(uint256 n) public pure returns (uint256) {
        return n < 2 ? 1 : n * factorial(n - 1);
    }

    function rename(string calldata text) external {
        label = text;
    }
}
