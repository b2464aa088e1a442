import type { Table } from "@analytics-engines/core/results";
import type { Manifest, ManifestUnit } from "@analytics-engines/runs";
import { readStored } from "@analytics-engines/runs/review";

/** The tables of a unit. Their first rows are shown. */
export interface Preview {
  readonly path: string;
  readonly unitId: string;
  readonly tables: readonly Table[];
}

/** The most units with a preview; the report shows all units. */
const MAX_UNITS = 24;
/** The largest result that gets a preview, bytes. */
const MAX_BYTES = 2_000_000;

/** Reads the tables of the first results of a run. A result that cannot be decoded, or was altered, has no preview. */
export async function readPreviews(folder: string, manifest: Manifest): Promise<readonly Preview[]> {
  const previews: Preview[] = [];
  for (const { path: file, units } of manifest.files) {
    for (const unit of units) {
      if (previews.length === MAX_UNITS) return previews;
      const tables = await tablesOf(folder, unit);
      if (tables.length > 0) previews.push({ path: file, unitId: unit.id, tables });
    }
  }
  return previews;
}

async function tablesOf(folder: string, unit: ManifestUnit): Promise<readonly Table[]> {
  const { status, bytes = Number.POSITIVE_INFINITY, contentType = "" } = unit;
  if (status !== "success" || bytes > MAX_BYTES || !/json|arrow|feather/.test(contentType)) return [];
  const stored = await readStored(folder, unit);
  return stored.kind === "tables" ? stored.tables : [];
}
