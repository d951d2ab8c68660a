// SPDX-License-Identifier: Apache-2.0
// topic: token, own design
// difficulty: easy
// exercises: compiler 0.6, hand-written overflow checks in a library, receive, immutable, virtual function
// contract: HandMathLedger
pragma solidity ^0.6.12;

library Careful {
    function plus(uint128 a, uint128 b) internal pure returns (uint128 c) {
        c = a + b;
        require(c >= a, "sum too large");
    }

    function minus(uint128 a, uint128 b) internal pure returns (uint128) {
        require(b <= a, "not enough");
        return a - b;
    }

    function times(uint128 a, uint128 b) internal pure returns (uint128 c) {
        if (a == 0) return 0;
        c = a * b;
        require(c / a == b, "product too large");
    }
}

contract HandMathLedger {
    using Careful for uint128;

    address public immutable keeper = msg.sender;
    uint128 public total;
    mapping(address => uint128) public credit;

    receive() external payable {
        add(msg.sender, uint128(msg.value));
    }

    function grant(address to, uint128 amount) external {
        require(msg.sender == keeper, "keeper only");
        add(to, amount);
    }

    function give(address to, uint128 amount) external {
        credit[msg.sender] = credit[msg.sender].minus(amount);
        credit[to] = credit[to].plus(amount);
    }

    function double() external {
        uint128 twice = credit[msg.sender].times(2);
        total = total.plus(twice.minus(credit[msg.sender]));
        credit[msg.sender] = twice;
    }

    function fee(uint128 amount) public pure virtual returns (uint128) {
        return amount.times(3) / 100;
    }

    function add(address to, uint128 amount) internal {
        credit[to] = credit[to].plus(amount);
        total = total.plus(amount);
    }
}
