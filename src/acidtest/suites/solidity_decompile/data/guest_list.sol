// SPDX-License-Identifier: Apache-2.0
// topic: access control
// difficulty: easy
// exercises: modifiers, stacked modifiers, custom errors, bool packing, ownership transfer
// contract: GuestList
// constructor: [12]
pragma solidity ^0.8.24;

error NotHost();
error ListFull(uint256 seats);
error Unknown(address guest);

contract GuestList {
    struct Guest {
        bool invited;
        bool arrived;
        uint8 companions;
    }

    address public host;
    uint256 public seats;
    uint256 public present;
    mapping(address => Guest) public guests;

    modifier byHost() {
        if (msg.sender != host) revert NotHost();
        _;
    }

    modifier invitedOnly(address who) {
        if (!guests[who].invited) revert Unknown(who);
        _;
    }

    constructor(uint256 seats_) {
        host = msg.sender;
        seats = seats_;
    }

    function invite(address guest, uint8 companions) external byHost {
        guests[guest] = Guest({invited: true, arrived: false, companions: companions});
    }

    function arrive() external invitedOnly(msg.sender) {
        Guest storage g = guests[msg.sender];
        require(!g.arrived, "already inside");
        if (present + 1 + g.companions > seats) revert ListFull(seats);
        g.arrived = true;
        present += 1 + g.companions;
    }

    function cancel(address guest) external byHost invitedOnly(guest) {
        if (guests[guest].arrived) present -= 1 + guests[guest].companions;
        delete guests[guest];
    }

    function widen(uint16 by) external byHost {
        seats += by;
    }

    function passOn(address next) external byHost {
        host = next;
    }
}
