import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createWalkthroughSteps, type WalkthroughStep } from "./walkthrough-steps.ts";

const allSteps: readonly WalkthroughStep[] = ["example", "run", "results", "service", "browse", "write"];

/** Which steps VS Code shows as complete, by the way it reads the completion events `onContext:KEY == 1` and `onContext:KEY == 2` of a step. */
function createVsCode() {
  const keys = new Map<string, string>();
  const ignored = new Set<string>();
  const complete = new Set<string>();
  let hasRead = false;
  return {
    complete,
    setKey(step: string, value: string): void {
      keys.set(step, value);
      if (!hasRead || ignored.has(`${step} ${value}`)) return;
      ignored.add(`${step} ${value}`);
      complete.add(step);
    },
    /** The first walkthrough of a window is shown: what already has its value is ignored for good. */
    readSteps(): void {
      if (!hasRead) for (const [step, value] of keys) ignored.add(`${step} ${value}`);
      hasRead = true;
    },
    /** Another window, which knows only the steps that were complete. */
    reload(): void {
      keys.clear();
      ignored.clear();
      hasRead = false;
    },
  };
}

it("shows each step that is done, whether that was before or after the walkthrough opened, in this window or an earlier one", () => {
  const action = fc.oneof(
    fc.record({ type: fc.constant("complete" as const), step: fc.constantFrom(...allSteps) }),
    fc.record({ type: fc.constantFrom("open" as const, "other page" as const, "reload" as const) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
      const vsCode = createVsCode();
      let memory: readonly WalkthroughStep[] = [];
      const start = () =>
        createWalkthroughSteps({
          completedSteps: () => memory,
          remember: (done) => {
            memory = done;
          },
          setKey: vsCode.setKey,
        });
      let steps = start();
      const performed = new Set<string>();
      let isOpen = false;
      for (const one of actions) {
        if (one.type === "complete") {
          performed.add(one.step);
          steps.complete(one.step);
        } else if (one.type === "reload") {
          vsCode.reload();
          steps = start();
          isOpen = false;
        } else {
          if (one.type === "open") vsCode.readSteps();
          isOpen ||= one.type === "open";
          steps.show();
        }
        if (isOpen) expect([...vsCode.complete].sort()).toEqual([...performed].sort());
      }
    }),
  );
});

it("completes no step that is not done", () => {
  const vsCode = createVsCode();
  const steps = createWalkthroughSteps({ completedSteps: () => [], remember: () => {}, setKey: vsCode.setKey });
  vsCode.readSteps();
  steps.show();
  expect([...vsCode.complete]).toEqual([]);
});
