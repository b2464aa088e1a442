import { describe, expect, it } from "vitest";
import { UserCanceledError } from "./errors.ts";
import { type StepResult, takeSteps } from "./multi-step.ts";

/** Steps that answer what a script says, and write down where they stood. */
function scripted(names: () => readonly string[], script: readonly StepResult[]) {
  const taken: string[] = [];
  let next = 0;
  const steps = () =>
    names().map((name) => async ({ step, total }: { step: number; total: number }): Promise<StepResult> => {
      taken.push(`${name} ${step}/${total}`);
      const result = script[next++];
      if (result === undefined) throw new UserCanceledError();
      return result;
    });
  return { steps, taken };
}

describe("the steps of a flow", () => {
  it("follow one another, forward and back", async () => {
    const { steps, taken } = scripted(() => ["name", "address"], ["next", "back", "next", "next"]);
    await takeSteps("Add", steps);
    expect(taken).toEqual(["name 1/2", "address 2/2", "name 1/2", "address 2/2"]);
  });

  it("may increase after an answer", async () => {
    let extra = false;
    const { steps, taken } = scripted(
      () => (extra ? ["kind", "file", "end"] : ["kind", "end"]),
      ["next", "next", "next"],
    );
    const watched = () => {
      extra = taken.length > 0;
      return steps();
    };
    await takeSteps("Add", watched);
    expect(taken).toEqual(["kind 1/2", "file 2/3", "end 3/3"]);
  });

  it("stay at the first one without a way back, and end when the user leaves", async () => {
    const { steps, taken } = scripted(() => ["name"], ["back"]);
    await expect(takeSteps("Add", steps)).rejects.toThrow(UserCanceledError);
    expect(taken).toEqual(["name 1/1", "name 1/1"]);
  });
});
