import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { familyIds } from "../src/families/families.ts";
import { readParameterFile } from "../src/parameters/index.ts";
import { createWorld } from "./support/world.ts";

/** The text of a snippet's body with the first text in each slot, as an editor inserts it. */
function inserted(body: unknown): string {
  return JSON.stringify(body, null, 2)
    .replace(/"\^\$\{\d+:([^}]*)\}"/g, "$1")
    .replace(/\$\{\d+:([^}]*)\}/g, "$1");
}

describe("the snippet of a whole request", () => {
  it.each(familyIds)("of %s runs on the simulator as it is inserted", async (family) => {
    const schema = JSON.parse(readFileSync(new URL(`../schemas/${family}.schema.json`, import.meta.url), "utf8"));
    const [snippet] = schema.defaultSnippets;
    const { issues, request } = readParameterFile(inserted(snippet.body), { path: `snippet.${family}.json` });
    expect(issues.filter(({ severity }) => severity !== "hint")).toEqual([]);
    const [outcome] = await createWorld().run([{ key: family, family, body: request }]);
    expect(outcome).toMatchObject({ status: "success" });
  });
});
