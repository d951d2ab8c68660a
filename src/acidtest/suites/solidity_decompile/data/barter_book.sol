// SPDX-License-Identifier: Apache-2.0
// topic: order book
// difficulty: hard
// exercises: price-sorted linked lists on two sides, matching loop, partial fills, internal balances of two assets, nested mapping by enum
// contract: BarterBook
// constructor: [1000]
pragma solidity ^0.8.24;

contract BarterBook {
    enum Side { Buy, Sell }
    enum Good { Grain, Salt }

    struct Order {
        address trader;
        uint64 price;
        uint64 quantity;
        Side side;
        uint32 next;
    }

    mapping(address => mapping(Good => uint256)) public stock;
    mapping(uint32 => Order) private orders;
    mapping(Side => uint32) public head;
    mapping(Side => uint256) public depth;
    uint32 public lastId;
    uint256 public traded;
    uint64 public lastPrice;

    event Placed(uint32 indexed id, address indexed trader, Side side, uint64 price, uint64 quantity);
    event Matched(uint32 indexed maker, address indexed taker, uint64 price, uint64 quantity);
    event Withdrawn(uint32 indexed id);

    error NotEnough(Good good, uint256 have, uint256 need);

    constructor(uint256 welcome) {
        stock[msg.sender][Good.Grain] = welcome * 1000;
        stock[msg.sender][Good.Salt] = welcome * 1000;
        insert(Side.Sell, 12, 50);
        insert(Side.Buy, 9, 50);
    }

    function gather(Good good, uint32 amount) external {
        stock[msg.sender][good] += amount;
    }

    function give(address to, Good good, uint256 amount) external {
        take(msg.sender, good, amount);
        stock[to][good] += amount;
    }

    // Buys and sells grain; the price is salt for one unit of grain.
    function place(Side side, uint64 price, uint64 quantity) external returns (uint32 id, uint64 left) {
        require(price > 0 && price < 1e9 && quantity > 0 && quantity < 1e9, "silly order");
        require(depth[side] < 40, "book is full");
        left = matchOrder(side, price, quantity);
        if (left > 0) {
            if (side == Side.Buy) take(msg.sender, Good.Salt, uint256(price) * left);
            else take(msg.sender, Good.Grain, left);
            id = insert(side, price, left);
        }
    }

    function cancel(uint32 id) external {
        Order memory o = orders[id];
        require(o.trader == msg.sender && o.quantity > 0, "not your order");
        uint32 at_ = head[o.side];
        if (at_ == id) {
            head[o.side] = o.next;
        } else {
            while (orders[at_].next != id) at_ = orders[at_].next;
            orders[at_].next = o.next;
        }
        depth[o.side]--;
        delete orders[id];
        if (o.side == Side.Buy) stock[msg.sender][Good.Salt] += uint256(o.price) * o.quantity;
        else stock[msg.sender][Good.Grain] += o.quantity;
        emit Withdrawn(id);
    }

    function best(Side side) public view returns (uint64 price, uint64 quantity) {
        Order storage o = orders[head[side]];
        return (o.price, o.quantity);
    }

    function spread() external view returns (int256) {
        require(head[Side.Buy] != 0 && head[Side.Sell] != 0, "one side is empty");
        (uint64 bid, ) = best(Side.Buy);
        (uint64 ask, ) = best(Side.Sell);
        return int256(uint256(ask)) - int256(uint256(bid));
    }

    function orderInfo(uint32 id) external view returns (Order memory) {
        return orders[id];
    }

    function levels(Side side) external view returns (uint64[] memory prices, uint64[] memory quantities) {
        uint256 n = depth[side];
        prices = new uint64[](n);
        quantities = new uint64[](n);
        uint32 id = head[side];
        for (uint256 i = 0; i < n; i++) {
            prices[i] = orders[id].price;
            quantities[i] = orders[id].quantity;
            id = orders[id].next;
        }
    }

    function matchOrder(Side side, uint64 price, uint64 quantity) private returns (uint64) {
        Side other = side == Side.Buy ? Side.Sell : Side.Buy;
        while (quantity > 0 && head[other] != 0) {
            uint32 id = head[other];
            Order storage o = orders[id];
            if (side == Side.Buy ? o.price > price : o.price < price) break;
            uint64 fill = quantity < o.quantity ? quantity : o.quantity;
            uint256 salt = uint256(o.price) * fill;
            if (side == Side.Buy) {
                take(msg.sender, Good.Salt, salt);
                stock[msg.sender][Good.Grain] += fill;
                stock[o.trader][Good.Salt] += salt;
            } else {
                take(msg.sender, Good.Grain, fill);
                stock[msg.sender][Good.Salt] += salt;
                stock[o.trader][Good.Grain] += fill;
            }
            emit Matched(id, msg.sender, o.price, fill);
            traded += fill;
            lastPrice = o.price;
            quantity -= fill;
            o.quantity -= fill;
            if (o.quantity == 0) {
                head[other] = o.next;
                depth[other]--;
                delete orders[id];
            }
        }
        return quantity;
    }

    function insert(Side side, uint64 price, uint64 quantity) private returns (uint32 id) {
        id = ++lastId;
        uint32 before;
        uint32 at_ = head[side];
        while (at_ != 0 && (side == Side.Buy ? orders[at_].price >= price : orders[at_].price <= price)) {
            before = at_;
            at_ = orders[at_].next;
        }
        orders[id] = Order(msg.sender, price, quantity, side, at_);
        if (before == 0) head[side] = id;
        else orders[before].next = id;
        depth[side]++;
        emit Placed(id, msg.sender, side, price, quantity);
    }

    function take(address from, Good good, uint256 amount) private {
        uint256 have = stock[from][good];
        if (have < amount) revert NotEnough(good, have, amount);
        stock[from][good] = have - amount;
    }
}
