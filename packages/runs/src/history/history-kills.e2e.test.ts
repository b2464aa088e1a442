import { spawn } from "node:child_process";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFull } from "../../../core/test/support/sample.ts";
import { bundleChild } from "../../test/support/bundle-child.ts";
import type { EndMode } from "../../test/support/end-at-operation.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { writeHistoryRun } from "../../test/support/history-run.ts";
import { addToHistory, listHistoryChanges, readSeries } from "../review/index.ts";

const modes: readonly EndMode[] = ["before", "torn", "full"];
/** `npm test` tries one ending in this many, which is no multiple of the number of modes. */
const ONE_IN = isFull ? 1 : 37;

let shared = "";
let script = "";
beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), "history-"));
  script = await bundleChild("support/history-child.ts", shared);
  await writeHistoryRun(join(shared, "first"), "2026-11-19T21:00:00Z", { growth: { numbers: { Total: 1, Cash: 2 } } });
  await writeHistoryRun(join(shared, "second"), "2026-11-20T21:00:00Z", { growth: { numbers: { Total: 3, Cash: 4 } } });
  await addToHistory(join(shared, "first"), join(shared, "store"));
  // The second run before it was resumed.
  const earlier = { finishedAt: "2026-11-20T21:00:10Z" };
  await writeHistoryRun(
    join(shared, "earlier"),
    "2026-11-20T21:00:00Z",
    { growth: { numbers: { Total: 5 } } },
    earlier,
  );
  await addToHistory(join(shared, "first"), join(shared, "store-with-earlier"));
  await addToHistory(join(shared, "earlier"), join(shared, "store-with-earlier"));
});
afterAll(() => rm(shared, { recursive: true }));

/** Runs the child on a copy of a store. Returns what it printed, or `killed`. */
async function endChild(store: string, at: number, mode: EndMode): Promise<string> {
  const child = spawn(process.execPath, [script, store, join(shared, "second"), String(at), mode]);
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once("close", (_code, signal) => resolve(signal)),
  );
  const [printed, errors, signal] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (errors !== "") throw new Error(errors);
  return signal === "SIGKILL" ? "killed" : printed;
}

/** The numbers of the rows of a store, over its runs. */
async function numbersOf(store: string): Promise<Record<string, number[]>> {
  const { series } = await readSeries(store, {});
  return Object.fromEntries(series.map(({ row, points }) => [row, points.map(({ value }) => value)]));
}

async function temporaryFiles(store: string): Promise<string[]> {
  return (await readdir(store, { recursive: true })).filter((name) => name.includes(".tmp-"));
}

async function copyOf(store: string): Promise<string> {
  const copy = join(await temporaryFolder(), "store");
  await cp(store, copy, { recursive: true });
  return copy;
}

const first = { Cash: [2], Total: [1] };
const both = { Cash: [2, 4], Total: [1, 3] };

/** Each step of a process at which a test ends it, and how. Few of them in `npm test`, with each way at least once. */
async function endings(store: string) {
  const count = Number(await endChild(await copyOf(store), 0, "before"));
  expect(count).toBeGreaterThan(10);
  const all = Array.from({ length: count }, (_, step) => modes.map((mode) => ({ at: step + 1, mode }))).flat();
  return all.filter((_, index) => index % ONE_IN === 0);
}

test("a writer that ends at any step adds a run or says that it did not, and the next one completes it", async () => {
  for (const { at, mode } of await endings(join(shared, "store"))) {
    const store = await copyOf(join(shared, "store"));
    const printed = await endChild(store, at, mode);
    expect(printed).toMatch(mode === "full" ? /^(?:ENOSPC|\d+)$/ : /^killed$/);
    const { problems } = await listHistoryChanges(store);
    const numbers = await numbersOf(store);
    // A run is added whole or not at all.
    expect([first, both]).toContainEqual(numbers);
    expect(problems.filter(({ reason }) => !reason.endsWith("add the run again"))).toEqual([]);
    if (mode === "full") expect(await temporaryFiles(store)).toEqual([]);
    await addToHistory(join(shared, "second"), store);
    expect(await numbersOf(store)).toEqual(both);
    expect((await listHistoryChanges(store)).problems).toEqual([]);
  }
});

test("a writer that ends at any step leaves a run in its earlier or its newer state, and the next one removes what is left", async () => {
  const earlier = { Cash: [2], Total: [1, 5] };
  const clean = await copyOf(join(shared, "store"));
  await addToHistory(join(shared, "second"), clean);
  const expectedFiles = (await readdir(clean, { recursive: true })).filter((name) => name.endsWith(".parquet")).sort();
  for (const { at, mode } of await endings(join(shared, "store-with-earlier"))) {
    const store = await copyOf(join(shared, "store-with-earlier"));
    await endChild(store, at, mode);
    const { problems } = await listHistoryChanges(store);
    expect([earlier, both]).toContainEqual(await numbersOf(store));
    expect(problems.filter(({ reason }) => !reason.endsWith("add the run again"))).toEqual([]);
    await addToHistory(join(shared, "second"), store);
    expect(await numbersOf(store)).toEqual(both);
    expect((await listHistoryChanges(store)).problems).toEqual([]);
    const files = (await readdir(store, { recursive: true })).filter((name) => name.endsWith(".parquet")).sort();
    expect(files).toEqual(expectedFiles);
  }
});
