// SPDX-License-Identifier: Apache-2.0
// topic: token, ERC-20-like
// difficulty: easy
// exercises: mapping of mappings, custom errors with arguments, indexed events, constants
// contract: PebbleToken
// constructor: [1000000]
pragma solidity ^0.8.24;

contract PebbleToken {
    string public constant name = "Pebble";
    string public constant symbol = "PBL";
    uint8 public constant decimals = 3;
    uint256 public totalSupply;
    mapping(address holder => uint256 pebbles) public balanceOf;
    mapping(address holder => mapping(address carrier => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed holder, address indexed carrier, uint256 value);

    error TooFewPebbles(uint256 have, uint256 want);
    error NotAllowed(address carrier, uint256 allowed);

    constructor(uint256 heap) {
        totalSupply = heap;
        balanceOf[msg.sender] = heap;
        emit Transfer(address(0), msg.sender, heap);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function approve(address carrier, uint256 value) external returns (bool) {
        allowance[msg.sender][carrier] = value;
        emit Approval(msg.sender, carrier, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < value) revert NotAllowed(msg.sender, allowed);
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        move(from, to, value);
        return true;
    }

    function skip(uint256 value) external {
        move(msg.sender, address(0), value);
        totalSupply -= value;
    }

    function move(address from, address to, uint256 value) internal {
        uint256 have = balanceOf[from];
        if (have < value) revert TooFewPebbles(have, value);
        balanceOf[from] = have - value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
