// SPDX-License-Identifier: Apache-2.0
// topic: lending
// difficulty: hard
// exercises: collateral loans with continuous interest, signed 64.64 exponent, index growth, liquidation, price set by an oracle role, health factor
// contract: BondDesk
// constructor: [2000, 300]
// value: 1000000000000000000
pragma solidity ^0.8.24;

library Curve {
    int256 internal constant ONE = 1 << 64;

    // e**x for x in 64.64 fixed point, by halving the argument and a short series.
    function exp(int256 x) internal pure returns (int256 r) {
        require(x > -(10 << 64) && x < (10 << 64), "exponent");
        int256 y = x / 1024;
        r = ONE + y + y * y / ONE / 2 + y * y / ONE * y / ONE / 6;
        for (uint256 i = 0; i < 10; i++) r = r * r / ONE;
    }
}

contract BondDesk {
    using Curve for int256;

    struct Loan {
        uint128 collateral;
        uint128 scaledDebt;
    }

    uint256 private constant BASIS = 10_000;
    uint256 private constant RAY = 1 << 64;

    address public pricer;
    uint64 public price;
    uint64 public lastTime;
    int64 public yearlyRate;
    uint256 public index = RAY;
    uint256 public totalScaled;
    uint256 public cash;
    mapping(address => Loan) public loans;

    event Rate(int64 basisPoints);
    event Borrowed(address indexed who, uint256 amount);
    event Repaid(address indexed who, uint256 amount);
    event Seized(address indexed who, address indexed by, uint256 collateral);

    error Unhealthy(uint256 debt, uint256 limit);
    error StillHealthy();

    constructor(uint64 price_, int64 rate) payable {
        pricer = msg.sender;
        price = price_;
        yearlyRate = rate;
        lastTime = uint64(block.timestamp);
        cash = msg.value;
        loans[msg.sender] = Loan(10_000, 1_400);
        totalScaled = 1_400;
    }

    modifier grown() {
        index = currentIndex();
        lastTime = uint64(block.timestamp);
        _;
    }

    modifier byPricer() {
        require(msg.sender == pricer, "pricer only");
        _;
    }

    function growth(int64 basisPoints, uint64 elapsed) public pure returns (int256) {
        if (elapsed > 365 days) elapsed = 365 days;
        int256 x = int256(basisPoints) * Curve.ONE * int256(uint256(elapsed)) / int256(BASIS * 365 days);
        return x.exp();
    }

    function currentIndex() public view returns (uint256) {
        return index * uint256(growth(yearlyRate, uint64(block.timestamp) - lastTime)) / RAY;
    }

    function debtOf(address who) public view returns (uint256) {
        return loans[who].scaledDebt * currentIndex() / RAY;
    }

    function limitOf(address who) public view returns (uint256) {
        return uint256(loans[who].collateral) * price / BASIS * 3 / 4;
    }

    function fund() external payable {
        require(msg.value > 0, "no cash");
        cash += msg.value;
    }

    function pledge(uint64 goods) external {
        require(goods > 0, "no goods");
        loans[msg.sender].collateral += goods;
    }

    function borrow(uint128 amount) external grown {
        require(amount > 0 && amount <= cash, "no such cash");
        Loan storage l = loans[msg.sender];
        uint256 scaled = uint256(amount) * RAY / index + 1;
        l.scaledDebt += uint128(scaled);
        totalScaled += scaled;
        cash -= amount;
        requireHealthy(msg.sender);
        emit Borrowed(msg.sender, amount);
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "refused");
    }

    function repay(address who) external payable grown returns (uint256 back) {
        Loan storage l = loans[who];
        require(l.scaledDebt > 0 && msg.value > 0, "nothing to repay");
        uint256 scaled = msg.value * RAY / index;
        if (scaled > l.scaledDebt) {
            scaled = l.scaledDebt;
            uint256 owed = scaled * index / RAY + 1;
            back = msg.value > owed ? msg.value - owed : 0;
        }
        l.scaledDebt -= uint128(scaled);
        totalScaled -= scaled;
        cash += msg.value - back;
        emit Repaid(who, msg.value - back);
        if (back > 0) {
            (bool ok, ) = msg.sender.call{value: back}("");
            require(ok, "refused");
        }
    }

    function release(uint128 goods) external grown {
        Loan storage l = loans[msg.sender];
        require(goods > 0 && goods <= l.collateral, "not pledged");
        l.collateral -= goods;
        requireHealthy(msg.sender);
    }

    function seize(address who) external grown returns (uint256 collateral) {
        if (debtOf(who) <= limitOf(who)) revert StillHealthy();
        Loan storage l = loans[who];
        collateral = l.collateral;
        totalScaled -= l.scaledDebt;
        delete loans[who];
        loans[msg.sender].collateral += uint128(collateral);
        emit Seized(who, msg.sender, collateral);
    }

    function setPrice(uint64 next) external byPricer grown {
        require(next > 0, "priceless");
        price = next;
    }

    function crash() external byPricer grown {
        price = price / 100;
    }

    function setRate(int64 basisPoints) external byPricer grown {
        require(basisPoints > -5000 && basisPoints < 20000, "rate out of range");
        yearlyRate = basisPoints;
        emit Rate(basisPoints);
    }

    function handOver(address next) external byPricer {
        pricer = next;
    }

    function health(address who) external view returns (uint256 basisPoints) {
        uint256 debt = debtOf(who);
        return debt == 0 ? type(uint256).max : limitOf(who) * BASIS / debt;
    }

    function requireHealthy(address who) private view {
        (uint256 debt, uint256 limit) = (debtOf(who), limitOf(who));
        if (debt > limit) revert Unhealthy(debt, limit);
    }
}
