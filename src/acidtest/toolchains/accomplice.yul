// The contract around a replayed one: caller, receiver, recorder, reentrant, token, price feed.
//
// Commands, from a person's account (the first word says which):
//   0  call the target with the rest of the data and the value, pass on what comes back
//   1  reply so from now on: mode, words. Modes: 0 return the words, 1 revert with them, 2 return
//      the caller's selector, 3 know the usual functions of tokens, hooks and feeds (and return the
//      words to any other), 4 the same but transfers return nothing, 5 the same but transfers do
//      nothing and return false
//   2  whenever the target calls, call it back with this data (empty: stop doing so)
//   3  create a contract from the rest of the data
// Any other call is recorded as a log [value, data] and answered. Where a log is not allowed
// (static calls) it is only answered. Code run by delegatecall only records.
object "accomplice" {
  code {
    datacopy(0, dataoffset("runtime"), datasize("runtime"))
    return(0, datasize("runtime"))
  }
  object "runtime" {
    code {
      function target() -> a { a := 0x3243fcd0216003c0ec1ccc9ea5450cc6e7a5b0eb }
      // storage: 0 reply mode, 1 reply words, 16… the words; 2 callback size, 64… it; 3 busy;
      // hashes of (kind, account, id): what tokens keep

      if eq(address(), target()) {
        mstore(0, callvalue())
        calldatacopy(32, 0, calldatasize())
        log0(0, add(32, calldatasize()))
        mstore(0, 1)
        return(0, 32)
      }

      if and(eq(caller(), origin()), lt(calldataload(0), 4)) {
        let size := 0
        if gt(calldatasize(), 32) { size := sub(calldatasize(), 32) }
        switch calldataload(0)
        case 0 {
          calldatacopy(0, 32, size)
          let ok := call(gas(), target(), callvalue(), 0, size, 0, 0)
          returndatacopy(0, 0, returndatasize())
          if ok { return(0, returndatasize()) }
          revert(0, returndatasize())
        }
        case 1 {
          sstore(0, calldataload(32))
          let words := 0
          if gt(size, 32) { words := div(sub(size, 32), 32) }
          sstore(1, words)
          for { let i := 0 } lt(i, words) { i := add(i, 1) } {
            sstore(add(16, i), calldataload(add(64, mul(i, 32))))
          }
        }
        case 2 {
          sstore(2, size)
          for { let i := 0 } lt(mul(i, 32), size) { i := add(i, 1) } {
            sstore(add(64, i), calldataload(add(32, mul(i, 32))))
          }
        }
        default {
          calldatacopy(0, 32, size)
          let made := create(callvalue(), 0, size)
          if iszero(made) {
            returndatacopy(0, 0, returndatasize())
            revert(0, returndatasize())
          }
        }
        stop()
      }

      if eq(caller(), address()) {
        calldatacopy(0, 0, calldatasize())
        log0(0, calldatasize())
        stop()
      }

      mstore(0, callvalue())
      calldatacopy(32, 0, calldatasize())
      if lt(gas(), 12000) {
        log0(0, add(32, calldatasize()))
        stop()
      }
      let noted := call(60000, address(), 0, 0, add(32, calldatasize()), 0, 0)
      if and(noted, eq(caller(), target())) {
        let size := sload(2)
        if and(gt(size, 0), iszero(sload(3))) {
          sstore(3, 1)
          for { let i := 0 } lt(mul(i, 32), size) { i := add(i, 1) } {
            mstore(mul(i, 32), sload(add(64, i)))
          }
          let ok := call(gas(), target(), 0, 0, size, 0, 0)
          size := returndatasize()
          if gt(size, 256) { size := 256 }
          returndatacopy(0, 0, size)
          log1(0, size, ok)
          sstore(3, 0)
        }
      }
      let manner := sload(0)
      if eq(manner, 2) {
        mstore(0, 0)
        calldatacopy(0, 0, 4)
        return(0, 32)
      }
      if gt(manner, 2) { known(manner) }
      let words := sload(1)
      for { let i := 0 } lt(i, words) { i := add(i, 1) } {
        mstore(mul(i, 32), sload(add(16, i)))
      }
      if eq(manner, 1) { revert(0, mul(words, 32)) }
      return(0, mul(words, 32))

      function reply(word) {
        mstore(0, word)
        return(0, 32)
      }

      // Everybody but the target starts with 2**128 of everything.
      function place(kind, who, id) -> slot {
        mstore(0, kind)
        mstore(32, who)
        mstore(64, id)
        slot := keccak256(0, 96)
      }

      function balance_of(who, id) -> amount {
        amount := sload(place(1, who, id))
        if iszero(eq(who, target())) { amount := add(amount, shl(128, 1)) }
      }

      function move(from, to, id, amount) {
        if gt(amount, balance_of(from, id)) { revert(0, 0) }
        let slot := place(1, from, id)
        sstore(slot, sub(sload(slot), amount))
        slot := place(1, to, id)
        sstore(slot, add(sload(slot), amount))
      }

      function moved(mode) {
        if eq(mode, 4) { return(0, 0) }
        reply(1)
      }

      function transfer(mode, from, to, id) {
        if eq(mode, 5) { reply(0) }
        move(from, to, not(0), id)
        sstore(place(2, 0, id), to)
        moved(mode)
      }

      // Returns to its caller only if the function is not one of these.
      function known(mode) {
        let a := calldataload(4)
        let b := calldataload(36)
        let c := calldataload(68)
        switch shr(224, calldataload(0))
        case 0x70a08231 { reply(balance_of(a, not(0))) } // balanceOf(address)
        case 0x00fdd58e { reply(balance_of(a, b)) } // balanceOf(address,uint256)
        case 0xa9059cbb { transfer(mode, caller(), a, b) } // transfer(address,uint256)
        case 0x23b872dd { transfer(mode, a, b, c) } // transferFrom(address,address,uint256)
        case 0x42842e0e { transfer(mode, a, b, c) } // safeTransferFrom(address,address,uint256)
        case 0xb88d4fde { transfer(mode, a, b, c) } // safeTransferFrom(…,bytes)
        case 0xf242432a { // safeTransferFrom(address,address,uint256,uint256,bytes)
          move(a, b, c, calldataload(100))
          return(0, 0)
        }
        case 0x095ea7b3 { // approve(address,uint256)
          sstore(place(3, caller(), a), not(b))
          moved(mode)
        }
        case 0xdd62ed3e { reply(not(sload(place(3, a, b)))) } // allowance(address,address)
        case 0x6352211e { // ownerOf(uint256): the caller of the whole until it is moved
          let owner := sload(place(2, 0, a))
          if iszero(owner) { owner := origin() }
          reply(owner)
        }
        case 0xe985e9c5 { reply(1) } // isApprovedForAll(address,address)
        case 0x313ce567 { reply(18) } // decimals()
        case 0x18160ddd { reply(shl(130, 1)) } // totalSupply()
        case 0x01ffc9a7 { reply(iszero(eq(shr(224, a), 0xffffffff))) } // supportsInterface(bytes4)
        case 0x40c10f19 { // mint(address,uint256)
          let slot := place(1, a, not(0))
          sstore(slot, add(sload(slot), b))
          moved(mode)
        }
        case 0x9dc29fac { // burn(address,uint256)
          move(a, 0, not(0), b)
          moved(mode)
        }
        case 0xd0e30db0 { // deposit()
          let slot := place(1, caller(), not(0))
          sstore(slot, add(sload(slot), callvalue()))
          return(0, 0)
        }
        case 0x2e1a7d4d { // withdraw(uint256)
          move(caller(), 0, not(0), a)
          if iszero(call(gas(), caller(), a, 0, 0, 0, 0)) { revert(0, 0) }
          return(0, 0)
        }
        case 0x50d25bcd { reply(200000000000) } // latestAnswer()
        case 0xfeaf968c { // latestRoundData()
          mstore(0, 7)
          mstore(32, 200000000000)
          mstore(64, timestamp())
          mstore(96, timestamp())
          mstore(128, 7)
          return(0, 160)
        }
        case 0x150b7a02 { selector() } // onERC721Received(address,address,uint256,bytes)
        case 0xf23a6e61 { selector() } // onERC1155Received(address,address,uint256,uint256,bytes)
        case 0xbc197c81 { selector() } // onERC1155BatchReceived(…)
        case 0x1626ba7e { selector() } // isValidSignature(bytes32,bytes)
        case 0x23e30c8b { // onFlashLoan(address,address,uint256,uint256,bytes)
          reply(0x439148f0bbc682ca079e46d6e2c2f0c1e3b820f1a291b069d8882abf8cf18dd9)
        }
      }

      function selector() {
        reply(shl(224, shr(224, calldataload(0))))
      }
    }
  }
}
