// SPDX-License-Identifier: Apache-2.0
// topic: lottery
// difficulty: easy
// exercises: payable entry, array of players, pseudo-random pick, delete of an array, ether transfer
// contract: CoinRaffle
// constructor: [1000000000000000]
pragma solidity ^0.8.24;

contract CoinRaffle {
    uint256 public immutable ticketPrice;
    uint256 public round = 1;
    address public lastWinner;
    address[] public players;

    event Entered(uint256 indexed round, address indexed player);
    event Drawn(uint256 indexed round, address winner, uint256 pot);

    constructor(uint256 price) {
        ticketPrice = price;
    }

    function enter() external payable {
        require(msg.value >= ticketPrice, "ticket costs more");
        require(players.length < 30, "hall is full");
        players.push(msg.sender);
        emit Entered(round, msg.sender);
    }

    function draw() external returns (address winner) {
        require(players.length >= 3, "need three players");
        uint256 pick = uint256(keccak256(abi.encodePacked(block.timestamp, round, players.length)));
        winner = players[pick % players.length];
        uint256 prize = address(this).balance;
        lastWinner = winner;
        delete players;
        emit Drawn(round++, winner, prize);
        (bool paid, ) = winner.call{value: prize}("");
        require(paid, "winner refused");
    }

    function stepOut() external {
        uint256 n = players.length;
        require(n > 0 && players[n - 1] == msg.sender, "only the newest player may step out");
        players.pop();
        payable(msg.sender).transfer(ticketPrice);
    }

    function pot() external view returns (uint256) {
        return address(this).balance;
    }

    function everyone() external view returns (address[] memory) {
        return players;
    }
}
