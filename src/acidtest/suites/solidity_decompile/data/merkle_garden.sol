// SPDX-License-Identifier: Apache-2.0
// topic: Merkle proof checks
// difficulty: hard
// exercises: sorted-pair hashing, incremental tree with a filled frontier, proof verification, claims bitmap, assembly hashing, library
// contract: MerkleGarden
pragma solidity ^0.8.24;

library Pairs {
    function join(bytes32 a, bytes32 b) internal pure returns (bytes32 h) {
        assembly ("memory-safe") {
            if gt(a, b) {
                let t := a
                a := b
                b := t
            }
            mstore(0x00, a)
            mstore(0x20, b)
            h := keccak256(0x00, 0x40)
        }
    }

    function climb(bytes32 leaf, bytes32[] calldata path) internal pure returns (bytes32 node) {
        node = leaf;
        for (uint256 i = 0; i < path.length; i++) node = join(node, path[i]);
    }
}

contract MerkleGarden {
    using Pairs for bytes32;

    uint256 public constant DEPTH = 5;

    bytes32[DEPTH] private frontier;
    bytes32[DEPTH + 1] private empties;
    uint256 public planted;
    bytes32 public gardenRoot;
    bytes32 public guestRoot;
    bytes32 public founderRoot;
    uint256 public guests;
    bytes32[] private guestLeaves;
    mapping(uint256 => uint256) private admitted;
    mapping(bytes32 => bool) public knownRoot;
    mapping(address => uint256) public seatOf;

    event Planted(uint256 indexed index, bytes32 leaf, bytes32 root);
    event Admitted(uint256 indexed index, address who);

    error BadProof(bytes32 computed, bytes32 expected);

    constructor() {
        for (uint256 i = 0; i < DEPTH; i++) empties[i + 1] = empties[i].join(empties[i]);
        gardenRoot = empties[DEPTH];
        invite(msg.sender);
    }

    function plant(bytes32 leaf) public returns (uint256 index) {
        index = planted++;
        require(index < 2 ** DEPTH, "garden is full");
        bytes32 node = leaf;
        uint256 at_ = index;
        for (uint256 level = 0; level < DEPTH; level++) {
            if (at_ & 1 == 0) {
                frontier[level] = node;
                node = node.join(empties[level]);
            } else {
                node = frontier[level].join(node);
            }
            at_ >>= 1;
        }
        gardenRoot = node;
        knownRoot[node] = true;
        emit Planted(index, leaf, node);
    }

    function plantAll(bytes32[] calldata leaves) external {
        require(leaves.length <= 6, "one bed at a time");
        for (uint256 i = 0; i < leaves.length; i++) plant(leaves[i]);
    }

    function guestLeaf(address who, uint256 index) public pure returns (bytes32) {
        return keccak256(abi.encode(keccak256(abi.encode(who, index))));
    }

    function invite(address who) public {
        require(guestLeaves.length < 32, "enough guests");
        guestLeaves.push(guestLeaf(who, guestLeaves.length));
        guests = guestLeaves.length;
        if (seatOf[who] == 0) seatOf[who] = guests;
        guestRoot = rootOf(guestLeaves);
        if (guests == 1) founderRoot = guestRoot;
    }

    function clearGuests() external {
        require(guests > 3, "few enough");
        for (uint256 i = 0; i < guests; i++) admitted[i >> 8] &= ~(1 << (i & 0xff));
        delete guestLeaves;
        guests = 0;
        guestRoot = 0;
    }

    function proofOf(uint256 index) public view returns (bytes32[] memory path) {
        bytes32[] memory level = guestLeaves;
        require(index < level.length, "no such guest");
        bytes32[] memory long = new bytes32[](6);
        uint256 n;
        uint256 width = level.length;
        while (width > 1) {
            uint256 mate = index ^ 1;
            if (mate < width) long[n++] = level[mate];
            width = fold(level, width);
            index >>= 1;
        }
        path = new bytes32[](n);
        for (uint256 i = 0; i < n; i++) path[i] = long[i];
    }

    function admit(bytes32[] calldata path) public {
        require(seatOf[msg.sender] > 0, "not invited");
        uint256 index = seatOf[msg.sender] - 1;
        bytes32 got = guestLeaf(msg.sender, index).climb(path);
        if (got != guestRoot && got != founderRoot) revert BadProof(got, guestRoot);
        enter(index, msg.sender);
    }

    function admitMyself(uint256 index) external {
        (bool listed, bytes32 root) = this.checkGuest(msg.sender, index, proofOf(index));
        if (!listed) revert BadProof(root, guestRoot);
        enter(index, msg.sender);
    }

    function checkGuest(address who, uint256 index, bytes32[] calldata path) external view returns (bool listed, bytes32 root) {
        root = guestLeaf(who, index).climb(path);
        listed = root == guestRoot;
    }

    function isAdmitted(uint256 index) public view returns (bool) {
        return admitted[index >> 8] >> (index & 0xff) & 1 == 1;
    }

    function verify(bytes32 leaf, bytes32[] calldata path, bytes32 root) external pure returns (bool) {
        return leaf.climb(path) == root;
    }

    function rootOf(bytes32[] memory level) public pure returns (bytes32) {
        if (level.length == 0) return 0;
        require(level.length <= 32, "too wide");
        uint256 width = level.length;
        while (width > 1) width = fold(level, width);
        return level[0];
    }

    function enter(uint256 index, address who) private {
        require(!isAdmitted(index), "inside already");
        admitted[index >> 8] |= 1 << (index & 0xff);
        emit Admitted(index, who);
    }

    function fold(bytes32[] memory level, uint256 width) private pure returns (uint256 half) {
        half = (width + 1) / 2;
        for (uint256 i = 0; i < half; i++) {
            level[i] = 2 * i + 1 < width ? level[2 * i].join(level[2 * i + 1]) : level[2 * i];
        }
    }
}
