// SPDX-License-Identifier: Apache-2.0
// topic: votes
// difficulty: easy
// exercises: compiler 0.5, fixed and dynamic arrays, struct in mapping, require messages
// contract: OldPoll
// constructor: [["0x7465610000000000000000000000000000000000000000000000000000000000", "0x636f666665650000000000000000000000000000000000000000000000000000", "0x7761746572000000000000000000000000000000000000000000000000000000"]]
pragma solidity ^0.5.17;

contract OldPoll {
    struct Ballot {
        bool cast;
        uint8 choice;
        uint40 at;
    }

    bytes32[] public options;
    uint256[8] public votes;
    mapping(address => Ballot) public ballots;
    bool public closed;
    address public chair;

    constructor(bytes32[] memory names) public {
        require(names.length <= 8, "at most eight");
        options = names;
        chair = msg.sender;
    }

    function vote(uint8 choice) external {
        require(!closed, "poll is closed");
        require(choice < options.length, "no such option");
        Ballot storage b = ballots[msg.sender];
        if (b.cast) votes[b.choice]--;
        b.cast = true;
        b.choice = choice;
        b.at = uint40(now);
        votes[choice]++;
    }

    function addOption(bytes32 label) external {
        require(options.length < 8, "full");
        options.push(label);
    }

    function close() external {
        require(msg.sender == chair, "not the chair");
        closed = true;
    }

    function leading() public view returns (uint256 index, uint256 count) {
        for (uint256 i = 0; i < options.length; i++) {
            if (votes[i] > count) {
                count = votes[i];
                index = i;
            }
        }
    }

    function winner() external view returns (bytes32) {
        require(closed, "still open");
        (uint256 index, ) = leading();
        return options[index];
    }
}
