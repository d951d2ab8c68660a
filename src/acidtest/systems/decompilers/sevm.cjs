// Decompiles the bytecode (hex) on standard input: node sevm.cjs FOLDER, with the files of the
// npm package sevm in FOLDER. Names are from its own offline list, as far as that knows them.
const fs = require("fs");
const path = require("path");

globalThis.self = globalThis; // the bundle is made for browsers
const folder = path.resolve(process.argv[2]);
const { Contract } = require(path.join(folder, "dist", "sevm.js"));
const list = (name) => JSON.parse(fs.readFileSync(path.join(folder, "4bytedb", name), "utf8"));

const contract = new Contract("0x" + fs.readFileSync(0, "utf8").trim());
const functions = list("functionHashes.min.json");
const events = list("eventHashes.min.json");
for (const [selector, made] of Object.entries(contract.functions)) {
  if (selector in functions) made.label = functions[selector];
}
for (const [selector, made] of Object.entries(contract.reverts)) {
  if (selector in functions) made.sig = functions[selector];
}
for (const [topic, made] of Object.entries(contract.events)) {
  if (topic in events) made.sig = events[topic];
}
fs.writeFileSync(1, contract.reduce().solidify());
