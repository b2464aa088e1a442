import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Bundle, isBundled, replaceFile, writeBundle } from "../../.ci/build/bundle.ts";

const folder = import.meta.dirname;

/** The command as npm installs it. */
export const command: Bundle = {
  folder,
  entry: "src/main.ts",
  dist: path.join(folder, "dist"),
  target: "node22",
  mode: 0o755,
  // It has machine code.
  external: ["@napi-rs/keyring"],
  // `yaml` offers Node only its CommonJS form, whose `require` an ES module does not have. Its other form is an ES module.
  alias: { yaml: path.resolve(fileURLToPath(import.meta.resolve("yaml")), "../../browser/index.js") },
};

/** Bundles the command into `dist/` unless that is newer than everything that it was made from. A command loads no other's code. */
export async function ensureBuilt(): Promise<void> {
  copySchemas();
  if (!isBundled(command, import.meta.filename)) await writeBundle(command);
}

/** Puts the schemas that the schema of the output refers to beside it: the package of the command has no other package with them. */
function copySchemas(): void {
  const schemas = path.join(folder, "schemas");
  const output = readFileSync(path.join(schemas, "output.schema.json"), "utf8");
  for (const name of new Set(Array.from(output.matchAll(/"\$ref": "([^#"]+\.json)/g), ([, file = ""]) => file)))
    copyWhole(path.join(folder, "../core/schemas", name), path.join(schemas, name));
}

/** Copies a file unless the target has its content: tests that run side by side read it. */
function copyWhole(source: string, target: string): void {
  const content = readFileSync(source, "utf8");
  if (!existsSync(target) || readFileSync(target, "utf8") !== content) replaceFile(target, content);
}

if (import.meta.main) {
  copySchemas();
  await writeBundle(command);
}
