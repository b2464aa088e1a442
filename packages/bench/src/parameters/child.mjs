// Reads and validates one parameter file several times and prints { milliseconds, peakBytes, problems }.
// Plain JavaScript, so that what Node needs to strip types is not counted as the validator's memory.
// Arguments: `core` or `service` (the JSON language service), the file, how many times.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { peakBytes } from "../children/peak-memory.mjs";

const [validator, file, rounds] = process.argv.slice(2);
const text = readFileSync(file, "utf8");
const validate = validator === "core" ? await withCore() : withLanguageService();

let problems = 0;
const times = [];
for (let round = 0; round < Number(rounds); round++) {
  const started = performance.now();
  problems = await validate();
  times.push(performance.now() - started);
}
// The first third warms up.
const warm = times.slice(Math.floor(times.length / 3)).sort((a, b) => a - b);
const milliseconds = warm[Math.floor(warm.length / 2)];
console.log(JSON.stringify({ milliseconds, peakBytes: peakBytes(), problems }));

async function withCore() {
  const { readParameterFile } = await import("@analytics-engines/core/parameters");
  return () => readParameterFile(text, { family: "pa" }).issues.length;
}

function withLanguageService() {
  // Its module for Node hides what it re-exports from import().
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
