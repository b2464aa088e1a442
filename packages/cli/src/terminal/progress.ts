import truncatedWidth from "fast-string-truncated-width";
import { visible } from "./visible.ts";

/** Shorter work says nothing. */
const silentMilliseconds = 1000;
/** Between two lines where the stream is no terminal, such as the log of a CI system. */
const logMilliseconds = 10_000;

/** What is being done, on standard error, once it has taken a second. */
export interface Progress {
  /** Says what comes next. `isLong` says it at once: it is known to take more than a second. */
  step(text: string, isLong?: boolean): void;
  /** Takes the line away from the terminal, so that other text can be printed. */
  clear(): void;
}

export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  const started = performance.now();
  let saidAt = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  const clear = () => {
    if (isDrawn) stream.write("\r\u001b[K");
    isDrawn = false;
  };
  return {
    clear,
    step(text, isLong = false) {
      const now = performance.now();
      if (!isLong && now - started < silentMilliseconds) return;
      if (!isLong && now - saidAt < (stream.isTTY ? 100 : logMilliseconds)) return;
      saidAt = now;
      clear();
      const line = visible(text);
      const fitting = line.slice(0, truncatedWidth(line, { limit: stream.columns - 1 }).index);
      stream.write(stream.isTTY ? fitting : `${line}\n`);
      isDrawn = stream.isTTY;
    },
  };
}
