import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../test/support/sample.ts";
import { createWorld, requests, type World } from "../../test/support/world.ts";
import { applyEntry, type JobHandle, replay, resumeFrom } from "./handle.ts";
import type { JobEntry, JobOutcome, Journal, JournalEntry } from "./types.ts";

const run = [requests.paUnits(["a", "b"]), requests.fi(), requests.quant(), requests.pub()];

const fault = fc
  .tuple(
    fc.constantFrom("create", "status", "result", "info", "parameters", "any"),
    fc.constantFrom("#1", "#2", "#3", "*3", "~10%", "~30%"),
    fc.constantFrom(
      "reset",
      "lost",
      "reset-after-headers",
      "cut",
      "503",
      "500",
      "429",
      "429:7",
      "broken-json",
      "broken-gzip",
      "stalled",
      "delay:20",
    ),
  )
  .map(([where, when, what]) => `${where}${when}=${what}`);

/** Fails for ever after `lifetime` entries: the run ends there as if it was killed. */
function mortalJournal(world: World, lifetime: number): Journal {
  let left = lifetime;
  return {
    earlier: [...world.entries],
    async append(entry) {
      if (left-- <= 0) throw new Error("killed");
      world.entries.push(entry);
    },
  };
}

async function live(world: World, lifetimes: readonly number[]): Promise<readonly JobOutcome[]> {
  for (const lifetime of lifetimes) {
    const killed = await world.run(run, { journal: mortalJournal(world, lifetime) }).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Error && error.message.includes("killed")) return true;
        throw error;
      },
    );
    if (!killed) break;
  }
  // At last the network works: the run gets what it still can get.
  world.simulator.faults.clear();
  await world.run(run);
  return world.run(run);
}

const known = new Map<number, Map<string, string | undefined>>();

/** The digests of all results of a service where nothing goes wrong. */
async function bytesBySeed(seed: number): Promise<Map<string, string | undefined>> {
  const before = known.get(seed);
  if (before !== undefined) return before;
  const outcomes = await createWorld({ seed }).run(run);
  const digests = outcomes.flatMap(({ key, units }) =>
    units.map(({ id, stored }): [string, string | undefined] => [`${key}/${id}`, stored?.sha256]),
  );
  const made = new Map(digests);
  known.set(seed, made);
  return made;
}

describe("whatever goes wrong and wherever the run is killed", () => {
  it("each job is created once, each result is read once, and only what was given away is lost", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { maxLength: 4 }),
        fc.array(fc.nat({ max: 40 }), { maxLength: 4 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(0, 60),
        async (faults, lifetimes, seed, inlineSeconds) => {
          const bytesOf = await bytesBySeed(seed);
          const world = createWorld({ faults, seed, inlineSeconds, jobSeconds: [3, 90] });
          const outcomes = await live(world, lifetimes);
          expect(outcomes.map(({ key }) => key)).toEqual(run.map(({ key }) => key));
          expect(world.simulator.jobs.map(({ creates, cancels }) => [creates, cancels])).toEqual(
            world.simulator.jobs.map(() => [1, 0]),
          );
          for (const { key, jobId, status, units } of outcomes) {
            const job = world.simulator.jobs.find(({ id }) => id === jobId);
            expect(status).not.toBe("canceled");
            for (const unit of units) {
              const name = `${key}/${unit.id}`;
              const given = job?.units.find(({ id }) => id === unit.id)?.resultReads ?? 0;
              expect([name, unit.status, given > 1]).toEqual([name, unit.status, false]);
              if (unit.status === "lost") expect(given).toBe(1);
              if (unit.status === "success") expect(given).toBe(1);
              if (unit.status === "success") expect([name, unit.stored?.sha256]).toEqual([name, bytesOf.get(name)]);
              if (given === 1) expect(unit.status).toMatch(/^(success|lost|failure)$/);
              // A damaged body that arrived whole is stored unchanged.
              if (given === 1 && unit.status === "failure") expect(unit.stored).toBeDefined();
            }
          }
        },
      ),
      { numRuns: sampleSize(60) },
    );
  });
});

function isOfJob(entry: JournalEntry): entry is JobEntry {
  return entry.type !== "reused";
}

describe("a handle", () => {
  it("is the state that the journal's entries give, whether it was saved in between or not", async () => {
    const world = createWorld({ faults: ["result#2=cut"] });
    await world.run(run);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: world.entries.length }), async (at) => {
        const saved: [string, JobHandle][] = JSON.parse(JSON.stringify([...replay(world.entries.slice(0, at))]));
        const handles = new Map(saved);
        for (const entry of world.entries.slice(at).filter(isOfJob))
          handles.set(entry.key, applyEntry(handles.get(entry.key), entry));
        const carried = JSON.parse(JSON.stringify([...handles]));
        expect(carried).toEqual(JSON.parse(JSON.stringify([...replay(world.entries)])));
      }),
    );
  });

  it("holds no credential", async () => {
    const world = createWorld();
    await world.run(run);
    expect(JSON.stringify([...replay(world.entries)])).not.toMatch(/demo|basic|authorization/i);
  });

  it("of a job that is over is not begun again", async () => {
    const world = createWorld();
    const outcomes = await world.run(run);
    const handles = replay(world.entries);
    expect(run.map(({ key }) => resumeFrom(handles.get(key)))).toEqual(outcomes.map((outcome) => ({ outcome })));
  });

  it("of a job that was canceled after a kill starts again, and one that was only created continues", async () => {
    const world = createWorld();
    await world.run(run);
    const [create, created] = world.entries.filter(({ key }) => key === run[1]?.key);
    if (create === undefined || created === undefined) throw new Error("no entries");
    const running = replay([create, created]).get(create.key);
    expect(resumeFrom(running)).toEqual({ handle: running });
    const jobId = running?.jobId ?? "";
    expect(
      resumeFrom(
        replay([create, created, { type: "canceled", key: create.key, jobId, at: created.at }]).get(create.key),
      ),
    ).toEqual({});
  });

  it("refuses entries of a job that was never created", () => {
    const entry: JournalEntry = {
      type: "reading",
      key: "k",
      unitId: "u",
      kind: "result",
      at: "2026-01-01T00:00:00.000Z",
    };
    expect(() => applyEntry(undefined, entry)).toThrow('"reading" for k before');
  });
});
