// SPDX-License-Identifier: Apache-2.0
// topic: multisig
// difficulty: medium
// exercises: confirmation bitmap, low-level call with calldata, dynamic bytes in storage, threshold, nested mapping
// contract: ThreeKeys
// constructor: [["0x1000000000000000000000000000000000000001", "0x1000000000000000000000000000000000000002", "0x1000000000000000000000000000000000000003"], 2]
// value: 1000000000000000000
pragma solidity ^0.8.24;

contract ThreeKeys {
    struct Order {
        address to;
        uint96 value;
        uint8 signatures;
        bool done;
        bytes data;
    }

    address[] public holders;
    uint8 public needed;
    mapping(address => uint8) public keyNumber;
    Order[] private orders;
    mapping(uint256 => uint256) public signatureMap;

    error NoKey();
    error BadOrder(uint256 id);
    error Failed(bytes reason);

    event Proposed(uint256 indexed id, address indexed to, uint256 value, bytes data);
    event Signed(uint256 indexed id, uint8 key);
    event Executed(uint256 indexed id, bytes result);

    constructor(address[] memory keys, uint8 threshold) payable {
        require(threshold > 0 && threshold <= keys.length, "threshold");
        needed = threshold;
        for (uint256 i = 0; i < keys.length; i++) addHolder(keys[i]);
        orders.push(Order(keys[0], 1, 0, false, ""));
    }

    receive() external payable {}

    modifier withKey() {
        if (keyNumber[msg.sender] == 0) revert NoKey();
        _;
    }

    function addHolder(address key) private {
        require(keyNumber[key] == 0, "twice");
        holders.push(key);
        keyNumber[key] = uint8(holders.length);
    }

    function admit(address key) external withKey {
        require(holders.length < 10, "enough keys");
        addHolder(key);
    }

    function propose(address to, uint96 value, bytes calldata data) external withKey returns (uint256 id) {
        require(to != address(this), "no self calls");
        id = orders.length;
        Order storage o = orders.push();
        o.to = to;
        o.value = value;
        o.data = data;
        emit Proposed(id, to, value, data);
        mark(id);
    }

    function sign(uint256 id) external withKey {
        if (id >= orders.length || orders[id].done) revert BadOrder(id);
        require(!hasSigned(id, msg.sender), "signed before");
        mark(id);
    }

    function unsign(uint256 id) external withKey {
        if (id >= orders.length || orders[id].done) revert BadOrder(id);
        uint256 bit = 1 << keyNumber[msg.sender];
        require(signatureMap[id] & bit != 0, "not signed");
        signatureMap[id] ^= bit;
        orders[id].signatures--;
    }

    function execute(uint256 id) external returns (bytes memory) {
        if (id >= orders.length) revert BadOrder(id);
        Order storage o = orders[id];
        bool petty = o.value < 1 gwei && o.data.length <= 4;
        if (o.done || o.signatures < (petty ? 1 : needed)) revert BadOrder(id);
        o.done = true;
        (bool ok, bytes memory result) = o.to.call{value: o.value}(o.data);
        if (!ok) revert Failed(result);
        emit Executed(id, result);
        return result;
    }

    function hasSigned(uint256 id, address who) public view returns (bool) {
        uint8 k = keyNumber[who];
        return k != 0 && signatureMap[id] >> k & 1 == 1;
    }

    function orderAt(uint256 id) external view returns (address to, uint256 value, uint8 signatures, bool done, bytes memory data) {
        Order storage o = orders[id];
        return (o.to, o.value, o.signatures, o.done, o.data);
    }

    function orderCount() external view returns (uint256 all, uint256 open) {
        all = orders.length;
        for (uint256 i = 0; i < all; i++) if (!orders[i].done) open++;
    }

    function mark(uint256 id) private {
        uint8 k = keyNumber[msg.sender];
        signatureMap[id] |= 1 << k;
        orders[id].signatures++;
        emit Signed(id, k);
    }
}
