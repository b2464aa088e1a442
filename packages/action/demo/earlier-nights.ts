import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { basicAuth, createClient } from "@analytics-engines/core";
import { systemClock } from "@analytics-engines/core/basics";
import { runToFolder } from "@analytics-engines/runs";
import { checkFiles, toRunFiles } from "@analytics-engines/runs/files";
import { addToHistory, applyChecks, openChecks } from "@analytics-engines/runs/review";
import { createSimulator, defaultUser } from "@analytics-engines/simulator";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What ran every night. The paths are relative to `root`. */
export interface Nights {
  readonly root: string;
  readonly sweep: string;
  readonly checks: string;
  /** The folder of the history. */
  readonly store: string;
}

/** Adds two nights to a history: runs of the sweep on services whose clocks are one and two days behind. */
export async function addEarlierNights({ root, sweep, checks, store }: Nights): Promise<void> {
  const { ready } = toRunFiles(await checkFiles(root, [sweep]), root);
  const plan = await openChecks(root, { checks: [checks] });
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), "demo-"));
  for (const daysAgo of [2, 1]) {
    const clock = { ...systemClock, now: () => Date.now() - daysAgo * DAY_MS };
    const service = "https://api.vendor.example";
    const { fetch } = createSimulator({ clock, jobSeconds: 0 });
    const auth = basicAuth(defaultUser.username, defaultUser.password);
    const client = createClient({ baseUrl: service, auth, fetch, clock });
    const folder = path.join(temporary.path, `${daysAgo}`);
    const manifest = await runToFolder(ready, { client, clock, folder, service, tool: "demo/1" });
    await applyChecks({ folder, manifest }, plan);
    await addToHistory(folder, store);
  }
}
