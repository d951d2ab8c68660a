// SPDX-License-Identifier: Apache-2.0
// topic: escrow
// difficulty: easy
// exercises: two-party agreement, state enum, msg.value, refund after a deadline
// contract: HandshakeEscrow
pragma solidity ^0.8.24;

contract HandshakeEscrow {
    enum Stage { Empty, Funded, Agreed }

    Stage public stage;
    address payable public buyer;
    address payable public seller;
    uint256 public deadline;
    uint256 public deals;

    function fund(address payable to) external payable {
        require(stage == Stage.Empty, "in use");
        require(msg.value >= 1000, "too small");
        require(to != address(0));
        (buyer, seller) = (payable(msg.sender), to);
        deadline = block.timestamp + 3 days;
        stage = Stage.Funded;
    }

    function shake() external {
        require(stage == Stage.Funded);
        require(msg.sender == seller || msg.sender == buyer, "stranger");
        stage = Stage.Agreed;
    }

    function release() external {
        require(stage == Stage.Agreed && msg.sender == buyer, "buyer releases");
        reset();
        deals += 1;
        seller.transfer(address(this).balance);
    }

    function refund() external {
        require(stage != Stage.Empty, "empty");
        require(block.timestamp > deadline, "seller has time left");
        reset();
        buyer.transfer(address(this).balance);
    }

    function status() external view returns (Stage, uint256 held, bool overdue) {
        return (stage, address(this).balance, stage != Stage.Empty && block.timestamp > deadline);
    }

    function reset() private {
        stage = Stage.Empty;
        deadline = 0;
    }
}
