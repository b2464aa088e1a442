import { type CheckedRun, checkRun, RunFolderError } from "@analytics-engines/runs";
import { systemReason } from "@analytics-engines/runs/system-reason";
import { CommandError, type ExitCode } from "../exit-code.ts";
import { count } from "../terminal/count.ts";
import { type Paint, paintFor } from "../terminal/paint.ts";
import { createProgress } from "../terminal/progress.ts";
import { printableJson, visible } from "../terminal/visible.ts";

export interface VerifyOptions {
  readonly json?: true;
}

/** Holds a run folder against its manifest and prints what was altered. */
export async function verify(folder: string, { json }: VerifyOptions): Promise<ExitCode> {
  const progress = createProgress();
  const checked = await checkRun(folder, (file) => progress.step(`checking ${file}`)).catch((error: unknown) => {
    throw new CommandError(error instanceof RunFolderError ? error.message : `${folder}: ${systemReason(error)}`);
  });
  progress.clear();
  process.stdout.write(
    json === true ? `${printableJson(toJson(checked))}\n` : report(checked, paintFor(process.stdout)),
  );
  return checked.problems.length === 0 ? 0 : 1;
}

function toJson({ manifest, results, problems, uncovered }: CheckedRun): unknown {
  return { version: 1, intact: problems.length === 0, status: manifest.status, results, problems, uncovered };
}

function report({ manifest, results, problems, uncovered }: CheckedRun, paint: Paint): string {
  const lines = problems.map(({ parameters, unit, file, kind, message }) => {
    const what = file ?? `${parameters}, unit ${unit}`;
    return `${paint("bold", visible(what))}: ${paint("red", kind)}: ${visible(message)}`;
  });
  if (uncovered.length > 0) {
    lines.push(
      `Not covered by a digest: ${uncovered.slice(0, 10).map(visible).join(", ")}${more(uncovered.length - 10)}`,
    );
  }
  if (manifest.finishedAt === undefined) lines.push("The run has not finished: resume it, and verify it then.");
  lines.push(
    problems.length === 0
      ? paint("green", `${count(results, "result")} as the manifest says`)
      : `${paint("red", count(problems.length, "problem"))} in ${count(results, "result")}`,
  );
  return lines.map((line) => `${line}\n`).join("");
}

function more(number: number): string {
  return number > 0 ? ` and ${number} more` : "";
}
