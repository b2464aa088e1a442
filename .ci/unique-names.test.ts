import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./steps.ts";

const schemaOrParser =
  "a schema of parameters in families, a parser of a manifest in runs: both read as the type that they make";

/** Names that two files may define, each with its reason. At most 20. */
const exceptions: Readonly<Record<string, string>> = {
  flag: schemaOrParser,
  list: schemaOrParser,
  number: schemaOrParser,
  object: schemaOrParser,
  optional: schemaOrParser,
  text: schemaOrParser,
  count: "a parser of a manifest in runs; a number with its noun in core",
  property: "a member of any value in core; a member with its place in a parser of runs",
  Column: "a column of a table; a column of the service's catalogue, whose model has the name of the service",
  CompareOptions: "options of the comparison in core; options of the command `compare`",
  RunContext: "what a run of jobs needs; what a run of the Action needs besides",
  settingsOf: "settings of the Action; settings of the simulator",
  tablesToJson: "JSON for users of the command; JSON for the page of the viewer",
};

/** The most files that define a name with an exception. */
const MAX_DEFINITIONS = 2;

const definition =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;

const renaming = /^export (?:type )?\{[^}]*?\b(?!default\b)([\w$]+ as [\w$]+)/gm;

/** The sources without tests, and their texts. */
const sources = globSync("packages/*/src/**/*.ts", { cwd: root })
  .filter((file) => !file.endsWith(".test.ts"))
  .sort()
  .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));

/** The files that define each exported name. */
function definitions(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { file, text } of sources) {
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
    const unexpected = repeated.filter(([name, files]) => !(name in exceptions) || files.length > MAX_DEFINITIONS);
    expect(unexpected.map(([name, files]) => `${name}: ${files.join(", ")}`)).toEqual([]);
  });

  it("keep the name of their definition", () => {
    const renamed = sources.flatMap(({ file, text }) =>
      Array.from(text.matchAll(renaming), ([, names = ""]) => `${file}: ${names}`),
    );
    expect(renamed).toEqual([]);
  });

  it("have at most 20 exceptions, and each exception is needed", () => {
    const unneeded = Object.keys(exceptions).filter((name) => !repeated.some(([other]) => other === name));
    expect(unneeded).toEqual([]);
    expect(Object.keys(exceptions).length).toBeLessThanOrEqual(20);
  });
});
