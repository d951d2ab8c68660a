// SPDX-License-Identifier: Apache-2.0
// topic: savings
// difficulty: easy
// exercises: receive, immutables, block time, ether out by low-level call, require strings
// contract: PiggyBank
// constructor: [86400]
pragma solidity ^0.8.24;

contract PiggyBank {
    address public immutable child;
    uint64 public immutable opensAt;
    uint256 public coins;
    bool public broken;

    event Fed(address from, uint256 amount, uint256 coins);

    constructor(uint64 patience) {
        child = msg.sender;
        opensAt = uint64(block.timestamp) + patience;
    }

    receive() external payable {
        feed();
    }

    function feed() public payable {
        require(!broken, "pieces do not hold coins");
        require(msg.value > 0, "nothing in hand");
        coins++;
        emit Fed(msg.sender, msg.value, coins);
    }

    function peek() external view returns (uint256 inside, uint256 secondsLeft) {
        inside = address(this).balance;
        secondsLeft = block.timestamp >= opensAt ? 0 : opensAt - block.timestamp;
    }

    function takeHalf() external {
        require(msg.sender == child, "not yours");
        require(block.timestamp >= opensAt, "too early");
        pay(address(this).balance / 2);
    }

    function smash() external {
        require(msg.sender == child, "not yours");
        broken = true;
        pay(address(this).balance);
    }

    function pay(uint256 amount) private {
        (bool done, ) = child.call{value: amount}("");
        require(done, "child ran away");
    }
}
