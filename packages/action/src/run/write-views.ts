import type { Manifest } from "@analytics-engines/core/node";
import { writeCsvFiles } from "@analytics-engines/core/node";
import { count, formatBytes } from "../github/format.ts";
import { readPreviews } from "./previews.ts";
import { renderPreviews } from "./render-previews.ts";
import type { RunContext } from "./run-files.ts";

/** What was made of the results for people to look at. */
export interface Views {
  /** The manifest as it stands now: its tables name their CSV. */
  readonly manifest: Manifest;
  /** The absolute path of `report.html`, where it was written. */
  readonly report: string | undefined;
  /** The first rows of the tables, as Markdown. */
  readonly previews: string;
}

/**
 * Writes CSV files and the report of a run, and renders the first rows of its tables. The results are safe before this begins: what
 * fails here is a warning, and the run is what it was.
 */
export async function writeViews(context: RunContext, manifest: Manifest): Promise<Views> {
  const { inputs, log } = context;
  const folder = inputs.runFolder;
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      log.annotate(
        "warning",
        `${what} could not be written: ${error instanceof Error ? error.message : String(error)}`,
      );
      return undefined;
    }
  };

  log.group("Writing tables and the report");
  try {
    const made = inputs.csv ? await attempt("CSV files", () => writeCsvFiles(folder)) : undefined;
    if (made !== undefined) {
      log.line(`${count(made.written, "table")} as CSV`);
      for (const { path, unitId, reason } of made.problems) log.line(`No CSV of ${path}, unit ${unitId}: ${reason}`);
    }
    const report = inputs.report
      ? await attempt("report.html", async () => {
          const { writeReport } = await import("@analytics-engines/viewer/report");
          const { file, bytes } = await writeReport({ folder });
          log.line(`${file}: ${formatBytes(bytes)}`);
          return file;
        })
      : undefined;
    const previews = inputs.summary ? renderPreviews(await readPreviews(folder, manifest)) : "";
    return { manifest: { ...(made?.manifest ?? manifest), status: manifest.status }, report, previews };
  } finally {
    log.endGroup();
  }
}
