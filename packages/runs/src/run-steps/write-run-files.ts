import { applyChecks, type ChecksPlan } from "../checks/check-results.ts";
import type { ChecksReport } from "../checks/checks-report.ts";
import { replaceFile } from "../files/disk.ts";
import type { Manifest, ManifestReproduction } from "../folder/manifest/manifest.ts";
import { type TableFiles, writeCsvFiles, writeParquetFiles } from "../folder/results/table-files.ts";
import type { Reproduction } from "../reproduce/reproduction.ts";
import type { ComparedFolder } from "../review/compare-runs.ts";

/** What happened, in the order in which a shell tells it. */
export type RunFilesEvent =
  /** The results are compared with those of the run that is computed again. */
  | { readonly type: "comparing"; readonly startedAt: string }
  | { readonly type: "compared"; readonly reproduces: ManifestReproduction }
  /** Comes always: the manifest says how the run ended, with the conclusion of a reproduction. */
  | { readonly type: "ended"; readonly manifest: Manifest }
  | { readonly type: "checked"; readonly report: ChecksReport }
  /** Tables and page are written next; after the last of them comes `shown`. */
  | { readonly type: "showing" | "shown" }
  | { readonly type: "tables"; readonly form: "CSV" | "Parquet"; readonly files: TableFiles }
  | { readonly type: "page"; readonly file: string; readonly bytes: number }
  /** The results are stored before, so what cannot be written loses none. */
  | { readonly type: "failed"; readonly what: string; readonly error: unknown };

/** A run that has ended, and what is written about it. */
interface EndedRun<History> {
  /** Absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Whether no job is left on the service. Without all results, none is judged or shown. */
  readonly hasAllResults: boolean;
  /** Asked before each step: after a signal, the time that is left is for the summary. */
  readonly isStopped: () => boolean;
  readonly reproduction?: Reproduction | undefined;
  readonly checks?: ChecksPlan | undefined;
  /** Checks the results, as `applyChecks` does. */
  readonly check?: (run: ComparedFolder, plan: ChecksPlan) => Promise<ChecksReport>;
  readonly csv: boolean;
  readonly parquet: boolean;
  /** Adds the run to a history. It comes after the tables, whose names are in the manifest, which has its digest in the history. */
  readonly addToHistory?: (() => Promise<History>) | undefined;
  /** Writes `report.html` into the folder. */
  readonly writePage?:
    | ((
        shown: Pick<WrittenRun<History>, "checks" | "history">,
      ) => Promise<{ readonly file: string; readonly bytes: number }>)
    | undefined;
  /** Makes the text of `summary.md`, which every run gets that has one. */
  readonly renderSummary?: (written: WrittenRun<History>) => Promise<string>;
  readonly onEvent: (event: RunFilesEvent) => void;
}

/** What was written about a run; undefined for what was not. */
export interface WrittenRun<History = undefined> {
  readonly checks: ChecksReport | undefined;
  readonly history: History | undefined;
  /** It names the files of the tables, and has the conclusion of a reproduction. */
  readonly manifest: Manifest;
  /** The absolute path of the page. */
  readonly page: string | undefined;
  /** Whether the results are shown. */
  readonly isShown: boolean;
}

/**
 * Writes what a run folder gets after its run: the conclusion of a reproduction, `checks.json` and the JUnit file, the tables, the page and the
 * summary. Tables or a page that cannot be written are events and end nothing.
 *
 * @throws UserError if the JUnit file cannot be written; errors of the disk
 *
 * @example
 * ```ts
 * import type { Manifest, ManifestReproduction } from "@analytics-engines/runs";
 * import { writeRunFiles } from "@analytics-engines/runs/review";
 *
 * export const writeTables = (folder: string, manifest: Manifest) =>
 *   writeRunFiles({
 *     folder,
 *     manifest,
 *     hasAllResults: true,
 *     isStopped: () => false,
 *     csv: true,
 *     parquet: false,
 *     onEvent: (event) => console.log(event.type),
 *   });
 * ```
 */
export async function writeRunFiles<History = undefined>(run: EndedRun<History>): Promise<WrittenRun<History>> {
  const { folder, reproduction, checks: plan, check = applyChecks, onEvent } = run;
  const hasResults = () => run.hasAllResults && !run.isStopped();
  let { manifest } = run;
  if (reproduction !== undefined && hasResults()) {
    onEvent({ type: "comparing", startedAt: reproduction.run.startedAt });
    const reproduces = await reproduction.conclude(folder);
    onEvent({ type: "compared", reproduces });
    manifest = { ...manifest, reproduces };
  }
  onEvent({ type: "ended", manifest });
  const checks = plan !== undefined && hasResults() ? await check({ folder, manifest }, plan) : undefined;
  if (checks !== undefined) onEvent({ type: "checked", report: checks });
  const isShown = hasResults();
  const shown = isShown ? await show(run, manifest, checks) : { manifest, history: undefined, page: undefined };
  const written = { ...shown, checks, isShown };
  if (run.renderSummary !== undefined) await replaceFile(folder, "summary.md", [await run.renderSummary(written)]);
  return written;
}

async function show<History>(run: EndedRun<History>, ended: Manifest, checks: ChecksReport | undefined) {
  const { folder, addToHistory, writePage, onEvent } = run;
  const attempt = async <Outcome>(what: string, work: () => Promise<Outcome>): Promise<Outcome | undefined> => {
    try {
      return await work();
    } catch (error) {
      onEvent({ type: "failed", what, error });
      return undefined;
    }
  };
  onEvent({ type: "showing" });
  let manifest = ended;
  const forms = [
    { form: "CSV", isWanted: run.csv, write: writeCsvFiles },
    { form: "Parquet", isWanted: run.parquet, write: writeParquetFiles },
  ] as const;
  for (const { form, isWanted, write } of forms) {
    const files = isWanted ? await attempt(`${form} files`, () => write(folder)) : undefined;
    if (files === undefined) continue;
    onEvent({ type: "tables", form, files });
    // How the run ended is what the shell saw.
    const { status, reproduces } = ended;
    manifest = { ...files.manifest, status, ...(reproduces && { reproduces }) };
  }
  const history = await addToHistory?.();
  const page = writePage && (await attempt("report.html", () => writePage({ checks, history })));
  if (page !== undefined) onEvent({ type: "page", ...page });
  onEvent({ type: "shown" });
  return { manifest, history, page: page?.file };
}
