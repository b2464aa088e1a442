// Takes the place of npx in the examples: it finds the programs of the project on the path, and fetches nothing.
import { spawnSync } from "node:child_process";

const args = process.argv.slice(2);
while (args[0]?.startsWith("-")) args.shift();
const [name = "", ...rest] = args;
const command =
  name === "@analytics-engines/cli" ? "analytics-engines" : name.replace("@analytics-engines/", "analytics-engines-");
const { status, error } = spawnSync(command, rest, { stdio: "inherit" });
if (error !== undefined) console.error(`npx: ${error.message}`);
process.exit(status ?? 2);
