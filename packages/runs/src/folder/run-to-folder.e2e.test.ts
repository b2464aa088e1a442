import { createHash } from "node:crypto";
import { appendFile, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type JobRequest, StorageError } from "@analytics-engines/core";
import { describe, expect, it } from "vitest";
import { clientBefore, createWorld, ORIGIN, only, requests, type World } from "../../../core/test/support/world.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { UserError } from "../user-error.ts";
import { cancelRun } from "./jobs.ts";
import { readJournal } from "./journal/journal-file.ts";
import { readManifest } from "./manifest/manifest-file.ts";
import type { RunFile, RunToFolderOptions } from "./run-options.ts";
import { runToFolder } from "./run-to-folder.ts";

const digest = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");

const fileOf = ({ key, family, body }: JobRequest): RunFile => ({
  path: `parameters/${key}`,
  family,
  request: body,
  sha256: digest(body),
  parametersSha256: digest([body]),
});
const all = [requests.pa(), requests.quant(), requests.fi(), requests.fiab(), requests.pub()].map(fileOf);

function runIn(world: World, folder: string, files = all, options: Partial<RunToFolderOptions> = {}) {
  const { client, clock } = world;
  const run = {
    client,
    clock,
    folder,
    tool: "analytics-engines/0.1.0",
    service: ORIGIN,
    random: () => 0.5,
    ...options,
  };
  return world.clock.run(() => runToFolder(files, run));
}

async function lengthAndDigest(path: string) {
  const content = await readFile(path);
  return [content.length, createHash("sha256").update(content).digest("hex")];
}

describe("a run folder", () => {
  it("holds a manifest of everything, and the results as it says", async () => {
    const world = createWorld();
    const folder = join(await temporaryFolder(), "new", "run");
    const manifest = await runIn(world, folder);
    expect(manifest).toMatchObject({ version: 1, tool: "analytics-engines/0.1.0", service: ORIGIN, status: "success" });
    expect(Date.parse(manifest.finishedAt ?? "") - Date.parse(manifest.startedAt)).toBeGreaterThan(30_000);
    expect(
      manifest.files.map(({ path, family, sha256, parametersSha256 }) => ({ path, family, sha256, parametersSha256 })),
    ).toEqual(all.map(({ path, family, sha256, parametersSha256 }) => ({ path, family, sha256, parametersSha256 })));
    for (const { units, jobId, requestKeys } of manifest.files) {
      expect([jobId, requestKeys.length > 0]).toEqual([expect.any(String), true]);
      for (const { file = "", bytes, sha256, info, infoBytes, infoSha256 } of units) {
        expect(await lengthAndDigest(join(folder, file))).toEqual([bytes, sha256]);
        if (info !== undefined) expect(await lengthAndDigest(join(folder, info))).toEqual([infoBytes, infoSha256]);
      }
    }
    expect(manifest.files.flatMap(({ units }) => units.map(({ file }) => file))).toEqual([
      "weights.pa/weights.json",
      "prices.quant/prices.json",
      "prices.quant/screen.json",
      "bonds.fi/result.json",
      "batch.fiab/result.json",
      "book.pub/book.pdf",
    ]);
    expect(manifest.files[0]?.units[0]).toMatchObject({
      tables: [{ rows: expect.any(Number), columns: expect.any(Number) }],
    });
    expect(manifest.files[1]?.units[0]?.info).toMatch(/^prices\.quant\/info\/prices\.\w+$/);
    expect(await readManifest(folder)).toEqual(manifest);
    expect((await readdir(folder)).sort()).toEqual([
      "batch.fiab",
      "bonds.fi",
      "book.pub",
      "journal.commit",
      "journal.jsonl",
      "manifest.json",
      "prices.quant",
      "weights.pa",
    ]);
  });

  it("has a valid manifest from the first moment on", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    const seen: Promise<unknown>[] = [];
    await runIn(world, folder, all, { onEvent: () => seen.push(readManifest(folder)) });
    expect(seen.length).toBeGreaterThan(5);
    expect((await Promise.all(seen))[0]).toMatchObject({
      status: "unknown",
      files: all.map(({ path }) => ({ path, status: "unknown" })),
    });
  });

  it("holds no credential", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    await runIn(world, folder);
    const texts = await Promise.all(
      ["manifest.json", "journal.jsonl"].map((name) => readFile(join(folder, name), "utf8")),
    );
    expect(texts.join("")).not.toMatch(/basic|bearer|authorization|DEMO-1|REVNTy0x/i);
  });

  it("must be empty, unless its run is resumed", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "notes.txt"), "");
    await expect(runIn(createWorld(), folder)).rejects.toThrow(UserError);
    await expect(runIn(createWorld(), folder, all, { resume: true })).rejects.toThrow(
      /has no run to resume\. Name the folder of a run\.$/,
    );
    expect(await readdir(folder)).toEqual(["notes.txt"]);
  });

  it("says which unit is lost, with what came of it beside", async () => {
    const world = createWorld({ faults: ["result=cut"] });
    const folder = await temporaryFolder();
    const manifest = await runIn(world, folder, [fileOf(requests.pa())]);
    expect(manifest).toMatchObject({
      status: "failure",
      files: [
        {
          status: "failure",
          problem: { code: "lost-result" },
          units: [{ status: "lost", errors: [{ code: "lost-result" }] }],
        },
      ],
    });
    expect(only(only(manifest.files).units).file).toBeUndefined();
  });

  it("keeps a result that is not the JSON it is said to be, and calls the unit failed", async () => {
    const world = createWorld({
      client: {
        fetch: async (request) => {
          const response = await world.simulator.fetch(request);
          if (!request.url.endsWith("/result")) return response;
          return new Response((await response.text()).slice(0, -1), {
            headers: { "content-type": "application/json" },
          });
        },
      },
    });
    const manifest = await runIn(world, await temporaryFolder(), [fileOf(requests.pa())]);
    expect(manifest).toMatchObject({
      status: "failure",
      files: [
        { units: [{ status: "failure", file: "weights.pa/weights.json", errors: [{ code: "malformed-result" }] }] },
      ],
    });
  });

  it("keeps whatever came in the place of a result, says what it is, and records what was expected", async () => {
    const content = "<html><title>Sign in</title></html>";
    const world = createWorld({
      client: {
        fetch: async (request) => {
          const response = await world.simulator.fetch(request);
          if (!request.url.endsWith("/result")) return response;
          return new Response(content, { headers: { "content-type": "text/html" } });
        },
      },
    });
    const folder = await temporaryFolder();
    const file = only((await runIn(world, folder, [fileOf(requests.pa())])).files);
    expect(file).toMatchObject({
      status: "failure",
      expects: "stach",
      units: [{ status: "failure", file: "weights.pa/weights.html", bytes: content.length }],
    });
    expect(only(only(file.units).errors).detail).toBe(
      `The service gave a text/html page of ${content.length} bytes, "Sign in", where a result with tables as JSON (STACH) is expected. The bytes are kept in weights.pa/weights.html.`,
    );
    expect(await readFile(join(folder, "weights.pa/weights.html"), "utf8")).toBe(content);
  });

  it("takes no path twice and no run of nothing", async () => {
    const folder = await temporaryFolder();
    await expect(runIn(createWorld(), folder, [])).rejects.toThrow(RangeError);
    await expect(runIn(createWorld(), folder, [...all, ...all])).rejects.toThrow(/given twice/);
  });
});

describe("a resumed run", () => {
  const stopAt = (world: World, ms: number) => {
    const stop = new AbortController();
    world.clock.setTimer(ms, () => stop.abort());
    return stop.signal;
  };

  it("creates nothing twice and reads nothing twice", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    const stopped = await runIn(world, folder, all, { signal: stopAt(world, 12_000), cancelOnAbort: false });
    // The stop did not cancel its jobs.
    expect(stopped.status).toBe("unknown");
    const manifest = await runIn(world, folder, all, { resume: true });
    expect(manifest.status).toBe("success");
    expect(manifest.startedAt).toBe(stopped.startedAt);
    expect(world.simulator.jobs.map(({ creates, cancels }) => [creates, cancels])).toEqual(all.map(() => [1, 0]));
    const before = world.simulator.requests.length;
    const again = await runIn(world, folder, all, { resume: true });
    expect({ ...again, finishedAt: "" }).toEqual({ ...manifest, finishedAt: "" });
    expect(world.simulator.requests).toHaveLength(before);
  });

  it("is refused with other files, each named, or another service", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    await runIn(world, folder);
    const [first, ...rest] = all;
    if (first === undefined) throw new Error("no files");
    const resume = (files: readonly RunFile[], options = {}) =>
      runIn(world, folder, [...files], { resume: true, ...options });
    await expect(resume([{ ...first, sha256: "0" }, ...rest])).rejects.toThrow(
      /changed: parameters\/weights\.pa\.json\)/,
    );
    await expect(resume([{ ...first, family: "spar" }, ...rest])).rejects.toThrow(
      /other parameter files \(changed: parameters\/weights\.pa\.json\)\./,
    );
    expect((await resume(all)).status).toBe("success");
    await expect(resume(rest)).rejects.toThrow(/missing: parameters\/weights\.pa\.json/);
    await expect(resume([...all, { ...first, path: "more.json" }])).rejects.toThrow(/new: more\.json/);
    await expect(resume(all, { service: "https://other.example" })).rejects.toThrow(/another service/);
  });

  it("survives a torn journal", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    await runIn(world, folder);
    await appendFile(join(folder, "journal.jsonl"), '{"type":"crea');
    expect((await runIn(world, folder, all, { resume: true })).status).toBe("success");
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual(all.map(() => 1));
  });

  it("keeps its name and its first provenance, and records that of its own attempt", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    const run = [requests.pa()].map(fileOf);
    const attempt = (number: number): Partial<RunToFolderOptions> => ({
      name: `attempt ${number}`,
      provenance: async () => ({ repository: "house/book", workflow: { runId: 7, attempt: number } }),
    });
    expect(await runIn(world, folder, run, attempt(1))).not.toHaveProperty("resumed");
    for (const number of [1, 2, 2]) await runIn(world, folder, run, { ...attempt(number), resume: true });
    expect(await readManifest(folder)).toMatchObject({
      name: "attempt 1",
      provenance: { repository: "house/book", workflow: { runId: 7, attempt: 1 } },
      resumed: [{ repository: "house/book", workflow: { runId: 7, attempt: 2 } }],
    });
  });

  it("begins where the folder is empty", async () => {
    expect((await runIn(createWorld(), await temporaryFolder(), all, { resume: true })).status).toBe("success");
  });
});

describe("a run folder that fails under the run", () => {
  it("stops the run, names the jobs that are left, and can be resumed", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    await mkdir(join(folder, "outside"));
    let isBroken = false;
    const failure = runIn(world, join(folder, "run"), all, {
      onEvent(event) {
        if (event.type !== "job-created" || isBroken) return;
        isBroken = true;
        broken = symlink(join(folder, "outside"), join(folder, "run", "weights.pa"));
      },
    });
    let broken: Promise<void> = Promise.resolve();
    await expect(failure).rejects.toThrow(StorageError);
    await broken;
    expect(await readdir(join(folder, "outside"))).toEqual([]);
    await rm(join(folder, "run", "weights.pa"));
    expect((await runIn(world, join(folder, "run"), all, { resume: true })).status).toBe("success");
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual(all.map(() => 1));
  });
});

/** The service's own answer about a job that it does not know. */
const notFound = () => Response.json({ errors: [{ id: "1", code: "notFound", title: "Not found" }] }, { status: 404 });

describe("cancelRun", () => {
  it("cancels what the journal says may run, each once, and says what it cannot", async () => {
    const world = createWorld({ jobSeconds: 3600 });
    const folder = await temporaryFolder();
    const stop = new AbortController();
    world.clock.setTimer(12_000, () => stop.abort());
    await runIn(world, folder, all, { signal: stop.signal, cancelOnAbort: false });
    const { clock } = world;
    const canceled = await cancelRun(folder, world.client, { timeoutSeconds: 5, clock });
    const stamped = (await readJournal(folder)).filter(({ type }) => type === "canceled").map(({ at }) => at);
    expect(stamped).toEqual(Array(4).fill(new Date(clock.now()).toISOString()));
    const ids = (has: (family: string) => boolean) =>
      world.simulator.jobs.filter(({ family }) => has(family)).map(({ id }) => id);
    expect(canceled.canceled.sort()).toEqual(ids((family) => family !== "fiab").sort());
    expect(canceled.failed).toEqual([
      { jobId: only(ids((family) => family === "fiab")), reason: expect.stringContaining("cannot be canceled") },
    ]);
    expect(world.simulator.jobs.map(({ cancels }) => cancels).sort()).toEqual([0, 1, 1, 1, 1]);
    expect((await cancelRun(folder, world.client, { timeoutSeconds: 5 })).canceled).toEqual([]);
    expect(world.simulator.jobs.map(({ cancels }) => cancels).sort()).toEqual([0, 1, 1, 1, 1]);
    // A canceled job does not run any more: a resumed run starts it again, and continues the rest.
    expect((await runIn(world, folder, all, { resume: true })).status).toBe("success");
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual(Array(9).fill(1));
  });

  it("leaves a folder alone that a run uses: that run's jobs are its own to cancel", async () => {
    const world = createWorld({ jobSeconds: 3600 });
    const folder = await temporaryFolder();
    const stop = new AbortController();
    const refused = Promise.withResolvers<unknown>();
    world.clock.setTimer(12_000, () => {
      const { clock } = world;
      cancelRun(folder, world.client, { timeoutSeconds: 5, clock }).then(refused.resolve, refused.resolve);
      clock.setTimer(1000, () => stop.abort());
    });
    const manifest = await runIn(world, folder, [requests.pa()].map(fileOf), { signal: stop.signal });
    expect(await refused.promise).toEqual(expect.objectContaining({ name: "UserError" }));
    expect(manifest.status).toBe("canceled");
    expect(world.simulator.jobs.map(({ cancels }) => cancels)).toEqual([1]);
  });

  it("keeps a job whose create may still be delivered, and a resumed run looks for it", async () => {
    const world = createWorld({ jobSeconds: 3600 });
    const { clock } = world;
    const folder = await temporaryFolder();
    const late: Request[] = [];
    const client = clientBefore(world, (request) => {
      if (request.method !== "PUT") return undefined;
      late.push(request.clone());
      return new Response(null, { status: 502 });
    });
    const stop = new AbortController();
    clock.setTimer(1000, () => stop.abort());
    const run = [requests.pa()].map(fileOf);
    await runIn(world, folder, run, { signal: stop.signal, cancelOnAbort: false, client });
    const { canceled, failed } = await clock.run(() => cancelRun(folder, world.client, { timeoutSeconds: 5, clock }));
    expect(canceled).toEqual([]);
    expect(failed).toEqual([
      { jobId: expect.any(String), reason: expect.stringContaining("may still get its create") },
    ]);
    for (const request of late) await world.simulator.fetch(request);
    const again = await clock.run(() => cancelRun(folder, world.client, { timeoutSeconds: 5, clock }));
    expect(again).toEqual({ canceled: [failed[0]?.jobId], failed: [] });
    expect(world.simulator.jobs.map(({ cancels }) => cancels)).toEqual([1]);
  });

  it("believes that there is no job once its create cannot be delivered any more", async () => {
    const world = createWorld();
    const { clock } = world;
    const folder = await temporaryFolder();
    const client = clientBefore(world, ({ method }) =>
      method === "PUT" ? new Response(null, { status: 502 }) : undefined,
    );
    const stop = new AbortController();
    clock.setTimer(1000, () => stop.abort());
    const run = [requests.pa()].map(fileOf);
    await runIn(world, folder, run, { signal: stop.signal, cancelOnAbort: false, client });
    const timeoutSeconds = client.attemptTimeoutSeconds + 30;
    expect(await clock.run(() => cancelRun(folder, world.client, { timeoutSeconds, clock }))).toEqual({
      canceled: [],
      failed: [],
    });
    expect((await readJournal(folder)).at(-1)).toMatchObject({ type: "canceled" });
  });

  it("takes a 404 for no cancel: a resumed run looks at the job, and creates no second one", async () => {
    const world = createWorld({ jobSeconds: 60 });
    const { clock } = world;
    const folder = await temporaryFolder();
    const stop = new AbortController();
    clock.setTimer(12_000, () => stop.abort());
    const run = [requests.pa()].map(fileOf);
    await runIn(world, folder, run, { signal: stop.signal, cancelOnAbort: false });
    const client = clientBefore(world, ({ method }) => (method === "DELETE" ? notFound() : undefined));
    expect(await clock.run(() => cancelRun(folder, client, { timeoutSeconds: 5, clock }))).toEqual({
      canceled: [],
      failed: [{ jobId: expect.any(String), reason: expect.stringContaining("does not prove that it was canceled") }],
    });
    expect((await readJournal(folder)).map(({ type }) => type)).not.toContain("canceled");
    expect((await runIn(world, folder, run, { resume: true })).status).toBe("success");
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1]);
  });

  it("says of a canceled run that a 404 proves no cancel", async () => {
    const world = createWorld({ jobSeconds: 60 });
    const folder = await temporaryFolder();
    const client = clientBefore(world, ({ method }) => (method === "DELETE" ? notFound() : undefined));
    const stop = new AbortController();
    world.clock.setTimer(12_000, () => stop.abort());
    const run = [requests.pa()].map(fileOf);
    const manifest = await runIn(world, folder, run, { signal: stop.signal, client });
    expect(manifest.files[0]).toMatchObject({ status: "unknown", problem: { code: "still-running" } });
    expect((await runIn(world, folder, run, { resume: true })).status).toBe("success");
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1]);
  });

  it("cancels nothing of a run that is over, and of a folder without one", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    await runIn(world, folder);
    const before = world.simulator.requests.length;
    expect(await cancelRun(folder, world.client, { timeoutSeconds: 5 })).toEqual({ canceled: [], failed: [] });
    expect(await cancelRun(await temporaryFolder(), world.client, { timeoutSeconds: 5 })).toEqual({
      canceled: [],
      failed: [],
    });
    expect(world.simulator.requests).toHaveLength(before);
  });
});
