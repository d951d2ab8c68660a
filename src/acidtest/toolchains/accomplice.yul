// The contract around a replayed one: caller, receiver, recorder, reentrant.
//
// Commands, from a person's account (the first word says which):
//   0  call the target with the rest of the data and the value, pass on what comes back
//   1  reply so from now on: mode (0 return, 1 revert, 2 return the caller's selector), words
//   2  whenever the target calls, call it back with this data (empty: stop doing so)
// Any other call is recorded as a log [value, data] and answered with the reply. Where a log is
// not allowed (static calls) it is only answered. Code run by delegatecall only records.
object "accomplice" {
  code {
    datacopy(0, dataoffset("runtime"), datasize("runtime"))
    return(0, datasize("runtime"))
  }
  object "runtime" {
    code {
      function target() -> a { a := 0x89eb5891179fb8c2dbd1bb2d7167306aab3a7cd3 }
      // storage: 0 reply mode, 1 reply words, 16… the words; 2 callback size, 64… it; 3 busy

      if eq(address(), target()) {
        mstore(0, callvalue())
        calldatacopy(32, 0, calldatasize())
        log0(0, add(32, calldatasize()))
        mstore(0, 1)
        return(0, 32)
      }

      if eq(caller(), origin()) {
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
      let mode := sload(0)
      if eq(mode, 2) {
        mstore(0, 0)
        calldatacopy(0, 0, 4)
        return(0, 32)
      }
      let words := sload(1)
      for { let i := 0 } lt(i, words) { i := add(i, 1) } {
        mstore(mul(i, 32), sload(add(16, i)))
      }
      if mode { revert(0, mul(words, 32)) }
      return(0, mul(words, 32))
    }
  }
}
