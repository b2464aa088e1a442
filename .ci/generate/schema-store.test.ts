import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { familyIds } from "../../packages/core/src/basics.ts";
import { readManifest } from "../release/npm-packages.ts";
import { root } from "../steps.ts";
import catalog from "./schemastore.json" with { type: "json" };

const { version } = readManifest("core");
const schemas = globSync("packages/core/schemas/*.json", { cwd: root }).map((file) => file.replaceAll("\\", "/"));

/** The schemas that an editor with the catalog uses for a file. */
function schemasOf(file: string): readonly string[] {
  return catalog
    .filter(({ fileMatch }) =>
      fileMatch.some((glob) => path.matchesGlob(file, glob.includes("/") ? glob : `**/${glob}`)),
    )
    .map(({ url }) => path.posix.basename(url));
}

it.each(schemas)("%s has its address at the tag of the version as its id", (file) => {
  const { $id } = JSON.parse(readFileSync(path.join(root, file), "utf8"));
  const tag = `https://raw.githubusercontent.com/analytics-engines/analytics-engines/v${version}/`;
  expect($id).toBe(`${tag}${file}`);
});

describe("the entries for SchemaStore", () => {
  it("lead to schemas that there are, each by the id of the schema, also by version", () => {
    const ids = schemas.map((file) => JSON.parse(readFileSync(path.join(root, file), "utf8")).$id);
    for (const { url, versions } of catalog) {
      expect(ids).toContain(url);
      expect(versions).toEqual({ [version]: url });
    }
    expect(new Set(catalog.map(({ name }) => name)).size).toBe(catalog.length);
    expect(new Set(catalog.map(({ url }) => url)).size).toBe(catalog.length);
  });

  it.each([
    ...familyIds.flatMap((id) => [
      [`parameters/weights.${id}.json`, `${id}.schema.json`],
      [`book/parameters/risk/2026/weights.${id}.json`, `${id}.schema.json`],
      [`weights.${id}.sweep.json`, "sweep.schema.json"],
      [`parameters/weights.${id}.sweep.json`, "sweep.schema.json"],
    ]),
    ["analytics-engines.json", "project.schema.json"],
    ["book/analytics-engines.json", "project.schema.json"],
    ["parameters/limits.checks.json", "checks.schema.json"],
    ["analytics-run/manifest.json", "manifest.schema.json"],
  ])("give %s the schema %s alone", (file, schema) => {
    expect(schemasOf(file)).toEqual([schema]);
  });

  it("give the example of each family its schema, once it is among the parameters of a repository", () => {
    const examples = globSync("docs/examples/*.*.json", { cwd: root }).map((file) => path.basename(file));
    expect(examples.length).toBeGreaterThanOrEqual(familyIds.length);
    for (const name of examples)
      expect(schemasOf(`parameters/${name}`)).toEqual([`${name.split(".").at(-2)}.schema.json`]);
  });

  it.each([
    "src/i18n/messages.fi.json",
    "locales/common.pa.json",
    "keys/ed25519.pub.json",
    "credentials.vault.json",
    "model.quant.json",
    "song.bpm.json",
    "questions.spar.json",
    "users.sweep.json",
    "sweep.json",
    "fixtures/task.checks.json",
    "checks.json",
    "manifest.json",
    "public/manifest.json",
    "package.json",
    "parameters.json",
    "parameters/dev.json",
    "parameters/weights.pa.jsonc",
    "my-analytics-engines.json",
  ])("leave alone %s, which others have", (file) => {
    expect(schemasOf(file)).toEqual([]);
  });
});
