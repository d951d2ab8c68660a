// SPDX-License-Identifier: Apache-2.0
// topic: rate limiters
// difficulty: medium
// exercises: token bucket packed by hand into one word, sliding window, leaky state per caller and per key
// contract: TokenBucket
pragma solidity ^0.8.24;

contract TokenBucket {
    // level (64 bits) | capacity (64) | per hour (64) | last time (64)
    mapping(bytes32 => uint256) private buckets;
    mapping(address => uint40[3]) private recent;
    uint256 public denied;

    event Configured(bytes32 indexed key, uint64 capacity, uint64 perHour);
    event Spent(bytes32 indexed key, address by, uint64 amount);

    error Limited(uint64 available);
    error TooManyCalls(uint256 retryAt);

    function pack(uint64 level, uint64 capacity, uint64 perHour, uint64 stamp) public pure returns (uint256 w) {
        w = uint256(level) << 192 | uint256(capacity) << 128 | uint256(perHour) << 64 | stamp;
    }

    function unpack(uint256 w) public pure returns (uint64 level, uint64 capacity, uint64 perHour, uint64 stamp) {
        level = uint64(w >> 192);
        capacity = uint64(w >> 128);
        perHour = uint64(w >> 64);
        stamp = uint64(w);
    }

    function configure(bytes32 key, uint64 capacity, uint64 perHour) external {
        require(capacity > 0, "no capacity");
        buckets[key] = pack(capacity, capacity, perHour, uint64(block.timestamp));
        emit Configured(key, capacity, perHour);
    }

    function available(bytes32 key) public view returns (uint64) {
        (uint64 level, uint64 capacity, uint64 perHour, uint64 stamp) = unpack(buckets[key]);
        uint256 refill = uint256(perHour) * (block.timestamp - stamp) / 1 hours;
        uint256 sum = level + refill;
        return uint64(sum > capacity ? capacity : sum);
    }

    function spend(bytes32 key, uint64 amount) public {
        uint64 have = available(key);
        if (have < amount) revert Limited(have);
        store(key, have - amount);
        emit Spent(key, msg.sender, amount);
    }

    function trySpend(bytes32 key, uint64 amount) external returns (bool) {
        uint64 have = available(key);
        if (have < amount) {
            denied++;
            return false;
        }
        store(key, have - amount);
        return true;
    }

    function spendMine(uint64 amount) external {
        bytes32 key = bytes32(uint256(uint160(msg.sender)));
        if (buckets[key] == 0) buckets[key] = pack(100, 100, 50, uint64(block.timestamp));
        spend(key, amount);
    }

    function knock() external returns (uint256 callsInWindow) {
        uint40[3] storage r = recent[msg.sender];
        uint256 oldest = r[0];
        if (oldest != 0 && block.timestamp < oldest + 10 minutes) revert TooManyCalls(oldest + 10 minutes);
        (r[0], r[1], r[2]) = (r[1], r[2], uint40(block.timestamp));
        for (uint256 i; i < 3; ++i) {
            if (r[i] != 0 && block.timestamp < uint256(r[i]) + 10 minutes) callsInWindow++;
        }
    }

    function knocks(address who) external view returns (uint40[3] memory) {
        return recent[who];
    }

    function store(bytes32 key, uint64 level) private {
        uint256 w = buckets[key];
        buckets[key] = w & (uint256(type(uint128).max) << 64) | uint256(level) << 192 | uint64(block.timestamp);
    }
}
