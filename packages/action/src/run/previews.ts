import type { Table } from "@analytics-engines/core/results";
import type { Manifest, ManifestUnit } from "@analytics-engines/runs";
import { readStored } from "@analytics-engines/runs/read-stored";

/** The tables of a unit, to be shown in part. */
export interface Preview {
  readonly path: string;
  readonly unitId: string;
  readonly tables: readonly Table[];
}

/** So many units are shown; the others are in the report. */
const mostUnits = 24;
/** Larger results are not read again for a look at their first rows. */
const largestBytes = 2_000_000;

/**
 * Reads the tables of the first results of a run. A result that cannot be decoded has no preview, nor one that is not what the manifest's
 * digest says; the run says so elsewhere.
 */
export async function readPreviews(folder: string, manifest: Manifest): Promise<readonly Preview[]> {
  const previews: Preview[] = [];
  for (const { path: file, units } of manifest.files) {
    for (const unit of units) {
      if (previews.length === mostUnits) return previews;
      const tables = await tablesOf(folder, unit);
      if (tables.length > 0) previews.push({ path: file, unitId: unit.id, tables });
    }
  }
  return previews;
}

async function tablesOf(folder: string, unit: ManifestUnit): Promise<readonly Table[]> {
  const { status, bytes = Number.POSITIVE_INFINITY, contentType = "" } = unit;
  if (status !== "success" || bytes > largestBytes || !/json|arrow|feather/.test(contentType)) return [];
  const stored = await readStored(folder, unit);
  return stored.kind === "tables" ? stored.tables : [];
}
