// SPDX-License-Identifier: Apache-2.0
// topic: DAO treasury
// difficulty: hard
// exercises: proposals with phases, weighted votes, delegation, quorum, execution by low-level call, nested mappings in structs
// contract: VillageTreasury
// constructor: [5184000, 86400]
// value: 5000000000000000000
pragma solidity ^0.8.24;

contract VillageTreasury {
    enum Phase { Unknown, Debate, Rejected, Waiting, Ready, Done }
    enum Voice { Against, For, Abstain }

    struct Said {
        Voice voice;
        uint248 weight;
    }

    struct Motion {
        address author;
        address payable to;
        uint96 amount;
        uint64 closes;
        bool done;
        uint256[3] weights;
        mapping(address => Said) said;
        string title;
    }

    uint64 public immutable debateTime;
    uint64 public immutable delay;
    uint256 public citizens;
    mapping(address => uint256) public tokens;
    mapping(address => address) public speaksFor;
    mapping(address => uint256) public lentPower;
    uint256 public supply;
    uint256 public motionCount;
    mapping(uint256 => Motion) private motions;

    event Moved(uint256 indexed id, address indexed author, string title);
    event Spoke(uint256 indexed id, address indexed who, Voice voice, uint256 weight);
    event Executed(uint256 indexed id, bool paid);

    error NotCitizen(address who);
    error WrongPhase(Phase is_);

    constructor(uint64 debate, uint64 wait) payable {
        (debateTime, delay) = (debate, wait);
        addTokens(msg.sender, 10);
        move("Mend the well", payable(msg.sender), 1 ether);
    }

    receive() external payable {
        addTokens(msg.sender, 1);
    }

    modifier citizen() {
        if (tokens[msg.sender] == 0) revert NotCitizen(msg.sender);
        _;
    }

    function contribute() external payable {
        require(msg.value >= 1 gwei, "a gwei at least");
        uint256 weight = 1 + msg.value / 1 ether;
        addTokens(msg.sender, weight > 100 ? 100 : weight);
    }

    function power(address who) public view returns (uint256) {
        return (speaksFor[who] == address(0) ? tokens[who] : 0) + lentPower[who];
    }

    function lend(address to) external citizen {
        require(to != msg.sender && to != address(0), "odd choice");
        require(speaksFor[msg.sender] == address(0), "already lent");
        speaksFor[msg.sender] = to;
        lentPower[to] += tokens[msg.sender];
    }

    function takeBack() external {
        address to = speaksFor[msg.sender];
        require(to != address(0), "nothing lent");
        lentPower[to] -= tokens[msg.sender];
        delete speaksFor[msg.sender];
    }

    function move(string memory title, address payable to, uint96 amount) public citizen returns (uint256 id) {
        require(bytes(title).length < 100, "be brief");
        id = motionCount++;
        Motion storage m = motions[id];
        m.author = msg.sender;
        m.to = to;
        m.amount = amount;
        m.closes = uint64(block.timestamp) + debateTime;
        m.title = title;
        emit Moved(id, msg.sender, title);
        speak(m, id, Voice.For);
    }

    // Only the newest motion is on the floor.
    function vote(Voice voice) external {
        uint256 id = motionCount - 1;
        if (phase(id) != Phase.Debate) revert WrongPhase(phase(id));
        speak(motions[id], id, voice);
    }

    function phase(uint256 id) public view returns (Phase) {
        Motion storage m = motions[id];
        if (m.author == address(0)) return Phase.Unknown;
        if (m.done) return Phase.Done;
        if (block.timestamp < m.closes) return Phase.Debate;
        uint256 cast = m.weights[0] + m.weights[1] + m.weights[2];
        if (cast * 5 < supply || m.weights[1] <= m.weights[0]) return Phase.Rejected;
        return block.timestamp < m.closes + delay ? Phase.Waiting : Phase.Ready;
    }

    function execute(uint256 id) external returns (bool paid) {
        if (phase(id) != Phase.Ready) revert WrongPhase(phase(id));
        Motion storage m = motions[id];
        m.done = true;
        uint256 amount = m.amount > address(this).balance ? address(this).balance : m.amount;
        (paid, ) = m.to.call{value: amount}(abi.encodePacked(id));
        emit Executed(id, paid);
    }

    function retract(uint256 id) external {
        Motion storage m = motions[id];
        require(m.author == msg.sender && phase(id) == Phase.Debate, "too late");
        m.done = true;
    }

    function result(uint256 id) external view returns (string memory title, address to, uint256 amount, uint256[3] memory weights) {
        Motion storage m = motions[id];
        require(m.author != address(0), "no such motion");
        return (m.title, m.to, m.amount, m.weights);
    }

    function hasSpoken(uint256 id, address who) external view returns (bool) {
        return motions[id].said[who].weight > 0;
    }

    function addTokens(address who, uint256 weight) private {
        if (tokens[who] == 0) citizens++;
        tokens[who] += weight;
        supply += weight;
        if (speaksFor[who] != address(0)) lentPower[speaksFor[who]] += weight;
    }

    function speak(Motion storage m, uint256 id, Voice voice) private {
        uint256 weight = power(msg.sender);
        if (weight == 0) revert NotCitizen(msg.sender);
        Said storage before = m.said[msg.sender];
        m.weights[uint8(before.voice)] -= before.weight;
        (before.voice, before.weight) = (voice, uint248(weight));
        m.weights[uint8(voice)] += weight;
        emit Spoke(id, msg.sender, voice, weight);
    }
}
