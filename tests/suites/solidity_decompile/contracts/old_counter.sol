// topic: counters
// difficulty: easy
// exercises: wrapping arithmetic of old compilers, assert
pragma solidity ^0.4.24;

contract OldCounter {
    uint8 public count = 250;

    function add(uint8 more) public returns (uint8) {
        assert(more != 7);
        count += more;
        return count;
    }
}
