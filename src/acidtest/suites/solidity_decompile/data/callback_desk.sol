// SPDX-License-Identifier: Apache-2.0
// topic: external calls
// difficulty: medium
// exercises: try/catch of calls to the caller, static and plain low-level calls, revert data forwarding, panics caught
// contract: CallbackDesk
// value: 1000000
pragma solidity ^0.8.24;

interface ICustomer {
    function greet(uint256 ticket) external returns (uint256);
}

contract CallbackDesk {
    enum Outcome { None, Answered, Reason, Panic, Raw, NoCode }

    uint256 public tickets;
    mapping(uint256 => Outcome) public outcomes;
    mapping(address => uint256) public answers;
    bytes public lastData;

    event Served(uint256 indexed ticket, address indexed customer, Outcome outcome);

    error Bounced(address target, bytes reason);

    constructor() payable {}

    receive() external payable {}

    function ring() external returns (Outcome o) {
        uint256 t = ++tickets;
        o = ask(msg.sender, t);
        outcomes[t] = o;
        emit Served(t, msg.sender, o);
    }

    function ringFor(address customer) external returns (Outcome o) {
        require(customer != address(this), "talking to myself");
        uint256 t = ++tickets;
        o = ask(customer, t);
        outcomes[t] = o;
        emit Served(t, customer, o);
    }

    function relay(address target, bytes calldata data) external payable returns (bytes memory) {
        require(target != address(this), "no loops");
        (bool ok, bytes memory result) = target.call{value: msg.value}(data);
        if (!ok) revert Bounced(target, result);
        lastData = result;
        return result;
    }

    function inspect(address target, bytes4 selector) external view returns (bool ok, uint256 word) {
        bytes memory result;
        (ok, result) = target.staticcall(abi.encodeWithSelector(selector, msg.sender));
        if (result.length >= 32) word = abi.decode(result, (uint256));
    }

    function pay(address payable to, uint16 amount) external returns (bool sent) {
        (sent, ) = to.call{value: amount}("");
    }

    function divide(uint256 a, uint256 b) external pure returns (uint256) {
        require(a >= b, "fraction");
        return a / b;
    }

    function safeDivide(uint256 a, uint256 b) external view returns (uint256 q, string memory why, uint256 code) {
        try this.divide(a, b) returns (uint256 r) {
            q = r;
        } catch Error(string memory reason) {
            why = reason;
        } catch Panic(uint256 c) {
            code = c;
        }
    }

    function ask(address customer, uint256 t) private returns (Outcome) {
        if (customer.code.length == 0) return Outcome.NoCode;
        try ICustomer(customer).greet(t) returns (uint256 answer) {
            answers[customer] = answer;
            return Outcome.Answered;
        } catch Error(string memory) {
            return Outcome.Reason;
        } catch Panic(uint256) {
            return Outcome.Panic;
        } catch (bytes memory raw) {
            lastData = raw;
            return Outcome.Raw;
        }
    }
}
