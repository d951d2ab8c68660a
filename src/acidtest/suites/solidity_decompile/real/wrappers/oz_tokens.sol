// SPDX-License-Identifier: MIT
// Thin wrappers of ours: OpenZeppelin's tokens are abstract.
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Burnable} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Burnable.sol";
import {ERC20Capped} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Capped.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC4626, IERC20} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC1155Supply} from "@openzeppelin/contracts/token/ERC1155/extensions/ERC1155Supply.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

contract OzCoin is ERC20Burnable, ERC20Capped, ERC20Permit, Ownable {
    constructor(address owner) ERC20("Coin", "COIN") ERC20Capped(10 ** 30) ERC20Permit("Coin") Ownable(owner) {
        _mint(owner, 10 ** 24);
    }

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 value) internal override(ERC20, ERC20Capped) {
        super._update(from, to, value);
    }
}

contract OzDeeds is ERC721Enumerable, Ownable {
    constructor(address owner) ERC721("Deeds", "DEED") Ownable(owner) {}

    function mint(address to, uint256 id) external onlyOwner {
        _safeMint(to, id);
    }

    function burn(uint256 id) external {
        _update(address(0), id, msg.sender);
    }
}

contract OzCrates is ERC1155Supply, Ownable {
    constructor(address owner) ERC1155("crate/{id}") Ownable(owner) {}

    function mint(address to, uint256 id, uint256 amount, bytes calldata data) external onlyOwner {
        _mint(to, id, amount, data);
    }

    function burn(uint256 id, uint256 amount) external {
        _burn(msg.sender, id, amount);
    }
}

contract OzVault is ERC4626 {
    constructor(IERC20 asset_) ERC20("Share", "SHR") ERC4626(asset_) {}
}
