import { describe, expect, it, vi } from "vitest";
import { createOpenRuns } from "./open-runs.ts";

vi.mock("vscode", () => ({ workspace: { workspaceFolders: [] } }));

describe("the marks of runs in progress", () => {
  it("say nothing of a history where no run was ever started", async () => {
    const marks = new Map<string, unknown>();
    const runs = createOpenRuns({
      get: <T>(key: string) => marks.get(key) as T | undefined,
      update: async (key: string, value: unknown) => void marks.set(key, value),
    });
    await runs.remember(false);
    expect([runs.mayBeOpen(), runs.mayHaveHistory()]).toEqual([false, false]);
    await runs.remember(true);
    expect([runs.mayBeOpen(), runs.mayHaveHistory()]).toEqual([true, true]);
    await runs.remember(false);
    expect([runs.mayBeOpen(), runs.mayHaveHistory()]).toEqual([false, true]);
  });
});
