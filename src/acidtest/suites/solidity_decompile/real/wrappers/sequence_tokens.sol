// SPDX-License-Identifier: MIT
// Thin wrappers of ours: minting is internal in these.
pragma solidity ^0.8.0;

import {ERC1155MintBurn} from "@0xsequence/erc-1155/contracts/tokens/ERC1155/ERC1155MintBurn.sol";
import {ERC1155MintBurnPackedBalance} from
    "@0xsequence/erc-1155/contracts/tokens/ERC1155PackedBalance/ERC1155MintBurnPackedBalance.sol";

contract SequenceCrates is ERC1155MintBurn {
    address public immutable keeper;

    constructor(address keeper_) {
        keeper = keeper_;
    }

    function mint(address to, uint256 id, uint256 amount, bytes calldata data) external {
        require(msg.sender == keeper, "NOT_KEEPER");
        _mint(to, id, amount, data);
    }

    function burn(uint256 id, uint256 amount) external {
        _burn(msg.sender, id, amount);
    }
}

contract PackedCrates is ERC1155MintBurnPackedBalance {
    address public immutable keeper;

    constructor(address keeper_) {
        keeper = keeper_;
    }

    function mint(address to, uint256 id, uint256 amount, bytes calldata data) external {
        require(msg.sender == keeper, "NOT_KEEPER");
        _mint(to, id, amount, data);
    }

    function burn(uint256 id, uint256 amount) external {
        _burn(msg.sender, id, amount);
    }
}
