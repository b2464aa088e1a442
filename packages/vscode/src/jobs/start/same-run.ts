import { isActive, type RunView } from "../store/run.ts";
import type { PreparedFile } from "./prepare.ts";

/** Finds a run in progress on a connection that computes exactly these files. */
export function sameRunInProgress(
  runs: readonly RunView[],
  connectionId: string,
  files: readonly Pick<PreparedFile, "file">[],
): RunView | undefined {
  const requestedKey = keyOf(files.map(({ file }) => file));
  return runs.find((run) => {
    const { connection, files: ran } = run.record;
    return isActive(run) && connection.id === connectionId && keyOf(ran) === requestedKey;
  });
}

/** A text that is the same for files with the same canonical parameters, in any order. */
function keyOf(files: readonly Pick<PreparedFile["file"], "family" | "parametersSha256">[]): string {
  return JSON.stringify(files.map(({ family, parametersSha256 }) => `${family} ${parametersSha256}`).sort());
}
