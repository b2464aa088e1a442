import { endpoints } from "@analytics-engines/core";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

/** A document with every operation of the client, and nothing of their models. */
function document() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, query, answers } of endpoints) {
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = {
      parameters: Object.entries(query).map(([name, { required }]) => ({ name, in: "query", required })),
      responses: Object.fromEntries(Object.keys(answers).map((status) => [status, {}])),
    };
  }
  return { openapi: "3.0.1", paths };
}

describe("doctor --spec", () => {
  test.each([
    ["openapi.json", JSON.stringify(document())],
    ["openapi.yaml", stringify(document())],
  ])("finds no difference in a document of the same operations: %s", async (name, text) => {
    const { write, run } = workplace();
    write(name, text);
    expect(await run(["doctor", "--spec", name])).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  });

  test("prints what differs, by operation, and as JSON", async () => {
    const { write, run } = workplace();
    const { paths, ...rest } = document();
    const { "/analytics/lookups/v3/currencies": _, ...others } = paths;
    write(
      "openapi.json",
      JSON.stringify({ ...rest, paths: { ...others, "/analytics/new": { get: { responses: {} } } } }),
    );
    expect(await run(["doctor", "--spec", "openapi.json"])).toEqual({
      code: 1,
      stderr: "",
      stdout: `Operations
  GET /analytics/new
    only in the document
  GET /analytics/lookups/v3/currencies
    only here

130 operations in both, 2 differences
`,
    });
    const { stdout } = await run(["doctor", "--spec", "openapi.json", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, operations: 130, differences: [{ kind: "operation" }, {}] });
  });

  test.each([
    ["takes the keys of `<<` as those of the mapping", (item: object) => item, 0, ""],
    ["takes `__proto__` in `<<` as a name", (item: object) => ({ ["__proto__"]: item }), 1, "only here"],
  ])("%s", async (_, wrap, code, output) => {
    const { write, run } = workplace();
    const { paths, ...rest } = document();
    const { "/analytics/lookups/v3/currencies": currencies = {}, ...others } = paths;
    const text = stringify({ ...rest, paths: others });
    write("openapi.yaml", `${text}  /analytics/lookups/v3/currencies:\n    <<: ${JSON.stringify(wrap(currencies))}\n`);
    expect(await run(["doctor", "--spec", "openapi.yaml"])).toEqual({
      code,
      stdout: expect.stringContaining(output),
      stderr: "",
    });
  });

  test("compares several documents as one", async () => {
    const { write, run } = workplace();
    const { paths, ...rest } = document();
    const isQuant = (path: string) => path.startsWith("/analytics/engines/quant/");
    const part = (isIn: (path: string) => boolean) =>
      JSON.stringify({ ...rest, paths: Object.fromEntries(Object.entries(paths).filter(([path]) => isIn(path))) });
    write("quant.json", part(isQuant));
    write(
      "rest.json",
      part((path) => !isQuant(path)),
    );
    const silent = { code: 0, stdout: "", stderr: "" };
    expect(await run(["doctor", "--spec", "quant.json"])).toEqual(silent);
    expect(await run(["doctor", "--spec", "quant.json", "--spec", "rest.json"])).toEqual(silent);
    expect(await run(["doctor", "--spec", "quant.json", "rest.json"])).toEqual(silent);
    write("broken.json", '{"openapi":"3.0.0"}');
    const { code, stderr } = await run(["doctor", "--spec", "quant.json", "--spec", "broken.json"]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/broken\.json: The document has no `paths`/)]);
  });

  test.each([
    ["missing.json", undefined, "no such file"],
    ["broken.json", "{", "is neither JSON nor YAML"],
    ["broken.yaml", "a: [", "is neither JSON nor YAML"],
    [
      "swagger.json",
      '{"swagger":"2.0"}',
      "Swagger 2.0, without `openapi: 3.x`. Name an OpenAPI 3 document of the service.",
    ],
  ])("refuses %s in one line", async (name, text, reason) => {
    const { write, run } = workplace();
    if (text !== undefined) write(name, text);
    const { code, stderr } = await run(["doctor", "--spec", name]);
    expect(code).toBe(2);
    expect(stderr.toLowerCase()).toContain(reason.toLowerCase());
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});
