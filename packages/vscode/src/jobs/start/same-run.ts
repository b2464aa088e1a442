import { isActive, type RunView } from "../store/run.ts";
import type { PreparedFile } from "./prepare.ts";

/** Finds a run in progress on a connection that computes exactly these files, with the same commentaries. */
export function sameRunInProgress(
  runs: readonly RunView[],
  connectionId: string,
  files: readonly Pick<PreparedFile, "file">[],
  commentary: readonly string[] = [],
): RunView | undefined {
  const requestedKey = keyOf(
    files.map(({ file }) => file),
    commentary,
  );
  return runs.find((run) => {
    const { connection, files: ran, commentary: texts = [] } = run.record;
    return isActive(run) && connection.id === connectionId && keyOf(ran, texts) === requestedKey;
  });
}

/** A text that is the same for files with the same canonical parameters, in any order. */
function keyOf(
  files: readonly Pick<PreparedFile["file"], "family" | "parametersSha256">[],
  commentary: readonly string[],
): string {
  const parameters = files.map(({ family, parametersSha256 }) => `${family} ${parametersSha256}`).sort();
  return JSON.stringify([parameters, commentary]);
}
