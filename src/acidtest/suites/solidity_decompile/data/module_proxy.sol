// SPDX-License-Identifier: Apache-2.0
// topic: proxies and delegatecall
// difficulty: hard
// exercises: delegatecall to modules created by the constructor, namespaced storage slots, forwarding fallback, self-multicall, assembly return and revert
// contract: ModuleProxy
pragma solidity ^0.8.24;

struct LedgerState {
    uint256 total;
    mapping(address => uint256) points;
    address[] joined;
}

library LedgerSlot {
    // keccak256("module.proxy.ledger")
    bytes32 internal constant SLOT = 0xd9ffd6c8470d79a8a0f75bf62f6a06e3383dfff04cd60c460ddd6c7fae55e486;

    function state() internal pure returns (LedgerState storage s) {
        bytes32 slot = SLOT;
        assembly {
            s.slot := slot
        }
    }
}

interface IModule {
    function award(address who, uint256 points) external returns (uint256);
    function spend(uint256 points) external returns (uint256);
}

contract FlatModule is IModule {
    error Poor(uint256 have, uint256 want);
    event Awarded(address indexed who, uint256 points);
    event Stray(bytes4 selector, uint256 length);

    fallback() external payable {
        emit Stray(msg.sig, msg.data.length);
    }

    function award(address who, uint256 points) external virtual returns (uint256) {
        return add(who, points);
    }

    function spend(uint256 points) external virtual returns (uint256) {
        LedgerState storage s = LedgerSlot.state();
        uint256 have = s.points[msg.sender];
        if (have < points) revert Poor(have, points);
        s.points[msg.sender] = have - points;
        s.total -= points;
        return have - points;
    }

    function add(address who, uint256 points) internal returns (uint256) {
        LedgerState storage s = LedgerSlot.state();
        if (s.points[who] == 0) s.joined.push(who);
        s.points[who] += points;
        s.total += points;
        emit Awarded(who, points);
        return s.points[who];
    }
}

contract BonusModule is FlatModule {
    function award(address who, uint256 points) external override returns (uint256) {
        return add(who, points + points / 10);
    }

    function refund() external returns (uint256) {
        return add(msg.sender, 5);
    }
}

contract ModuleProxy {
    address[2] private modules;
    uint8 public active;
    address public admin;
    uint256 public forwarded;

    event Switched(uint8 indexed to);

    constructor() {
        modules[0] = address(new FlatModule());
        modules[1] = address(new BonusModule());
        admin = msg.sender;
        active = 1;
    }

    modifier adminOnly() {
        require(msg.sender == admin, "admin only");
        _;
    }

    function useModule(uint8 which) external adminOnly {
        require(which < modules.length, "two modules");
        active = which;
        emit Switched(which);
    }

    function setAdmin(address next) external adminOnly {
        require(next != address(0), "no admin");
        admin = next;
    }

    function award(address who, uint64 points) external returns (uint256) {
        bytes memory out = delegate(abi.encodeCall(IModule.award, (who, points)));
        return abi.decode(out, (uint256));
    }

    function spend(uint256 points) external returns (uint256) {
        return abi.decode(delegate(abi.encodeCall(IModule.spend, (points))), (uint256));
    }

    function trySpend(uint256 points) external returns (bool ok, bytes memory out) {
        (ok, out) = modules[active].delegatecall(abi.encodeCall(IModule.spend, (points)));
    }

    function claimRefund() external returns (uint256) {
        require(active == 1, "flat module has no refunds");
        return abi.decode(delegate(abi.encodeWithSignature("refund()")), (uint256));
    }

    function batch(bytes[] calldata calls) external returns (bytes[] memory results) {
        require(calls.length <= 8, "too many");
        results = new bytes[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool ok, bytes memory out) = address(this).delegatecall(calls[i]);
            if (!ok) bubble(out);
            results[i] = out;
        }
    }

    function pointsOf(address who) external view returns (uint256) {
        return LedgerSlot.state().points[who];
    }

    function totals() external view returns (uint256 total, uint256 members) {
        LedgerState storage s = LedgerSlot.state();
        return (s.total, s.joined.length);
    }

    function people(uint256 from, uint256 count) external view returns (address[] memory page) {
        address[] storage all = LedgerSlot.state().joined;
        require(from <= all.length, "past the end");
        uint256 n = all.length - from < count ? all.length - from : count;
        page = new address[](n);
        for (uint256 i = 0; i < n; i++) page[i] = all[from + i];
    }

    fallback() external payable {
        forwarded++;
        address module = modules[active];
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), module, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }

    receive() external payable {
        forwarded += msg.value;
    }

    function delegate(bytes memory data) private returns (bytes memory) {
        (bool ok, bytes memory out) = modules[active].delegatecall(data);
        if (!ok) bubble(out);
        return out;
    }

    function bubble(bytes memory out) private pure {
        assembly {
            revert(add(out, 0x20), mload(out))
        }
    }
}
