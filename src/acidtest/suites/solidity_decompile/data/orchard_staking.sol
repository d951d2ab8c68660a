// SPDX-License-Identifier: Apache-2.0
// topic: staking
// difficulty: medium
// exercises: reward per share accumulator, scaled integers, modifier that updates state, cool-down
// contract: OrchardStaking
// constructor: [1000000]
pragma solidity ^0.8.24;

contract OrchardStaking {
    uint256 private constant SCALE = 1e12;

    struct Plot {
        uint256 trees;
        uint256 debt;
        uint256 basket;
        uint256 readyAt;
        uint256 leaving;
    }

    mapping(address => Plot) public plots;
    uint256 public immutable applesPerSecond;
    uint256 public planted;
    uint256 public applesPerTree;
    uint256 public lastHarvest;
    uint256 public season = 1;

    event Planted(address indexed farmer, uint256 trees);
    event Picked(address indexed farmer, uint256 apples);

    constructor(uint256 rate) {
        applesPerSecond = rate;
        lastHarvest = block.timestamp;
    }

    modifier ripen() {
        if (planted > 0) {
            applesPerTree += (block.timestamp - lastHarvest) * applesPerSecond * SCALE / planted;
        }
        lastHarvest = block.timestamp;
        Plot storage p = plots[msg.sender];
        p.basket += p.trees * applesPerTree / SCALE - p.debt;
        _;
        p.debt = p.trees * applesPerTree / SCALE;
    }

    function plant(uint64 trees) external payable ripen {
        require(trees > 0 && trees < 1e9, "bad order");
        if (season > 1) require(msg.value > 0, "seedlings cost money now");
        plots[msg.sender].trees += trees;
        planted += trees;
        emit Planted(msg.sender, trees);
    }

    function pick() external ripen returns (uint256 apples) {
        Plot storage p = plots[msg.sender];
        apples = p.basket;
        require(apples > 0, "green apples");
        p.basket = 0;
        emit Picked(msg.sender, apples);
    }

    function fell(uint256 trees) external ripen {
        Plot storage p = plots[msg.sender];
        p.trees -= trees;
        planted -= trees;
        p.leaving += trees;
        p.readyAt = block.timestamp + 1 days;
    }

    function cartAway() external returns (uint256 logs) {
        Plot storage p = plots[msg.sender];
        require(p.leaving > 0, "no logs");
        require(block.timestamp >= p.readyAt, "still drying");
        logs = p.leaving;
        p.leaving = 0;
    }

    function nextSeason() external {
        require(planted > 0, "bare field");
        season++;
    }

    function pending(address farmer) external view returns (uint256) {
        uint256 acc = applesPerTree;
        if (planted > 0) acc += (block.timestamp - lastHarvest) * applesPerSecond * SCALE / planted;
        Plot storage p = plots[farmer];
        return p.basket + p.trees * acc / SCALE - p.debt;
    }
}
