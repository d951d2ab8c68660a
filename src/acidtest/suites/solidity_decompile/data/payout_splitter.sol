// SPDX-License-Identifier: Apache-2.0
// topic: payment splitting
// difficulty: medium
// exercises: compiler 0.7, pull payments by share, receive and fallback, wrapping arithmetic, memory arrays
// contract: PayoutSplitter
// constructor: [["0x1000000000000000000000000000000000000001", "0x1000000000000000000000000000000000000002"], [3, 1]]
// value: 1000000
pragma solidity ^0.7.6;

contract PayoutSplitter {
    address[] public payees;
    mapping(address => uint256) public shares;
    mapping(address => uint256) public released;
    uint256 public totalShares;
    uint256 public totalReleased;
    uint8 public wraps = 250;

    event PayeeAdded(address indexed payee, uint256 shares);
    event Paid(address indexed payee, uint256 amount);
    event Received(address from, uint256 amount, bool withData);

    constructor(address[] memory who, uint256[] memory parts) payable {
        require(who.length == parts.length && who.length > 0, "lengths");
        for (uint256 i = 0; i < who.length; i++) add(who[i], parts[i]);
    }

    receive() external payable {
        emit Received(msg.sender, msg.value, false);
    }

    fallback() external payable {
        require(msg.value > 0, "unknown call");
        emit Received(msg.sender, msg.value, true);
    }

    function add(address payee, uint256 part) internal {
        require(payee != address(0) && part > 0 && part <= 1000, "bad payee");
        if (shares[payee] == 0) payees.push(payee);
        shares[payee] += part;
        totalShares += part;
        emit PayeeAdded(payee, part);
    }

    function buyShare(address payee) external payable {
        require(payees.length < 12 && payee != address(this), "not possible");
        require(msg.value >= 100, "shares cost 100 wei");
        uint256 part = msg.value / 100;
        add(payee, part > 1000 ? 1000 : part);
    }

    function due(address payee) public view returns (uint256) {
        uint256 income = address(this).balance + totalReleased;
        uint256 gross = income * shares[payee] / totalShares;
        return gross > released[payee] ? gross - released[payee] : 0;
    }

    function release(address payable payee) public returns (uint256 amount) {
        amount = due(payee);
        require(amount > 0, "nothing due");
        released[payee] += amount;
        totalReleased += amount;
        wraps += 1;
        (bool ok, ) = payee.call{value: amount}("");
        require(ok, "payee refused");
        emit Paid(payee, amount);
    }

    function releaseAll() external returns (uint256 paid) {
        for (uint256 i = 0; i < payees.length; i++) {
            uint256 amount = due(payees[i]);
            if (amount == 0) continue;
            released[payees[i]] += amount;
            totalReleased += amount;
            if (payable(payees[i]).send(amount)) {
                paid++;
            } else {
                released[payees[i]] -= amount;
                totalReleased -= amount;
            }
        }
    }

    function overview() external view returns (address[] memory who, uint256[] memory amounts) {
        who = payees;
        amounts = new uint256[](who.length);
        for (uint256 i = 0; i < who.length; i++) amounts[i] = due(who[i]);
    }

    function giveUp() external {
        uint256 mine = shares[msg.sender];
        require(mine > 0 && totalShares > mine, "cannot give up");
        totalShares -= mine;
        delete shares[msg.sender];
    }
}
