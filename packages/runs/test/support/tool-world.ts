import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { basicAuth, createClient } from "@analytics-engines/core";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { createSimulator, defaultUser, knownGood, type SimulatorOptions } from "@analytics-engines/simulator";
import { onTestFinished } from "vitest";
import { checkFile } from "../../src/files/parameter-files.ts";
import { runToFolder } from "../../src/folder/run-to-folder.ts";
import { createServiceNames } from "../../src/names/service-names.ts";
import { toRunFiles } from "../../src/sweep/to-run-files.ts";
import type { AgentTool, KnownRun, ToolWorld } from "../../src/tools/tool.ts";

const root = new URL("../../../../", import.meta.url);

/** A unit of `pa` that the simulator computes. */
export const weights = {
  componentid: knownGood().components.pa.weights,
  accounts: [{ id: knownGood().accounts.equity, holdingsmode: "B&H" }],
  benchmarks: [{ id: knownGood().benchmarks.world, holdingsmode: "B&H" }],
  dates: { enddate: "0M", frequency: "Single" },
  currencyisocode: "USD",
};

/** An open folder, a simulated service on virtual time, and the runs that a test makes. */
export function createToolWorld(options: SimulatorOptions = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "tools-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const clock = createVirtualClock();
  const simulator = createSimulator({ ...options, clock });
  const auth = basicAuth(defaultUser.username, defaultUser.password ?? "");
  const client = createClient({ baseUrl: "https://api.example.test", auth, fetch: simulator.fetch, clock });
  const names = createServiceNames(async () => client, { clock, onAnswer: () => undefined });
  const known: KnownRun[] = [];
  const today = () => new Date("2026-11-23T10:00:00Z");
  const service = { names, benchmarks: [] };
  const world: ToolWorld = {
    folders: [folder],
    reading: () => ({}),
    checks: () => undefined,
    unsaved: () => undefined,
    runs: async () => known,
    service: async () => service,
    schema: async (family) =>
      JSON.parse(readFileSync(new URL(`packages/core/schemas/${family}.schema.json`, root), "utf8")),
    today,
  };
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  return {
    folder,
    clock,
    simulator,
    world,
    known,
    write,
    /** Writes a parameter file of `pa`. */
    writeUnits: (name: string, units: Readonly<Record<string, object>>) => write(name, JSON.stringify({ data: units })),
    /** Uses a tool and parses its answer. */
    async use(tool: AgentTool, input: unknown, changed: Partial<ToolWorld> = {}): Promise<Record<string, unknown>> {
      return JSON.parse(await clock.run(() => tool.use(input, { ...world, ...changed })));
    },
    /** Runs a parameter file, and makes the run known. */
    async run(name: string, id: string): Promise<KnownRun> {
      const { ready } = toRunFiles([checkFile(folder, name)], folder);
      const run = { id, title: name, startedAt: new Date(clock.now()).toISOString(), folder: path.join(folder, id) };
      await clock.run(() =>
        runToFolder(ready, { client, clock, folder: run.folder, tool: "test/1", service: "https://api.example.test" }),
      );
      known.unshift(run);
      return run;
    },
  };
}
