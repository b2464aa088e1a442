import { faultKinds } from "@analytics-engines/simulator";
import { beforeAll, describe, expect, it } from "vitest";
import { isSampled } from "../../../../core/test/support/sample.ts";
import { holdForSignatures } from "../../../../core/test/support/service/credentials.ts";
import { faults, kinds, kindsOf, type Step, steps, type Times, titleOf } from "./axes.ts";
import { clockOfCell, runCell } from "./cell.ts";
import { digests, outcomeText, type Reference } from "./outcome-text.ts";
import { cellName, readStated } from "./stated.ts";

/** `npm test` runs one cell of this many. */
const ONE_IN = 12;

const references = new Map<string, Reference>();
/** The steps that the job of a kind has, `STEP KIND`. */
const met = new Set<string>();

beforeAll(async () => {
  holdForSignatures(clockOfCell);
  for (const kind of kinds) {
    for (const step of steps) {
      const cell = await runCell({ kind, step, times: "once" });
      if (cell.met) met.add(`${step} ${kind.id}`);
      expect([step, kind.id, cell.broken]).toEqual([step, kind.id, []]);
      if (step === "create") references.set(kind.id, digests(cell.store));
    }
  }
});

it("every fault of the simulator is tried, and a run without one brings every kind's bytes", () => {
  const tried = new Set(faults.map(({ text }) => text.split(":", 1)[0]));
  // A version that is not read is no failure of the way: `folder/unread-results.test.ts` follows its bytes.
  const failures = faultKinds.filter((kind) => kind !== "stach-3");
  expect([...tried].sort()).toEqual([...failures].sort());
  expect([...references].map(([kind, files]) => [kind, files.size > 0])).toEqual(kinds.map(({ id }) => [id, true]));
});

/** The outcome of each kind's job, by fault, with the promises that were broken. */
async function observe(step: Step, times: Times): Promise<Record<string, string>> {
  const observed: Record<string, string> = {};
  for (const fault of faults) {
    for (const kind of kindsOf(times)) {
      const name = cellName(step, titleOf(fault), kind.id);
      if (!isSampled(name, ONE_IN)) continue;
      observed[name] = "-";
      if (!met.has(`${step} ${kind.id}`)) continue;
      const cell = await runCell({ kind, step, fault, times });
      const reference = references.get(kind.id) ?? new Map();
      observed[name] = [outcomeText(cell, reference), ...cell.broken].join(" !! ");
    }
  }
  return observed;
}

describe.each(["once", "always"] as const)("a fault that strikes %s", (times) => {
  const stated = readStated(times);
  it.each(steps)("at the step %s has the stated outcome, with no second job and no lost bytes untold", async (step) => {
    const cells = [...stated].filter(([name]) => name.startsWith(`${step} `) && isSampled(name, ONE_IN));
    expect(await observe(step, times)).toEqual(Object.fromEntries(cells));
  });
});
