import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { basicAuth, createClient } from "@analytics-engines/core";
import { sleep } from "@analytics-engines/core/basics";
import { describe, expect, it } from "vitest";
import { clientBefore, createWorld, ORIGIN, requests } from "../../../core/test/support/world.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { runFileOf } from "../../test/support/run-file.ts";
import { UserError } from "../user-error.ts";
import { cancelRun } from "./jobs.ts";
import { emptyCommit, recordOf } from "./journal/journal-format.ts";
import type { RunFile } from "./run-options.ts";
import { runToFolder } from "./run-to-folder.ts";

const oneFile: readonly RunFile[] = [requests.pa()].map(runFileOf);
const threeFiles: readonly RunFile[] = [requests.pa(), requests.quant(), requests.fi()].map(runFileOf);

/** A folder whose run was killed after its creates reached the service, and before any answer. */
async function killedAtCreate(files = oneFile) {
  const world = createWorld({ jobSeconds: 600 });
  const { clock, simulator } = world;
  const folder = await temporaryFolder();
  const options = { clock, folder, tool: "test/1", service: ORIGIN, resume: true, random: () => 0.5 };
  let isDead = false;
  const client = clientBefore(world, () => undefined);
  const deaf = createDeafClient(world, files.length, () => isDead);
  await clock.run(() => Promise.race([runToFolder(files, { ...options, client: deaf }), sleep(clock, 5000)]));
  isDead = true;
  await rm(join(folder, "run.lock"));
  expect(simulator.jobs.map(({ creates }) => creates)).toEqual(files.map(() => 1));
  return { world, folder, client, resume: () => clock.run(() => runToFolder(files, { ...options, client })) };
}

/** A client whose last create is heard, and never answered. */
function createDeafClient(world: ReturnType<typeof createWorld>, createCount: number, isDead: () => boolean) {
  const never = new Promise<never>(() => {});
  let creates = 0;
  return createClient({
    baseUrl: ORIGIN,
    auth: basicAuth("DEMO-1", "demo"),
    clock: world.clock,
    random: () => 0.5,
    fetch: async (request) => {
      if (isDead()) return never;
      const response = await world.simulator.fetch(request);
      if (request.method === "PUT") creates += 1;
      return request.method === "PUT" && creates === createCount ? never : response;
    },
  });
}

const names = ["manifest.json", "journal.jsonl", "journal.commit"] as const;
const damages = ["intact", "empty", "missing"] as const;
const cases = damages.flatMap((manifest) =>
  damages.flatMap((journal) => damages.map((commit) => [manifest, journal, commit] as const)),
);
/** Nothing says that there was a run. */
const isBlank = ([manifest, journal]: (typeof cases)[number]) => manifest === "missing" && journal !== "intact";

async function damage(folder: string, states: (typeof cases)[number]): Promise<void> {
  for (const [index, name] of names.entries()) {
    const path = join(folder, name);
    if (states[index] === "empty") await writeFile(path, "");
    if (states[index] === "missing") await rm(path);
  }
}

describe("a run that was killed after its first create, and whose files were emptied or removed", () => {
  it.each(cases.filter((states) => !isBlank(states)))(
    "(manifest %s, journal %s, commit file %s) creates no second job when it is resumed: it ends, or is refused by name",
    async (...states) => {
      const { world, folder, resume } = await killedAtCreate();
      await damage(folder, states);
      const ended = await resume().catch((error: unknown) => error);
      expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1]);
      if (ended instanceof Error) {
        expect(ended).toBeInstanceOf(UserError);
        expect(ended.message).toMatch(/manifest\.json|journal\.jsonl/);
      } else expect(ended).toMatchObject({ status: expect.stringMatching(/success|failure/) });
    },
  );

  it("is refused by name where journal and commit file are both emptied, and names what to do; a cancel, too", async () => {
    const { world, folder, client, resume } = await killedAtCreate();
    await damage(folder, ["intact", "empty", "empty"]);
    const message =
      /journal\.jsonl cannot be trusted: it is empty or missing, and the run has begun.*Restore the folder/;
    await expect(resume()).rejects.toThrow(message);
    await expect(cancelRun(folder, client, { timeoutSeconds: 5, clock: world.clock })).rejects.toThrow(message);
    expect(await readFile(join(folder, "journal.jsonl"), "utf8")).toBe("");
  });

  it("is refused where its journal was cut after any line, whatever is beside it counts too few lines or none", async () => {
    const marks = {
      "as it was": undefined,
      "counts nothing": recordOf(emptyCommit).repeat(2),
      "is empty": "",
      "is torn": recordOf(emptyCommit),
    };
    const { world, folder, resume } = await killedAtCreate(threeFiles);
    const [journal, commit] = await Promise.all(
      ["journal.jsonl", "journal.commit"].map((name) => readFile(join(folder, name), "utf8")),
    );
    const lines = journal?.trimEnd().split("\n") ?? [];
    expect(lines.length).toBeGreaterThanOrEqual(3);
    for (const [mark, text = commit ?? ""] of Object.entries(marks)) {
      for (const lineCount of lines.keys()) {
        await writeFile(
          join(folder, "journal.jsonl"),
          lines
            .slice(0, lineCount)
            .map((line) => `${line}\n`)
            .join(""),
        );
        await writeFile(join(folder, "journal.commit"), text);
        await expect(resume(), `${lineCount} lines, the commit file ${mark}`).rejects.toThrow(
          /journal\.jsonl cannot be trusted/,
        );
      }
    }
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1, 1, 1]);
  });

  it("is resumed where they are whole", async () => {
    const { resume } = await killedAtCreate();
    expect(await resume()).toMatchObject({ status: "success" });
  });
});
