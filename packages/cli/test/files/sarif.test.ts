import { readFileSync } from "node:fs";
import path from "node:path";
import { toSarif } from "@analytics-engines/core/parameters";
import type { Log } from "sarif";
import { expect, test } from "vitest";
import { faultyFile, useBuiltCommand, validFile, workplace } from "../support/command.ts";
import { conformsToSarif } from "../support/sarif-schema.ts";

useBuiltCommand();

function parseSarif(text: string) {
  const log = JSON.parse(text);
  conformsToSarif(log);
  expect(conformsToSarif.errors).toBeNull();
  return log;
}

test("the schema of the standard refuses what is no SARIF", () => {
  for (const log of [{}, { version: "2.1.0", runs: [{}] }, { version: "2.1.0", runs: [], more: 1 }])
    expect(conformsToSarif(log)).toBe(false);
});

test("the log has the types that are published for SARIF", () => {
  const log: Log = toSarif([], { tool: { name: "x", version: "1" } });
  expect(log.version).toBe("2.1.0");
});

test("the log is printed with the results of each file at their places", async () => {
  const { write, run } = workplace();
  write("a b/faulty.pa.json", faultyFile);
  write("good.pa.json", validFile);
  write("binary.pa.json", Uint8Array.of(0xff, 0xfe, 0));
  const { code, stdout, stderr } = await run(["validate", "--sarif", "-"]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  const [sarif] = parseSarif(stdout).runs;
  expect(sarif.tool.driver).toMatchObject({
    name: "analytics-engines",
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
  expect(
    sarif.results.map((result: { ruleId: string; locations: unknown[] }) => [result.ruleId, result.locations[0]]),
  ).toEqual([
    ["letter-case", place(4, 7, 20, "/data/growth/componentId")],
    ["unknown-property", place(5, 7, 16, "/data/growth/acounts")],
  ]);
  expect(sarif.invocations).toMatchObject([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [
        {
          message: {
            text: expect.stringMatching(
              /^the file is not UTF-8 text \(line 1 has the byte 0x[\dA-F]{2}\): save it as UTF-8/,
            ),
          },
          locations: [{ physicalLocation: { artifactLocation: { uri: "binary.pa.json" } } }],
        },
      ],
    },
  ]);
});

function place(line: number, startColumn: number, endColumn: number, pointer: string) {
  return {
    physicalLocation: {
      artifactLocation: { uri: "a%20b/faulty.pa.json", uriBaseId: "%SRCROOT%" },
      region: { startLine: line, startColumn, endLine: line, endColumn },
    },
    logicalLocations: [{ fullyQualifiedName: pointer }],
  };
}

test("the log is written to a file, beside the report for people", async () => {
  const { folder, write, run } = workplace();
  write("a.pa.json", faultyFile);
  const { code, stdout } = await run(["validate", "--sarif", "out.sarif", "--fail-on", "never"]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("unknown-property") });
  expect(parseSarif(readFileSync(path.join(folder, "out.sarif"), "utf8")).runs[0].results).toHaveLength(2);
});

test("the log is valid with every kind of issue, and with hostile names", async () => {
  const { write, run } = workplace();
  write("no json ü.pa.json", '{"data": {,}');
  write("-#?%20\u001b[31m\n.pa.json", "\uFEFF{} // comment");
  write("deep.pa.json", '{"data":'.repeat(10_000));
  write(
    "many.pa.json",
    JSON.stringify({ data: Object.fromEntries(Array.from({ length: 11_000 }, (_, at) => [at, {}])) }),
  );
  write(
    "mixed.quant.json",
    '{"data":{"\\u001b[0m":{"DATES":{"source":"fdsdate","startDate":"20240230","\\ud800":1,"x[y](z){0}":2}}}}',
  );
  const { code, stdout } = await run(["validate", "--sarif", "-"]);
  expect(code).toBe(1);
  const [sarif] = parseSarif(stdout).runs;
  expect(sarif.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(
    expect.arrayContaining(["syntax", "comment", "byte-order-mark", "too-deep", "too-many-issues", "letter-case"]),
  );
});
