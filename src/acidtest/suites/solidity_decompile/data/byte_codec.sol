// SPDX-License-Identifier: Apache-2.0
// topic: dynamic arrays and bytes
// difficulty: hard
// exercises: nested dynamic arrays, abi encode and decode round trips, variable-length integers, run lengths, storage bytes editing, matrix product, calldata slices
// contract: ByteCodec
pragma solidity ^0.8.24;

contract ByteCodec {
    struct Item {
        uint16 id;
        bytes payload;
        int32[] marks;
    }

    bytes public tape;
    uint256[][] private rows;
    Item[] private items;
    mapping(bytes32 => uint256[]) private index;

    event Put(uint256 indexed position, bytes32 indexed hash, bytes payload);
    event Rowed(uint256[] row);

    error Truncated(uint256 at_);

    constructor() {
        rows.push([uint256(1), 2, 3]);
        rows.push([uint256(5), 8]);
        tape = hex"0180027f";
    }

    function writeVarint(uint64 value) public returns (uint256 used) {
        require(tape.length < 400, "tape is full");
        while (value >= 0x80) {
            tape.push(bytes1(uint8(value) | 0x80));
            value >>= 7;
            used++;
        }
        tape.push(bytes1(uint8(value)));
        used++;
    }

    function readVarints(bytes calldata data) public pure returns (uint64[] memory values) {
        require(data.length <= 100, "too long");
        uint256 n;
        for (uint256 i = 0; i < data.length; i++) if (uint8(data[i]) < 0x80) n++;
        values = new uint64[](n);
        uint256 at_;
        for (uint256 k = 0; k < n; k++) {
            uint256 shift;
            uint256 v;
            uint8 b;
            do {
                b = uint8(data[at_++]);
                v |= uint256(b & 0x7f) << shift;
                shift += 7;
            } while (b >= 0x80);
            values[k] = uint64(v);
        }
        if (at_ < data.length) revert Truncated(at_);
    }

    function poke(uint256 position, bytes1 value) external {
        tape[position] = value;
    }

    function rewind(uint8 count) external {
        require(count <= tape.length, "short tape");
        for (uint256 i = 0; i < count; i++) tape.pop();
    }

    function tapeSlice(uint256 from, uint256 to) external view returns (bytes memory out) {
        require(from <= to && to <= tape.length, "bad slice");
        out = new bytes(to - from);
        for (uint256 i = from; i < to; i++) out[i - from] = tape[i];
    }

    function addRow(uint256[] calldata row) external returns (uint256) {
        require(row.length <= 6 && rows.length < 30, "too big");
        rows.push(row);
        emit Rowed(row);
        return rows.length;
    }

    function cell(uint256 r, uint256 c) external view returns (uint256) {
        return rows[r][c];
    }

    function shape() external view returns (uint256[] memory widths) {
        widths = new uint256[](rows.length);
        for (uint256 i = 0; i < rows.length; i++) widths[i] = rows[i].length;
    }

    function flatten() external view returns (uint256[] memory flat) {
        uint256 n;
        for (uint256 i = 0; i < rows.length; i++) n += rows[i].length;
        flat = new uint256[](n);
        n = 0;
        for (uint256 i = 0; i < rows.length; i++) {
            for (uint256 j = 0; j < rows[i].length; j++) flat[n++] = rows[i][j];
        }
    }

    function put(Item calldata item) external returns (uint256 position) {
        require(item.payload.length <= 128 && item.marks.length <= 8, "too big");
        position = items.length;
        items.push();
        Item storage s = items[position];
        s.id = item.id;
        s.payload = item.payload;
        s.marks = item.marks;
        bytes32 h = keccak256(item.payload);
        index[h].push(position);
        emit Put(position, h, item.payload);
    }

    function get(uint256 position) external view returns (Item memory) {
        return items[position];
    }

    function find(bytes calldata payload) external view returns (uint256[] memory) {
        return index[keccak256(payload)];
    }

    function pack(Item[] calldata many) external pure returns (bytes memory) {
        require(many.length <= 5, "five at most");
        return abi.encode(uint8(1), many);
    }

    function roundTrip(uint16 id, bytes calldata payload, int32[] calldata marks) external pure returns (bytes32 hash, uint256 length) {
        require(payload.length <= 128 && marks.length <= 8, "too big");
        bytes memory wire = abi.encode(Item(id, payload, marks));
        Item memory back = abi.decode(wire, (Item));
        require(back.id == id && back.marks.length == marks.length, "lost in transit");
        return (keccak256(back.payload), wire.length);
    }

    function unpackWords(bytes calldata data) external pure returns (uint256 a, int128 b, bool c) {
        require(data.length >= 64, "two words");
        a = uint256(bytes32(data[0:32]));
        b = int128(uint128(bytes16(data[32:48])));
        c = data[63] != 0;
    }

    function multiply(int64[2][2] calldata a, int64[2][2] calldata b) external pure returns (int256[2][2] memory m) {
        for (uint256 i = 0; i < 2; i++) {
            for (uint256 j = 0; j < 2; j++) {
                for (uint256 k = 0; k < 2; k++) m[i][j] += int256(a[i][k]) * b[k][j];
            }
        }
    }

    function dedupe(uint8[] memory values) external pure returns (uint8[] memory out) {
        require(values.length <= 40, "too many");
        uint256 seen;
        uint256 n;
        for (uint256 i = 0; i < values.length; i++) {
            uint256 bit = 1 << values[i];
            if (seen & bit == 0) {
                seen |= bit;
                values[n++] = values[i];
            }
        }
        out = new uint8[](n);
        for (uint256 i = 0; i < n; i++) out[i] = values[i];
    }
}
