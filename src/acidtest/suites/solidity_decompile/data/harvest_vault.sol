// SPDX-License-Identifier: Apache-2.0
// topic: vaults
// difficulty: hard
// exercises: share accounting with virtual offsets, two rounding directions, fee accrual over time, reentrancy guard, inheritance, queue of exits
// contract: HarvestVault
// constructor: [200]
pragma solidity ^0.8.24;

abstract contract OneAtATime {
    uint8 private gate = 1;

    error Reentered();

    modifier guarded() {
        if (gate != 1) revert Reentered();
        gate = 2;
        _;
        gate = 1;
    }
}

abstract contract ShareBook {
    mapping(address => uint256) public sharesOf;
    uint256 public totalShares;

    event Issued(address indexed to, uint256 shares);
    event Redeemed(address indexed from, uint256 shares);

    function issue(address to, uint256 shares) internal virtual {
        sharesOf[to] += shares;
        totalShares += shares;
        emit Issued(to, shares);
    }

    function redeem(address from, uint256 shares) internal virtual {
        require(sharesOf[from] >= shares, "more than you hold");
        unchecked { sharesOf[from] -= shares; }
        totalShares -= shares;
        emit Redeemed(from, shares);
    }
}

contract HarvestVault is OneAtATime, ShareBook {
    uint256 private constant BASIS = 10_000;
    uint256 private constant OFFSET = 1000;

    struct Exit {
        address who;
        uint128 wei_;
        uint64 readyAt;
    }

    address public immutable manager;
    uint256 public immutable feePerYear;
    uint256 public lastAccrual;
    uint256 public queued;
    uint256 public harvested;
    Exit[] private exits;

    event Harvest(uint256 profit);
    event ExitQueued(uint256 indexed ticket, address indexed who, uint256 amount, uint64 readyAt);

    error Slippage(uint256 got, uint256 wanted);

    constructor(uint256 basisPoints) {
        require(basisPoints <= 1000, "greedy");
        manager = msg.sender;
        feePerYear = basisPoints;
        lastAccrual = block.timestamp;
    }

    receive() external payable {
        harvested += msg.value;
        emit Harvest(msg.value);
    }

    modifier accrues() {
        uint256 fee = pendingFee();
        lastAccrual = block.timestamp;
        if (fee > 0) issue(manager, fee);
        _;
    }

    function pendingFee() public view returns (uint256) {
        uint256 elapsed = block.timestamp - lastAccrual;
        if (elapsed > 3650 days) elapsed = 3650 days;
        return totalShares * feePerYear * elapsed / (BASIS * 365 days);
    }

    function assets() public view returns (uint256) {
        return address(this).balance - queued;
    }

    function toShares(uint256 amount, bool up) public view returns (uint256) {
        return scale(amount, totalShares + OFFSET, assets() + 1, up);
    }

    function toAssets(uint256 shares, bool up) public view returns (uint256) {
        return scale(shares, assets() + 1, totalShares + OFFSET, up);
    }

    function deposit(address to, uint256 minShares) external payable guarded accrues returns (uint256 shares) {
        require(msg.value > 0, "no ether");
        uint256 before = assets() - msg.value;
        shares = scale(msg.value, totalShares + OFFSET, before + 1, false);
        if (shares < minShares) revert Slippage(shares, minShares);
        issue(to, shares);
    }

    function withdraw(uint256 shares, address payable to) external guarded accrues returns (uint256 amount) {
        amount = toAssets(shares, false);
        redeem(msg.sender, shares);
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "receiver refused");
    }

    function queueExit(uint256 shares) external guarded accrues returns (uint256 ticket) {
        require(shares > 0, "nothing to queue");
        uint256 amount = toAssets(shares, false);
        amount += amount / 1000;
        if (amount > assets()) amount = assets();
        redeem(msg.sender, shares);
        queued += amount;
        ticket = exits.length;
        uint64 readyAt = uint64(block.timestamp + 2 days);
        exits.push(Exit(msg.sender, uint128(amount), readyAt));
        emit ExitQueued(ticket, msg.sender, amount, readyAt);
    }

    function finishExit(uint256 ticket) external guarded {
        Exit memory e = exits[ticket];
        require(e.who != address(0), "paid before");
        require(block.timestamp >= e.readyAt, "wait");
        delete exits[ticket];
        queued -= e.wei_;
        (bool ok, ) = e.who.call{value: e.wei_}("");
        require(ok, "receiver refused");
    }

    function giveShares(address to, uint256 shares) external accrues {
        redeem(msg.sender, shares);
        issue(to, shares);
    }

    function exitInfo(uint256 ticket) external view returns (address who, uint256 amount, bool ready) {
        Exit storage e = exits[ticket];
        return (e.who, e.wei_, e.who != address(0) && block.timestamp >= e.readyAt);
    }

    function pricePerShare() external view returns (uint256) {
        return toAssets(1e21, false);
    }

    function scale(uint256 x, uint256 num, uint256 den, bool up) private pure returns (uint256 r) {
        r = x * num / den;
        if (up && mulmod(x, num, den) > 0) r++;
    }
}
