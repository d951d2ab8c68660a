// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// Structs, memory arrays, calls to others, functions as values, fallback and receive.
contract Shapes {
    struct Point {
        int32 x;
        int32 y;
        bytes16 tag;
    }

    Point[] points;
    mapping(bytes32 => Point) byName;
    uint256 public count;
    uint256 public got;

    function add(int32 x, int32 y, bytes16 tag) external returns (uint256) {
        points.push(Point(x, y, tag));
        byName[tag] = points[points.length - 1];
        return points.length;
    }

    function area() external view returns (int256 twice) {
        uint256 n = points.length;
        for (uint256 i; i < n; ++i) {
            Point memory a = points[i];
            Point storage b = points[(i + 1) % n];
            twice += int256(a.x) * b.y - int256(b.x) * a.y;
        }
    }

    function sorted(uint256[] memory values) external pure returns (uint256[] memory) {
        for (uint256 i = 1; i < values.length; i++) {
            uint256 j = i;
            while (j > 0 && values[j - 1] > values[j]) {
                (values[j - 1], values[j]) = (values[j], values[j - 1]);
                j--;
            }
        }
        return values;
    }

    function twice(uint256 a) internal pure returns (uint256) {
        return a * 2;
    }

    function square(uint256 a) internal pure returns (uint256) {
        return a * a;
    }

    function pick(bool which, uint256 a) external pure returns (uint256) {
        function(uint256) internal pure returns (uint256) chosen = which ? twice : square;
        return chosen(a) + chosen(1);
    }

    function send(address payable to, uint256 amount, bytes calldata data) external {
        (bool ok, bytes memory said) = to.call{value: amount}(data);
        require(ok && said.length == 0, "no");
        count++;
    }

    receive() external payable {
        got += msg.value;
    }

    fallback() external {
        count += msg.data.length;
    }
}
