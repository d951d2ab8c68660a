// SPDX-License-Identifier: Apache-2.0
// topic: linked lists
// difficulty: medium
// exercises: doubly linked list keyed by address, sentinel node, bounded walk, delete and relink
// contract: WaitingLine
pragma solidity ^0.8.24;

contract WaitingLine {
    struct Node {
        address ahead;
        address behind;
        uint64 joined;
        uint32 party;
    }

    address private constant DOOR = address(1);

    mapping(address => Node) private line;
    uint256 public length;
    uint256 public served;
    uint256 public totalWait;

    event Joined(address indexed who, uint32 party);
    event Seated(address indexed who, uint256 waited);
    event Left(address indexed who);

    constructor() {
        line[DOOR].ahead = DOOR;
        line[DOOR].behind = DOOR;
    }

    modifier inLine(address who) {
        require(who != DOOR && line[who].ahead != address(0), "not in line");
        _;
    }

    function join(uint32 party) external {
        insertBehind(line[DOOR].ahead, party);
    }

    function joinBehind(address friend, uint32 party) external inLine(friend) {
        require(friend != msg.sender, "that is you");
        insertBehind(friend, party);
    }

    function quit() external inLine(msg.sender) {
        unlink(msg.sender);
        emit Left(msg.sender);
    }

    function seatNext() external returns (address who) {
        who = line[DOOR].behind;
        require(who != DOOR, "nobody waits");
        uint256 waited = block.timestamp - line[who].joined;
        unlink(who);
        served++;
        totalWait += waited;
        emit Seated(who, waited);
    }

    function letPass() external inLine(msg.sender) {
        Node memory mine = line[msg.sender];
        require(mine.behind != DOOR, "nobody behind");
        unlink(msg.sender);
        insertBehind(mine.behind, mine.party);
        line[msg.sender].joined = mine.joined;
    }

    function first() external view returns (address) {
        return line[DOOR].behind;
    }

    function info(address who) external view inLine(who) returns (address, address, uint64, uint32) {
        Node storage n = line[who];
        return (n.ahead, n.behind, n.joined, n.party);
    }

    function place(address who) external view inLine(who) returns (uint256 position) {
        for (address spot = who; spot != DOOR; spot = line[spot].ahead) position++;
    }

    function walk() external view returns (address[] memory order, uint256 people) {
        order = new address[](length);
        address spot = line[DOOR].behind;
        for (uint256 i = 0; i < order.length; i++) {
            order[i] = spot;
            people += line[spot].party;
            spot = line[spot].behind;
        }
    }

    function insertBehind(address who, uint32 party) private {
        require(party > 0, "a party has people");
        require(msg.sender != DOOR && line[msg.sender].ahead == address(0), "already in line");
        address next = line[who].behind;
        line[msg.sender] = Node(who, next, uint64(block.timestamp), party);
        line[who].behind = msg.sender;
        line[next].ahead = msg.sender;
        length++;
        emit Joined(msg.sender, party);
    }

    function unlink(address who) private {
        Node memory n = line[who];
        line[n.ahead].behind = n.behind;
        line[n.behind].ahead = n.ahead;
        delete line[who];
        length--;
    }
}
