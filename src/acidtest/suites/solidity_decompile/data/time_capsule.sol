// SPDX-License-Identifier: Apache-2.0
// topic: dynamic bytes
// difficulty: easy
// exercises: bytes in storage, block time, delete of a struct, bytes4 slicing, array of structs
// contract: TimeCapsule
pragma solidity ^0.8.24;

contract TimeCapsule {
    struct Capsule {
        address burier;
        uint40 opens;
        bytes contents;
    }

    Capsule[] private capsules;
    uint256 public opened;

    event Buried(uint256 indexed id, uint40 opens);
    event Opened(uint256 indexed id, bytes contents);

    function bury(bytes calldata contents, uint16 dayCount) external returns (uint256 id) {
        require(contents.length <= 256, "box too small");
        id = capsules.length;
        uint40 opens = uint40(block.timestamp + uint256(dayCount) * 1 days);
        capsules.push(Capsule(msg.sender, opens, contents));
        emit Buried(id, opens);
    }

    function unearth(uint256 id) external returns (bytes memory contents) {
        Capsule storage c = capsules[id];
        require(c.burier != address(0), "only dust");
        require(block.timestamp >= c.opens, "dig later");
        contents = c.contents;
        delete capsules[id];
        opened++;
        emit Opened(id, contents);
    }

    function append(uint256 id, bytes1 extra) external {
        require(capsules[id].burier == msg.sender, "not your box");
        capsules[id].contents.push(extra);
    }

    function look(uint256 id) external view returns (address burier, uint40 opens, uint256 size) {
        Capsule storage c = capsules[id];
        return (c.burier, c.opens, c.contents.length);
    }

    function tag(bytes calldata contents) external pure returns (bytes4) {
        return contents.length < 4 ? bytes4(0) : bytes4(contents[:4]);
    }

    function count() external view returns (uint256) {
        return capsules.length;
    }
}
