import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./steps.ts";
import { namesToRename } from "./unique-names-left.ts";

/** Names that two files may define, each with its reason. At most 20. */
const exceptions: Readonly<Record<string, string>> = {};

const definition =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;

/** The files that define each exported name. */
function definitions(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync("packages/*/src/**/*.ts", { cwd: root }).sort()) {
    if (file.endsWith(".test.ts")) continue;
    const text = readFileSync(path.join(root, file), "utf8");
    // Overloads of one function are one definition.
    for (const name of new Set([...text.matchAll(definition)].map(([, name = ""]) => name))) {
      found.set(name, [...(found.get(name) ?? []), file]);
    }
  }
  return found;
}

describe("exported names", () => {
  const names = definitions();
  const repeated = [...names].filter(([, files]) => files.length > 1);

  it("are found in the sources", () => {
    expect(names.size).toBeGreaterThan(1500);
  });

  it("are defined once", () => {
    const unexpected = repeated.filter(([name]) => !(name in exceptions) && !namesToRename.includes(name));
    expect(unexpected.map(([name, files]) => `${name}: ${files.join(", ")}`)).toEqual([]);
  });

  it("have at most 20 exceptions, and each exception is needed", () => {
    const unneeded = Object.keys(exceptions).filter((name) => !repeated.some(([other]) => other === name));
    expect(unneeded).toEqual([]);
    expect(Object.keys(exceptions).length).toBeLessThanOrEqual(20);
  });
});
