import { messageOf } from "@analytics-engines/core/basics";
import type { Manifest } from "@analytics-engines/runs";
import { type TableFiles, writeCsvFiles, writeParquetFiles } from "@analytics-engines/runs/review";
import { warn } from "../../terminal/messages.ts";

/** The readable forms of the results that a command writes into the run folder. */
export interface ViewOptions {
  /** The tables as CSV; on unless the user says otherwise. */
  readonly csv?: boolean;
  /** The tables as Parquet. */
  readonly parquet?: true;
  /** `report.html`; on unless the user says otherwise. */
  readonly report?: boolean;
}

/** Writes the tables of the results, which are stored already: a problem is only reported. Returns the manifest that names the files. */
export async function writeTables(
  runFolder: string,
  manifest: Manifest,
  { csv = true, parquet }: ViewOptions,
): Promise<Manifest> {
  const csvFiles = csv ? await write("CSV", () => writeCsvFiles(runFolder)) : undefined;
  const parquetFiles = parquet ? await write("Parquet", () => writeParquetFiles(runFolder)) : undefined;
  return { ...(parquetFiles ?? csvFiles ?? manifest), status: manifest.status };
}

async function write(form: string, writeFiles: () => Promise<TableFiles>): Promise<Manifest | undefined> {
  try {
    const { manifest, problems } = await writeFiles();
    for (const { path: file, unitId, reason } of problems) warn(`no ${form} of ${file}, unit ${unitId}: ${reason}`);
    return manifest;
  } catch (error) {
    warn(`${form} files could not be written: ${messageOf(error)}`);
    return undefined;
  }
}
