// SPDX-License-Identifier: Apache-2.0
// topic: exchange
// difficulty: hard
// exercises: constant-product pool of ether and an inner token, liquidity shares, square root, fee on swaps, deadlines, cumulative price
// contract: PondExchange
// constructor: [1000000000000]
// value: 1000000000
pragma solidity ^0.8.24;

contract FishToken {
    mapping(address => uint256) public fish;
    uint256 public totalFish;

    event FishMoved(address indexed from, address indexed to, uint256 amount);

    function hatch(uint64 amount) public {
        fish[msg.sender] += amount;
        totalFish += amount;
        emit FishMoved(address(0), msg.sender, amount);
    }

    function giveFish(address to, uint256 amount) external {
        moveFish(msg.sender, to, amount);
    }

    function moveFish(address from, address to, uint256 amount) internal {
        require(fish[from] >= amount, "not enough fish");
        fish[from] -= amount;
        fish[to] += amount;
        emit FishMoved(from, to, amount);
    }
}

contract PondExchange is FishToken {
    uint256 private constant FEE = 997;

    uint112 public waterReserve;
    uint112 public fishReserve;
    uint32 public lastTime;
    uint256 public priceSum;
    uint256 public totalShares;
    mapping(address => uint256) public shares;
    bool private entered;

    event Poured(address indexed who, uint256 water, uint256 fishIn, uint256 minted);
    event Swapped(address indexed who, bool gaveWater, uint256 amountIn, uint256 amountOut);

    error Expired(uint256 deadline);
    error TooLittle(uint256 out, uint256 wanted);

    constructor(uint256 firstFish) payable {
        fish[address(this)] = firstFish;
        totalFish = firstFish;
        shares[msg.sender] = sqrt(msg.value * firstFish);
        totalShares = shares[msg.sender];
        sync();
    }

    modifier once() {
        require(!entered, "pond is busy");
        entered = true;
        _;
        sync();
        entered = false;
    }

    function pour(uint256 maxFish) external payable once returns (uint256 minted) {
        require(msg.value > 0 && msg.value < 1e30, "no water");
        uint256 needed;
        if (totalShares == 0) {
            needed = maxFish;
            minted = sqrt(msg.value * needed);
        } else {
            needed = msg.value * fishReserve / waterReserve + 1;
            require(needed <= maxFish, "more fish needed");
            minted = msg.value * totalShares / waterReserve;
        }
        require(minted > 0, "a drop too small");
        moveFish(msg.sender, address(this), needed);
        shares[msg.sender] += minted;
        totalShares += minted;
        emit Poured(msg.sender, msg.value, needed, minted);
    }

    function drain(uint256 amount) external once returns (uint256 water, uint256 fishOut) {
        require(amount > 0 && shares[msg.sender] >= amount, "not your water");
        water = uint256(waterReserve) * amount / totalShares;
        fishOut = uint256(fishReserve) * amount / totalShares;
        shares[msg.sender] -= amount;
        totalShares -= amount;
        moveFish(address(this), msg.sender, fishOut);
        send(msg.sender, water);
    }

    function quote(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) public pure returns (uint256) {
        require(reserveIn > 0 && reserveOut > 0, "dry pond");
        uint256 withFee = amountIn * FEE;
        return withFee * reserveOut / (reserveIn * 1000 + withFee);
    }

    function buyFish(uint256 atLeast, uint64 patience) external payable once returns (uint256 out) {
        if (patience > 30 days) revert Expired(block.timestamp);
        out = quote(msg.value, waterReserve, fishReserve);
        if (out == 0 || out < atLeast) revert TooLittle(out, atLeast);
        moveFish(address(this), msg.sender, out);
        emit Swapped(msg.sender, true, msg.value, out);
    }

    function sellFish(uint256 amount, uint256 atLeast) external once returns (uint256 out) {
        out = quote(amount, fishReserve, waterReserve);
        if (out == 0 || out < atLeast) revert TooLittle(out, atLeast);
        moveFish(msg.sender, address(this), amount);
        emit Swapped(msg.sender, false, amount, out);
        send(msg.sender, out);
    }

    function price() external view returns (uint256) {
        return waterReserve == 0 ? 0 : uint256(fishReserve) * 1e6 / waterReserve;
    }

    function averagePrice(uint256 since, uint32 sinceTime) external view returns (uint256) {
        require(lastTime > sinceTime, "no time passed");
        unchecked {
            return (priceSum - since) / (lastTime - sinceTime);
        }
    }

    function donate() external payable once {}

    function sync() private {
        unchecked {
            if (waterReserve != 0) {
                priceSum += uint256(fishReserve) * 1e6 / waterReserve * (uint32(block.timestamp) - lastTime);
            }
        }
        waterReserve = uint112(address(this).balance);
        fishReserve = uint112(fish[address(this)]);
        lastTime = uint32(block.timestamp);
    }

    function send(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "spilled");
    }

    function sqrt(uint256 x) private pure returns (uint256 y) {
        y = x;
        uint256 z = (x >> 1) + (x & 1);
        while (z < y) {
            y = z;
            z = (x / z + z) >> 1;
        }
    }
}
