import { expect, it } from "vitest";
import { createRunProgress } from "./run-progress.ts";

it("prints what happened on one line, without anything that a terminal would obey", () => {
  const printed: string[] = [];
  const stream = { isTTY: false, write: (text: string) => printed.push(text) > 0 };
  const showEvent = createRunProgress(1, { clear() {}, step() {} }, stream);
  showEvent({ type: "unreachable", reason: "ENOTFOUND \u001b[2J", seconds: 0 });
  expect(printed).toEqual(["No usable answer from the service, trying again: ENOTFOUND \\u{1b}[2J\n"]);
});
