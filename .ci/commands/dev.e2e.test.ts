import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { isFull } from "../../packages/core/test/support/sample.ts";
import { root } from "../steps.ts";

/** The processes whose environment has a text. Linux lists them in /proc. */
function processesWith(text: string): readonly string[] {
  return readdirSync("/proc").filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/environ`, "utf8").includes(text);
    } catch {
      // It has ended, or belongs to another user.
      return false;
    }
  });
}

/** SIGKILL is the harder case. `npm run test:full` tries both. */
const signals = isFull ? (["SIGTERM", "SIGKILL"] as const) : (["SIGKILL"] as const);

it.runIf(process.platform === "linux").each(signals)(
  "npm run dev leaves no process behind after %s",
  async (signal) => {
    const mark = randomUUID();
    const child = spawn(
      process.execPath,
      [path.join(root, ".ci/setup.mjs"), ".ci/commands/dev.ts", "no-test-has-this-name"],
      {
        env: { ...process.env, DEV_TEST: mark },
        stdio: "ignore",
      },
    );
    const commands = () => processesWith(mark).map((id) => readFileSync(`/proc/${id}/cmdline`, "utf8"));
    for (const program of ["--watch", "vitest"])
      await expect.poll(() => commands().some((command) => command.includes(program))).toBe(true);
    child.kill(signal);
    await expect.poll(() => processesWith(mark)).toEqual([]);
  },
);
