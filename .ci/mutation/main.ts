// npm run test:mutation [-- [--only NAME] [--write]]: changes the code of jobs and run folders in thousands of small ways, and counts the changes that
// the tests beside it notice. Exits with 1 if the score of an area is below the limit, or a survivor has a reason that no longer applies.
// --write puts the scores into figures.json, from which `npm run build` makes docs/reliability.md.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { root } from "../steps.ts";
import { type Area, areas } from "./areas.ts";
import { countReasons, type Mutant, scoreOf, staleSurvivors, unexplainedSurvivors, withoutSlowTests } from "./score.ts";
import { survivors } from "./survivors.ts";

/** Per cent of the changes that the tests notice. */
const MIN_SCORE = 85;

const { values } = parseArgs({ options: { only: { type: "string" }, write: { type: "boolean" } } });
const selectedAreas = areas.filter(({ name }) => values.only === undefined || name === values.only);
if (selectedAreas.length === 0) {
  console.error(`There is no area "${values.only}". The areas are: ${areas.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

let isGood = true;
const lines: string[] = [];
for (const area of selectedAreas) {
  const mutants = withoutSlowTests(await mutate(area), survivors);
  const score = scoreOf(mutants);
  lines.push(`${area.name}: ${score.noticed} of ${score.total} changes noticed, ${score.percent.toFixed(1)} %`);
  for (const { file, line, code, replacement } of unexplainedSurvivors(mutants, survivors))
    lines.push(`  ${file}:${line}: ${code} -> ${replacement}`);
  if (values.write) writeFigures(area.name, score, mutants);
  const staleReasons = staleSurvivors(mutants, survivors);
  for (const { file, code, replacement } of staleReasons)
    lines.push(`  ${file}: remove from survivors.ts, a test notices it or it is gone: ${code} -> ${replacement}`);
  isGood &&= score.percent >= MIN_SCORE && staleReasons.length === 0;
}
console.log(lines.join("\n"));
process.exit(isGood ? 0 : 1);

async function mutate({ name, sources, tests, loadedFirst = [] }: Area): Promise<readonly Mutant[]> {
  console.log(`changing: ${name}`);
  process.env["MUTATION_TESTS"] = JSON.stringify(tests);
  process.env["MUTATION_LOADED_FIRST"] = JSON.stringify(loadedFirst);
  const results = await new Stryker({
    mutate: [...sources],
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: ".ci/mutation/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    // A constant of a module is changed once for all tests, so each such change would run them all.
    ignoreStatic: true,
    concurrency: 2,
    // Beyond its usual time. On a busy machine, a slow test must not count as a noticed change.
    timeoutMS: 15_000,
    tempDirName: ".cache/mutation",
    // Each run works on a copy of the folder, which needs no results of builds and no copies of other runs.
    ignorePatterns: [".cache", "dist", "demo-run", "demo-history"],
    reporters: ["progress-append-only"],
    allowEmpty: false,
  }).runMutationTest();
  return results.map((result) => {
    const file = path.relative(root, result.fileName).replaceAll("\\", "/");
    const { start } = result.location;
    return {
      file,
      line: start.line,
      code: codeAt(file, result.location),
      replacement: result.replacement ?? "",
      status: result.status,
    };
  });
}

function writeFigures(area: string, { noticed, total }: ReturnType<typeof scoreOf>, mutants: readonly Mutant[]): void {
  const file = path.join(root, ".ci/mutation/figures.json");
  const figures = JSON.parse(readFileSync(file, "utf8"));
  const on = new Date().toISOString().slice(0, 10);
  const reasons = countReasons(mutants, survivors);
  figures[area] = { about: figures[area].about, measured: { on, noticed, total }, reasons };
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}

/** The code of a range, on one line. Lines count from 1, columns from 1. */
function codeAt(file: string, { start, end }: Location): string {
  const lines = readFileSync(path.join(root, file), "utf8")
    .split("\n")
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  const cut = lines.map((line, index) =>
    line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
  );
  return cut.map((line) => line.trim()).join(" ");
}

interface Location {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}
