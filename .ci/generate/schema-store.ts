import { readFileSync } from "node:fs";
import { families, familyIds } from "../../packages/core/src/basics.ts";

const manifest = new URL("../../packages/core/package.json", import.meta.url);
const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest, "utf8"));

/**
 * The address of a schema of this version, which is its id: the file of `packages/core/schemas` at the tag of the release, which nobody can
 * move. `name` is the name of the file without its ending.
 */
export function schemaAddress(name: string): string {
  return `https://raw.githubusercontent.com/analytics-engines/analytics-engines/v${version}/packages/core/schemas/${name}.schema.json`;
}

/**
 * The entries for the catalog of SchemaStore, which editors download. A pattern must not match files of others: `messages.fi.json` is often
 * Finnish, `key.pub.json` a public key, and `*.checks.json` and `*.sweep.json` belong to several tools. So the patterns name the folder
 * `parameters`, or a name that only our files have.
 */
export const schemaStoreEntries = [
  entry("project", "project file", ["analytics-engines.json"]),
  entry(
    "sweep",
    "sweep",
    familyIds.map((id) => `*.${id}.sweep.json`),
  ),
  entry("checks", "checks on numbers", ["**/parameters/**/*.checks.json"]),
  entry("manifest", "manifest of a run folder", ["**/analytics-run/manifest.json"]),
  ...familyIds.map((id) => entry(id, `parameters of ${families[id].title} (${id})`, [`**/parameters/**/*.${id}.json`])),
];

function entry(name: string, content: string, fileMatch: readonly string[]) {
  return {
    name: `Analytics Engines ${name}`,
    description: `Analytics Engines: ${content}`,
    fileMatch,
    url: schemaAddress(name),
    versions: { [version]: schemaAddress(name) },
  };
}
