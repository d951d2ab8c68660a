// SPDX-License-Identifier: Apache-2.0
// topic: games
// difficulty: hard
// exercises: board packed into one word, winning masks in a constant table, turn rules, stakes, draws, timeouts, fixed-size arrays, ratings with signed math
// contract: TileDuel
pragma solidity ^0.8.24;

contract TileDuel {
    enum Status { Empty, Waiting, Playing, WonFirst, WonSecond, Drawn }

    struct Duel {
        address first;
        address second;
        uint96 stake;
        uint32 board;
        uint64 movedAt;
        Status status;
        uint8 moves;
    }

    // Board: bits 0 to 8 belong to the first player, bits 16 to 24 to the second.
    bytes private constant LINES = hex"0007003801c000490092012401110054";
    uint256 public constant PATIENCE = 1 days;

    mapping(uint256 => Duel) private duels;
    uint256 public duelCount;
    mapping(address => int32) public rating;
    mapping(address => uint256) public purse;
    uint256[6] public outcomes;

    event Opened(uint256 indexed id, address indexed first, uint96 stake);
    event Move(uint256 indexed id, address indexed player, uint8 tile, uint32 board);
    event Finished(uint256 indexed id, Status status);

    error NotYourTurn(address turn);
    error Occupied(uint8 tile);
    error Wrong(Status status);

    constructor() {
        duels[duelCount++] = Duel(msg.sender, msg.sender, 0, 0, uint64(block.timestamp), Status.Playing, 0);
    }

    modifier playing(uint256 id) {
        if (duels[id].status != Status.Playing) revert Wrong(duels[id].status);
        _;
    }

    function open() external payable returns (uint256 id) {
        require(msg.value < 2 ** 90, "high roller");
        id = duelCount++;
        duels[id] = Duel(msg.sender, address(0), uint96(msg.value), 0, uint64(block.timestamp), Status.Waiting, 0);
        emit Opened(id, msg.sender, uint96(msg.value));
    }

    function accept(uint256 id) external payable {
        Duel storage d = duels[id];
        if (d.status != Status.Waiting) revert Wrong(d.status);
        require(msg.value >= d.stake, "match the stake");
        purse[msg.sender] += msg.value - d.stake;
        d.second = msg.sender;
        d.status = Status.Playing;
        d.movedAt = uint64(block.timestamp);
    }

    function turnOf(uint256 id) public view playing(id) returns (address) {
        Duel storage d = duels[id];
        return d.moves & 1 == 0 ? d.first : d.second;
    }

    function play(uint256 id, uint8 tile) external playing(id) {
        address turn = turnOf(id);
        if (msg.sender != turn) revert NotYourTurn(turn);
        require(tile < 9, "off the board");
        Duel storage d = duels[id];
        uint32 both = (d.board | d.board >> 16) & 0x1ff;
        if (both >> tile & 1 == 1) revert Occupied(tile);
        uint32 shift = d.moves & 1 == 0 ? 0 : 16;
        d.board |= uint32(1) << tile << shift;
        d.movedAt = uint64(block.timestamp);
        d.moves++;
        emit Move(id, msg.sender, tile, d.board);
        if (wins(d.board >> shift & 0x1ff)) finish(id, shift == 0 ? Status.WonFirst : Status.WonSecond);
        else if (d.moves == 9) finish(id, Status.Drawn);
    }

    function resign(uint256 id) external playing(id) {
        Duel storage d = duels[id];
        require(msg.sender == d.first || msg.sender == d.second, "spectators cannot resign");
        finish(id, msg.sender == d.first ? Status.WonSecond : Status.WonFirst);
    }

    function claimTimeout(uint256 id) external playing(id) {
        Duel storage d = duels[id];
        require(block.timestamp > d.movedAt + PATIENCE, "be patient");
        finish(id, d.moves & 1 == 0 ? Status.WonSecond : Status.WonFirst);
    }

    function callOff(uint256 id) external {
        Duel storage d = duels[id];
        if (d.status != Status.Waiting) revert Wrong(d.status);
        require(d.first == msg.sender, "not yours");
        purse[msg.sender] += d.stake;
        delete duels[id];
    }

    function cashOut() external returns (uint256 amount) {
        amount = purse[msg.sender];
        require(amount > 0, "empty purse");
        purse[msg.sender] = 0;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "refused");
    }

    function wins(uint32 tiles) public pure returns (bool) {
        for (uint256 i = 0; i < 8; i++) {
            uint32 line = uint32(uint8(LINES[2 * i])) << 8 | uint8(LINES[2 * i + 1]);
            if (tiles & line == line) return true;
        }
        return false;
    }

    function draw(uint256 id) external view returns (string memory picture) {
        Duel storage d = duels[id];
        bytes memory p = "...|...|...";
        for (uint256 i = 0; i < 9; i++) {
            if (d.board >> i & 1 == 1) p[i + i / 3] = "x";
            else if (d.board >> (16 + i) & 1 == 1) p[i + i / 3] = "o";
        }
        return string(p);
    }

    function duel(uint256 id) external view returns (Duel memory) {
        require(duels[id].status != Status.Empty, "no such duel");
        return duels[id];
    }

    function finish(uint256 id, Status status) private {
        Duel storage d = duels[id];
        d.status = status;
        outcomes[uint8(status)]++;
        if (status == Status.Drawn) {
            purse[d.first] += d.stake;
            purse[d.second] += d.stake;
        } else {
            (address up, address down) = status == Status.WonFirst ? (d.first, d.second) : (d.second, d.first);
            purse[up] += 2 * uint256(d.stake);
            int32 swing = 16 - (rating[up] - rating[down]) / 8;
            if (swing < 1) swing = 1;
            rating[up] += swing;
            rating[down] -= swing;
        }
        emit Finished(id, status);
    }
}
