// SPDX-License-Identifier: Apache-2.0
// topic: ring buffers
// difficulty: medium
// exercises: ring buffer over a fixed array of structs, modular indices, memory arrays as results, running sums
// contract: RingLog
pragma solidity ^0.8.24;

contract RingLog {
    uint256 private constant SIZE = 8;

    struct Entry {
        address author;
        uint32 time;
        int64 delta;
    }

    Entry[SIZE] private slots;
    uint256 public written;
    int256 public balance;
    mapping(address => uint256) public entriesBy;

    event Wrapped(uint256 lap);
    error Gone(uint256 asked, uint256 oldest);
    error NotYet(uint256 asked);

    function oldest() public view returns (uint256) {
        return written > SIZE ? written - SIZE : 0;
    }

    function write(int64 delta) public returns (uint256 id) {
        id = written++;
        Entry storage e = slots[id % SIZE];
        if (id >= SIZE) {
            entriesBy[e.author]--;
            if (id % SIZE == 0) emit Wrapped(id / SIZE);
        }
        e.author = msg.sender;
        e.time = uint32(block.timestamp);
        e.delta = delta;
        entriesBy[msg.sender]++;
        balance += delta;
    }

    function writeAll(int64[] calldata deltas) external {
        require(deltas.length <= 2 * SIZE, "batch too long");
        for (uint256 i; i < deltas.length; i++) write(deltas[i]);
    }

    function get(uint256 id) public view returns (address author, uint32 time, int64 delta) {
        if (id >= written) revert NotYet(id);
        if (id < oldest()) revert Gone(id, oldest());
        Entry storage e = slots[id % SIZE];
        return (e.author, e.time, e.delta);
    }

    function latest(uint256 n) external view returns (int64[] memory deltas) {
        uint256 kept = written - oldest();
        if (n > kept) n = kept;
        deltas = new int64[](n);
        for (uint256 i; i < n; i++) {
            deltas[i] = slots[(written - 1 - i) % SIZE].delta;
        }
    }

    function windowSum() public view returns (int256 s) {
        for (uint256 i = oldest(); i < written; i++) s += slots[i % SIZE].delta;
    }

    function windowSpan() external view returns (uint32) {
        require(written > 0, "empty");
        unchecked {
            return slots[(written - 1) % SIZE].time - slots[oldest() % SIZE].time;
        }
    }

    function amend(uint256 id, int64 delta) external {
        (address author, , int64 before) = get(id);
        require(author == msg.sender, "another hand wrote this");
        slots[id % SIZE].delta = delta;
        balance += int256(delta) - before;
    }
}
