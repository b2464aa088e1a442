import type { JobRequest } from "@analytics-engines/core";
import type { RunFile } from "../../src/index.ts";

/** A request as the file of a run. Its digests are made up: no test of a run looks at them. */
export function runFileOf({ key, family, body }: JobRequest): RunFile {
  return { path: key, family, request: body, sha256: "0".repeat(64), parametersSha256: "1".repeat(64) };
}
