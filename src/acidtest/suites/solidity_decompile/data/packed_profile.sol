// SPDX-License-Identifier: Apache-2.0
// topic: packed storage
// difficulty: medium
// exercises: packed struct fields, enum in a packed slot, mixed-width arrays, struct copy storage to memory, bytesN
// contract: PackedProfile
pragma solidity ^0.8.24;

contract PackedProfile {
    enum Rank { None, Bronze, Silver, Gold }

    struct Profile {
        uint8 level;
        uint24 points;
        int16 karma;
        Rank rank;
        bool locked;
        bytes6 badge;
        uint40 updated;
        address mentor;
        uint16[5] skills;
    }

    mapping(address => Profile) private profiles;
    uint8 public version = 3;
    bool public open = true;
    uint32 public members;
    bytes4 public tag = 0xCAFEBABE;
    int8[] public moods;

    event LevelUp(address indexed who, uint8 level);

    modifier unlocked() {
        require(open, "closed");
        require(!profiles[msg.sender].locked, "locked");
        _;
    }

    function create(bytes6 badge, address mentor) external {
        Profile storage p = profiles[msg.sender];
        require(p.rank == Rank.None, "have one");
        p.rank = Rank.Bronze;
        p.badge = badge;
        p.mentor = mentor;
        p.updated = uint40(block.timestamp);
        unchecked { members++; }
    }

    function earn(uint16 points) external unlocked {
        Profile storage p = profiles[msg.sender];
        require(p.rank != Rank.None, "no profile");
        p.points += points;
        p.updated = uint40(block.timestamp);
        uint8 reached = uint8(p.points >> 14);
        if (reached > p.level) {
            p.level = reached;
            if (p.rank != Rank.Gold) p.rank = Rank(uint8(p.rank) + 1);
            emit LevelUp(msg.sender, reached);
        }
        if (profiles[p.mentor].rank != Rank.None) profiles[p.mentor].karma++;
    }

    function rate(address who, int16 by) external {
        require(who != msg.sender && by > -100 && by < 100, "unfair");
        profiles[who].karma += by;
    }

    function train(uint8 skill, uint16 effort) external unlocked {
        profiles[msg.sender].skills[skill] += effort;
    }

    function lock(bool on) external {
        profiles[msg.sender].locked = on;
    }

    function feel(int8 mood) external {
        require(moods.length < 70);
        moods.push(mood);
    }

    function forget() external {
        if (moods.length > 0) moods.pop();
        tag = bytes4(uint32(tag) << 4 | uint32(moods.length));
        version++;
    }

    function profileOf(address who) external view returns (Profile memory) {
        return profiles[who];
    }

    function summary(address who) external view returns (uint8 level, Rank rank, int16 karma, uint256 skillSum) {
        Profile memory p = profiles[who];
        for (uint256 i = 0; i < p.skills.length; i++) skillSum += p.skills[i];
        return (p.level, p.rank, p.karma, skillSum);
    }

    function moodSum() external view returns (int256 s) {
        for (uint256 i = 0; i < moods.length; i++) s += moods[i];
    }
}
