import type { Table } from "@analytics-engines/core/results";
import { t } from "../../l10n.ts";
import { loadScript } from "../../load-script.ts";

interface Parquet {
  readonly tableToParquet: (table: Table) => Promise<Uint8Array<ArrayBuffer>>;
}

declare global {
  /** The script that writes Parquet files sets it. */
  var analyticsEnginesParquet: Parquet | undefined;
}

export const PARQUET_ID = "analytics-engines-parquet";

/** Loads the script that writes Parquet files at the first call. */
export async function loadParquet(): Promise<Parquet> {
  if (globalThis.analyticsEnginesParquet === undefined) await loadScript(PARQUET_ID, "parquet.js");
  const parquet = globalThis.analyticsEnginesParquet;
  if (parquet === undefined)
    throw new Error(t("The script that writes Parquet files could not be loaded. Open the page again."));
  return parquet;
}
