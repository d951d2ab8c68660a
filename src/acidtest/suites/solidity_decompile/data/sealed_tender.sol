// SPDX-License-Identifier: Apache-2.0
// topic: auctions
// difficulty: hard
// exercises: sealed bids by hash, phases by time, second price, forfeits, rounds, hash of packed arguments, loop over candidates
// contract: SealedTender
// constructor: [864000, 86400]
// value: 5000000000
pragma solidity ^0.8.24;

contract SealedTender {
    enum Stage { Sealing, Opening, Overdue, Awarded }

    struct Seal {
        bytes32 hash;
        uint96 deposit;
        bool opened;
    }

    struct Tender {
        address host;
        uint64 sealUntil;
        uint64 openUntil;
        bool awarded;
        uint96 best;
        uint96 second;
        address leader;
        uint16 closed;
        uint16 opened;
    }

    uint64 public immutable sealTime;
    uint64 public immutable openTime;
    Tender[] private tenders;
    mapping(uint256 => mapping(address => Seal)) public seals;
    mapping(address => uint256) public refunds;
    uint256 public forfeited;

    event Called(uint256 indexed id, address indexed host);
    event SealedBid(uint256 indexed id, address indexed bidder, bytes32 hash);
    event OpenedBid(uint256 indexed id, address indexed bidder, uint8 level, bool leads);
    event Awarded(uint256 indexed id, address indexed winner, uint256 price);

    error WrongStage(Stage is_);
    error HashMismatch(bytes32 given, bytes32 wanted);

    constructor(uint64 sealing, uint64 opening) payable {
        (sealTime, openTime) = (sealing, opening);
        start();
        sealHash(hashOf(msg.sender, 1));
    }

    modifier during(Stage wanted) {
        Stage s = stage();
        if (s != wanted) revert WrongStage(s);
        _;
    }

    function round() public view returns (uint256) {
        return tenders.length - 1;
    }

    function stage() public view returns (Stage) {
        Tender storage t = tenders[round()];
        if (t.awarded) return Stage.Awarded;
        if (block.timestamp < t.sealUntil) return Stage.Sealing;
        return block.timestamp < t.openUntil || t.closed > 0 ? Stage.Opening : Stage.Overdue;
    }

    function announce() external returns (uint256) {
        Stage s = stage();
        if (s != Stage.Awarded && tenders[round()].closed + tenders[round()].opened > 0) revert WrongStage(s);
        start();
        return round();
    }

    // A bid is a level from 0 to 3: level n stands for (n + 1) gwei.
    function hashOf(address bidder, uint8 level) public pure returns (bytes32) {
        return keccak256(abi.encodePacked("tender", bidder, level % 4));
    }

    function sealHash(bytes32 hash) public payable during(Stage.Sealing) {
        require(msg.value >= 4 gwei, "deposit covers the top level");
        require(hash != 0, "no hash");
        uint256 id = round();
        Seal storage s = seals[id][msg.sender];
        require(s.hash == 0, "sealed before");
        s.hash = hash;
        s.deposit = uint96(msg.value);
        tenders[id].closed++;
        emit SealedBid(id, msg.sender, hash);
    }

    function sealLevel(uint8 level) external payable {
        sealHash(hashOf(msg.sender, level));
    }

    function tearUp() external during(Stage.Sealing) {
        uint256 id = round();
        Seal memory s = seals[id][msg.sender];
        require(s.hash != 0, "no seal");
        delete seals[id][msg.sender];
        tenders[id].closed--;
        forfeited += s.deposit / 100;
        refunds[msg.sender] += s.deposit - s.deposit / 100;
    }

    function openSeal(uint8 level) public during(Stage.Opening) {
        uint256 id = round();
        Tender storage t = tenders[id];
        Seal storage s = seals[id][msg.sender];
        require(s.hash != 0 && !s.opened, "no closed seal");
        bytes32 h = hashOf(msg.sender, level);
        if (h != s.hash) revert HashMismatch(h, s.hash);
        s.opened = true;
        t.opened++;
        t.closed--;
        uint96 amount = uint96((uint256(level % 4) + 1) * 1 gwei);
        bool leads = amount > t.best;
        if (leads) {
            (t.second, t.best, t.leader) = (t.best, amount, msg.sender);
        } else if (amount > t.second) {
            t.second = amount;
        }
        emit OpenedBid(id, msg.sender, level, leads);
    }

    function openAny() external returns (uint8 level) {
        bytes32 wanted = seals[round()][msg.sender].hash;
        while (level < 3 && hashOf(msg.sender, level) != wanted) level++;
        openSeal(level);
    }

    function award() external returns (address winner, uint256 price) {
        uint256 id = round();
        Tender storage t = tenders[id];
        require(!t.awarded && block.timestamp >= t.openUntil, "opening still runs");
        t.awarded = true;
        winner = t.leader;
        if (winner != address(0)) {
            price = t.second == 0 ? t.best : t.second;
            seals[id][winner].deposit -= uint96(price);
            refunds[t.host] += price;
        }
        emit Awarded(id, winner, price);
    }

    function reclaim() external {
        uint256 id = round();
        if (!tenders[id].awarded) {
            require(id > 0, "not awarded yet");
            id--;
        }
        Seal memory s = seals[id][msg.sender];
        require(s.deposit > 0, "no deposit");
        delete seals[id][msg.sender];
        uint256 back = s.opened ? s.deposit : s.deposit / 2;
        forfeited += s.deposit - back;
        refunds[msg.sender] += back;
    }

    function cash(address payable to) external returns (uint256 amount) {
        amount = refunds[msg.sender];
        require(amount > 0, "no refund");
        refunds[msg.sender] = 0;
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "refused");
    }

    function tender(uint256 id) external view returns (Tender memory) {
        return tenders[id];
    }

    function start() private {
        Tender storage t = tenders.push();
        t.host = msg.sender;
        t.sealUntil = uint64(block.timestamp) + sealTime;
        t.openUntil = t.sealUntil + openTime;
        emit Called(round(), msg.sender);
    }
}
