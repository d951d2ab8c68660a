// SPDX-License-Identifier: Apache-2.0
// topic: libraries
// difficulty: easy
// exercises: internal library, using for on a struct, structs in arguments and returns, pure math
// contract: ShapeBox
pragma solidity ^0.8.24;

struct Box {
    int64 left;
    int64 top;
    uint32 width;
    uint32 height;
}

library Boxes {
    function area(Box memory b) internal pure returns (uint256) {
        return uint256(b.width) * b.height;
    }

    function right(Box memory b) internal pure returns (int256) {
        return int256(b.left) + int256(uint256(b.width));
    }

    function bottom(Box memory b) internal pure returns (int256) {
        return int256(b.top) + int256(uint256(b.height));
    }

    function overlaps(Box memory a, Box memory b) internal pure returns (bool) {
        return right(a) > b.left && right(b) > a.left && bottom(a) > b.top && bottom(b) > a.top;
    }
}

contract ShapeBox {
    using Boxes for Box;

    Box public last;
    uint256 public drawn;

    function draw(Box calldata b) external returns (uint256 area) {
        Box memory m = b;
        area = m.area();
        require(area > 0, "flat");
        last = m;
        drawn++;
    }

    function hitsLast(Box calldata b) external view returns (bool) {
        return last.overlaps(b);
    }

    function corners(Box calldata b) external pure returns (int256, int256, int256, int256) {
        return (b.left, b.top, Boxes.right(b), Boxes.bottom(b));
    }

    function grow(uint32 by) external {
        last.width += by;
        last.height += by;
    }

    function smallest(Box[] calldata all) external pure returns (uint256 index) {
        require(all.length > 0 && all.length < 20);
        uint256 best = type(uint256).max;
        for (uint256 i; i < all.length; ++i) {
            Box memory b = all[i];
            if (b.area() < best) {
                best = b.area();
                index = i;
            }
        }
    }
}
