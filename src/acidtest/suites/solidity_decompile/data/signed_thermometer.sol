// SPDX-License-Identifier: Apache-2.0
// topic: signed math
// difficulty: easy
// exercises: int8 and int256, sign extension, division and modulo of negatives, min and max, casts
// contract: SignedThermometer
pragma solidity ^0.8.24;

contract SignedThermometer {
    int8 public lowest = type(int8).max;
    int8 public highest = type(int8).min;
    int256 public sum;
    int16[] public readings;

    event Frost(int8 degrees);

    function record(int8 degrees) external {
        require(readings.length < 100, "page full");
        readings.push(degrees);
        sum += degrees;
        if (degrees < lowest) lowest = degrees;
        if (degrees > highest) highest = degrees;
        if (degrees < 0) emit Frost(degrees);
    }

    function average() external view returns (int256) {
        require(readings.length > 0, "no readings");
        return sum / int256(readings.length);
    }

    function toFahrenheit(int16 celsius) external pure returns (int256) {
        return int256(celsius) * 9 / 5 + 32;
    }

    function clockwise(int256 angle) external pure returns (int256 r) {
        r = angle % 360;
        if (r < 0) r += 360;
    }

    function distance(int128 a, int128 b) external pure returns (uint256) {
        int256 d = int256(a) - int256(b);
        return uint256(d < 0 ? -d : d);
    }

    function sign(int256 x) external pure returns (int8) {
        return x > 0 ? int8(1) : x < 0 ? int8(-1) : int8(0);
    }

    function halve(int256 x, uint8 times) external pure returns (int256) {
        return x >> times;
    }

    function squeeze(int256 x) external pure returns (int8) {
        return int8(x);
    }
}
