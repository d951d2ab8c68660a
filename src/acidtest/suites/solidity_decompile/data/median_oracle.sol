// SPDX-License-Identifier: Apache-2.0
// topic: oracles
// difficulty: medium
// exercises: insertion sort in memory, staleness by block time, reporter set with swap removal, time-weighted sum
// contract: MedianOracle
// constructor: [31536000, "0x1000000000000000000000000000000000000002"]
pragma solidity ^0.8.24;

contract MedianOracle {
    struct Report {
        uint128 price;
        uint64 time;
        uint64 slot;
    }

    uint256 public immutable maxAge;
    address[] public reporters;
    mapping(address => Report) public reports;
    uint256 public accumulator;
    uint128 public lastPrice;
    uint64 public lastUpdate;

    event Reported(address indexed by, uint128 price);
    event Priced(uint128 median, uint256 voices);

    error Stale(uint256 fresh, uint256 needed);

    constructor(uint256 age, address second) {
        maxAge = age;
        lastUpdate = uint64(block.timestamp);
        seat(msg.sender, 1000);
        seat(second, 1100);
    }

    function seat(address who, uint128 price) private {
        require(reports[who].slot == 0, "enrolled");
        require(reporters.length < 7, "panel is full");
        reporters.push(who);
        reports[who] = Report(price, price == 0 ? 0 : uint64(block.timestamp), uint64(reporters.length));
    }

    function enroll() external {
        seat(msg.sender, 0);
    }

    function resign() external {
        uint256 slot = reports[msg.sender].slot;
        require(slot != 0, "not enrolled");
        address mover = reporters[reporters.length - 1];
        reporters[slot - 1] = mover;
        reports[mover].slot = uint64(slot);
        reporters.pop();
        delete reports[msg.sender];
    }

    function report(uint128 price) external {
        Report storage r = reports[msg.sender];
        require(r.slot != 0, "not enrolled");
        require(price > 0, "worthless");
        r.price = price;
        r.time = uint64(block.timestamp);
        emit Reported(msg.sender, price);
    }

    function freshPrices() public view returns (uint128[] memory sorted, uint256 n) {
        sorted = new uint128[](reporters.length);
        for (uint256 i = 0; i < reporters.length; i++) {
            Report memory r = reports[reporters[i]];
            if (r.time == 0 || block.timestamp - r.time > maxAge) continue;
            uint256 j = n++;
            while (j > 0 && sorted[j - 1] > r.price) {
                sorted[j] = sorted[j - 1];
                j--;
            }
            sorted[j] = r.price;
        }
    }

    function median() public view returns (uint128 m, uint256 n) {
        uint128[] memory p;
        (p, n) = freshPrices();
        if (n == 0) revert Stale(0, 1);
        m = n % 2 == 1 ? p[n / 2] : p[n / 2 - 1] / 2 + p[n / 2] / 2;
    }

    function poke() external {
        (uint128 m, uint256 n) = median();
        accumulator += uint256(lastPrice) * (block.timestamp - lastUpdate);
        lastPrice = m;
        lastUpdate = uint64(block.timestamp);
        emit Priced(m, n);
    }

    function spread() external view returns (uint256 basisPoints) {
        (uint128[] memory p, uint256 n) = freshPrices();
        if (n < 2) revert Stale(n, 2);
        basisPoints = (uint256(p[n - 1]) - p[0]) * 10000 / p[0];
    }

    function panelSize() external view returns (uint256) {
        return reporters.length;
    }
}
