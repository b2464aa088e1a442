// npm run test:mutation [-- [--only NAME] [--write]]: changes the code of jobs and run folders in thousands of small ways, and counts the changes that
// the tests beside it notice. Each area has its page in .cache/mutation-report. Exits with 1 if the score of an area is below the limit.
// --write puts the scores into figures.json, from which `npm run build` makes docs/reliability.md.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { root } from "../steps.ts";
import { type Area, areas } from "./areas.ts";

/** Per cent of the changes that the tests notice. */
const MIN_SCORE = 85;

const { values } = parseArgs({ options: { only: { type: "string" }, write: { type: "boolean" } } });
const selectedAreas = areas.filter(({ name }) => values.only === undefined || name === values.only);
if (selectedAreas.length === 0) {
  console.error(`There is no area "${values.only}". The areas are: ${areas.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

const lines: string[] = [];
for (const area of selectedAreas) {
  console.log(`changing: ${area.name}`);
  const { noticed, total } = await mutate(area);
  const percent = total === 0 ? 0 : (100 * noticed) / total;
  lines.push(`${area.name}: ${noticed} of ${total} changes noticed, ${percent.toFixed(1)} %`);
  if (percent < MIN_SCORE) process.exitCode = 1;
  if (values.write) writeFigures(area.name, noticed, total);
}
console.log(lines.join("\n"));

/** How many changes the tests noticed, of those that could be tried. */
async function mutate({ name, sources, tests, loadedFirst = [] }: Area): Promise<{ noticed: number; total: number }> {
  process.env["MUTATION_TESTS"] = JSON.stringify(tests);
  process.env["MUTATION_LOADED_FIRST"] = JSON.stringify(loadedFirst);
  const mutants = await new Stryker({
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
    reporters: ["progress-append-only", "html"],
    htmlReporter: { fileName: `.cache/mutation-report/${name}.html` },
    allowEmpty: false,
  }).runMutationTest();
  const count = (...states: string[]) => mutants.filter(({ status }) => states.includes(status)).length;
  const noticed = count("Killed", "Timeout");
  return { noticed, total: noticed + count("Survived", "NoCoverage") };
}

function writeFigures(area: string, noticed: number, total: number): void {
  const file = path.join(root, ".ci/mutation/figures.json");
  const figures = JSON.parse(readFileSync(file, "utf8"));
  const on = new Date().toISOString().slice(0, 10);
  figures[area] = { about: figures[area].about, measured: { on, noticed, total } };
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}
