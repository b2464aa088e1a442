// Takes the place of GitHub's command in the pages: it downloads the artifact of a run, and verifies an attestation of an existing file.
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

const [world, ...args] = process.argv.slice(2);
const options = { name: { type: "string" }, dir: { type: "string" }, repo: { type: "string" } };
const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
const command = positionals.slice(0, 2).join(" ");
const file = positionals[2];
if (command === "run download" && values.dir !== undefined && values.name === "analytics-run") {
  if (existsSync(values.dir) && readdirSync(values.dir).length > 0) throw new Error(`${values.dir} is not empty`);
  mkdirSync(values.dir, { recursive: true });
  cpSync(path.join(world, values.name), values.dir, { recursive: true });
} else if (command !== "attestation verify" || file === undefined || !existsSync(file)) {
  throw new Error(`gh ${args.join(" ")} is no command of the pages`);
}
