// SPDX-License-Identifier: MIT
// Thin wrappers of ours: solady's tokens are abstract.
pragma solidity ^0.8.4;

import {ERC20} from "solady/src/tokens/ERC20.sol";
import {ERC721} from "solady/src/tokens/ERC721.sol";
import {ERC1155} from "solady/src/tokens/ERC1155.sol";
import {Ownable} from "solady/src/auth/Ownable.sol";

contract SoladyCoin is ERC20, Ownable {
    constructor(address owner_) {
        _initializeOwner(owner_);
        _mint(owner_, 10 ** 24);
    }

    function name() public pure override returns (string memory) {
        return "Coin";
    }

    function symbol() public pure override returns (string memory) {
        return "COIN";
    }

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    function burn(uint256 amount) external {
        _burn(msg.sender, amount);
    }
}

contract SoladyDeeds is ERC721, Ownable {
    constructor(address owner_) {
        _initializeOwner(owner_);
    }

    function name() public pure override returns (string memory) {
        return "Deeds";
    }

    function symbol() public pure override returns (string memory) {
        return "DEED";
    }

    function tokenURI(uint256) public pure override returns (string memory) {
        return "deed";
    }

    function mint(address to, uint256 id) external onlyOwner {
        _safeMint(to, id);
    }

    function burn(uint256 id) external {
        _burn(msg.sender, id);
    }
}

contract SoladyCrates is ERC1155, Ownable {
    constructor(address owner_) {
        _initializeOwner(owner_);
    }

    function uri(uint256) public pure override returns (string memory) {
        return "crate";
    }

    function mint(address to, uint256 id, uint256 amount, bytes calldata data) external onlyOwner {
        _mint(to, id, amount, data);
    }

    function burn(uint256 id, uint256 amount) external {
        _burn(msg.sender, msg.sender, id, amount);
    }
}
