// SPDX-License-Identifier: Apache-2.0
// topic: savings
// difficulty: easy
// exercises: compiler 0.4, var, now, nameless fallback, transfer, wrapping arithmetic
// contract: OldTipJar
pragma solidity ^0.4.26;

contract OldTipJar {
    address public barista;
    uint public tips;
    uint public biggest;
    uint public lastTip;
    mapping(address => uint) public given;

    event Tip(address who, uint amount, string thanks);

    modifier onlyBarista {
        require(msg.sender == barista);
        _;
    }

    constructor() public {
        barista = msg.sender;
    }

    function() public payable {
        accept("quiet");
    }

    function tip(string thanks) public payable {
        accept(thanks);
    }

    function accept(string thanks) internal {
        require(msg.value > 0);
        var before = given[msg.sender];
        given[msg.sender] = before + msg.value;
        tips++;
        lastTip = now;
        if (msg.value > biggest) biggest = msg.value;
        emit Tip(msg.sender, msg.value, thanks);
    }

    function empty(uint amount) public onlyBarista {
        require(amount <= address(this).balance);
        barista.transfer(amount);
    }

    function handOver(address next) public onlyBarista {
        require(next != 0x0);
        barista = next;
    }

    function quietFor() public view returns (uint) {
        return lastTip == 0 ? 0 : now - lastTip;
    }

    function wrap(uint8 a, uint8 b) public pure returns (uint8) {
        return a + b;
    }
}
