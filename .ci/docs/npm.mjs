// Takes the place of npm in the examples: it checks that scripts and packages exist. It runs and fetches nothing. A package of this project
// becomes available where npm would install it, as it was packed: beside the reader's files, or with --global as a command in GLOBAL_BIN.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";

const [root, packed, command, ...args] = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith("-"));
const manifest = (folder) => JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
const known =
  command === "run" || command === "test"
    ? Object.keys(manifest(root).scripts)
    : readdirSync(path.join(root, "packages")).map((name) => manifest(path.join(root, "packages", name)).name);
const unknown = (command === "test" ? ["test"] : names.slice(0, command === "run" ? 1 : undefined)).filter(
  (name) => !known.includes(name),
);
if (unknown.length > 0) {
  console.error(`npm ${command}: there is no ${unknown.join(", ")}`);
  process.exit(2);
}
if (command === "install") {
  const { COMMANDS, GLOBAL_BIN } = process.env;
  for (const name of names.map((each) => each.replace("@analytics-engines/", ""))) {
    if (args.includes("--global")) {
      if (GLOBAL_BIN) cpSync(path.join(COMMANDS, name), GLOBAL_BIN, { recursive: true });
      continue;
    }
    const scope = path.resolve("node_modules/@analytics-engines");
    mkdirSync(scope, { recursive: true });
    if (!existsSync(path.join(scope, name))) symlinkSync(path.join(packed, name), path.join(scope, name));
  }
}
