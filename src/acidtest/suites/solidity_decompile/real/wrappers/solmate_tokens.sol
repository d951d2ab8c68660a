// SPDX-License-Identifier: MIT
// Thin wrappers of ours: solmate's tokens are abstract.
pragma solidity >=0.8.0;

import {ERC20} from "solmate/src/tokens/ERC20.sol";
import {ERC721} from "solmate/src/tokens/ERC721.sol";
import {ERC1155} from "solmate/src/tokens/ERC1155.sol";
import {ERC4626} from "solmate/src/tokens/ERC4626.sol";
import {Owned} from "solmate/src/auth/Owned.sol";

contract SolmateCoin is ERC20, Owned {
    constructor(address owner_) ERC20("Coin", "COIN", 18) Owned(owner_) {
        _mint(owner_, 10 ** 24);
    }

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    function burn(uint256 amount) external {
        _burn(msg.sender, amount);
    }
}

contract SolmateDeeds is ERC721, Owned {
    constructor(address owner_) ERC721("Deeds", "DEED") Owned(owner_) {}

    function tokenURI(uint256) public pure override returns (string memory) {
        return "deed";
    }

    function mint(address to, uint256 id) external onlyOwner {
        _safeMint(to, id);
    }

    function burn(uint256 id) external {
        require(ownerOf(id) == msg.sender, "NOT_OWNER");
        _burn(id);
    }
}

contract SolmateCrates is ERC1155, Owned {
    constructor(address owner_) Owned(owner_) {}

    function uri(uint256) public pure override returns (string memory) {
        return "crate";
    }

    function mint(address to, uint256 id, uint256 amount, bytes calldata data) external onlyOwner {
        _mint(to, id, amount, data);
    }

    function burn(uint256 id, uint256 amount) external {
        _burn(msg.sender, id, amount);
    }
}

contract SolmateVault is ERC4626 {
    constructor(ERC20 asset_) ERC4626(asset_, "Share", "SHR") {}

    function totalAssets() public view override returns (uint256) {
        return asset.balanceOf(address(this));
    }
}
