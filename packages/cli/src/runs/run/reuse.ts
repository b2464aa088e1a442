import path from "node:path";
import type { ReuseOptions } from "@analytics-engines/runs";

interface NamedRun {
  readonly reuseFrom?: string | undefined;
  readonly reuseMaxAge?: number;
}

/** The earlier run of the options, with its folder as an absolute path. */
export function reuseOf({ reuseFrom: name, reuseMaxAge }: NamedRun, folder: string): ReuseOptions | undefined {
  if (name === undefined) return undefined;
  const maxAgeSeconds = reuseMaxAge === undefined ? undefined : reuseMaxAge * 3600;
  return { folder: path.resolve(folder, name), name, maxAgeSeconds };
}
