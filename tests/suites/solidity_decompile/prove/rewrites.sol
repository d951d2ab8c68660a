// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

// Two contracts that do the same, function by function, written by two people.

contract Written {
    address public owner;
    uint256 public total;
    mapping(address => uint256) public balances;
    mapping(address => mapping(address => uint256)) public allowed;
    uint128 private low;
    uint64 private opened;
    bool private shut;
    uint256[] public items;
    mapping(bytes32 => bool) private used;

    event Moved(address indexed from, address indexed to, uint256 amount);
    error TooLittle(uint256 have);

    constructor() {
        owner = msg.sender;
        opened = uint64(block.timestamp);
    }

    function move(address to, uint256 amount) external returns (bool) {
        if (balances[msg.sender] < amount) revert TooLittle(balances[msg.sender]);
        balances[msg.sender] -= amount;
        balances[to] += amount;
        emit Moved(msg.sender, to, amount);
        return true;
    }

    function moveFrom(address from, address to, uint256 amount) external {
        require(allowed[from][msg.sender] >= amount, "not allowed");
        require(balances[from] >= amount, "too little");
        allowed[from][msg.sender] -= amount;
        balances[from] -= amount;
        balances[to] += amount;
        emit Moved(from, to, amount);
    }

    function put() external payable {
        balances[msg.sender] += msg.value;
        total += msg.value;
    }

    function take(uint256 amount) external {
        require(balances[msg.sender] >= amount, "too little");
        balances[msg.sender] -= amount;
        (bool sent, ) = msg.sender.call{value: amount}("");
        require(sent, "not sent");
    }

    function isOwner(address who) public view returns (bool) {
        if (who == owner) {
            return true;
        } else {
            return false;
        }
    }

    function larger(uint256 a, uint256 b) external pure returns (uint256) {
        return a > b ? a : b;
    }

    function clamp(uint256 x, uint256 least, uint256 most) external pure returns (uint256) {
        require(least <= most, "bounds");
        if (x < least) return least;
        if (x > most) return most;
        return x;
    }

    function isEven(uint256 x) external pure returns (bool) {
        return x % 2 == 0;
    }

    function twice(uint256 x) external pure returns (uint256) {
        return x * 2;
    }

    function halved(uint256 x) external pure returns (uint256) {
        return x / 2;
    }

    function both(bool a, bool b) external pure returns (bool) {
        return a && b;
    }

    function neither(bool a, bool b) external pure returns (bool) {
        return !a && !b;
    }

    function sign(int256 x) external pure returns (int256) {
        if (x > 0) return 1;
        if (x < 0) return -1;
        return 0;
    }

    function close() external {
        require(msg.sender == owner, "owner");
        require(!shut, "shut");
        shut = true;
    }

    function setLow(uint128 value) external {
        require(value != 0, "zero");
        low = value;
    }

    function age() external view returns (uint256) {
        return block.timestamp - opened;
    }

    function sum3(uint256 a, uint256 b, uint256 c) external pure returns (uint256) {
        return a + b + c;
    }

    function push(uint256 item) external {
        items.push(item);
    }

    function last() external view returns (uint256) {
        require(items.length > 0, "empty");
        return items[items.length - 1];
    }

    function use(bytes32 mark) external {
        require(used[mark] == false, "used");
        used[mark] = true;
    }

    function sumOf(uint256[] calldata list) external pure returns (uint256 s) {
        for (uint256 i = 0; i < list.length; i++) {
            s += list[i];
        }
    }

    function average(uint128 a, uint128 b) external pure returns (uint256) {
        return (uint256(a) + uint256(b)) / 2;
    }

    function absolute(int128 x) external pure returns (uint256) {
        return x < 0 ? uint256(-int256(x)) : uint256(int256(x));
    }

    function fee(uint256 amount) external pure returns (uint256) {
        return amount * 3 / 1000;
    }
}

contract Rewritten {
    address public owner = msg.sender;
    uint256 public total;
    mapping(address => uint256) public balances;
    mapping(address => mapping(address => uint256)) public allowed;
    uint128 private low;
    uint64 private opened = uint64(block.timestamp);
    bool private shut;
    uint256[] public items;
    mapping(bytes32 => bool) private used;

    event Moved(address indexed from, address indexed to, uint256 amount);
    error TooLittle(uint256 have);

    function shift(address from, address to, uint256 amount) internal {
        uint256 have = balances[from];
        unchecked {
            balances[from] = have - amount;
        }
        balances[to] = balances[to] + amount;
        emit Moved(from, to, amount);
    }

    function move(address to, uint256 amount) external returns (bool done) {
        uint256 have = balances[msg.sender];
        if (!(have >= amount)) {
            revert TooLittle(have);
        }
        shift(msg.sender, to, amount);
        done = true;
    }

    function moveFrom(address from, address to, uint256 amount) external {
        uint256 left = allowed[from][msg.sender];
        if (left < amount) revert("not allowed");
        if (balances[from] < amount) revert("too little");
        allowed[from][msg.sender] = left - amount;
        shift(from, to, amount);
    }

    function put() external payable {
        uint256 more = msg.value;
        balances[msg.sender] = more + balances[msg.sender];
        total = more + total;
    }

    function take(uint256 amount) external {
        uint256 have = balances[msg.sender];
        if (amount > have) revert("too little");
        unchecked {
            balances[msg.sender] = have - amount;
        }
        (bool sent, ) = payable(msg.sender).call{value: amount}("");
        if (!sent) revert("not sent");
    }

    function isOwner(address who) public view returns (bool) {
        return owner == who;
    }

    function larger(uint256 a, uint256 b) external pure returns (uint256 c) {
        c = b;
        if (b < a) c = a;
    }

    function clamp(uint256 x, uint256 least, uint256 most) external pure returns (uint256) {
        if (most < least) revert("bounds");
        return x < least ? least : (x > most ? most : x);
    }

    function isEven(uint256 x) external pure returns (bool) {
        return (x & 1) == 0;
    }

    function twice(uint256 x) external pure returns (uint256) {
        return x + x;
    }

    function halved(uint256 x) external pure returns (uint256) {
        return x >> 1;
    }

    function both(bool a, bool b) external pure returns (bool) {
        if (!a) return false;
        return b;
    }

    function neither(bool a, bool b) external pure returns (bool) {
        return !(a || b);
    }

    function sign(int256 x) external pure returns (int256 s) {
        s = x == 0 ? int256(0) : (x < 0 ? int256(-1) : int256(1));
    }

    modifier mine() {
        require(isOwner(msg.sender), "owner");
        _;
    }

    function close() external mine {
        if (shut) revert("shut");
        shut = !shut;
    }

    function setLow(uint128 value) external {
        if (value < 1) revert("zero");
        low = value;
    }

    function age() external view returns (uint256 seconds_) {
        uint256 then = uint256(opened);
        seconds_ = block.timestamp - then;
    }

    function sum3(uint256 a, uint256 b, uint256 c) external pure returns (uint256) {
        uint256 s = a + b;
        s += c;
        return s;
    }

    function push(uint256 item) external {
        items.push();
        items[items.length - 1] = item;
    }

    function last() external view returns (uint256) {
        uint256 count = items.length;
        if (count == 0) revert("empty");
        unchecked {
            return items[count - 1];
        }
    }

    function use(bytes32 mark) external {
        if (used[mark]) revert("used");
        used[mark] = true;
    }

    function sumOf(uint256[] calldata list) external pure returns (uint256) {
        uint256 s = 0;
        uint256 i;
        while (i != list.length) {
            s = s + list[i];
            unchecked {
                ++i;
            }
        }
        return s;
    }

    function average(uint128 a, uint128 b) external pure returns (uint256) {
        uint256 x = a;
        uint256 y = b;
        return (x & y) + ((x ^ y) >> 1);
    }

    function absolute(int128 x) external pure returns (uint256) {
        int256 y = x;
        if (y >= 0) return uint256(y);
        return uint256(0 - y);
    }

    function fee(uint256 amount) external pure returns (uint256) {
        return 3 * amount / 1000;
    }
}
