import { readFileSync } from "node:fs";
import path from "node:path";
import type { Metafile } from "esbuild";
import { expect, test } from "vitest";
import { useBuiltCommand } from "./support/command.ts";

useBuiltCommand();

/** The sources that are loaded with an entry of the bundle, before anything is asked for. */
function loadedWith(entry: RegExp): string[] {
  const file = path.resolve(import.meta.dirname, "../dist/meta.json");
  const { outputs }: Metafile = JSON.parse(readFileSync(file, "utf8"));
  const found = new Set(Object.keys(outputs).filter((output) => entry.test(output)));
  expect(found.size).toBe(1);
  for (const output of found)
    for (const { path: imported, kind, external } of outputs[output]?.imports ?? [])
      if (kind === "import-statement" && !external) found.add(imported);
  return [...found].flatMap((output) => Object.keys(outputs[output]?.inputs ?? {}));
}

const heavy =
  /\/(?:undici|flechette|zod|ky|oauth4webapi)\/|core\/src\/(?:service\/(?!http\/base-url)|jobs|results\/arrow\/(?!kind|write|metadata-key|base64)|index\.ts)|runs\/src\/(?!files|host|project|sweep|user-error)/;

/** What the entries `basics` and `host` have. */
const light =
  /core\/src\/(?:basics|clock|families\/families|json\/value|parameters\/digest|project\/names|results\/(?:compare\/parse-tolerance|export\/arrow\/kind)|service\/http\/base-url|text\/[\w-]+)\.ts$|runs\/src\/(?:host\/[\w-]+|files\/system-reason|user-error)\.ts$/;

test("the command itself loads no command, and of core and runs only what each program needs as it starts", () => {
  const sources = loadedWith(/^dist\/main\.js$/).filter((source) => !source.includes("node_modules"));
  expect(sources).toContain("../runs/src/user-error.ts");
  expect(sources.filter((source) => /^\.\.\/(?:core|runs)\//.test(source) && !light.test(source))).toEqual([]);
  expect(
    sources.filter((source) =>
      /src\/(?:validate|run|jobs|tables|compare|verify|doctor|login)\/(?!command|tolerance)/.test(source),
    ),
  ).toEqual([]);
});

test.each(["validate", "tables", "compare"])("%s loads no client, no schema library and no Arrow", (name) => {
  const sources = loadedWith(new RegExp(`^dist/${name}-[A-Z0-9]+\\.js$`));
  expect(sources.length).toBeGreaterThan(3);
  expect(sources.filter((source) => heavy.test(source))).toEqual([]);
});
