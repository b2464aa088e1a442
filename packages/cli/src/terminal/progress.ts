import { printable } from "@analytics-engines/core/basics";
import { fit, widthOf } from "./columns.ts";
import { isQuiet } from "./output.ts";

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
      if (isQuiet()) return;
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

/** The part of `process.stderr` that lines in place need. */
export interface LiveStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** Whether lines of the stream can be drawn again in place. The log of a CI system cannot, though some give commands a terminal. */
export function isLive({ isTTY }: LiveStream): boolean {
  const { TERM, CI = "" } = process.env;
  return isTTY === true && TERM !== "dumb" && (CI === "" || CI === "false");
}

/** The size of a terminal; that of the first terminals if it does not say. */
export function terminalSize({ columns, rows }: LiveStream): { readonly columns: number; readonly rows: number } {
  return { columns: columns || 80, rows: rows || 24 };
}

/**
 * Lines at the end of a terminal that are drawn again in place, with what is printed above them. The cursor stays visible below them, so
 * nothing needs to bring it back, however the process ends.
 */
export function createLiveLines(stream: LiveStream) {
  let widths: readonly number[] = [];
  const erasure = () => {
    // A terminal that became narrower has broken lines in two.
    const rows = widths.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / terminalSize(stream).columns)), 0);
    widths = [];
    return rows === 0 ? "" : `\r\u001b[${rows}A\u001b[J`;
  };
  return {
    /** @param text whole lines that stay above the drawn ones */
    draw(lines: readonly string[], text = ""): void {
      // A line in the last column would break into two on some terminals.
      const fitted = lines.map((line) => fit(line, terminalSize(stream).columns - 1));
      const output = [erasure(), text, ...fitted.map((line) => `${line}\n`)].join("");
      widths = fitted.map(widthOf);
      if (output !== "") stream.write(output);
    },
  };
}
