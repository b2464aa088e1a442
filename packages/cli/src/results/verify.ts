import { count, printable } from "@analytics-engines/core/basics";
import { type CheckedRun, checkRun, commitProblem, type Manifest } from "@analytics-engines/runs";
import { systemReason, UserError } from "@analytics-engines/runs/progress";
import { type ExitCode, type Paint, paintFor, printableJson } from "../terminal/output.ts";
import { createProgress } from "../terminal/progress.ts";

export interface VerifyOptions {
  /** The commit that the manifest must state: its id in lower case, or the beginning of it. */
  readonly commit?: string;
  readonly json?: true;
}

/** Compares a run folder with its manifest, and prints which results were altered. */
export async function verifyCommand(folder: string, { commit, json }: VerifyOptions): Promise<ExitCode> {
  const progress = createProgress();
  const checked = await checkRun(folder, (file) => progress.step(`checking ${file}`)).catch((error: unknown) => {
    throw new UserError(
      error instanceof UserError
        ? error.lines
        : `${folder}: ${systemReason(error)}. Name a run folder that you can read.`,
    );
  });
  progress.clear();
  const wrongCommit = commit === undefined ? undefined : commitProblem(checked.manifest, commit);
  process.stdout.write(
    json === true
      ? `${printableJson(toJson(checked, wrongCommit))}\n`
      : report(checked, wrongCommit, paintFor(process.stdout)),
  );
  return checked.problems.length === 0 && wrongCommit === undefined ? 0 : 1;
}

function toJson(checked: CheckedRun, commitProblem: string | undefined): unknown {
  const { manifest, results, problems, unproved, uncovered } = checked;
  const { status, provenance } = manifest;
  const intact = problems.length === 0;
  const ends = unproved.length > 0 && { unproved };
  return { version: 1, intact, status, results, problems, ...ends, uncovered, provenance, commitProblem };
}

/** Says first whether the folder is intact, then what is wrong, how many units have results, and what no digest covers. */
function report(checked: CheckedRun, wrongCommit: string | undefined, paint: Paint): string {
  const { manifest, results, units, unitsWithResults, problems, unproved, uncovered } = checked;
  const compared = count(results, "stored file");
  const lines = [
    problems.length === 0
      ? `${paint("green", "Intact")}: ${results === 0 ? "the manifest names no stored file" : `${compared} as the manifest says`}`
      : `${paint("red", "Not intact")}: ${count(problems.length, "problem")} in ${compared}`,
    ...problems.map(({ parameters, unit, file, kind, message }) => {
      const what = file ?? `${parameters}, unit ${unit}`;
      return `${paint("bold", printable(what))}: ${paint("red", kind)}: ${printable(message)}`;
    }),
    ...(wrongCommit === undefined ? [] : [paint("red", printable(wrongCommit))]),
    `${unitsWithResults} of ${count(units, "unit")} ${units === 1 ? "has a result" : "have results"}`,
    ...reusedLines(manifest),
    ...unproved.map(
      ({ file }) =>
        `${paint("bold", printable(file))}: ${paint("yellow", "end not proved")}: nothing shows that its last byte is the last of the result. Look at its last rows, or run the parameter file again.`,
    ),
    ...(manifest.finishedAt === undefined ? ["The run has not finished: resume it, and verify it then."] : []),
    ...(uncovered.length === 0
      ? []
      : [`Not covered by a digest: ${uncovered.slice(0, 10).map(printable).join(", ")}${more(uncovered.length - 10)}`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Which runs have computed units that were not computed again. */
function reusedLines({ files }: Manifest): string[] {
  const origins = files.flatMap(({ units }) => units.flatMap(({ reused }) => (reused === undefined ? [] : [reused])));
  const counts = new Map<string, number>();
  for (const { run, startedAt } of origins) {
    const origin = `reused from ${printable(run)}, computed by the run of ${printable(startedAt)}`;
    counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return [...counts].map(([origin, number]) => `${count(number, "unit")} ${origin}`);
}

function more(number: number): string {
  return number > 0 ? ` and ${number} more` : "";
}
