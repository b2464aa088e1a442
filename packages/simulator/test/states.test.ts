import fc from "fast-check";
import { expect, it } from "vitest";
import { badUnit, jobsPath, paUnit, service } from "./support/service.ts";

const path = `${jobsPath("pa")}/job`;
const units = ["one", "two", "bad"] as const;
const data = { one: paUnit, two: { ...paUnit, currencyisocode: "EUR" }, bad: badUnit };

type Step =
  | { do: "create" | "status" | "cancel" | "parameters" }
  | { do: "wait"; seconds: number }
  | { do: "result"; unit: (typeof units)[number] };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constantFrom("create", "status", "cancel", "parameters") }),
    fc.record({ do: fc.constant("wait"), seconds: fc.integer({ min: 1, max: 70 }) }),
    fc.record({ do: fc.constant("result"), unit: fc.constantFrom(...units) }),
  ),
  { maxLength: 40 },
);

/** What a client can know about a job, written from the service's description, not from the simulator. */
interface Model {
  exists: boolean;
  canceled: boolean;
  startedAt: number;
  given: Set<string>;
  creates: number;
  gifts: number;
}

/** Units run one after another from the 5th second of 100. */
const endsAt = (unit: string) => 5 + (95 / 3) * (units.indexOf(unit as "one") + 1);

function expected(step: Step, model: Model, now: number): number {
  const age = now - model.startedAt;
  const gone = !model.exists || model.canceled || (model.given.has("one") && model.given.has("two") && age >= 100);
  switch (step.do) {
    case "create":
      return 202;
    case "parameters":
      return model.exists ? 200 : 404;
    case "cancel":
      return model.exists && !model.canceled ? 204 : 404;
    case "status":
      return gone ? 404 : age >= 100 ? 200 : 202;
    case "result":
      return gone || step.unit === "bad" || age < endsAt(step.unit) || model.given.has(step.unit) ? 404 : 200;
    default:
      return 0;
  }
}

it("goes through its states as described, whatever is asked in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (todo) => {
      const { run, call, later, simulator } = service({ jobSeconds: 100 });
      const model: Model = { exists: false, canceled: false, startedAt: 0, given: new Set(), creates: 0, gifts: 0 };
      let now = 0;
      await run(async () => {
        for (const step of todo) {
          if (step.do === "wait") {
            now += step.seconds;
            await later(step.seconds);
            continue;
          }
          const status = expected(step, model, now);
          if (step.do === "create") {
            expect((await call("PUT", path, { body: { data } })).status).toBe(status);
            Object.assign(model, { exists: true, canceled: false, startedAt: now, given: new Set() });
            model.creates += 1;
          } else if (step.do === "cancel") {
            expect((await call("DELETE", path)).status).toBe(status);
            model.canceled ||= status === 204;
          } else if (step.do === "result") {
            expect((await call("GET", `${path}/units/${step.unit}/result`)).status).toBe(status);
            if (status === 200) {
              model.given.add(step.unit);
              model.gifts += 1;
            }
          } else {
            expect((await call("GET", step.do === "status" ? `${path}/status` : path)).status).toBe(status);
          }
        }
        const [job] = simulator.jobs;
        expect(job?.creates ?? 0).toBe(model.creates);
        expect(job?.units.reduce((sum, unit) => sum + unit.resultReads, 0) ?? 0).toBe(model.gifts);
      });
    }),
    {
      numRuns: 150,
      // Nobody asks about the failed unit, but no other result is left.
      examples: [
        [
          [
            { do: "create" },
            { do: "wait", seconds: 100 },
            { do: "result", unit: "one" },
            { do: "result", unit: "two" },
            { do: "status" },
          ],
        ],
      ],
    },
  );
});
