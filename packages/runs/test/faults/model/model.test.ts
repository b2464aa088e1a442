import fc from "fast-check";
import { expect, it } from "vitest";
import { isFull } from "../../../../core/test/support/sample.ts";
import { buildManifest } from "../../../src/folder/manifest/manifest-build.ts";
import type { Manifest } from "../../../src/index.ts";
import { runFileOf } from "../../support/run-file.ts";
import { checkPromises, commands, waitFor } from "./commands.ts";
import { createSystem, run, type System } from "./system.ts";
import { secrets } from "./watched.ts";

/** `npm test` runs the same stories each time, `npm run test:full` others each time. */
const budget = isFull ? { numRuns: 5000 } : { numRuns: 40 };

it("whatever is done by hand, by a run, by the network and by kills, in any order, the promises hold", async () => {
  await fc.assert(
    fc.asyncProperty(commands, fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 60), async (all, seed, inline) => {
      const system = createSystem(seed, inline);
      await fc.asyncModelRun(() => ({ model: { alive: true }, real: system }), all);
      // From here on, nothing goes wrong.
      system.simulator.faults.clear();
      system.delivery.clear();
      system.killAfter(Infinity);
      const outcomes = await system.resume();
      // A delayed create arrives in this time.
      await system.clock.run(() => waitFor(system.clock, 60));
      checkPromises(system);
      if (outcomes === undefined) throw new Error("The last run did not come to its end.");
      expect(system.broken).toEqual([]);
      const files = run.map(runFileOf);
      const head = { tool: "test/1", service: "https://api.example", startedAt: new Date(0).toISOString() };
      const manifest = buildManifest(head, files, new Map(outcomes.map((one) => [one.key, one])), false);
      agree(manifest, system);
      const written = [...system.told, JSON.stringify(system.entries), JSON.stringify(manifest)].join("\n");
      for (const secret of secrets) expect(written).not.toContain(secret);
    }),
    budget,
  );
});

/** The manifest says what the service believes, and each stored success is what the service gave for that job and unit. */
function agree({ files }: Manifest, { simulator, store, entries, given: answers }: System): void {
  for (const { path, family, jobId, status, problem, units } of files) {
    const jobs = simulator.jobs.filter((job) => job.family === family);
    const job = jobs.find(({ id }) => id === jobId);
    const say = `${path}: ${status} ${problem?.code ?? ""} ${units.map((unit) => `${unit.id} ${unit.status}`)}`;
    // A file without a job: its create was lost, so the client may not know the id of the job that the service made.
    if (job === undefined) expect([say, problem?.code]).toEqual([say, "ambiguous-create"]);
    // If the client sent a cancel and also lost the answer with the result, nobody can tell which of the two ended the job.
    const isAsked = entries.some((entry) => entry.type === "cancel" && entry.jobId === jobId);
    const isConsumed = job?.units.some(
      ({ id, resultReads }) => resultReads === 1 && !store.files.has(`${path}/${id}/result`),
    );
    if (status === "canceled" && !(isAsked && isConsumed)) expect([say, job?.state]).toEqual([say, "Cancelled"]);
    for (const unit of units) {
      const given = job?.units.find(({ id }) => id === unit.id)?.resultReads ?? 0;
      const isKept = store.files.has(`${path}/${unit.id}/result`);
      if (unit.status === "success") {
        expect([say, isKept, given]).toEqual([say, true, family === "fiab" ? 0 : 1]);
        const kept = Buffer.from(store.files.get(`${path}/${unit.id}/result`) ?? []);
        const isOwn = answers.some((answer) => {
          const isOfUnit = !answer.path.includes("/units/") || answer.path.includes(`/units/${unit.id}/`);
          return isOfUnit && answer.path.includes(`/${jobId}`) && Buffer.concat(answer.pieces).equals(kept);
        });
        expect([say, unit.id, isOwn]).toEqual([say, unit.id, true]);
      }
      const isEither = isAsked && unit.status === "canceled";
      if (given === 1 && !isKept && !isEither) expect([say, unit.id, unit.status]).toEqual([say, unit.id, "lost"]);
      // A canceled job has no result any more, and nobody can tell that from a result that was given away.
      if (unit.status === "lost") expect([say, given === 1 || job?.state === "Cancelled"]).toEqual([say, true]);
    }
  }
}
