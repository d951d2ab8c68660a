// topic: time
// difficulty: easy
// exercises: block time, a fallback, receive
// contract: Clock
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IUnused {
    function unused() external;
}

contract Clock {
    uint256 public wakesAt;

    function set(uint32 delay) external {
        wakesAt = block.timestamp + delay;
    }

    function rings() external view returns (bool) {
        return wakesAt != 0 && block.timestamp >= wakesAt;
    }

    receive() external payable {
        wakesAt = 0;
    }

    fallback(bytes calldata data) external returns (bytes memory) {
        return abi.encode(data.length);
    }
}
