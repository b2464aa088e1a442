import { gunzipSync } from "node:zlib";
import type { Sentence } from "@analytics-engines/core/basics";

/** What tests read of the index of a report. */
export interface Index {
  readonly first?: string;
  readonly units: Units;
  readonly earlier?: { readonly units: Units };
  readonly review?: {
    readonly tolerances: readonly unknown[];
    readonly units: readonly { readonly unit: string; readonly outcome: { readonly kind: string } }[];
    readonly parameters?: readonly Sentence[];
  };
  readonly checks?: { readonly findings: readonly unknown[] };
}

type Units = Record<string, { kind: string }>;

/** The index of a page `report.html`. */
export function readReport(page: string): Index {
  const base64 = /id="analytics-engines-run">([^<]*)</.exec(page)?.[1] ?? "";
  return JSON.parse(gunzipSync(Buffer.from(base64, "base64")).toString());
}
