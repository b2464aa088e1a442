import { printable } from "@analytics-engines/core/basics";
import {
  applyChecks,
  type ChecksOptions,
  type ChecksPlan,
  type ChecksReport,
  type ComparedFolder,
  checksHeadline,
  failsChecks,
  findingText,
  openChecks,
  summarizeFindings,
} from "@analytics-engines/runs/review";
import { readSettings } from "../project.ts";
import { openComparedFolder } from "../run-folder.ts";
import { type ExitCode, isQuiet, type Paint, paintFor, printableJson } from "../terminal/output.ts";
import { createProgress } from "../terminal/progress.ts";
import { requireOneOutput, STANDARD, writeOrPrint } from "../terminal/standard.ts";

/** As `openChecks` of the folder, with `-` for a JUnit file that is printed. */
export async function openCommandChecks(folder: string, options: ChecksOptions & { readonly json?: true }) {
  requireOneOutput("--junit", options.junit, options.json);
  const plan = await openChecks(folder, options, { isTyped: true });
  return options.junit === STANDARD ? { ...plan, junit: STANDARD } : plan;
}

export interface CheckCommandOptions extends ChecksOptions {
  readonly failOn: "error" | "warning" | "never";
  readonly json?: true;
}

/** Checks the results of a run folder, and prints the failures. */
export async function checkCommand(name: string, options: CheckCommandOptions): Promise<ExitCode> {
  const run = await openComparedFolder(name);
  const folder = process.cwd();
  const { checks } = readSettings(options, folder);
  const plan = await openCommandChecks(folder, { ...options, checks: checks.value ?? ["**/*.checks.json"] });
  const report = await checkWithProgress(run, plan);
  if (options.json === true) process.stdout.write(`${printableJson(report)}\n`);
  else {
    const stream = plan.junit === STANDARD ? process.stderr : process.stdout;
    if (stream === process.stdout || !isQuiet()) stream.write(checksText(report, paintFor(stream)));
  }
  return failsChecks(report, options.failOn) ? 1 : 0;
}

/** Checks a run, and shows on standard error which unit is checked. */
export async function checkWithProgress(run: ComparedFolder, plan: ChecksPlan): Promise<ChecksReport> {
  const progress = createProgress();
  const check = async (junit: string | undefined) => {
    const report = await applyChecks(run, { ...plan, junit }, (file, unit) =>
      progress.step(`checking ${file}, unit ${unit}`),
    );
    progress.clear();
    return report;
  };
  return plan.junit === undefined ? check(undefined) : writeOrPrint(plan.junit, check);
}

/** The failures, and what was not compared, a line each; at the end the counts. */
export function checksText(report: ChecksReport, paint: Paint): string {
  const lines = summarizeFindings(report).map((finding) => {
    const { path: file, unit, table, status, severity } = finding;
    const where = file === undefined ? finding.file : [file, ...(unit === undefined ? [] : [unit])].join("#");
    const number = table === undefined || table === 0 ? "" : `, table ${table}`;
    const what = status === "skipped" ? "skipped" : severity;
    const colour = what === "error" ? "red" : "yellow";
    return `${paint("bold", printable(`${where}${number}`))}: ${paint(colour, what)}: ${printable(findingText(finding))}\n`;
  });
  const [failures = "", ...others] = checksHeadline(report).split(", ");
  return `${lines.join("")}${[paint(report.counts.errors > 0 ? "red" : "green", failures), ...others].join(", ")}.\n`;
}
