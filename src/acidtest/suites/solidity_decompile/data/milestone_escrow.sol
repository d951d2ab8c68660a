// SPDX-License-Identifier: Apache-2.0
// topic: escrow
// difficulty: hard
// exercises: array of structs inside a mapping, dispute by arbiter, partial releases, nested state enums, recovered signer or direct consent, tuple returns
// contract: MilestoneEscrow
// constructor: ["0x1000000000000000000000000000000000000002"]
// value: 6000000
pragma solidity ^0.8.24;

contract MilestoneEscrow {
    enum Work { Open, Delivered, Accepted, Disputed, Refunded }

    struct Milestone {
        uint128 amount;
        uint64 deliveredAt;
        Work work;
    }

    struct Deal {
        address client;
        address builder;
        uint96 held;
        uint8 current;
        bool stopped;
        Milestone[] steps;
    }

    address public immutable arbiter;
    uint256 public constant REVIEW = 3 days;
    mapping(uint256 => Deal) private deals;
    uint256 public dealCount;
    mapping(address => uint256) public payouts;
    mapping(address => uint32[2]) private record;
    mapping(bytes32 => bool) public usedConsent;

    event Agreed(uint256 indexed deal, address indexed client, address indexed builder, uint256 steps);
    event StepChanged(uint256 indexed deal, uint256 indexed step, Work work);

    error WrongParty(address expected);
    error WrongWork(Work is_);
    error Finished(uint256 deal);

    constructor(address firstBuilder) payable {
        arbiter = msg.sender;
        for (uint256 i = 0; i < 3; i++) {
            uint256 deal = open(firstBuilder, 6, msg.value / 3);
            deals[deal].steps[0].deliveredAt = uint64(block.timestamp);
            change(deal, Work.Delivered);
        }
    }

    modifier party(address who) {
        if (msg.sender != who) revert WrongParty(who);
        _;
    }

    modifier inWork(uint256 deal, Work wanted) {
        Deal storage d = deals[deal];
        if (d.current >= d.steps.length) revert Finished(deal);
        Work w = d.steps[d.current].work;
        if (w != wanted) revert WrongWork(w);
        _;
    }

    function agree(address builder, uint8 steps) external payable returns (uint256) {
        return open(builder, steps, msg.value);
    }

    function open(address builder, uint8 steps, uint256 money) private returns (uint256 deal) {
        require(builder != address(0), "no builder");
        require(steps > 0 && steps <= 10, "one to ten steps");
        require(money >= steps, "a wei a step");
        deal = dealCount++;
        Deal storage d = deals[deal];
        (d.client, d.builder, d.held) = (msg.sender, builder, uint96(money));
        uint128 each = uint128(money / steps);
        for (uint256 i = 0; i < steps; i++) {
            uint128 amount = i + 1 == steps ? uint128(money) - each * uint128(i) : each;
            d.steps.push(Milestone(amount, 0, Work.Open));
        }
        emit Agreed(deal, msg.sender, builder, steps);
    }

    function deliver(uint256 deal) external inWork(deal, Work.Open) {
        Deal storage d = deals[deal];
        if (msg.sender != d.builder && msg.sender != d.client) revert WrongParty(d.builder);
        require(!d.stopped, "stopped");
        d.steps[d.current].deliveredAt = uint64(block.timestamp);
        change(deal, Work.Delivered);
    }

    function accept(uint256 deal) external inWork(deal, Work.Delivered) party(deals[deal].client) {
        pay(deal, deals[deal].builder, Work.Accepted);
    }

    function acceptSigned(uint256 deal, uint8 v, bytes32 r, bytes32 s) external inWork(deal, Work.Delivered) {
        Deal storage d = deals[deal];
        bytes32 h = keccak256(abi.encode(address(this), deal, d.current, "accept"));
        require(!usedConsent[h], "used");
        address signer = ecrecover(h, v, r, s);
        if (signer != d.client && msg.sender != d.client) revert WrongParty(d.client);
        usedConsent[h] = true;
        pay(deal, d.builder, Work.Accepted);
    }

    function acceptByTime(uint256 deal) external inWork(deal, Work.Delivered) {
        Deal storage d = deals[deal];
        require(block.timestamp > d.steps[d.current].deliveredAt + REVIEW, "under review");
        pay(deal, d.builder, Work.Accepted);
    }

    function dispute(uint256 deal) external inWork(deal, Work.Delivered) {
        Deal storage d = deals[deal];
        if (msg.sender != d.client && msg.sender != arbiter) revert WrongParty(d.client);
        change(deal, Work.Disputed);
    }

    function rule(uint256 deal, uint8 percentToBuilder) external party(arbiter) {
        require(percentToBuilder <= 100, "percent");
        Deal storage d = deals[deal];
        if (d.current >= d.steps.length) revert Finished(deal);
        Work w = d.steps[d.current].work;
        if (w != Work.Disputed && (w != Work.Delivered || msg.sender == d.builder)) revert WrongWork(w);
        uint128 amount = d.steps[d.current].amount;
        uint128 share = amount * percentToBuilder / 100;
        payouts[d.client] += amount - share;
        d.steps[d.current].amount = share;
        d.held -= uint96(amount - share);
        pay(deal, d.builder, share * 2 >= amount ? Work.Accepted : Work.Refunded);
    }

    function stop(uint256 deal) external party(deals[deal].client) returns (uint256 refunded) {
        Deal storage d = deals[deal];
        require(!d.stopped, "stopped before");
        d.stopped = true;
        for (uint256 i = d.current; i < d.steps.length; i++) {
            if (d.steps[i].work != Work.Open) continue;
            refunded += d.steps[i].amount;
            d.steps[i].work = Work.Refunded;
        }
        d.held -= uint96(refunded);
        payouts[d.client] += refunded;
    }

    function withdraw() external returns (uint256 amount) {
        amount = payouts[msg.sender];
        require(amount > 0, "nothing to withdraw");
        delete payouts[msg.sender];
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "refused");
    }

    function dealInfo(uint256 deal) external view returns (address client, address builder, uint256 held, bool stopped, uint256 steps) {
        Deal storage d = deals[deal];
        return (d.client, d.builder, d.held, d.stopped, d.steps.length);
    }

    function stepInfo(uint256 deal, uint256 step) external view returns (Milestone memory) {
        return deals[deal].steps[step];
    }

    function reputation(address builder) external view returns (uint32 accepted, uint32 refunded) {
        return (record[builder][0], record[builder][1]);
    }

    function pay(uint256 deal, address to, Work work) private {
        Deal storage d = deals[deal];
        uint128 amount = d.steps[d.current].amount;
        d.held -= uint96(amount);
        payouts[to] += amount;
        change(deal, work);
        d.current++;
    }

    function change(uint256 deal, Work work) private {
        Deal storage d = deals[deal];
        d.steps[d.current].work = work;
        if (work == Work.Accepted) record[d.builder][0]++;
        if (work == Work.Refunded) record[d.builder][1]++;
        emit StepChanged(deal, d.current, work);
    }
}
