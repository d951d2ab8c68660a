// SPDX-License-Identifier: Apache-2.0
// topic: token, ERC-1155-like
// difficulty: hard
// exercises: batch transfers over parallel arrays, two-level mapping, recipes as nested dynamic arrays, receiver checks, string ids
// contract: CrateItems
pragma solidity ^0.8.24;

interface ICrateReceiver {
    function onCrates(address operator, address from, uint256[] calldata kinds, uint256[] calldata amounts) external returns (bytes4);
}

contract CrateItems {
    struct Kind {
        address maker;
        uint128 cap;
        uint128 made;
        string label;
    }

    struct Recipe {
        uint256[] inputs;
        uint256[] needs;
        uint256 output;
    }

    Kind[] private kinds;
    Recipe[] private recipes;
    mapping(uint256 => mapping(address => uint256)) private held;
    mapping(address => mapping(address => bool)) public operatorFor;

    event Shipped(address indexed operator, address indexed from, address indexed to, uint256[] kinds, uint256[] amounts);
    event Defined(uint256 indexed kind, address maker, string label);
    event Crafted(uint256 indexed recipe, address indexed by, uint256 times);

    error LengthMismatch(uint256 left, uint256 right);
    error Short(uint256 kind, uint256 have, uint256 need);
    error CapReached(uint256 kind);

    constructor() {
        introduce("wood", 1_000_000);
        introduce("nails", 1_000_000);
        introduce("crate", 500);
        Recipe storage r = recipes.push();
        r.inputs.push(0);
        r.needs.push(2);
        r.inputs.push(1);
        r.needs.push(3);
        r.output = 2;
        held[0][msg.sender] = 100;
        held[1][msg.sender] = 100;
        kinds[0].made = 100;
        kinds[1].made = 100;
    }

    function introduce(string memory label, uint128 cap) public returns (uint256 kind) {
        require(cap > 0 && kinds.length < 64, "bad kind");
        kind = kinds.length;
        kinds.push(Kind(msg.sender, cap, 0, label));
        emit Defined(kind, msg.sender, label);
    }

    function make(uint256 kind, uint128 amount) external {
        require(kinds[kind].maker == msg.sender, "not the maker");
        create(kind, msg.sender, amount);
    }

    function amountOf(address who, uint256 kind) public view returns (uint256) {
        require(who != address(0), "nobody");
        return held[kind][who];
    }

    function amountsOf(address[] calldata who, uint256[] calldata which) external view returns (uint256[] memory out) {
        if (who.length != which.length) revert LengthMismatch(who.length, which.length);
        out = new uint256[](who.length);
        for (uint256 i = 0; i < who.length; i++) out[i] = held[which[i]][who[i]];
    }

    function setOperator(address operator, bool on) external {
        operatorFor[msg.sender][operator] = on;
    }

    function ship(address from, address to, uint256 kind, uint256 amount) external {
        uint256[] memory ks = new uint256[](1);
        uint256[] memory amounts = new uint256[](1);
        (ks[0], amounts[0]) = (kind, amount);
        doShip(from, to, ks, amounts);
    }

    function shipBatch(address to, uint256[] calldata ks, uint256[] calldata amounts) external {
        if (ks.length != amounts.length) revert LengthMismatch(ks.length, amounts.length);
        require(ks.length <= 16, "one truck only");
        doShip(msg.sender, to, ks, amounts);
    }

    function addRecipe(uint256[] calldata inputs, uint256[] calldata needs, uint256 output) external returns (uint256 id) {
        if (inputs.length != needs.length) revert LengthMismatch(inputs.length, needs.length);
        require(inputs.length > 0 && inputs.length <= 4 && output < kinds.length, "bad recipe");
        id = recipes.length;
        recipes.push(Recipe(inputs, needs, output));
    }

    function craft(uint256 recipe, uint8 times) external {
        Recipe storage r = recipes[recipe];
        for (uint256 i = 0; i < r.inputs.length; i++) destroy(r.inputs[i], msg.sender, r.needs[i] * times);
        create(r.output, msg.sender, times);
        emit Crafted(recipe, msg.sender, times);
    }

    function breakUp(uint256 kind, uint256 amount) external {
        destroy(kind, msg.sender, amount);
    }

    function recipeAt(uint256 id) external view returns (uint256[] memory inputs, uint256[] memory needs, uint256 output) {
        Recipe memory r = recipes[id];
        return (r.inputs, r.needs, r.output);
    }

    function kindInfo(uint256 kind) external view returns (Kind memory) {
        return kinds[kind];
    }

    function labels() external view returns (string[] memory all) {
        all = new string[](kinds.length);
        for (uint256 i = 0; i < all.length; i++) all[i] = kinds[i].label;
    }

    function create(uint256 kind, address to, uint256 amount) private {
        Kind storage k = kinds[kind];
        if (amount > k.cap - k.made) revert CapReached(kind);
        k.made += uint128(amount);
        held[kind][to] += amount;
    }

    function destroy(uint256 kind, address from, uint256 amount) private {
        uint256 have = held[kind][from];
        if (have < amount) revert Short(kind, have, amount);
        held[kind][from] = have - amount;
        if (kind < kinds.length) kinds[kind].made -= uint128(amount);
    }

    function doShip(address from, address to, uint256[] memory ks, uint256[] memory amounts) private {
        require(from == msg.sender || operatorFor[from][msg.sender], "not an operator");
        require(to != address(0), "no address");
        for (uint256 i = 0; i < ks.length; i++) {
            uint256 have = held[ks[i]][from];
            if (have < amounts[i]) revert Short(ks[i], have, amounts[i]);
            held[ks[i]][from] = have - amounts[i];
            held[ks[i]][to] += amounts[i];
        }
        emit Shipped(msg.sender, from, to, ks, amounts);
        if (to.code.length > 0 && to != address(this)) {
            bytes4 ok = ICrateReceiver(to).onCrates(msg.sender, from, ks, amounts);
            require(ok == ICrateReceiver.onCrates.selector, "refused");
        }
    }
}
