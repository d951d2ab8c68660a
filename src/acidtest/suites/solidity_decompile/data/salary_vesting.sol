// SPDX-License-Identifier: Apache-2.0
// topic: vesting
// difficulty: medium
// exercises: linear vesting with a cliff, packed struct, revocation, ether payouts, time arithmetic
// contract: SalaryVesting
// value: 10000000000000000000
pragma solidity ^0.8.24;

contract SalaryVesting {
    struct Grant {
        uint128 total;
        uint128 claimed;
        uint40 start;
        uint32 cliff;
        uint32 length;
        bool revoked;
    }

    address public employer;
    uint256 public reserved;
    mapping(address => Grant[]) private grants;

    event Granted(address indexed to, uint256 index, uint256 total);
    event Claimed(address indexed to, uint256 index, uint256 amount);
    event Revoked(address indexed to, uint256 index, uint256 returned);

    constructor() payable {
        employer = msg.sender;
        reserved = msg.value / 2;
        grants[msg.sender].push(Grant(uint128(reserved), 0, uint40(block.timestamp), 7 days, 100 days, false));
    }

    receive() external payable {}

    modifier onlyEmployer() {
        require(msg.sender == employer, "employer only");
        _;
    }

    function grant(address to, uint128 total, uint32 cliff, uint32 length) external onlyEmployer returns (uint256 index) {
        require(total > 0, "empty grant");
        require(cliff <= length, "cliff after the end");
        require(reserved + total <= address(this).balance, "not funded");
        reserved += total;
        index = grants[to].length;
        grants[to].push(Grant(total, 0, uint40(block.timestamp), cliff, length, false));
        emit Granted(to, index, total);
    }

    function vested(address who, uint256 index) public view returns (uint256) {
        return vestedOf(grants[who][index]);
    }

    function claimable(address who) public view returns (uint256 sum) {
        Grant[] storage all = grants[who];
        for (uint256 i = 0; i < all.length; i++) sum += vestedOf(all[i]) - all[i].claimed;
    }

    function claim(uint256 index) external returns (uint256 amount) {
        Grant storage g = grants[msg.sender][index];
        amount = vestedOf(g) - g.claimed;
        require(amount > 0, "nothing yet");
        g.claimed += uint128(amount);
        reserved -= amount;
        emit Claimed(msg.sender, index, amount);
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok);
    }

    // Takes back the newest grant that still runs.
    function revoke(address who) external onlyEmployer {
        uint256 index = grants[who].length;
        do {
            require(index > 0, "nothing to revoke");
            index--;
        } while (grants[who][index].revoked);
        Grant storage g = grants[who][index];
        uint256 earned = vestedOf(g);
        uint256 back = g.total - earned;
        g.total = uint128(earned);
        g.revoked = true;
        reserved -= back;
        emit Revoked(who, index, back);
    }

    function handDown(address next) external onlyEmployer {
        require(next != address(0) && next != employer, "bad heir");
        employer = next;
    }

    function skim(uint256 amount) external onlyEmployer {
        require(amount + reserved <= address(this).balance, "reserved for staff");
        (bool ok, ) = employer.call{value: amount}("");
        require(ok);
    }

    function grantCount(address who) external view returns (uint256) {
        return grants[who].length;
    }

    function grantAt(address who, uint256 index) external view returns (Grant memory) {
        return grants[who][index];
    }

    function vestedOf(Grant memory g) private view returns (uint256) {
        uint256 passed = block.timestamp - g.start;
        if (g.revoked) return g.total;
        if (passed < g.cliff) return 0;
        if (passed >= g.length) return g.total;
        return (uint256(g.total) * passed) / g.length;
    }
}
