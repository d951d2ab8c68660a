// SPDX-License-Identifier: Apache-2.0
// topic: state machine
// difficulty: easy
// exercises: enum, enum arguments and returns, elapsed time, custom errors, block number
// contract: TrafficLight
pragma solidity ^0.8.24;

contract TrafficLight {
    enum Lamp { Red, RedAmber, Green, Amber, Blinking }

    Lamp public lamp;
    uint256 public since = block.timestamp;
    uint256 public passed;
    uint256 public lastBlock;

    error Wait(Lamp now_, uint256 secondsLeft);
    error Stop();

    event Switched(Lamp indexed from, Lamp indexed to);

    function holdTime(Lamp which) public pure returns (uint256) {
        if (which == Lamp.Red) return 30;
        if (which == Lamp.Green) return 20;
        if (which == Lamp.Blinking) return 0;
        return 3;
    }

    function advance() external {
        uint256 due = since + holdTime(lamp);
        if (block.timestamp < due) revert Wait(lamp, due - block.timestamp);
        change(lamp >= Lamp.Amber ? Lamp.Red : Lamp(uint8(lamp) + 1));
    }

    function fault() external {
        change(Lamp.Blinking);
    }

    function force(Lamp wanted) external {
        require(lamp == Lamp.Blinking, "only after a fault");
        change(wanted);
    }

    function drive() external returns (uint256) {
        if (lamp == Lamp.Red || lamp == Lamp.RedAmber) revert Stop();
        lastBlock = block.number;
        return ++passed;
    }

    function change(Lamp to) private {
        emit Switched(lamp, to);
        lamp = to;
        since = block.timestamp;
    }
}
