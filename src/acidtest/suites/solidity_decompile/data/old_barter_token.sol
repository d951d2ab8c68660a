// SPDX-License-Identifier: Apache-2.0
// topic: token, own design
// difficulty: medium
// exercises: compiler 0.4, multiple inheritance, hand-written SafeMath, decaying balances, constant functions, throwing asserts
// contract: OldBarterToken
// constructor: [100000]
pragma solidity ^0.4.26;

contract Sums {
    function plus(uint a, uint b) internal pure returns (uint c) {
        c = a + b;
        assert(c >= a);
    }

    function minus(uint a, uint b) internal pure returns (uint) {
        assert(b <= a);
        return a - b;
    }
}

contract Steward {
    address public steward;

    constructor() public {
        steward = msg.sender;
    }

    modifier bySteward() {
        require(msg.sender == steward, "steward only");
        _;
    }

    function resign(address heir) public bySteward {
        steward = heir;
    }
}

contract OldBarterToken is Sums, Steward {
    struct Purse {
        uint amount;
        uint touched;
    }

    struct Offer {
        address maker;
        uint gives;
        uint wantsWei;
        bool open;
    }

    mapping(address => Purse) purses;
    mapping(address => mapping(address => uint)) public lent;
    Offer[] public offers;
    uint public minted;
    uint8 public decayPercent = 1;

    event Passed(address indexed from, address indexed to, uint amount);

    constructor(uint supply) public {
        mint(msg.sender, supply);
    }

    function balanceOf(address who) public constant returns (uint) {
        Purse storage p = purses[who];
        var weeksIdle = (now - p.touched) / 1 weeks;
        uint left = p.amount;
        for (uint i = 0; i < weeksIdle && i < 20; i++) left -= left * decayPercent / 100;
        return left;
    }

    function mint(address to, uint amount) public bySteward {
        require(amount <= 10 ** 24);
        settle(to);
        purses[to].amount = plus(purses[to].amount, amount);
        minted = plus(minted, amount);
        emit Passed(address(0), to, amount);
    }

    function pass(address to, uint amount) public returns (bool success) {
        shift(msg.sender, to, amount);
        return true;
    }

    function lend(address to, uint limit) public {
        lent[msg.sender][to] = limit;
    }

    function draw(address from, uint amount) public {
        lent[from][msg.sender] = minus(lent[from][msg.sender], amount);
        shift(from, msg.sender, amount);
    }

    function setDecay(uint8 percent) public bySteward {
        require(percent <= 10, "too cruel");
        decayPercent = percent;
    }

    function offer(uint gives, uint wantsWei) public returns (uint) {
        require(gives > 0 && balanceOf(msg.sender) >= gives, "cannot cover");
        return offers.push(Offer(msg.sender, gives, wantsWei, true)) - 1;
    }

    function take(uint id) public payable {
        Offer storage o = offers[id];
        require(o.open, "gone");
        require(msg.value >= o.wantsWei, "pay the price");
        o.open = false;
        shift(o.maker, msg.sender, o.gives);
        o.maker.transfer(msg.value);
    }

    function settle(address who) internal {
        purses[who].amount = balanceOf(who);
        purses[who].touched = now;
    }

    function shift(address from, address to, uint amount) internal {
        require(from != to, "same purse");
        settle(from);
        settle(to);
        purses[from].amount = minus(purses[from].amount, amount);
        purses[to].amount = plus(purses[to].amount, amount);
        emit Passed(from, to, amount);
    }
}
