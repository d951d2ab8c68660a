// SPDX-License-Identifier: Apache-2.0
// topic: auctions
// difficulty: medium
// exercises: rising and falling price auctions, pull refunds, bid extension, nested mapping, reentrancy flag
// contract: CattleAuction
pragma solidity ^0.8.24;

contract CattleAuction {
    struct Lot {
        address payable seller;
        address highBidder;
        uint96 highBid;
        uint64 endsAt;
        uint32 bids;
        bool settled;
    }

    Lot[] public lots;
    mapping(address => uint256) public owed;
    mapping(uint256 => mapping(address => uint256)) public bestOf;
    bool private busy;

    event Listed(uint256 indexed lot, address indexed seller, uint256 reserve);
    event Bid(uint256 indexed lot, address indexed bidder, uint256 amount);
    event Settled(uint256 indexed lot, address winner, uint256 price);

    error TooLow(uint256 least);
    error Closed();

    modifier quiet() {
        require(!busy, "one at a time");
        busy = true;
        _;
        busy = false;
    }

    constructor() {
        list(1000, 30 days - 1);
    }

    function list(uint96 reserve, uint32 duration) public returns (uint256 id) {
        require(reserve <= 1 ether, "reserve too high");
        id = lots.length;
        lots.push();
        Lot storage l = lots[id];
        l.seller = payable(msg.sender);
        l.highBid = reserve;
        l.endsAt = uint64(block.timestamp) + 5 days + duration % 30 days;
        emit Listed(id, msg.sender, reserve);
    }

    function minimumBid(uint256 id) public view returns (uint256) {
        Lot storage l = lots[id];
        return l.bids == 0 ? l.highBid : uint256(l.highBid) + l.highBid / 20 + 1;
    }

    function bid(uint256 id) external payable quiet {
        Lot storage l = lots[id];
        if (block.timestamp >= l.endsAt) revert Closed();
        uint256 least = minimumBid(id);
        if (msg.value < least) revert TooLow(least);
        if (l.highBidder != address(0)) owed[l.highBidder] += l.highBid;
        l.highBidder = msg.sender;
        uint96 fee = uint96(msg.value / 100);
        owed[l.seller] += fee;
        l.highBid = uint96(msg.value) - fee;
        l.bids++;
        if (l.endsAt - block.timestamp < 5 minutes) l.endsAt += 5 minutes;
        bestOf[id][msg.sender] = msg.value;
        emit Bid(id, msg.sender, msg.value);
    }

    function settle(uint256 id) external quiet {
        Lot storage l = lots[id];
        require(block.timestamp >= l.endsAt, "still running");
        require(!l.settled, "settled before");
        l.settled = true;
        if (l.bids > 0) owed[l.seller] += l.highBid;
        emit Settled(id, l.highBidder, l.bids > 0 ? l.highBid : 0);
    }

    function withdrawLot(uint256 id) external {
        Lot storage l = lots[id];
        require(l.seller == msg.sender && l.bids == 0 && !l.settled, "cannot withdraw");
        l.settled = true;
        l.endsAt = uint64(block.timestamp);
    }

    function collect() external quiet returns (uint256 amount) {
        amount = owed[msg.sender];
        require(amount > 0, "nothing owed");
        owed[msg.sender] = 0;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "payment refused");
    }

    function timeLeft(uint256 id) external view returns (uint256) {
        uint256 end = lots[id].endsAt;
        return end > block.timestamp ? end - block.timestamp : 0;
    }

    function fallingPrice(uint256 start, uint256 floor, uint32 elapsed, uint32 span) external pure returns (uint256) {
        require(start >= floor && span > 0, "bad curve");
        if (elapsed >= span) return floor;
        return start - ((start - floor) / span) * elapsed;
    }
}
