import type { Manifest, ManifestFile, ManifestUnit } from "../../src/index.ts";

/** A unit that succeeded, but for what is said otherwise. */
export function unitOf(id: string, fields: Partial<ManifestUnit> = {}): ManifestUnit {
  return { id, status: "success", warnings: [], errors: [], ...fields };
}

/** A file whose job ended as its worst unit did, but for what is said otherwise. */
export function fileOf(path: string, units: readonly ManifestUnit[], fields: Partial<ManifestFile> = {}): ManifestFile {
  const status = units.every((unit) => unit.status === "success") ? "success" : "failure";
  return {
    path,
    family: "pa",
    sha256: "0".repeat(64),
    parametersSha256: "1".repeat(64),
    jobId: "2".repeat(32),
    requestKeys: [],
    status,
    units,
    ...fields,
  };
}

export function manifestOf(files: readonly ManifestFile[], status: Manifest["status"] = "success"): Manifest {
  return {
    version: 1,
    tool: "analytics-engines/0.1.0",
    service: "https://api.vendor.example",
    startedAt: "2026-11-20T09:00:00.000Z",
    finishedAt: "2026-11-20T09:00:41.000Z",
    status,
    files,
  };
}
