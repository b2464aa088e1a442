import { afterAll, beforeAll, expect, it } from "vitest";
import { conformsToSarif } from "../../../cli/test/support/sarif-schema.ts";
import { paRequest, paUnit } from "../support/parameters.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  world.write(
    "book/a b/faulty.pa.json",
    '{\n  "data": {\n    "a": {\n      "acounts": [{ "id": "Client:/A.ACCT" }]\n    }\n  }\n}\n',
  );
  world.write("book/good.pa.json", paRequest({ a: paUnit() }));
  world.write(
    "book/stale.pa.json",
    paRequest({ a: { ...paUnit(), accounts: [{ id: "Client:/Growth/GLOBAL_EQITY.ACCT" }] } }),
  );
});
afterAll(() => world[Symbol.asyncDispose]());

function readSarif(file: string) {
  const log = JSON.parse(world.read(file));
  conformsToSarif(log);
  expect(conformsToSarif.errors).toBeNull();
  expect(log.runs).toHaveLength(1);
  const [run] = log.runs;
  for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
  return run;
}

it("has a result for each issue, at its place from the root of the repository, also where the step fails", async () => {
  const step = await world.validate({ "working-directory": "book", "sarif-file": "out/x.sarif" });
  expect(step).toMatchObject({ code: 1, stderr: "" });
  const { results, invocations } = readSarif("book/out/x.sarif");
  expect(invocations[0].executionSuccessful).toBe(true);
  expect(results).toHaveLength(Number(step.outputs["error-count"]) + Number(step.outputs["warning-count"]));
  expect(results).toContainEqual(
    expect.objectContaining({
      ruleId: "unknown-property",
      level: "error",
      locations: [
        expect.objectContaining({
          physicalLocation: {
            artifactLocation: { uri: "book/a%20b/faulty.pa.json", uriBaseId: "%SRCROOT%" },
            region: { startLine: 4, startColumn: 7, endLine: 4, endColumn: 16 },
          },
        }),
      ],
    }),
  );
});

it("has no results where nothing is wrong, so that code scanning closes its alerts, and replaces an earlier file", async () => {
  const inputs = { files: "book/good.pa.json", "sarif-file": "x.sarif" };
  world.write("x.sarif", "an earlier one");
  expect((await world.validate(inputs)).code).toBe(0);
  expect(readSarif("x.sarif").results).toEqual([]);
});

it("has what the service says, under a rule of its own, with a fix for each name that comes near", async () => {
  const step = await world.validate({
    ...world.connection,
    online: "true",
    files: "book/stale.pa.json",
    "sarif-file": "x.sarif",
  });
  expect(step).toMatchObject({ code: 0, stderr: "" });
  const [result] = readSarif("x.sarif").results;
  expect(result).toMatchObject({ ruleId: "unknown-reference", level: "warning" });
  const { deletedRegion, insertedContent } = result.fixes[0].artifactChanges[0].replacements[0];
  const text = world.read("book/stale.pa.json");
  const lines = text.split("\n");
  const offsetOf = (line: number, column: number) =>
    lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
  const { startLine, startColumn, endLine = startLine, endColumn } = deletedRegion;
  const fixed = `${text.slice(0, offsetOf(startLine, startColumn))}${insertedContent.text}${text.slice(offsetOf(endLine, endColumn))}`;
  expect(JSON.parse(fixed).data.a.accounts).toEqual([{ id: "Client:/Growth/GLOBAL_EQUITY.ACCT" }]);
});

it("never replaces a parameter file, and stands in the workspace", async () => {
  const before = world.read("book/good.pa.json");
  const over = await world.validate({ "working-directory": "book", "sarif-file": "good.pa.json", "fail-on": "never" });
  expect(over).toMatchObject({ code: 1, stderr: "" });
  expect(over.annotations.at(-1)?.message).toBe(
    "Input sarif-file names a parameter file, which it would replace. Name another file.",
  );
  expect(world.read("book/good.pa.json")).toBe(before);
  const outside = await world.validate({ "sarif-file": "../x.sarif" });
  expect(outside.annotations.map(({ message }) => message)).toEqual([
    "Input sarif-file must be a file of the workspace, relative to working-directory.",
  ]);
});
