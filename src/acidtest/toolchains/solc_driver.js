// Keeps one solc loaded and answers requests, a line of JSON each.
//
// node solc_driver.js SOLJSON: prints {"version": …}, then for each line that is a standard JSON
// input prints solc's standard JSON output on one line. No callback is given, so that an import of
// anything fails inside solc. When solc itself breaks the process ends: its memory is not to be
// trusted after that.
"use strict";
const readline = require("readline");
const v8 = require("v8");

// A worker serves many sources: let V8 optimise what is used early (its own default waits longer).
// Before the compiler is loaded; a node that does not know the flag goes on without.
v8.setFlagsFromString("--wasm-tiering-budget=1000000");

// solc's C++ calls whatever may throw through JavaScript, which looks the function up in the
// WebAssembly table each time: a quarter of a compilation. The table never changes (no callback is
// ever added), so each entry is looked up once. The array is filled first: V8 keeps one with holes
// as a dictionary, which is no quicker than the table.
const { get } = WebAssembly.Table.prototype;
let entries = null;
WebAssembly.Table.prototype.get = function (index) {
  entries ??= Array.from({ length: this.length }, () => null);
  return entries[index] || (entries[index] = get.call(this, index));
};
WebAssembly.Table.prototype.set = WebAssembly.Table.prototype.grow = () => {
  throw new Error("the table was thought not to change");
};

const solc = require(process.argv[2]);

function ready() {
  const given = (name, args) => solc.cwrap(name, "string", args);
  const version = given("_solidity_version" in solc ? "solidity_version" : "version", [])();
  const old = !("_solidity_compile" in solc);
  const context = !old && !/^0\.[45]\./.test(version);
  const raw = given(
    old ? "compileStandard" : "solidity_compile",
    context ? ["string", "number", "number"] : ["string", "number"],
  );
  const reset = "_solidity_reset" in solc ? solc.cwrap("solidity_reset", null, []) : () => {};

  function say(text) {
    process.stdout.write(text + "\n");
  }

  say(JSON.stringify({ version }));
  readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
    let output;
    try {
      output = context ? raw(line, 0, 0) : raw(line, 0);
      reset();
    } catch (error) {
      process.stderr.write(`solc broke: ${error}\n`);
      process.exit(70);
    }
    say(JSON.stringify(JSON.parse(output)));
  });
}

if (solc.calledRun || solc.asm || "_solidity_version" in solc || "_version" in solc) ready();
else solc.onRuntimeInitialized = ready;
