import { count, printable } from "@analytics-engines/core/basics";
import { placeText } from "@analytics-engines/core/parameters";
import { countRun, isLeftRunning, type Manifest, type RunStatus } from "@analytics-engines/runs";
import { parametersByPath } from "@analytics-engines/runs/files";
import { findFindings, findingHeadline, mostImportant, placeOfFinding } from "@analytics-engines/runs/review";
import type { CommandFile } from "../../files/validate/check-or-fix.ts";
import type { Paint } from "../../terminal/paint.ts";

/** The most errors, and the most warnings, that are listed at the end. */
const MAX_FINDINGS = 20;

/** How a run ended, in one line, with how many jobs are left on the service. */
export function runReport(manifest: Manifest, status: RunStatus, output: string, paint: Paint): string {
  const { files, units, succeeded, reused, warnings } = countRun(manifest);
  const leftCount = status === "running" ? manifest.files.filter(isLeftRunning).length : 0;
  const facts = [
    ...(leftCount > 0 ? [`${leftCount} of ${count(files, "job")} in progress`] : []),
    `${succeeded} of ${count(units, "unit")} in ${count(files, "file")} succeeded`,
    ...(reused > 0 ? [`${reused} reused`] : []),
    ...(warnings > 0 ? [count(warnings, "warning")] : []),
  ];
  const color = status === "success" ? "green" : status === "running" ? "blue" : "red";
  return `${paint(color, status)}: ${facts.join(", ")}. Run folder: ${printable(output)}\n`;
}

/**
 * The errors and warnings of the service, each with the place in the parameter file that it speaks of.
 * @param isQuiet whether warnings are left out
 */
export function findingLines(manifest: Manifest, files: readonly CommandFile[], paint: Paint, isQuiet = false): string {
  const parametersOf = parametersByPath(files);
  const findings = findFindings(manifest);
  const lines = (isQuiet ? (["error"] as const) : (["error", "warning"] as const)).flatMap((level) => {
    const listedFindings = mostImportant(findings, level, MAX_FINDINGS);
    const more = findings.filter((finding) => finding.level === level).length - listedFindings.length;
    return [
      ...listedFindings.map((finding) => {
        const parameters = parametersOf.get(finding.path);
        const place = parameters && placeOfFinding(parameters, finding);
        const where = printable(place ? `${place.range.path ?? finding.path}:${placeText(place.range)}` : finding.path);
        const what = paint(level === "error" ? "red" : "yellow", level);
        return `${paint("bold", where)}: ${what}: ${printable(`${findingHeadline(finding)}: ${finding.message}`)}`;
      }),
      ...(more > 0 ? [`${count(more, `more ${level}`)}: manifest.json has them all.`] : []),
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}
