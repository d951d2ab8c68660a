// SPDX-License-Identifier: Apache-2.0
// topic: token, ERC-721-like
// difficulty: medium
// exercises: non-fungible ownership, operator approvals, receiver callback, interface, swap of two tokens
// contract: StampAlbum
// constructor: [4]
pragma solidity ^0.8.24;

interface IStampCatcher {
    function onStamp(address from, uint256 id, bytes calldata note) external returns (bytes4);
}

contract StampAlbum {
    mapping(uint256 => address) private keeper;
    mapping(address => uint256) public stampsOf;
    mapping(uint256 => address) public trusted;
    mapping(address => mapping(address => bool)) public isBroker;
    mapping(uint256 => bytes32) public motif;
    uint256 public printed;

    event Moved(address indexed from, address indexed to, uint256 indexed id);
    event Trusted(uint256 indexed id, address indexed who);

    error NoSuchStamp(uint256 id);
    error NotYours(uint256 id, address keeper);

    constructor(uint256 firstSheet) {
        for (; printed < firstSheet; printed++) place(msg.sender, printed);
    }

    function ownerOf(uint256 id) public view returns (address who) {
        who = keeper[id];
        if (who == address(0)) revert NoSuchStamp(id);
    }

    function print(bytes32 picture) external returns (uint256 id) {
        id = printed++;
        motif[id] = picture;
        place(msg.sender, id);
        emit Moved(address(0), msg.sender, id);
    }

    function trust(uint256 id, address who) external {
        address owner = ownerOf(id);
        if (owner != msg.sender && !isBroker[owner][msg.sender]) revert NotYours(id, owner);
        trusted[id] = who;
        emit Trusted(id, who);
    }

    function setBroker(address who, bool on) external {
        require(who != msg.sender, "you are your own broker");
        isBroker[msg.sender][who] = on;
    }

    function mayMove(address who, uint256 id) public view returns (bool) {
        address owner = ownerOf(id);
        return who == owner || who == trusted[id] || isBroker[owner][who];
    }

    function send(address to, uint256 id) public {
        if (!mayMove(msg.sender, id)) revert NotYours(id, keeper[id]);
        require(to != address(0), "use burn");
        address from = lift(id);
        place(to, id);
        emit Moved(from, to, id);
    }

    function sendWithNote(address to, uint256 id, bytes calldata note) external {
        address from = ownerOf(id);
        send(to, id);
        if (to.code.length > 0) {
            try IStampCatcher(to).onStamp(from, id, note) returns (bytes4 answer) {
                require(answer == IStampCatcher.onStamp.selector, "wrong answer");
            } catch {
                revert("not caught");
            }
        }
    }

    function burn(uint256 id) external {
        require(keeper[id] == msg.sender, "only the keeper burns");
        emit Moved(lift(id), address(0), id);
        delete motif[id];
    }

    function swap(uint256 mine, uint256 theirs) external {
        require(ownerOf(mine) == msg.sender && mine != theirs, "offer your own");
        if (!mayMove(msg.sender, theirs)) revert NotYours(theirs, keeper[theirs]);
        lift(mine);
        address other = lift(theirs);
        place(other, mine);
        place(msg.sender, theirs);
        emit Moved(msg.sender, other, mine);
        emit Moved(other, msg.sender, theirs);
    }

    function lift(uint256 id) private returns (address from) {
        from = keeper[id];
        stampsOf[from]--;
        delete trusted[id];
        delete keeper[id];
    }

    function place(address to, uint256 id) private {
        keeper[id] = to;
        stampsOf[to]++;
    }
}
