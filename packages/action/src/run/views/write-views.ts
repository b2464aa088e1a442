import { count, messageOf } from "@analytics-engines/core/basics";
import type { Manifest } from "@analytics-engines/runs";
import { formatBytes } from "@analytics-engines/runs/host";
import {
  type ChecksReport,
  type TableFiles,
  type TableProblem,
  writeCsvFiles,
  writeParquetFiles,
} from "@analytics-engines/runs/review";
import { addRunToHistory } from "../history.ts";
import type { RunContext } from "../inputs.ts";
import { readPreviews } from "./previews.ts";
import { renderPreviews } from "./render-previews.ts";

/** The readable forms of the results. */
export type Views = Awaited<ReturnType<typeof writeViews>>;

/** The most altered results that are annotated; the log has all. */
const MAX_ANNOTATED = 10;

/**
 * Writes the files of tables and the report of a run, and renders the first rows of its tables. The results are stored before that, so every failure
 * is only a warning.
 */
export async function writeViews(context: RunContext, manifest: Manifest, checks?: ChecksReport) {
  const { inputs, log } = context;
  const folder = inputs.runFolder;
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      log.annotate("warning", `${what} could not be written: ${messageOf(error)}`);
      return undefined;
    }
  };

  log.group("Writing tables and the report");
  try {
    const writeTables = async (form: string, write: () => Promise<TableFiles>): Promise<TableFiles | undefined> => {
      const files = await attempt(`${form} files`, write);
      if (files === undefined) return undefined;
      log.line(`${count(files.written, "table")} as ${form}`);
      reportProblems(context, form, files.problems);
      return files;
    };
    const csvFiles = await writeTables("CSV", () => writeCsvFiles(folder));
    const parquetFiles = inputs.parquet ? await writeTables("Parquet", () => writeParquetFiles(folder)) : undefined;
    // After the tables, whose names are in the manifest, which has its digest in the history.
    const history = inputs.historyStore === undefined ? undefined : await addRunToHistory(context, inputs.historyStore);
    const report = await attempt("report.html", async () => {
      const { writeReport } = await import("@analytics-engines/viewer/report");
      const { file, bytes } = await writeReport({ folder, checks, history: history?.view });
      log.line(`${file}: ${formatBytes(bytes)}`);
      return file;
    });
    const previews = renderPreviews(await readPreviews(folder, manifest));
    return {
      /** The new manifest, in which each table names its files. */
      manifest: { ...(parquetFiles ?? csvFiles ?? { manifest }).manifest, status: manifest.status },
      /** What became of the run in the history, if it has one. */
      history,
      /** The absolute path of `report.html`, if it was written. */
      report,
      /** The first rows of the tables, as Markdown. */
      previews,
    };
  } finally {
    log.endGroup();
  }
}

function reportProblems({ log }: RunContext, form: string, problems: readonly TableProblem[]): void {
  for (const { path, unitId, reason } of problems) log.line(`No ${form} of ${path}, unit ${unitId}: ${reason}`);
  for (const { file, reason } of problems.filter(({ isAltered }) => isAltered).slice(0, MAX_ANNOTATED))
    log.annotate(
      "warning",
      `${file} is not the result that the run stored: ${reason}. It is not shown. Run its parameter file again in a new folder.`,
    );
}
