// SPDX-License-Identifier: Apache-2.0
// topic: crowd funding
// difficulty: medium
// exercises: compiler 0.5, address payable, hand-written math library, nested mapping, state by time
// contract: OldCrowdfund
// value: 5000
pragma solidity ^0.5.17;

library Add {
    function up(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a + b;
        assert(c >= a);
    }

    function down(uint256 a, uint256 b) internal pure returns (uint256) {
        assert(b <= a);
        return a - b;
    }
}

contract OldCrowdfund {
    using Add for uint256;

    enum Phase { Running, Won, Lost, Paid }

    struct Project {
        address payable maker;
        uint256 goal;
        uint256 raised;
        uint256 until;
        bool paid;
        uint32 backers;
        bytes32 title;
    }

    Project[] public projects;
    mapping(uint256 => mapping(address => uint256)) public pledges;

    event Started(uint256 id, bytes32 title, uint256 goal);
    event Pledged(uint256 id, address backer, uint256 amount);

    constructor() public payable {
        start("Playground", 1, 255);
        start("Bandstand", 1, 255);
        projects[1].goal = 2000;
        note(0, msg.value / 2);
        note(1, msg.value / 2);
    }

    function start(bytes32 title, uint64 goal, uint8 duration) public returns (uint256 id) {
        require(goal > 0, "dream bigger");
        id = projects.length;
        projects.length++;
        Project storage p = projects[id];
        p.maker = msg.sender;
        p.goal = uint256(goal) * 1 szabo;
        p.until = now.up(uint256(duration) * 1 weeks).up(1 hours);
        p.title = title;
        emit Started(id, title, p.goal);
    }

    function phase(uint256 id) public view returns (Phase) {
        Project storage p = projects[id];
        if (p.paid) return Phase.Paid;
        if (p.raised >= p.goal) return Phase.Won;
        return now < p.until ? Phase.Running : Phase.Lost;
    }

    function pledge(uint256 id) public payable {
        require(phase(id) == Phase.Running, "not running");
        require(msg.value > 0, "pledge something");
        note(id, msg.value);
    }

    function note(uint256 id, uint256 amount) private {
        if (pledges[id][msg.sender] == 0) projects[id].backers++;
        pledges[id][msg.sender] = pledges[id][msg.sender].up(amount);
        projects[id].raised = projects[id].raised.up(amount);
        emit Pledged(id, msg.sender, amount);
    }

    function unpledge(uint256 id, uint256 amount) public {
        Phase at = phase(id);
        require(at == Phase.Running || at == Phase.Lost, "money is committed");
        if (amount == 0) amount = pledges[id][msg.sender];
        require(amount > 0 && pledges[id][msg.sender] >= amount, "not that much");
        pledges[id][msg.sender] = pledges[id][msg.sender].down(amount);
        projects[id].raised = projects[id].raised.down(amount);
        msg.sender.transfer(amount);
    }

    function payOut(uint256 id) public {
        require(phase(id) == Phase.Won, "not won");
        Project storage p = projects[id];
        p.paid = true;
        p.maker.transfer(p.raised);
    }

    function rename(uint256 id, bytes32 title) public {
        require(projects[id].maker == msg.sender, "not your project");
        projects[id].title = title;
    }

    function progress(uint256 id) public view returns (uint256 percent) {
        percent = projects[id].raised * 100 / projects[id].goal;
    }

    function count() public view returns (uint256) {
        return projects.length;
    }
}
