import type { Manifest, ManifestFile, ManifestUnit } from "@analytics-engines/runs";

/** A unit for tests: by default successful, without a result. */
export function unit(id: string, more: Partial<ManifestUnit> = {}): ManifestUnit {
  return { id, status: "success", warnings: [], errors: [], ...more };
}

export function file(path: string, units: readonly ManifestUnit[], more: Partial<ManifestFile> = {}): ManifestFile {
  return {
    path,
    family: "pa",
    sha256: "a".repeat(64),
    parametersSha256: "b".repeat(64),
    requestKeys: ["key-1"],
    status: "success",
    units,
    ...more,
  };
}

export function manifest(files: readonly ManifestFile[]): Manifest {
  return {
    version: 1,
    tool: "analytics-engines/0.1.0",
    service: "https://api.vendor.example",
    startedAt: "2026-11-20T09:00:00Z",
    finishedAt: "2026-11-20T09:03:20Z",
    status: "success",
    files,
  };
}
