/** A step of the walkthrough, by its id in the manifest. */
export type WalkthroughStep = "example" | "run" | "results" | "service" | "browse" | "write";

export interface WalkthroughParts {
  /** The steps that are done, also those of earlier windows. */
  readonly completedSteps: () => readonly WalkthroughStep[];
  readonly remember: (done: readonly WalkthroughStep[]) => void;
  /** Sets the context key of a step. A step is complete when VS Code sees "1" or "2". */
  readonly setKey: (step: WalkthroughStep, value: "1" | "2") => void;
}

/**
 * Marks steps of the walkthrough as done. VS Code reads the steps when it first shows a walkthrough, and from then on sees only what changes: a key
 * that had its value before does not complete its step. So each key has two values that do, and `show` changes to the other one.
 */
export function createWalkthroughSteps({ completedSteps, remember, setKey }: WalkthroughParts) {
  let value: "1" | "2" = "1";
  return {
    complete(step: WalkthroughStep): void {
      if (!completedSteps().includes(step)) remember([...completedSteps(), step]);
      setKey(step, value);
    },
    /** Completes the steps that are done on a walkthrough that has just opened. */
    show(): void {
      value = value === "1" ? "2" : "1";
      for (const step of completedSteps()) setKey(step, value);
    },
  };
}
