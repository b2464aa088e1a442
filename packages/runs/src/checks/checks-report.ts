import { count, visible } from "@analytics-engines/core/basics";
import type * as z from "zod/mini";
import type { Manifest, ManifestRow, ReadonlyDeep } from "../folder/manifest/manifest.ts";
import { findFindings } from "../progress/findings.ts";
import { keyOfUnit } from "../review/unit-review.ts";
import type { reportSchema } from "./report-schema.ts";

/** The content of `checks.json` of a run folder. Its schema explains each field. */
export type ChecksReport = ReadonlyDeep<z.output<typeof reportSchema>>;

/** What a check found in a table of a unit. Without a path, it is about no unit of the run. */
export type CheckFinding = ChecksReport["findings"][number];

/** The cells that a finding names, with what a list of them shows; none if its check is about the unit as a whole. */
export function failedCellsOf({ table, failedCells = [] }: CheckFinding) {
  if (table === undefined) return [];
  return failedCells.map(({ column, row, rowName, value }) => ({ cell: { table, column, row }, rowName, value }));
}

/** `2 checks failed, 1 warning, 30 passed, 1 skipped, 3 not judged because their units failed`. */
export function checksHeadline({ counts: { errors, warnings, passed, skipped, unjudged } }: ChecksReport): string {
  return [
    `${count(errors, "check")} failed`,
    ...(warnings > 0 ? [count(warnings, "warning")] : []),
    `${passed} passed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(unjudged > 0 ? [`${unjudged} not judged because their units failed`] : []),
  ].join(", ");
}

/**
 * The findings that a reader must see, those of errors first: failures, and checks that compared nothing, once for each reason. Checks that
 * select no unit of the run are one finding. The failure of a unit is no finding of its checks.
 */
export function openFindings({ findings }: Pick<ChecksReport, "findings">): readonly CheckFinding[] {
  const failures = findings.filter(({ status }) => status === "failed");
  const skipped = findings.filter(({ status }) => status === "skipped");
  const [ofRun, ofUnits] = [skipped.filter(isOfRun), skipped.filter((finding) => !isOfRun(finding))];
  const reasons = Map.groupBy(ofUnits, ({ file, check, message }) => `${file} ${check} ${message}`);
  const rank = ({ severity }: CheckFinding) => (severity === "error" ? 0 : 1);
  return [
    ...failures.sort((first, second) => rank(first) - rank(second)),
    ...[...reasons.values()].flatMap(joinFindings),
    ...joinFindingsOfRun(ofRun),
  ];
}

/** Whether a finding is about no unit. */
function isOfRun({ path }: CheckFinding): boolean {
  return path === undefined;
}

/** The most places that a line names. */
const MAX_PLACES = 5;

/** One finding in place of several checks that select nothing. */
function joinFindingsOfRun([first, ...others]: readonly CheckFinding[]): readonly CheckFinding[] {
  if (first === undefined) return [];
  if (others.length === 0) return [first];
  const places = others.slice(0, MAX_PLACES).map(({ file, line }) => `${file}:${line}`);
  const rest = others.length > places.length ? [`${others.length - places.length} more`] : [];
  const names = [...places, ...rest].join(", ");
  return [{ ...first, message: `${first.message} So ${others.length === 1 ? "does" : "do"} ${names}.` }];
}

/** More units than this share one line where the same happened to all of them. */
const MAX_LINES = 3;

/**
 * The findings of `openFindings` for a list that people read: what one unit says to several of its checks is one line, and so is a check that
 * fails in many units, with the first of them.
 */
export function summarizeFindings(report: ChecksReport): readonly CheckFinding[] {
  const findings = openFindings(report);
  const sameWords = Map.groupBy(findings, ({ path, unit, status, severity, message }) =>
    unit === undefined ? {} : `${path}#${unit} ${status} ${severity} ${message}`,
  );
  const ofUnits = [...sameWords.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    return more.length === 0
      ? first
      : { ...first, message: `${first.message} ${count(more.length + 1, "check")} select it.` };
  });
  return groupFindings(ofUnits).map(({ items: [first, ...others], units }) => {
    if (others.length === 0) return first;
    const { unit: _unit, ...finding } = first;
    const name = `${first.path}#${first.unit}`;
    return { ...finding, message: `${count(units, "unit")} fail, the first is ${name}: ${first.message}` };
  });
}

/** What happened to many units alike, or to one unit. */
interface UnitGroup<Item> {
  readonly items: readonly [Item, ...Item[]];
  readonly units: number;
}

/**
 * Puts what happened to many units alike together, at the place of the first of them.
 * @param kindOf a key that items have in common where they differ in their units alone
 */
export function groupAlike<Item>(
  items: readonly Item[],
  kindOf: (item: Item) => string,
  unitOf: (item: Item) => string,
): readonly UnitGroup<Item>[] {
  return [...Map.groupBy(items, kindOf).values()].flatMap((alike): UnitGroup<Item>[] => {
    const [first, ...others] = alike;
    const units = new Set(alike.map(unitOf)).size;
    if (first === undefined) return [];
    return units > MAX_LINES
      ? [{ items: [first, ...others], units }]
      : alike.map((item) => ({ items: [item], units: 1 }));
  });
}

/** Puts the findings of a check that fails in many units together. */
export function groupFindings(findings: readonly CheckFinding[]): readonly UnitGroup<CheckFinding>[] {
  return groupAlike(findings, ({ file, check, status }) => `${status} ${check} ${file}`, unitOfFinding).flatMap(
    (group) =>
      group.items[0].status === "failed" ? [group] : group.items.map((item) => ({ items: [item] as const, units: 1 })),
  );
}

function unitOfFinding({ path, unit }: CheckFinding): string {
  return `${path}#${unit}`;
}

/** One finding about the checks file in place of the same one about many units. */
function joinFindings(same: readonly CheckFinding[]): readonly CheckFinding[] {
  const [first] = same;
  if (first === undefined || same.length === 1) return same;
  const { path: _path, unit: _unit, ...finding } = first;
  const units = new Set(same.map(unitOfFinding)).size;
  return [{ ...finding, message: `${count(units, "unit")}: ${first.message}` }];
}

/** What is wrong and where the rule is: `The sum of Weight is 99; expected: 100. Weights add up. (12 cells, book.checks.json:7)`. */
export function findingText(finding: CheckFinding): string {
  const { because, file, line } = finding;
  const details = [...cellsText(finding), `${file}:${line}`].join(", ");
  return `${finding.message}${because === undefined ? "" : ` ${because}`} (${details})`;
}

/** What is the case, and how many cells were judged: `The sum of Weight is 99; expected: 100. (12 cells)`. */
export function outcomeText(finding: CheckFinding): string {
  return [finding.message, ...cellsText(finding).map((text) => `(${text})`)].join(" ");
}

/** A number of rows is no cell, and a rule without a cell says so. */
function cellsText({ rule, cells = 0 }: CheckFinding): readonly string[] {
  return rule === "rowCount" || cells === 0 ? [] : [count(cells, "cell")];
}

/** A test case: a check of a unit, a unit, or a job that did not succeed. */
interface TestCase {
  readonly name: string;
  /** Of a check: how many cells it judged. */
  readonly cells?: number;
  readonly kind: "passed" | "failure" | "error" | "skipped";
  /** What happened; for a passed case, a warning. */
  readonly text?: string;
  /** The row of a sweep that the unit comes from. */
  readonly row?: ManifestRow | undefined;
}

/**
 * The outcome of a run as JUnit XML: a suite for each parameter file, and in it a case for each unit and for each check of a unit. A failed
 * check of the severity `warning` passes with a note. A unit of a sweep has the file and the line of its row. A unit or a job that did not succeed is an error; one that did is a case that passed,
 * because servers refuse a report without cases.
 */
export function junitXml(manifest: Manifest, report: ChecksReport): string {
  const suites = new Map(
    manifest.files.map(({ path, units }): [string, TestCase[]] => [
      path,
      units.filter(({ status }) => status === "success").map(({ id, row }) => ({ name: id, kind: "passed", row })),
    ]),
  );
  const rows = new Map(
    manifest.files.flatMap(({ path, units }) => units.map(({ id: unit, row }) => [keyOfUnit({ path, unit }), row])),
  );
  const rowOf = (path: string, unit = "") => rows.get(keyOfUnit({ path, unit }));
  for (const { path, unit, level, message } of findFindings(manifest))
    if (level === "error")
      suites.get(path)?.push({ name: unit ?? "job", kind: "error", text: message, row: rowOf(path, unit) });
  const byCheck = Map.groupBy(report.findings, ({ path = "", unit = "", file, check }) =>
    JSON.stringify([path, unit, file, check]),
  );
  const checksWithoutUnit: TestCase[] = [];
  for (const findings of byCheck.values()) {
    const [first] = findings;
    if (first === undefined) continue;
    const { path = "", unit } = first;
    (suites.get(path) ?? checksWithoutUnit).push({ ...caseOf(first, findings), row: rowOf(path, unit) });
  }
  if (checksWithoutUnit.length > 0) suites.set("checks", checksWithoutUnit);
  const all = [...suites.values()].flat();
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="analytics-engines"${countsOf(all)}>`,
    ...[...suites].flatMap(([path, cases]) => suiteOf(path, cases, manifest.startedAt)),
    "</testsuites>",
    "",
  ].join("\n");
}

function caseOf({ rule, unit, file, line }: CheckFinding, findings: readonly CheckFinding[]): TestCase {
  const name = [...(unit === undefined ? [] : [`${unit}:`]), rule, `(${file}:${line})`].join(" ");
  const cells = findings.reduce((sum, finding) => sum + (finding.cells ?? 0), 0);
  const open = findings.filter(({ status }) => status !== "passed");
  const text = open.map(findingText).join("\n");
  const isFailed = open.some(({ status }) => status === "failed");
  if (open.length === 0) return { name, cells, kind: "passed" };
  if (!isFailed) return { name, cells, kind: "skipped", text };
  return { name, cells, kind: findings[0]?.severity === "warning" ? "passed" : "failure", text };
}

function suiteOf(path: string, cases: readonly TestCase[], startedAt: string): string[] {
  return [
    `  <testsuite name="${escapeXml(path)}"${countsOf(cases)} timestamp="${escapeXml(startedAt)}">`,
    ...cases.flatMap(({ name, cells, kind, text, row }) => {
      const assertions = cells === undefined ? "" : ` assertions="${cells}"`;
      const place = row?.file === undefined ? "" : ` file="${escapeXml(row.file)}" line="${row.line ?? 1}"`;
      const head = `    <testcase classname="${escapeXml(path)}" name="${escapeXml(name)}"${place}${assertions}`;
      return text === undefined ? [`${head}/>`] : [`${head}>`, `      ${noteOf(kind, text)}`, "    </testcase>"];
    }),
    "  </testsuite>",
  ];
}

function noteOf(kind: TestCase["kind"], text: string): string {
  if (kind === "passed") return `<system-out>${escapeXml(`warning: ${text}`)}</system-out>`;
  const [line = ""] = text.split("\n");
  return `<${kind} message="${escapeXml(line)}">${escapeXml(text)}</${kind}>`;
}

function countsOf(cases: readonly TestCase[]): string {
  const number = (kind: TestCase["kind"]) => cases.filter((testCase) => testCase.kind === kind).length;
  return ` tests="${cases.length}" failures="${number("failure")}" errors="${number("error")}" skipped="${number("skipped")}"`;
}

/** Untrusted text for XML. Hidden characters are spelt out: XML 1.0 has no form for most of them. */
function escapeXml(text: string): string {
  return text
    .split("\n")
    .map((line) => visible(line).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`))
    .join("\n");
}
