// Runs `crashRun` in a process of its own. Arguments: base URL, folder. The files come as JSON on the standard input. Prints how it ended.
import { readFileSync } from "node:fs";
import { crashRun } from "./crash-run.ts";

const [baseUrl = "", folder = ""] = process.argv.slice(2);
const ended = await crashRun(baseUrl, folder, JSON.parse(readFileSync(0, "utf8"))).then(
  ({ status }) => ({ status }),
  (error: unknown) => (error instanceof Error ? { error: error.name, message: error.message } : { error: "other" }),
);
process.stdout.write(JSON.stringify(ended));
