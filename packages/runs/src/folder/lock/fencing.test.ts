import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { RunTakenOverError } from "@analytics-engines/core";
import { expect, it } from "vitest";
import { createWorld, manyPa, ORIGIN, type World } from "../../../../core/test/support/world.ts";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { runFileOf } from "../../../test/support/run-file.ts";
import { sha256 } from "../../files/open-file.ts";
import type { RunFile } from "../run-options.ts";
import { runToFolder } from "../run-to-folder.ts";
import { thisProcess } from "./holder.ts";

const files: readonly RunFile[] = manyPa(3).map(runFileOf);

const run = (world: World, folder: string, onEvent?: (type: string) => void) => {
  const { client, clock } = world;
  const options = {
    client,
    clock,
    folder,
    tool: "test/1",
    service: ORIGIN,
    resume: true,
    concurrency: 1,
    random: () => 0.5,
  };
  return clock.run(() => runToFolder(files, { ...options, onEvent: ({ type }) => onEvent?.(type) }));
};

/** The digests of all whole files but the lock. */
function digestsOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.partial$|^run\.lock$/.test(entry.name));
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [relative(folder, path), sha256(readFileSync(path))]));
}

/** What another process does that takes over the folder, or what damages it. */
const changes: Readonly<Record<string, (folder: string) => void>> = {
  "its lock is another's": (folder) =>
    writeFileSync(join(folder, "run.lock"), JSON.stringify({ ...thisProcess(), pid: 7, since: "now", token: "other" })),
  "its lock is empty": (folder) => writeFileSync(join(folder, "run.lock"), ""),
  "its journal has grown": (folder) => appendFileSync(join(folder, "journal.jsonl"), "x"),
  "its journal is shorter": (folder) => writeFileSync(join(folder, "journal.jsonl"), ""),
};

it.each(
  Object.keys(changes).flatMap((name) =>
    ["job-created", "job-progress", "unit-finished", "job-finished"].map((event) => [name, event] as const),
  ),
)("a run stops where %s at the event %s: it changes nothing and cancels nothing", async (name, event) => {
  const world = createWorld({ jobSeconds: 20 });
  const folder = await temporaryFolder();
  let atChange: unknown;
  const work = run(world, folder, (type) => {
    if (type !== event || atChange !== undefined) return;
    (changes[name] ?? expect.fail())(folder);
    atChange = digestsOf(folder);
  });
  await expect(work).rejects.toThrow(RunTakenOverError);
  expect(digestsOf(folder)).toEqual(atChange);
  expect(world.simulator.jobs.map(({ cancels, creates }) => [creates, cancels])).toEqual(
    world.simulator.jobs.map(() => [1, 0]),
  );
});
