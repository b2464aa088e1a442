import { beforeAll, describe, expect, it } from "vitest";
import { isSampled } from "../../../../core/test/support/sample.ts";
import { holdForSignatures } from "../../../../core/test/support/service/credentials.ts";
import { kinds } from "./axes.ts";
import { clockOfCell, runCell } from "./cell.ts";
import { clockStepCells, clockSteps } from "./clock-steps.ts";
import { digests, outcomeText, type Reference } from "./outcome-text.ts";

/** `npm test` runs one cell of this many. */
const oneIn = { request: 40, resume: 12 } as const;

const references = new Map<string, Reference>();

beforeAll(async () => {
  holdForSignatures(clockOfCell);
  for (const kind of kinds)
    references.set(kind.id, digests((await runCell({ kind, step: "create", times: "once" })).store));
});

describe.each(clockSteps)("a clock that steps by $seconds s before the $before", (clockStep) => {
  it("can end a run early with a named error, and changes no end: no second job, no request too early, no lost bytes untold", async () => {
    const cells = clockStepCells(clockStep).filter(({ name }) =>
      isSampled(`${name} ${JSON.stringify(clockStep)}`, oneIn[clockStep.before]),
    );
    expect(cells.length).toBeGreaterThan(1);
    const wrong: string[] = [];
    for (const { name, stated, cell } of cells) {
      const observed = await runCell(cell);
      const outcome = outcomeText(observed, references.get(cell.kind.id) ?? new Map());
      if (!isSameEnd(outcome, stated) || observed.broken.length > 0)
        wrong.push(`${name}: ${[outcome, ...observed.broken].join(" !! ")}, not ${stated}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** Whether a run, resumed where it failed, comes to the stated end. A cancel that times out has reached the service, or the run goes on. */
function isSameEnd(outcome: string, stated: string): boolean {
  const [end, statedEnd] = [outcome, stated].map((text) => text.split(" > ").at(-1));
  return end === statedEnd || end === "survived" || (end === "job-canceled" && statedEnd === "canceled");
}
