import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { HIDDEN_CHARACTERS } from "@analytics-engines/core/basics";
import { Ajv } from "ajv";
import fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { hasLinks } from "../../../../.ci/tests/links.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { fileOf, manifestOf, unitOf } from "../../test/support/manifests.ts";
import { sha256 } from "../files/open-file.ts";
import type { ManifestUnit } from "../folder/manifest/manifest.ts";
import type { ComparedFolder } from "../review/compare-runs.ts";
import { checkResults, failsChecks, writeChecks } from "./check-results.ts";
import { findChecks, parseChecks } from "./checks-files.ts";
import { checksHeadline, junitXml, openFindings, summarizeFindings } from "./checks-report.ts";
import { readChecksReport } from "./read-report.ts";
import type { ReadProjectFile } from "./row-limits.ts";

/** Whether a value is a report by the published JSON Schema. */
const isReport = new Ajv({ strict: true, validateFormats: false }).compile(
  JSON.parse(readFileSync(new URL("../../../core/schemas/checks-report.schema.json", import.meta.url), "utf8")),
);

/** No check has a limit in a row of a sweep. */
const reads: readonly ReadProjectFile[] = [];
const now = Date.parse("2026-11-25T06:00:00Z");

/** A table with one column of numbers, as the service writes it. */
const resultOf = (weights: readonly (number | null)[]) => ({
  version: "2.0",
  tables: {
    t: {
      definition: {
        columns: [
          { id: "name", name: "name", description: "Name", type: "string", isDimension: true },
          { id: "weight", name: "weight", description: "Weight", type: "real" },
        ],
      },
      data: { rows: weights.map((weight, row) => ({ values: { name: `n${row}`, weight } })) },
    },
  },
});

/** A run folder whose file `book.pa.json` has a unit for each list of weights. */
async function runOf(units: Readonly<Record<string, readonly (number | null)[]>>): Promise<ComparedFolder> {
  const folder = await temporaryFolder();
  mkdirSync(path.join(folder, "book.pa"));
  const stored = Object.entries(units).map(([id, weights]): ManifestUnit => {
    const text = JSON.stringify(resultOf(weights));
    const file = `book.pa/${id}.json`;
    writeFileSync(path.join(folder, file), text);
    return unitOf(id, { file, contentType: "application/json", bytes: text.length, sha256: sha256(text) });
  });
  return { folder, manifest: manifestOf([fileOf("book.pa.json", stored)]) };
}

const checksOf = (...checks: readonly unknown[]) =>
  parseChecks([{ path: "a.checks.json", text: JSON.stringify({ checks }) }]);

describe("the checks of a run", () => {
  it("are for the files and units of their globs, and say what selects none", async () => {
    const run = await runOf({ a: [60, 40], b: [60] });
    const report = await checkResults(
      run,
      checksOf(
        { units: "a", sum: { column: "Weight", value: 100 } },
        { files: "book.pa.json", sum: { column: "Weight", value: 100 } },
        { files: "book/**", rowCount: { min: 1 } },
      ),
      { now, reads },
    );
    expect(report.findings.map(({ unit, status }) => [unit, status])).toEqual([
      ["a", "passed"],
      ["a", "passed"],
      ["b", "failed"],
      [undefined, "skipped"],
    ]);
    expect(checksHeadline(report)).toBe("1 check failed, 2 passed, 1 skipped");
    expect(openFindings(report)[0]).toMatchObject({ file: "a.checks.json", line: 1, rule: "sum", value: "60" });
  });

  it("are summarized by unit and by check, and each finding stays in the report", async () => {
    const run = await runOf({ a: [1], b: [2], c: [3], d: [4], e: [100] });
    const report = await checkResults(
      run,
      checksOf({ sum: { column: "Weight", value: 100 } }, { units: "e", rowCount: { min: 9 } }),
      { now, reads },
    );
    expect(openFindings(report)).toHaveLength(5);
    expect(summarizeFindings(report).map(({ unit, message }) => [unit, message])).toEqual([
      [undefined, "4 units fail, the first is book.pa.json#a: The sum of `Weight` is 1; expected: 100."],
      ["e", "The number of rows is 1; expected: at least 9."],
    ]);
    const altered = await runOf({ f: [1] });
    writeFileSync(path.join(altered.folder, "book.pa/f.json"), "{}");
    const both = checksOf({ sum: { column: "Weight", value: 100 } }, { rowCount: { min: 1 } });
    const findings = summarizeFindings(await checkResults(altered, both, { now, reads }));
    expect(findings.map(({ unit, message }) => [unit, message])).toEqual([
      ["f", expect.stringMatching(/^There is no table to check: .* 2 checks select it\.$/)],
    ]);
  });

  it("fail where their glob of units matches none in the files that they name, unless they are optional", async () => {
    const run = await runOf({ weights: [60], other: [60] });
    const misspelt = { units: "wieghts*", rowCount: { min: 1 } };
    const report = await checkResults(
      run,
      checksOf(
        { ...misspelt, files: "book.*" },
        { ...misspelt, files: "book.*", optional: true },
        { ...misspelt, files: "elsewhere/**" },
        misspelt,
      ),
      { now, reads },
    );
    expect(report.findings.map(({ status }) => status)).toEqual(["failed", "skipped", "skipped", "skipped"]);
    expect(report.findings[0]?.message).toBe(
      "The glob `units` matches no unit of the files that `files` selects: they have weights, other.",
    );
  });

  it("compare with the earlier run", async () => {
    const [run, earlier] = [await runOf({ a: [60, 40], c: [1] }), await runOf({ a: [60, 30], b: [1] })];
    const checks = checksOf({ moved: { column: "Weight", atMost: 5 } });
    const { findings, earlierStartedAt } = await checkResults(run, checks, { now, reads, earlier });
    expect(findings.map(({ status, message }) => `${status} ${message}`)).toEqual([
      "failed `Weight` of `n1` is 40; expected: at most 5 from 30.",
      "skipped The earlier run does not have the unit.",
    ]);
    expect(earlierStartedAt).toBe(earlier.manifest.startedAt);
    const alone = await checkResults(run, checks, { now, reads });
    expect(alone.findings[0]).toMatchObject({ status: "skipped", message: "There is no earlier run to compare with." });
    const listed = openFindings(alone).map(({ unit, message }) => [unit, message]);
    expect(listed).toEqual([[undefined, `${alone.findings.length} units: There is no earlier run to compare with.`]]);
  });

  it("fail if they judged something in the earlier run and judge nothing now", async () => {
    const earlier = await runOf({ weights: [60, 40], total: [100] });
    const checks = checksOf({ units: "weights", between: { column: "Weight", max: 99 } });
    const renamed = await checkResults(await runOf({ w: [60, 400], total: [100] }), checks, { now, reads, earlier });
    expect(renamed.findings).toMatchObject([
      {
        status: "failed",
        message: "The rule judged 2 cells of 1 unit before and judges nothing now.",
        cells: 0,
        file: "a.checks.json",
        line: 1,
      },
    ]);
    expect(renamed.counts).toEqual({ passed: 0, errors: 1, warnings: 0, skipped: 0, unjudged: 0 });
    const xml = junitXml((await runOf({ w: [60, 400] })).manifest, renamed);
    expect(xml).toContain("The rule judged 2 cells of 1 unit before and judges nothing now. (a.checks.json:1)");
    // The units of a file that this run left out are still there.
    const { folder, manifest } = await runOf({ w: [1] });
    const elsewhere = { folder, manifest: manifestOf([fileOf("other.pa.json", manifest.files[0]?.units ?? [])]) };
    expect((await checkResults(elsewhere, checks, { now, reads, earlier })).findings).toMatchObject([
      { status: "skipped" },
    ]);
  });

  it("fail if a unit that they judged has a name now that they do not select, also if they judge others", async () => {
    const [earlier, run] = [await runOf({ "w-a": [60], "w-b": [40] }), await runOf({ "w-a": [60], b: [40] })];
    /** The run with the parameters of one unit, by which it is known under another name. */
    const withParameters = ({ folder, manifest }: ComparedFolder, id: string): ComparedFolder => {
      const markUnit = (unit: ManifestUnit) => (unit.id === id ? { ...unit, parametersSha256: sha256("b") } : unit);
      const files = manifest.files.map((file) => ({ ...file, units: file.units.map(markUnit) }));
      return { folder, manifest: manifestOf(files) };
    };
    const { findings } = await checkResults(
      withParameters(run, "b"),
      checksOf({ units: "w-*", notNull: { column: "Weight" } }),
      { now, reads, earlier: withParameters(earlier, "w-b") },
    );
    expect(findings.map(({ status, message }) => `${status} ${message}`)).toEqual([
      "passed Each cell of Weight is as expected.",
      "failed The rule judged 1 cell of 1 unit before and does not select it now. `book.pa.json#w-b` is `book.pa.json#b` now.",
    ]);
  });

  it("never lose what they judged, whatever the units are called", async () => {
    const name = fc.constantFrom("a", "ab", "b", "bc");
    const names = fc.uniqueArray(name, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(names, names, fc.constantFrom("a*", "*b", "b", "*"), async (before, after, units) => {
        const runWith = (ids: readonly string[]) => runOf(Object.fromEntries(ids.map((id) => [id, [1, 2]])));
        const [earlier, run] = [await runWith(before), await runWith(after)];
        const { counts, findings } = await checkResults(
          run,
          checksOf({ units, between: { column: "Weight", min: 0 } }),
          { now, reads, earlier },
        );
        const isSelected = (id: string) => new RegExp(`^${units.replace("*", ".*")}$`).test(id);
        const [was, is] = [before.filter(isSelected).length, after.filter(isSelected).length];
        expect(counts.passed).toBe(is);
        expect(counts.errors).toBe(was > 0 && is === 0 ? 1 : 0);
        for (const finding of findings.filter(({ status }) => status === "failed"))
          expect(finding.message).toContain(`judged ${was * 2} cells of ${was} unit`);
      }),
      { numRuns: 40 },
    );
  });

  it("that select nothing are one line", async () => {
    const report = await checkResults(
      await runOf({ a: [1] }),
      checksOf(...["x", "y", "z"].map((units) => ({ units, rowCount: { min: 1 } }))),
      { now, reads },
    );
    expect(report.counts).toMatchObject({ skipped: 3, errors: 0 });
    expect(summarizeFindings(report).map(({ message }) => message)).toEqual([
      "The check selects no unit of the run. So do a.checks.json:1, a.checks.json:1.",
    ]);
  });

  it("fail for an altered result, and judge nothing of a failed unit and a job without units, which have failed already", async () => {
    const run = await runOf({ a: [1], altered: [1] });
    writeFileSync(path.join(run.folder, "book.pa/altered.json"), "{}");
    const files = [
      ...run.manifest.files,
      fileOf("b.pa.json", [unitOf("gone", { status: "lost" })]),
      fileOf("c.pa.json", [], { status: "unknown" }),
    ];
    const report = await checkResults({ ...run, manifest: manifestOf(files) }, checksOf({ rowCount: { min: 0 } }), {
      now,
      reads,
    });
    const { findings, counts } = report;
    expect(findings.map(({ path: file, unit, status, message }) => `${file} ${unit} ${status} ${message}`)).toEqual([
      "book.pa.json a passed The number of rows is 1.",
      expect.stringMatching(
        /^book\.pa\.json altered failed There is no table to check: it has 2 bytes, and \d+ were stored\.$/,
      ),
      "b.pa.json gone unjudged The status of the unit is lost, so there is no table to check.",
      "c.pa.json undefined unjudged The status of the job is unknown, so there is no table to check.",
    ]);
    expect(counts).toEqual({ passed: 1, errors: 1, warnings: 0, skipped: 0, unjudged: 2 });
    expect(openFindings(report).map(({ unit }) => unit)).toEqual(["altered"]);
    // A run in which something was not judged has not passed.
    expect(failsChecks({ ...report, counts: { ...counts, errors: 0 } }, "error")).toBe(true);
    expect(checksHeadline(report)).toBe("1 check failed, 1 passed, 2 not judged because their units failed");
  });

  it.runIf(hasLinks)("are written into the run folder, over what is there and through no link", async () => {
    const run = await runOf({ a: [1] });
    const outside = path.join(await temporaryFolder(), "x");
    writeFileSync(outside, "x");
    symlinkSync(outside, path.join(run.folder, "checks.json"));
    const report = await checkResults(run, checksOf({ rowCount: { min: 1 } }), { now, reads });
    await writeChecks(run.folder, report);
    expect(JSON.parse(readFileSync(path.join(run.folder, "checks.json"), "utf8"))).toEqual(report);
    expect(readFileSync(outside, "utf8")).toBe("x");
    expect(await readChecksReport(run.folder)).toEqual(report);
    expect([isReport(report), isReport({ ...report, findings: [{}] })]).toEqual([true, false]);
  });

  it("are read from a run folder, unless it was not checked or its report is damaged", async () => {
    const folder = await temporaryFolder();
    const read = () => readChecksReport(folder);
    expect(await read()).toBeUndefined();
    for (const text of ["{", '{"version": 2}', "[]"]) {
      writeFileSync(path.join(folder, "checks.json"), text);
      await expect(read()).rejects.toThrow(/checks\.json.* damaged, or of another version\. Check the run again/);
    }
  });
});

describe("checks files", () => {
  it.runIf(hasLinks)("are found by globs, and not through a link out of the folder", async () => {
    const [folder, outside] = [await temporaryFolder(), await temporaryFolder()];
    const text = '{"checks": [{"rowCount": {"min": 1}}]}';
    writeFileSync(path.join(folder, "a.checks.json"), text);
    writeFileSync(path.join(folder, "b.json"), "{");
    expect((await findChecks(folder, ["*.checks.json"])).map((file) => file.path)).toEqual(["a.checks.json"]);
    await expect(findChecks(folder, ["*.json"])).rejects.toThrow(/^No checks file matches/);
    writeFileSync(path.join(outside, "c.checks.json"), "secret");
    symlinkSync(path.join(outside, "c.checks.json"), path.join(folder, "c.checks.json"));
    await expect(findChecks(folder, ["*.checks.json"])).rejects.toThrow("c.checks.json is a link that leads outside");
  });

  it("with errors are refused with each place", () => {
    expect(() => parseChecks([{ path: "a.checks.json", text: '{"checks": [{"rowCount": {}}, {}]}' }])).toThrow(
      /^a\.checks\.json:1:26: The limits are missing.* a\.checks\.json:1:31: The check has no rule/,
    );
  });
});

describe("JUnit XML", () => {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    trimValues: false,
    htmlEntities: true,
  });

  it("has a suite for each file, and a case for each check of a unit", async () => {
    const run = await runOf({ a: [60], b: [100] });
    const files = [
      ...run.manifest.files,
      fileOf("c.pa.json", [unitOf("u", { status: "failure", errors: [{ title: "<bad>" }] })]),
    ];
    const manifest = manifestOf(files, "failure");
    const report = await checkResults(
      { ...run, manifest },
      checksOf(
        { files: "book*", sum: { column: "Weight", value: 100 } },
        { units: "a", severity: "warning", rowCount: { min: 2 } },
        { files: "x/*", rowCount: { min: 2 } },
      ),
      { now, reads },
    );
    const { testsuites } = parser.parse(junitXml(manifest, report));
    expect(testsuites).toMatchObject({ tests: "7", failures: "1", errors: "1", skipped: "1" });
    const [book, failed, others] = testsuites.testsuite;
    expect(book).toMatchObject({ name: "book.pa.json", tests: "5", failures: "1" });
    expect(book.testcase).toMatchObject([
      { classname: "book.pa.json", name: "a" },
      { classname: "book.pa.json", name: "b" },
      {
        classname: "book.pa.json",
        name: "a: sum (a.checks.json:1)",
        assertions: "1",
        failure: { message: "The sum of `Weight` is 60; expected: 100. (1 cell, a.checks.json:1)" },
      },
      { "system-out": "warning: The number of rows is 1; expected: at least 2. (a.checks.json:1)" },
      { name: "b: sum (a.checks.json:1)" },
    ]);
    expect(failed.testcase).toMatchObject({ name: "u", error: { message: "<bad>" } });
    expect(others.testcase).toHaveProperty("skipped");
  });

  it("has the file and the line of the row of each unit of a sweep", async () => {
    const row = (id: string, line: number) => ({ sweep: "a.pa.sweep.json", row: id, file: "book/a.csv", line });
    const units = [unitOf("u", { row: row("u", 2) }), unitOf("v", { status: "lost", row: row("v", 3) })];
    const manifest = manifestOf([fileOf("a.pa.sweep.json", units)], "failure");
    const { testsuites } = parser.parse(
      junitXml(manifest, await checkResults({ folder: "", manifest }, [], { now, reads })),
    );
    expect(testsuites.testsuite.testcase).toMatchObject([
      { name: "u", file: "book/a.csv", line: "2" },
      { name: "v", file: "book/a.csv", line: "3", error: {} },
    ]);
  });

  it("has a case that passed for each unit of a run without checks", async () => {
    const run = await runOf({ a: [60], b: [100] });
    const { testsuites } = parser.parse(junitXml(run.manifest, await checkResults(run, [], { now, reads })));
    expect(testsuites).toMatchObject({ tests: "2", failures: "0", errors: "0", skipped: "0" });
    expect(testsuites.testsuite.testcase).toEqual([
      { classname: "book.pa.json", name: "a" },
      { classname: "book.pa.json", name: "b" },
    ]);
  });

  it("is well formed and keeps any text, with hidden characters spelt out", () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(..."<>&\"'\u0000\n\u202e]]>"), fc.string({ maxLength: 1 })),
    });
    fc.assert(
      fc.property(text, text, text, (file, unit, message) => {
        const manifest = manifestOf([fileOf(file, [unitOf(unit)])]);
        const finding = {
          file,
          check: 0,
          line: 1,
          id: "sum of Weight",
          rule: "sum",
          severity: "error",
          status: "failed",
          path: file,
          unit,
          message,
          cells: 1,
        } as const;
        const counts = { passed: 0, errors: 1, warnings: 0, skipped: 0, unjudged: 0 };
        const xml = junitXml(manifest, { version: 1, checkedAt: "", files: [], counts, findings: [finding] });
        expect(XMLValidator.validate(xml)).toBe(true);
        expect(xml.match(HIDDEN_CHARACTERS)?.every((character) => character === "\n")).toBe(true);
      }),
    );
  });
});
