import { describe, expect, it } from "vitest";
import { createRunProgress } from "./run-progress.ts";

function lines(): { said: string[]; tell: ReturnType<typeof createRunProgress> } {
  const said: string[] = [];
  const stream = { isTTY: false, write: (text: string) => said.push(text) > 0 };
  const tell = createRunProgress(1, { clear() {}, step() {} }, stream);
  return { said, tell };
}

describe("the progress of a run", () => {
  it("says that the service gives no answer, and why, with nothing that a terminal would obey", () => {
    const { said, tell } = lines();
    tell({ type: "unreachable", reason: "ENOTFOUND \u001b[2J", seconds: 0 });
    expect(said).toHaveLength(1);
    expect(said[0]).toContain("no usable answer from the service, trying again: ENOTFOUND");
    expect(said[0]).not.toContain("\u001b");
  });

  it("says how long it waits for requests", () => {
    const { said, tell } = lines();
    tell({ type: "waiting", seconds: 4.2, reason: "retry-after" });
    expect(said).toEqual(["waiting 5 s: the service allows no more requests until then\n"]);
  });
});
