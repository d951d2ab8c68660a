// SPDX-License-Identifier: Apache-2.0
// topic: lottery
// difficulty: hard
// exercises: rounds of ticket ranges, binary search by cumulative weight, delayed draw by block number, claims, prevrandao mixing, nested struct arrays
// contract: JackpotRounds
// constructor: [3]
pragma solidity ^0.8.24;

library Ranges {
    struct Range {
        address holder;
        uint96 upTo;
    }

    function find(Range[] storage all, uint256 point) internal view returns (uint256 lo) {
        uint256 hi = all.length - 1;
        while (lo < hi) {
            uint256 mid = (lo + hi) >> 1;
            if (all[mid].upTo > point) hi = mid;
            else lo = mid + 1;
        }
    }
}

contract JackpotRounds {
    using Ranges for Ranges.Range[];

    struct Round {
        Ranges.Range[] ranges;
        uint128 pot;
        uint64 closedAt;
        uint64 drawBlock;
        address winner;
        bool paid;
    }

    uint256 public constant PRICE = 1000;
    uint256 public immutable waitBlocks;

    Round[] private rounds;
    mapping(uint256 => mapping(address => uint256)) public ticketsOf;
    mapping(address => uint256) public credit;
    bytes32 private entropy;
    uint256 public rollover;

    event Bought(uint256 indexed round, address indexed who, uint256 tickets);
    event Closed(uint256 indexed round, uint256 drawBlock);
    event Won(uint256 indexed round, address indexed winner, uint256 pot);

    error NotOpen(uint256 round);
    error TooEarly(uint256 block_, uint256 needed);

    constructor(uint256 wait) {
        waitBlocks = wait;
        rounds.push();
    }

    receive() external payable {
        rollover += msg.value;
    }

    function current() public view returns (uint256) {
        return rounds.length - 1;
    }

    function buy() external payable returns (uint256 tickets) {
        tickets = msg.value / PRICE;
        require(tickets > 0 && tickets < 1e18, "how many?");
        credit[msg.sender] += msg.value % PRICE;
        enter(msg.sender, tickets);
    }

    function buyWithCredit(uint32 tickets) external {
        uint256 cost = tickets * PRICE;
        require(tickets > 0 && credit[msg.sender] >= cost, "no credit");
        credit[msg.sender] -= cost;
        enter(msg.sender, tickets);
    }

    function topUp(address who) external payable {
        credit[who] += msg.value;
    }

    function stir(bytes32 salt) external {
        entropy = keccak256(abi.encodePacked(entropy, salt, msg.sender));
    }

    function close() external {
        uint256 id = current();
        Round storage r = rounds[id];
        if (r.closedAt != 0 || r.ranges.length == 0) revert NotOpen(id);
        r.closedAt = uint64(block.timestamp);
        r.drawBlock = uint64(block.number + waitBlocks);
        r.pot += uint128(rollover);
        rollover = 0;
        emit Closed(id, r.drawBlock);
    }

    function draw() external returns (address winner) {
        uint256 id = current();
        Round storage r = rounds[id];
        if (r.closedAt == 0) revert NotOpen(id);
        if (block.number < r.drawBlock) revert TooEarly(block.number, r.drawBlock);
        uint256 total = r.ranges[r.ranges.length - 1].upTo;
        uint256 point = uint256(keccak256(abi.encode(entropy, block.prevrandao, block.number, id))) % total;
        winner = r.ranges[r.ranges.find(point)].holder;
        r.winner = winner;
        rounds.push();
        emit Won(id, winner, r.pot);
    }

    function collect(uint256 id) external {
        Round storage r = rounds[id];
        require(r.winner != address(0) && !r.paid, "nothing to collect");
        r.paid = true;
        credit[r.winner] += r.pot;
    }

    function cashOut(uint256 amount) external {
        credit[msg.sender] -= amount;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "refused");
    }

    function holderOf(uint256 id, uint256 ticket) external view returns (address) {
        Ranges.Range[] storage all = rounds[id].ranges;
        require(all.length > 0 && ticket < all[all.length - 1].upTo, "never sold");
        return all[all.find(ticket)].holder;
    }

    function roundInfo(uint256 id) external view returns (uint256 entries, uint256 pot, uint64 closedAt, address winner, bool paid) {
        Round storage r = rounds[id];
        return (r.ranges.length, r.pot, r.closedAt, r.winner, r.paid);
    }

    function odds(address who) external view returns (uint256 partsPerMillion) {
        Round storage r = rounds[current()];
        uint256 n = r.ranges.length;
        if (n > 0) partsPerMillion = ticketsOf[current()][who] * 1e6 / r.ranges[n - 1].upTo;
    }

    function enter(address who, uint256 tickets) private {
        uint256 id = current();
        Round storage r = rounds[id];
        if (r.closedAt != 0) revert NotOpen(id);
        uint256 before = r.ranges.length == 0 ? 0 : r.ranges[r.ranges.length - 1].upTo;
        r.ranges.push(Ranges.Range(who, uint96(before + tickets)));
        r.pot += uint128(tickets * PRICE);
        ticketsOf[id][who] += tickets;
        emit Bought(id, who, tickets);
    }
}
