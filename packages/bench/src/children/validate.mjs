// Reads and validates one parameter file several times. Plain JavaScript, so that the memory does not include that of Node's TypeScript
// parser. Arguments: `core`, `service` (the JSON language service) or `nothing`, which only reads the text; the file; how many times.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { printFigures } from "./peak-memory.mjs";

const [validator, file, rounds] = process.argv.slice(2);
const text = readFileSync(file, "utf8");
const validators = { core: withCore, service: withLanguageService, nothing: () => () => 0 };
const validate = await validators[validator]();

let problems = 0;
const times = [];
for (let round = 0; round < Number(rounds); round++) {
  const started = performance.now();
  problems = await validate();
  times.push(performance.now() - started);
}
// The first third of the rounds warms up.
const warm = times.slice(Math.floor(times.length / 3)).sort((a, b) => a - b);
const milliseconds = warm[Math.floor(warm.length / 2)];
printFigures({ milliseconds, problems });

async function withCore() {
  const { readParameterFile } = await import("@analytics-engines/core/parameters");
  return () => readParameterFile(text, { family: "pa" }).issues.length;
}

function withLanguageService() {
  // import() does not see the re-exports of its module for Node.
  const { getLanguageService, TextDocument } = createRequire(import.meta.url)("vscode-json-languageservice");
  const service = getLanguageService({});
  const uri = "https://analytics-engines.example/schemas/pa.schema.json";
  const schema = JSON.parse(readFileSync(new URL("../../../core/schemas/pa.schema.json", import.meta.url), "utf8"));
  service.configure({ validate: true, schemas: [{ uri, fileMatch: ["*.pa.json"], schema }] });
  let version = 0;
  return async () => {
    const document = TextDocument.create("file:///weights.pa.json", "json", ++version, text);
    const found = await service.doValidation(document, service.parseJSONDocument(document));
    return found.length;
  };
}
