// SPDX-License-Identifier: Apache-2.0
// topic: subscription
// difficulty: medium
// exercises: compiler 0.7, free functions, hand-checked arithmetic, block.timestamp, call options, pro-rata refunds
// contract: MagazineClub
// constructor: [1000000]
pragma solidity ^0.7.6;

function laterOf(uint256 a, uint256 b) pure returns (uint256) {
    return a > b ? a : b;
}

function checkedMul(uint256 a, uint256 b) pure returns (uint256 c) {
    c = a * b;
    require(a == 0 || c / a == b, "overflow");
}

contract MagazineClub {
    struct Reader {
        uint64 paidUntil;
        uint32 issuesRead;
        bool gift;
    }

    address payable public publisher;
    uint256 public dailyPrice;
    uint256 public issue;
    uint256 public earned;
    mapping(address => Reader) public readers;

    event Subscribed(address indexed reader, uint256 until);
    event Cancelled(address indexed reader, uint256 refund);

    modifier onlyPublisher() {
        require(msg.sender == publisher, "publisher only");
        _;
    }

    constructor(uint256 price) {
        publisher = msg.sender;
        dailyPrice = price;
    }

    function subscribe() external payable returns (uint256) {
        return extend(msg.sender);
    }

    function gift(address to) external payable {
        require(to != msg.sender, "treat yourself with subscribe");
        extend(to);
        readers[to].gift = true;
    }

    function cancel() external {
        Reader storage r = readers[msg.sender];
        require(r.paidUntil > block.timestamp, "not running");
        require(!r.gift, "gifts stay");
        uint256 daysLeft = (r.paidUntil - block.timestamp) / 1 days;
        uint256 refund = laterOf(checkedMul(daysLeft, dailyPrice) / 2, 1);
        r.paidUntil = uint64(block.timestamp);
        if (refund > address(this).balance) refund = address(this).balance;
        emit Cancelled(msg.sender, refund);
        (bool ok, ) = msg.sender.call{value: refund}("");
        require(ok, "refund failed");
    }

    function publish() external onlyPublisher {
        issue++;
    }

    function read() external returns (uint256) {
        Reader storage r = readers[msg.sender];
        require(r.paidUntil > block.timestamp, "subscription ended");
        require(r.issuesRead < issue, "read them all");
        r.issuesRead++;
        return r.issuesRead;
    }

    function reprice(uint256 price) external onlyPublisher {
        require(price > 0 && price <= 1 ether, "odd price");
        dailyPrice = price;
    }

    function cashOut(uint256 amount) external onlyPublisher {
        require(amount <= address(this).balance, "too much");
        earned += amount;
        publisher.transfer(amount);
    }

    function active(address who) external view returns (bool) {
        return readers[who].paidUntil > block.timestamp;
    }

    function quote(uint32 daysWanted) external view returns (uint256) {
        return checkedMul(daysWanted, dailyPrice);
    }

    function extend(address who) internal returns (uint256 until) {
        uint256 bought = msg.value / dailyPrice;
        require(bought > 0, "less than a day");
        if (bought > 730) bought = 730;
        until = laterOf(readers[who].paidUntil, block.timestamp) + bought * 1 days;
        readers[who].paidUntil = uint64(until);
        emit Subscribed(who, until);
    }
}
