// SPDX-License-Identifier: Apache-2.0
// topic: fallback and receive
// difficulty: easy
// exercises: fallback with data, receive, msg.sig, msg.data length, calldata slices, bytes return
// contract: LastCall
pragma solidity ^0.8.24;

contract LastCall {
    bytes4 public lastSelector;
    uint256 public lastLength;
    uint256 public strayCalls;
    uint256 public strayWei;
    bytes32 public lastHash;
    bool public muted;

    fallback(bytes calldata input) external payable returns (bytes memory) {
        require(!muted, "nobody home");
        strayCalls++;
        lastSelector = msg.sig;
        lastLength = input.length;
        lastHash = keccak256(input);
        if (input.length < 4) return hex"c0ffee";
        return abi.encode(msg.sig, input[4:]);
    }

    receive() external payable {
        strayWei += msg.value;
    }

    function mute(bool on) external {
        muted = on;
    }

    function echo(bytes calldata data) external pure returns (bytes calldata) {
        return data;
    }

    function sigOf(uint256, bool) external pure returns (bytes4, uint256) {
        return (msg.sig, msg.data.length);
    }

    function firstWord(bytes calldata data) external pure returns (bytes32) {
        require(data.length >= 32, "short");
        return bytes32(data[:32]);
    }
}
