import path from "node:path";
import { type Bundle, isBundled, writeBundle } from "../../.ci/bundle.ts";

const folder = import.meta.dirname;
const command: Bundle = {
  folder,
  entry: "src/main.ts",
  dist: path.join(folder, "dist"),
  target: "node22",
  mode: 0o755,
};

/** Bundles the command into `dist/` unless that is newer than everything that it was made from. A command loads no other's code. */
export async function ensureBuilt(): Promise<void> {
  if (!isBundled(command, import.meta.filename)) await writeBundle(command);
}

if (import.meta.main) await writeBundle(command);
