import { printable } from "@analytics-engines/core/basics";
import { fit } from "./columns.ts";
import { isLive, type LiveStream } from "./live-lines.ts";
import { hasProgress } from "./messages.ts";

/** Shorter work shows no progress. */
const SILENT_MS = 1000;
/** The time between two lines outside of a terminal, such as in the log of a CI system. */
const LOG_INTERVAL_MS = 10_000;
const DRAW_INTERVAL_MS = 100;

export type Progress = ReturnType<typeof createProgress>;

/**
 * Shows on standard error what the command is doing, once that takes more than a second.
 *
 * @param now milliseconds
 */
export function createProgress(stream: LiveStream = process.stderr, now = () => performance.now()) {
  const started = now();
  let saidAt = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  const clear = () => {
    if (isDrawn) stream.write("\r\u001b[K");
    isDrawn = false;
  };
  return {
    /** Removes the line from the terminal, so that other text can be printed. */
    clear,
    /** Shows the next step; at once if `isLong` says that it takes more than a second. */
    step(text: string, isLong = false): void {
      if (!hasProgress()) return;
      const at = now();
      if (!isLong && at - started < SILENT_MS) return;
      if (!isLong && at - saidAt < (isLive(stream) ? DRAW_INTERVAL_MS : LOG_INTERVAL_MS)) return;
      saidAt = at;
      clear();
      const line = printable(text);
      isDrawn = isLive(stream);
      stream.write(isDrawn ? fit(line, (stream.columns ?? 80) - 1) : `${line}\n`);
    },
  };
}
