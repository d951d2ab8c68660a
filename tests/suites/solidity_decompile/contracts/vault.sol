// topic: vault
// difficulty: easy
// exercises: payable functions, mappings, events, custom errors, a boundary, a call to the sender
// constructor: [1000]
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Vault {
    error TooMuch(uint256 wanted, uint256 held);

    event Stored(address indexed who, uint256 amount);

    mapping(address => uint256) public heldBy;
    uint256 public immutable most;
    uint256 private total;
    bool private busy;

    constructor(uint256 most_) {
        most = most_;
        emit Stored(msg.sender, 0);
    }

    modifier guarded() {
        require(!busy, "busy");
        busy = true;
        _;
        busy = false;
    }

    function store() external payable guarded {
        require(msg.value <= most, "over the limit");
        heldBy[msg.sender] += msg.value;
        total += msg.value;
        emit Stored(msg.sender, msg.value);
    }

    function take(uint256 amount) external guarded returns (uint256 left) {
        uint256 held = heldBy[msg.sender];
        if (amount > held) revert TooMuch(amount, held);
        left = held - amount;
        heldBy[msg.sender] = left;
        total -= amount;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "not taken");
    }

    function sum() external view returns (uint256) {
        return total;
    }
}
