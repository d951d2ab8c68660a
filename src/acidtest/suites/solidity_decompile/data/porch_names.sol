// SPDX-License-Identifier: Apache-2.0
// topic: name registries
// difficulty: medium
// exercises: compiler 0.6, inheritance with virtual and override, abstract contract, receive, try/catch, string checks
// contract: PorchNames
pragma solidity ^0.6.12;

abstract contract Priced {
    function price(bytes32 name) public view virtual returns (uint256);

    function lengthOf(bytes32 name) public pure returns (uint256 n) {
        n = 32;
        while (n > 0 && name[n - 1] == 0) n--;
    }
}

contract Caretaken {
    address public caretaker = msg.sender;
    bool public paused;

    modifier care() {
        require(msg.sender == caretaker, "caretaker only");
        _;
    }

    function pause(bool on) public virtual care {
        paused = on;
    }
}

contract PorchNames is Priced, Caretaken {
    struct Sign {
        address owner;
        uint64 expires;
        address target;
    }

    uint256 public constant TERM = 3650 days;
    mapping(bytes32 => Sign) public signs;
    mapping(address => bytes32) public primary;
    uint256 public pauses;
    bytes32 public constant HOUSE = "porch";

    event Hung(bytes32 indexed name, address indexed owner, uint64 expires);

    constructor() public {
        signs[HOUSE] = Sign(msg.sender, uint64(now + TERM), msg.sender);
        for (uint256 i = 1; i <= 3; i++) signs[bytes32(i)] = signs[HOUSE];
    }

    receive() external payable {}

    function price(bytes32 name) public view override returns (uint256) {
        uint256 n = lengthOf(name);
        require(n > 0, "empty name");
        return n >= 5 ? 1000 : 1000 * (6 - n);
    }

    function pause(bool on) public override {
        super.pause(on);
        if (on) pauses++;
    }

    function free(bytes32 name) public view returns (bool) {
        return signs[name].expires <= now;
    }

    function hang(bytes32 name) external payable {
        require(!paused, "paused");
        require(free(name), "taken");
        require(msg.value >= price(name), "underpaid");
        signs[name] = Sign(msg.sender, uint64(now + TERM), msg.sender);
        emit Hung(name, msg.sender, uint64(now + TERM));
    }

    function renew(bytes32 name) external payable {
        Sign storage s = signs[name];
        require(s.owner != address(0), "never hung");
        require(now <= s.expires + 30 days, "lapsed");
        require(msg.value * 2 >= price(name), "underpaid");
        s.expires += uint64(TERM);
    }

    function point(bytes32 name, address target) external {
        require(signs[name].owner == msg.sender && !free(name), "not yours");
        signs[name].target = target;
    }

    function makePrimary(bytes32 name) external {
        require(signs[name].target == msg.sender, "does not point here");
        primary[msg.sender] = name;
    }

    function resolve(bytes32 name) external view returns (address) {
        require(!free(name), "nobody there");
        return signs[name].target;
    }

    function safePrice(bytes32 name) external view returns (bool ok, uint256 amount) {
        try this.price(name) returns (uint256 p) {
            return (true, p);
        } catch Error(string memory) {
            return (false, 0);
        }
    }

    function sweep() external care {
        payable(caretaker).transfer(address(this).balance);
    }
}
