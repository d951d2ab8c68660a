// SPDX-License-Identifier: Apache-2.0
// topic: heaps
// difficulty: hard
// exercises: binary heap in a storage array, sift up and down, position index for removal, due times, packed keys
// contract: HeapScheduler
pragma solidity ^0.8.24;

contract HeapScheduler {
    struct Job {
        address owner;
        uint64 due;
        uint16 priority;
        uint16 slot;
        bytes32 task;
    }

    uint256 private constant MOST = 60;

    uint256[] private heap;
    mapping(uint256 => Job) private jobs;
    uint256 public nextId = 1;
    uint256 public executed;
    bytes32 public trace;

    event Queued(uint256 indexed id, uint64 due, uint16 priority);
    event Ran(uint256 indexed id, bytes32 task, uint256 late);
    event Dropped(uint256 indexed id);

    error HeapFull();
    error HeapEmpty();
    error NotDue(uint256 id, uint64 due);
    error Stranger(uint256 id);

    modifier ownJob(uint256 id) {
        if (jobs[id].slot == 0 || jobs[id].owner != msg.sender) revert Stranger(id);
        _;
    }

    function enqueue(bytes32 task, uint32 inSeconds, uint16 priority) public returns (uint256 id) {
        if (heap.length >= MOST) revert HeapFull();
        id = nextId++;
        uint64 due = uint64(block.timestamp) + inSeconds;
        heap.push(id);
        jobs[id] = Job(msg.sender, due, priority, uint16(heap.length), task);
        rise(heap.length);
        emit Queued(id, due, priority);
    }

    function enqueueMany(bytes32[] calldata tasks, uint16 priority) external returns (uint256 firstId) {
        require(tasks.length > 0 && tasks.length <= 8, "one to eight");
        firstId = nextId;
        for (uint256 i; i < tasks.length; ++i) enqueue(tasks[i], uint32(i * 60), priority);
    }

    function peek() public view returns (uint256 id, uint64 due, uint16 priority) {
        if (heap.length == 0) revert HeapEmpty();
        id = heap[0];
        due = jobs[id].due;
        priority = jobs[id].priority;
    }

    function runNext() public returns (bytes32 task) {
        (uint256 id, uint64 due, ) = peek();
        if (block.timestamp < due) revert NotDue(id, due);
        task = jobs[id].task;
        takeOut(1);
        executed++;
        trace = keccak256(abi.encode(trace, id, task));
        emit Ran(id, task, block.timestamp - due);
    }

    function runDue(uint8 limit) external returns (uint256 ran) {
        while (ran < limit && heap.length > 0 && jobs[heap[0]].due <= block.timestamp) {
            runNext();
            ran++;
        }
    }

    function drop(uint256 id) external ownJob(id) {
        takeOut(jobs[id].slot);
        emit Dropped(id);
    }

    function reschedule(uint256 id, uint32 inSeconds) external ownJob(id) {
        Job storage j = jobs[id];
        j.due = uint64(block.timestamp) + inSeconds;
        rise(j.slot);
        sink(j.slot);
    }

    function hand(uint256 id, address to) external ownJob(id) {
        jobs[id].owner = to;
    }

    function size() external view returns (uint256) {
        return heap.length;
    }

    function job(uint256 id) external view returns (Job memory) {
        require(jobs[id].slot != 0, "no such job");
        return jobs[id];
    }

    function isHeap() external view returns (bool) {
        for (uint256 i = 2; i <= heap.length; i++) {
            if (key(heap[i - 1]) < key(heap[i / 2 - 1])) return false;
        }
        return true;
    }

    function key(uint256 id) private view returns (uint256) {
        Job storage j = jobs[id];
        return uint256(j.due) << 80 | uint256(type(uint16).max - j.priority) << 64 | id;
    }

    function put(uint256 slot, uint256 id) private {
        heap[slot - 1] = id;
        jobs[id].slot = uint16(slot);
    }

    function rise(uint256 slot) private {
        uint256 id = heap[slot - 1];
        uint256 k = key(id);
        while (slot > 1) {
            uint256 parent = heap[slot / 2 - 1];
            if (key(parent) <= k) break;
            put(slot, parent);
            slot /= 2;
        }
        put(slot, id);
    }

    function sink(uint256 slot) private {
        uint256 n = heap.length;
        uint256 id = heap[slot - 1];
        uint256 k = key(id);
        while (2 * slot <= n) {
            uint256 child = 2 * slot;
            if (child < n && key(heap[child]) < key(heap[child - 1])) child++;
            uint256 other = heap[child - 1];
            if (k <= key(other)) break;
            put(slot, other);
            slot = child;
        }
        put(slot, id);
    }

    function takeOut(uint256 slot) private {
        uint256 id = heap[slot - 1];
        uint256 tail = heap[heap.length - 1];
        heap.pop();
        delete jobs[id];
        if (tail == id) return;
        put(slot, tail);
        rise(slot);
        sink(jobs[tail].slot);
    }
}
