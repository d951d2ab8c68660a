// SPDX-License-Identifier: Apache-2.0
// topic: create and create2
// difficulty: hard
// exercises: child contracts by new, create2 of literal code in assembly, address prediction, calls into children, arrays of contracts
// contract: KioskFactory
// constructor: [100]
pragma solidity ^0.8.24;

contract Kiosk {
    address public immutable factory;
    address public owner;
    uint256 public price;
    uint256 public sold;

    constructor(address owner_, uint256 price_) payable {
        factory = msg.sender;
        owner = owner_;
        price = price_;
    }

    modifier viaFactory() {
        require(msg.sender == factory, "ask the factory");
        _;
    }

    function sell(uint256 units) external payable viaFactory returns (uint256 change) {
        uint256 cost = units * price;
        require(msg.value >= cost, "too little money");
        sold += units;
        change = msg.value - cost;
        if (change > 0) {
            (bool ok, ) = msg.sender.call{value: change}("");
            require(ok, "no change");
        }
    }

    function setPrice(uint256 next) external viaFactory {
        price = next;
    }

    function close(address payable to) external viaFactory returns (uint256 amount) {
        amount = address(this).balance;
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "takings stuck");
        owner = address(0);
    }
}

contract KioskFactory {
    // Returns the word stored in its own code: deployed code is `PUSH32 word, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN`.
    bytes private constant STONE_HEAD = hex"60275f8160095f39f37f";
    bytes private constant STONE_TAIL = hex"5f5260205ff3";

    uint256 public immutable basePrice;
    Kiosk[] private kiosks;
    mapping(address => uint256[]) private kiosksOf;
    mapping(bytes32 => address) public stoneOf;
    address[] public stones;
    uint256 public revenue;

    event Opened(uint256 indexed id, address kiosk, address indexed owner);
    event Carved(bytes32 indexed salt, address stone, uint256 word);

    error NotOwner(uint256 id);

    constructor(uint256 price) {
        basePrice = price;
    }

    receive() external payable {
        revenue += msg.value;
    }

    modifier onlyOwner(uint256 id) {
        if (kiosks[id].owner() != msg.sender) revert NotOwner(id);
        _;
    }

    function open(uint16 markup) external payable returns (uint256 id) {
        require(kiosks.length < 40, "street is full");
        id = kiosks.length;
        Kiosk k = new Kiosk{value: msg.value}(msg.sender, basePrice + markup);
        kiosks.push(k);
        kiosksOf[msg.sender].push(id);
        emit Opened(id, address(k), msg.sender);
    }

    function buy(uint256 id, uint32 units) external payable returns (uint256 change) {
        require(units > 0, "buy something");
        (bool ok, bytes memory out) = address(kiosks[id]).call{value: msg.value}(abi.encodeCall(Kiosk.sell, (units)));
        if (!ok) {
            assembly {
                revert(add(out, 32), mload(out))
            }
        }
        change = abi.decode(out, (uint256));
    }

    function reprice(uint256 id, uint64 price) external onlyOwner(id) {
        kiosks[id].setPrice(price);
    }

    function shut(uint256 id) external onlyOwner(id) returns (uint256) {
        return kiosks[id].close(payable(msg.sender));
    }

    function kioskAt(uint256 id) external view returns (address kiosk, address owner, uint256 price, uint256 sold) {
        Kiosk k = kiosks[id];
        return (address(k), k.owner(), k.price(), k.sold());
    }

    function mine(address who) external view returns (uint256[] memory) {
        return kiosksOf[who];
    }

    function takings() external view returns (uint256 sum) {
        for (uint256 i = 0; i < kiosks.length; i++) sum += address(kiosks[i]).balance;
    }

    function stoneCode(uint256 word) public pure returns (bytes memory) {
        return abi.encodePacked(STONE_HEAD, word, STONE_TAIL);
    }

    function predict(bytes32 salt, uint256 word) public view returns (address) {
        bytes32 h = keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, keccak256(stoneCode(word))));
        return address(uint160(uint256(h)));
    }

    function carve(bytes32 salt, uint256 word) external returns (address stone) {
        require(stoneOf[salt] == address(0), "salt used");
        bytes memory code = stoneCode(word);
        assembly {
            stone := create2(0, add(code, 32), mload(code), salt)
        }
        require(stone == predict(salt, word), "carving failed");
        stoneOf[salt] = stone;
        stones.push(stone);
        emit Carved(salt, stone, word);
    }

    function readStone(uint256 index) external view returns (uint256 word) {
        require(index < stones.length, "no stone");
        address stone = stones[index];
        (bool ok, bytes memory out) = stone.staticcall("");
        require(ok && out.length == 32, "weathered");
        word = abi.decode(out, (uint256));
    }
}
