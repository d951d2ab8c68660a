// SPDX-License-Identifier: MIT
// A thin wrapper of ours: ERC721A itself has no way to mint.
pragma solidity ^0.8.4;

import {ERC721A} from "erc721a/contracts/ERC721A.sol";

contract BatchDeeds is ERC721A {
    address public immutable owner;

    constructor(address owner_) ERC721A("Deeds", "DEED") {
        owner = owner_;
    }

    function mint(address to, uint256 quantity) external {
        require(msg.sender == owner && quantity < 100, "NOT_OWNER");
        _safeMint(to, quantity);
    }

    function burn(uint256 id) external {
        _burn(id, true);
    }
}
