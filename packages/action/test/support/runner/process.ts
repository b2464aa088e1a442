import { vi } from "vitest";
import { type RunnerLog, readRunnerLog } from "./runner-log.ts";

/** What the process writes to standard output meanwhile. */
export function writtenBy(use: () => void): string {
  let text = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((part) => {
    text += part;
    return true;
  });
  try {
    use();
  } finally {
    write.mockRestore();
  }
  return text;
}

/** What the runner makes of what the process writes meanwhile. */
export function logOf(use: () => void): RunnerLog {
  return readRunnerLog(writtenBy(use));
}

/** What `use` returns where the process has this environment and no other variable. */
export function withEnv<T>(env: Readonly<Record<string, string>>, use: () => T): T {
  const before = process.env;
  process.env = { ...env };
  try {
    return use();
  } finally {
    process.env = before;
  }
}
