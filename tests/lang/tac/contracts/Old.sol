pragma solidity >=0.4.22;

/// What older compilers do otherwise: no checks of arithmetic, DIV for the selector, no PUSH0.
contract Old {
    mapping(address => uint256) balances;
    address[] voters;
    uint256 public supply;

    event Voted(address indexed who, uint256 weight);

    modifier some() {
        require(msg.value == 0 || msg.value > 10);
        _;
    }

    function buy() public payable some returns (uint256) {
        balances[msg.sender] += msg.value;
        supply += msg.value;
        return balances[msg.sender];
    }

    function vote(uint256 weight) public {
        require(weight <= 100, "too much");
        for (uint256 i = 0; i < voters.length; i++) {
            require(voters[i] != msg.sender);
        }
        voters.push(msg.sender);
        emit Voted(msg.sender, weight - supply);
    }

    function mixed(uint8 a, int16 b, bytes4 c) public pure returns (int256, bytes32) {
        return (int256(a) - b, keccak256(abi.encodePacked(c, a)));
    }
}
