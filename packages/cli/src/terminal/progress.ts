import { fit } from "./columns.ts";
import { visible } from "./visible.ts";

/** Shorter work says nothing. */
const silentMilliseconds = 1000;
/** Between two lines where the stream is no terminal, such as the log of a CI system. */
const logMilliseconds = 10_000;
const drawMilliseconds = 100;

/** What is being done, on standard error, once it has taken a second. */
export interface Progress {
  /** Says what comes next. `isLong` says it at once: it is known to take more than a second. */
  step(text: string, isLong?: boolean): void;
  /** Takes the line away from the terminal, so that other text can be printed. */
  clear(): void;
}

/** What progress is written to: `process.stderr`, as far as it is needed. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** `now` counts milliseconds. */
export function createProgress(stream: ProgressStream = process.stderr, now = () => performance.now()): Progress {
  const started = now();
  let saidAt = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  const clear = () => {
    if (isDrawn) stream.write("\r\u001b[K");
    isDrawn = false;
  };
  return {
    clear,
    step(text, isLong = false) {
      const at = now();
      if (!isLong && at - started < silentMilliseconds) return;
      if (!isLong && at - saidAt < (stream.isTTY ? drawMilliseconds : logMilliseconds)) return;
      saidAt = at;
      clear();
      const line = visible(text);
      isDrawn = stream.isTTY === true;
      stream.write(isDrawn ? fit(line, (stream.columns ?? 80) - 1) : `${line}\n`);
    },
  };
}
