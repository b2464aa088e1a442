import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { basicAuth, createClient, type JobRequest } from "@analytics-engines/core";
import { sleep } from "@analytics-engines/core/basics";
import { expect, it } from "vitest";
import { isFull } from "../../../core/test/support/sample.ts";
import { createWorld, ORIGIN, requests, type World } from "../../../core/test/support/world.ts";
import type { Manifest } from "../../src/folder/manifest/manifest.ts";
import { runToFolder } from "../../src/folder/run-to-folder.ts";
import { UserError } from "../../src/user-error.ts";
import { temporaryFolder } from "../support/folders.ts";
import { runFileOf } from "../support/run-file.ts";

/** How many bytes of each file `npm test` damages: evenly spaced, always the same ones. */
const SAMPLES = 3;

type RecordFile = "journal.jsonl" | "journal.commit" | "manifest.json";
const STOPPED = "stopped.pa.json";
const jobs: readonly JobRequest[] = [
  requests.fi(),
  requests.paUnits(["late"], STOPPED),
  { key: "refused.pa.json", family: "pa", body: { data: { x: {} } } },
  requests.pa(),
  requests.quant(),
];
const files = jobs.map(runFileOf);

type Contents = ReadonlyMap<string, Buffer>;
type Fetch = (request: Request) => Promise<Response>;

/** The folder of a run with a success, a failure and a canceled job, and the service as it was then. */
interface Scene {
  readonly world: World;
  readonly contents: Contents;
}

function run(world: World, folder: string, fetch: Fetch): Promise<Manifest> {
  const { clock } = world;
  const client = createClient({ baseUrl: ORIGIN, auth: basicAuth("DEMO-1", "demo"), clock, random: () => 0.5, fetch });
  const stop = AbortSignal.abort();
  return runToFolder(files, {
    client,
    clock,
    folder,
    tool: "test/1",
    service: ORIGIN,
    resume: true,
    random: () => 0.5,
    jobSignal: (key) => (key === STOPPED ? stop : undefined),
  });
}

/** A run that was killed while it read a result, or that ended. */
async function createScene(kind: "killed" | "ended"): Promise<Scene> {
  const world = createWorld({ jobSeconds: 3 });
  const folder = await temporaryFolder();
  const { clock, simulator } = world;
  if (kind === "ended") await clock.run(() => run(world, folder, simulator.fetch));
  else {
    let isDead = false;
    const fetch: Fetch = async (request) => {
      const response = isDead ? undefined : await simulator.fetch(request);
      // The service has given the result away, but the answer never reaches the client.
      const isHeard = response !== undefined && !/screen\/result$/.test(new URL(request.url).pathname);
      return isHeard ? response : new Promise<never>(() => {});
    };
    await clock.run(() => Promise.race([run(world, folder, fetch), sleep(clock, 20_000)]));
    isDead = true;
  }
  return { world, contents: await contentsOf(folder) };
}

async function contentsOf(folder: string): Promise<Contents> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const all = await Promise.all(paths.map(async (path) => [relative(folder, path), await readFile(path)] as const));
  return new Map(all.filter(([name]) => name !== "run.lock"));
}

async function writeContents(folder: string, contents: Contents): Promise<void> {
  for (const [name, content] of contents) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

/** Resumes a folder. Returns how the run ended, or why it was refused. */
async function resume({ world }: Scene, contents: Contents) {
  const folder = await temporaryFolder();
  await writeContents(folder, contents);
  const before = world.simulator.requests.length;
  const ended = await world.clock
    .run(() => run(world, folder, world.simulator.fetch))
    .catch((error: unknown) => (error instanceof UserError ? error : Promise.reject(error)));
  const after = await contentsOf(folder);
  await rm(folder, { recursive: true });
  return { ended, after, sent: world.simulator.requests.length - before };
}

/** What must not differ: how every unit ended, its bytes, and the requests to the service. */
function essence({ world }: Scene, { files: ended }: Manifest, after: Contents) {
  return {
    units: ended.map(({ path, status, jobId, units }) => ({
      path,
      status,
      hasJob: jobId !== undefined,
      units: units.map(({ id, status: unitStatus, file = "", sha256 }) => ({
        id,
        unitStatus,
        sha256,
        bytes: after.get(file)?.toString("latin1"),
      })),
    })),
    jobs: world.simulator.jobs
      .map(({ family, creates, cancels, units }) => {
        const reads = units.map(({ resultReads }) => resultReads);
        return `${family}: ${creates} creates, ${cancels} cancels, reads ${reads}`;
      })
      .sort(),
  };
}

interface Damage {
  readonly said: string;
  apply(content: Buffer): Buffer;
}

function damagesTo(bytes: number): Damage[] {
  const step = isFull ? 1 : Math.max(1, Math.floor(bytes / SAMPLES));
  const places = Array.from({ length: Math.ceil(bytes / step) }, (_, index) => index * step);
  return places.flatMap((at) => [
    { said: `bit ${at % 8} of byte ${at} is flipped`, apply: (content) => flipped(content, at) },
    { said: `it is cut to ${at} bytes`, apply: (content) => content.subarray(0, at) },
  ]);
}

function flipped(content: Buffer, at: number): Buffer {
  const other = Buffer.from(content);
  other[at] = (content[at] ?? 0) ^ (1 << (at % 8));
  return other;
}

/** Tests damage to some files of one kind of run. Several test files share the work, because all of it takes half an hour of a processor. */
export function testDamage(kind: "killed" | "ended", recordFiles: readonly RecordFile[]): void {
  it.each(recordFiles)("in %s is refused or comes to the same end when it is resumed", async (name) => {
    const reference = await createScene(kind);
    const whole = await resume(reference, reference.contents);
    if (whole.ended instanceof Error) throw whole.ended;
    const expected = essence(reference, whole.ended, whole.after);
    expect(expected.units.map(({ status }) => status).sort()).toEqual(
      kind === "killed"
        ? ["canceled", "failure", "failure", "success", "success"]
        : ["canceled", "failure", "success", "success", "success"],
    );
    const counts = { refused: 0, same: 0 };
    let scene = await createScene(kind);
    const damages = damagesTo(reference.contents.get(name)?.length ?? 0);
    for (const { said, apply } of damages) {
      const content = apply(scene.contents.get(name) ?? expect.fail());
      const damaged = new Map([...scene.contents, [name, content]]);
      const { ended, after, sent } = await resume(scene, damaged);
      if (ended instanceof Error) {
        counts.refused += 1;
        expect([said, sent, after]).toEqual([said, 0, damaged]);
      } else {
        counts.same += 1;
        expect([said, essence(scene, ended, after)]).toEqual([said, expected]);
        if (sent > 0) scene = await createScene(kind);
      }
    }
    expect(counts.refused).toBeGreaterThan(0);
    expect(counts.refused + counts.same).toBe(damages.length);
  });
}
