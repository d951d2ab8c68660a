// SPDX-License-Identifier: Apache-2.0
// topic: counters
// difficulty: easy
// exercises: state variables, constructor arguments, events, modifier with argument, checked subtraction
// contract: TallyCounter
// constructor: [5, 1000]
pragma solidity ^0.8.24;

contract TallyCounter {
    uint256 public total;
    uint256 public step;
    uint256 public immutable ceiling;
    mapping(address => uint256) public clicksOf;

    event Clicked(address indexed by, uint256 total);
    event StepChanged(uint256 from, uint256 to);

    modifier within(uint256 next) {
        require(next <= ceiling, "over the ceiling");
        _;
    }

    constructor(uint256 initialStep, uint256 top) {
        step = initialStep;
        ceiling = top;
    }

    function click() external within(total + step) {
        total += step;
        clicksOf[msg.sender] += 1;
        emit Clicked(msg.sender, total);
    }

    function clickMany(uint8 times) external within(total + uint256(times) * step) {
        total += uint256(times) * step;
        clicksOf[msg.sender] += times;
        emit Clicked(msg.sender, total);
    }

    function undo() external {
        total -= step;
        clicksOf[msg.sender] -= 1;
    }

    function setStep(uint256 newStep) external {
        require(newStep > 0 && newStep <= 50, "step out of range");
        emit StepChanged(step, newStep);
        step = newStep;
    }

    function room() external view returns (uint256) {
        return ceiling - total;
    }
}
