import { printable } from "@analytics-engines/core/text";
import { type CheckedRun, checkRun } from "@analytics-engines/runs";
import { count } from "@analytics-engines/runs/format";
import { systemReason } from "@analytics-engines/runs/system-reason";
import { UserError } from "@analytics-engines/runs/user-error";
import type { ExitCode } from "../exit-code.ts";
import { type Paint, paintFor } from "../terminal/paint.ts";
import { printableJson } from "../terminal/printable-json.ts";
import { createProgress } from "../terminal/progress.ts";

export interface VerifyOptions {
  readonly json?: true;
}

/** Compares a run folder with its manifest, and prints which results were altered. */
export async function verifyCommand(folder: string, { json }: VerifyOptions): Promise<ExitCode> {
  const progress = createProgress();
  const checked = await checkRun(folder, (file) => progress.step(`checking ${file}`)).catch((error: unknown) => {
    throw new UserError(error instanceof UserError ? error.lines : `${folder}: ${systemReason(error)}`);
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
    return `${paint("bold", printable(what))}: ${paint("red", kind)}: ${printable(message)}`;
  });
  if (uncovered.length > 0) {
    lines.push(
      `Not covered by a digest: ${uncovered.slice(0, 10).map(printable).join(", ")}${more(uncovered.length - 10)}`,
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
