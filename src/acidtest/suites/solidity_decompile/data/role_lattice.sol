// SPDX-License-Identifier: Apache-2.0
// topic: inheritance
// difficulty: hard
// exercises: diamond inheritance with super, role bitmaps, admin masks, abstract hooks, modifiers with arguments, timelocked admin change, virtual getters
// contract: RoleLattice
// constructor: ["0x1000000000000000000000000000000000000002", 86400]
pragma solidity ^0.8.24;

abstract contract Journal {
    uint256 public entries;
    bytes32 public journalHash;

    event Entry(uint256 indexed number, string what, address who);

    function note(string memory what, address who) internal {
        entries++;
        journalHash = keccak256(abi.encodePacked(journalHash, what, who));
        emit Entry(entries, what, who);
    }
}

abstract contract Roles is Journal {
    mapping(address => uint256) public rolesOf;
    mapping(uint8 => uint256) public adminMask;

    error Missing(address who, uint8 role);

    modifier needs(uint8 role) {
        if (!hasRole(msg.sender, role)) revert Missing(msg.sender, role);
        _;
    }

    function hasRole(address who, uint8 role) public view virtual returns (bool) {
        return rolesOf[who] >> role & 1 == 1;
    }

    function grantRole(address who, uint8 role) public virtual {
        require(rolesOf[msg.sender] & (adminMask[role] | 1) != 0, "not an admin of this role");
        beforeGrant(who, role);
        rolesOf[who] |= 1 << role;
        note("grant", who);
    }

    function dropRole(uint8 role) public virtual {
        require(hasRole(msg.sender, role), "nothing to drop");
        rolesOf[msg.sender] &= ~(1 << role);
        note("drop", msg.sender);
    }

    function beforeGrant(address who, uint8 role) internal virtual;
}

abstract contract Expiring is Roles {
    mapping(address => mapping(uint8 => uint64)) public expiry;

    function hasRole(address who, uint8 role) public view virtual override returns (bool) {
        uint64 end = expiry[who][role];
        return super.hasRole(who, role) && (end == 0 || block.timestamp < end);
    }

    function limit(address who, uint8 role, uint32 seconds_) external needs(0) {
        require(seconds_ > 0, "expire now? use revoke");
        expiry[who][role] = uint64(block.timestamp) + seconds_;
        note("limit", who);
    }

    function beforeGrant(address who, uint8 role) internal virtual override {
        delete expiry[who][role];
    }
}

abstract contract Counted is Roles {
    mapping(uint8 => uint256) public holders;

    function beforeGrant(address who, uint8 role) internal virtual override {
        require(rolesOf[who] >> role & 1 == 0, "has it");
        holders[role]++;
    }

    function dropRole(uint8 role) public virtual override {
        super.dropRole(role);
        holders[role]--;
    }
}

contract RoleLattice is Expiring, Counted {
    uint8 public constant ROOT = 0;
    uint8 public constant EDITOR = 1;
    uint8 public constant READER = 2;

    uint256 public immutable cooling;
    address public nextRoot;
    uint256 public nextRootAt;
    string public page;
    uint256 public reads;
    mapping(address => mapping(bytes4 => uint256)) public uses;

    modifier counted() {
        _;
        uses[msg.sender][msg.sig]++;
    }

    constructor(address editor, uint256 wait) {
        cooling = wait;
        rolesOf[msg.sender] = 1;
        holders[ROOT] = 1;
        adminMask[READER] = 1 << EDITOR;
        grantRole(editor, EDITOR);
    }

    function beforeGrant(address who, uint8 role) internal override(Expiring, Counted) {
        super.beforeGrant(who, role);
        if (role != ROOT) Expiring.beforeGrant(who, role);
    }

    function hasRole(address who, uint8 role) public view override(Roles, Expiring) returns (bool) {
        if (role == READER && super.hasRole(who, EDITOR)) return true;
        return super.hasRole(who, role);
    }

    function dropRole(uint8 role) public override(Roles, Counted) {
        require(role != ROOT || holders[ROOT] > 1, "last root stays");
        require(rolesOf[msg.sender] >> role & 1 == 1, "not held directly");
        super.dropRole(role);
    }

    function revoke(address who, uint8 role) external needs(ROOT) {
        require(who != msg.sender && rolesOf[who] >> role & 1 == 1, "cannot revoke");
        rolesOf[who] ^= 1 << role;
        holders[role]--;
        note("revoke", who);
    }

    function setAdmins(uint8 role, uint256 mask) external needs(ROOT) {
        adminMask[role] = mask;
        note("admins", msg.sender);
    }

    function join() external counted {
        require(rolesOf[msg.sender] == 0, "you have roles");
        beforeGrant(msg.sender, READER);
        rolesOf[msg.sender] = 1 << READER;
    }

    function edit(string calldata text) external needs(EDITOR) counted {
        require(bytes(text).length <= 64, "one line");
        page = text;
        note("edit", msg.sender);
    }

    function read() external needs(READER) counted returns (string memory) {
        reads++;
        return page;
    }

    function proposeRoot(address who) external needs(ROOT) {
        nextRoot = who;
        nextRootAt = block.timestamp + cooling;
    }

    function acceptRoot() external {
        require(nextRoot != address(0) && block.timestamp >= nextRootAt, "not yet");
        address who = nextRoot;
        nextRoot = address(0);
        beforeGrant(who, ROOT);
        rolesOf[who] |= 1;
        note("root", who);
    }
}
