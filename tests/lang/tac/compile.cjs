// Writes fixtures.json: node compile.cjs FOLDER, with npm's solc in FOLDER/node_modules as
// solc (0.8), solc4 (0.4.26) and solc5 (0.5.17).
const fs = require("fs");
const path = require("path");

const modules = path.join(path.resolve(process.argv[2]), "node_modules");
const here = __dirname;
const wanted = [
  ["Ledger", "solc", [[0, 0], [1, 0], [1, 1]]],
  ["Words", "solc", [[0, 0], [1, 1]]],
  ["Shapes", "solc", [[0, 0], [1, 0], [1, 1]]],
  ["Old", "solc4", [[0, 0], [1, 0]]],
  ["Old", "solc5", [[1, 0]]],
];
const fixtures = [];
for (const [name, compiler, modes] of wanted) {
  const solc = require(path.join(modules, compiler));
  const content = fs.readFileSync(path.join(here, "contracts", name + ".sol"), "utf8");
  for (const [optimised, viaIR] of modes) {
    const settings = {
      optimizer: { enabled: !!optimised, runs: 200 },
      outputSelection: { "*": { "*": ["abi", "evm.deployedBytecode.object"] } },
    };
    if (viaIR) settings.viaIR = true;
    if (compiler === "solc") {
      settings.evmVersion = "cancun";
      settings.metadata = { appendCBOR: false };
    }
    const input = { language: "Solidity", sources: { "a.sol": { content } }, settings };
    const compile = solc.compileStandardWrapper || solc.compile; // the first is 0.4's
    const output = JSON.parse(compile(JSON.stringify(input)));
    for (const error of output.errors || []) {
      if (error.severity === "error") throw new Error(error.formattedMessage);
    }
    const made = output.contracts["a.sol"][name];
    fixtures.push({
      name,
      compiler: solc.version().split("+")[0],
      mode: viaIR ? "via-ir" : optimised ? "optimised" : "plain",
      functions: Object.fromEntries(
        made.abi
          .filter((entry) => entry.type === "function")
          .map((entry) => [entry.name, entry.inputs.map((input) => input.type)])
      ),
      runtime: made.evm.deployedBytecode.object,
    });
  }
}
const lines = fixtures.map((fixture) => JSON.stringify(fixture));
fs.writeFileSync(path.join(here, "fixtures.json"), "[\n" + lines.join(",\n") + "\n]\n");
