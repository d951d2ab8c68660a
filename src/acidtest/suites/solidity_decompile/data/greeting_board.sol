// SPDX-License-Identifier: Apache-2.0
// topic: strings
// difficulty: easy
// exercises: string storage short and long, string returns, keccak comparison, concatenation
// contract: GreetingBoard
pragma solidity ^0.8.24;

contract GreetingBoard {
    string public motto = "Wipe your feet";
    mapping(address => string) private notes;
    address[] public writers;

    event Written(address indexed writer, string note);

    function write(string calldata note) external {
        require(bytes(note).length <= 80, "long-winded");
        if (bytes(notes[msg.sender]).length == 0 && bytes(note).length > 0) writers.push(msg.sender);
        notes[msg.sender] = note;
        emit Written(msg.sender, note);
    }

    function read(address writer) external view returns (string memory) {
        return bytes(notes[writer]).length == 0 ? "(silence)" : notes[writer];
    }

    function setMotto(string memory next) public {
        require(bytes(next).length > 0, "empty motto");
        motto = next;
    }

    function wipe() external {
        delete notes[msg.sender];
    }

    function greet(string calldata who) external view returns (string memory) {
        return string.concat("Hello, ", who, "! ", motto, ".");
    }

    function sameAsMotto(string calldata text) external view returns (bool) {
        return keccak256(bytes(text)) == keccak256(bytes(motto));
    }

    function writerCount() external view returns (uint256) {
        return writers.length;
    }
}
