// topic: notes
// difficulty: easy
pragma solidity ^0.8.0;

/// Most of what it does shows only when somebody asks.
contract QuietBook {
    uint256 public constant PRICE = 7;
    mapping(address => uint256) public noteOf;
    uint256 public taken;

    event Paid(address who, uint256 amount);

    function write(uint256 note) external {
        noteOf[msg.sender] = note;
    }

    function wipe() external {
        delete noteOf[msg.sender];
    }

    function pay() external payable {
        require(msg.value > 0, "nothing");
        taken += msg.value;
        emit Paid(msg.sender, msg.value);
    }

    function nothing() external {}

    receive() external payable {
        taken += msg.value;
    }
}
