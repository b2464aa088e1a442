/** A file of a manifest, without its units. */
export const manifestFile = {
  path: "weights.pa.json",
  family: "pa",
  sha256: "0".repeat(64),
  parametersSha256: "0".repeat(64),
  requestKeys: [],
  status: "success",
};

/** The text of a manifest. */
export function manifestOf(
  files: readonly Readonly<Record<string, unknown>>[],
  more: Readonly<Record<string, unknown>> = {},
): string {
  return JSON.stringify({
    version: 1,
    tool: "analytics-engines/0.1.0",
    service: "https://api.vendor.example",
    startedAt: "2026-11-20T09:00:00Z",
    finishedAt: "2026-11-20T09:01:00Z",
    status: "success",
    ...more,
    files,
  });
}
