/** What a step of a flow came to. */
export type StepResult = "next" | "back";

/** Where a step stands, for its title. */
export interface StepPlace {
  /** From 1. */
  readonly step: number;
  readonly total: number;
}

export type Step = (place: StepPlace) => Promise<StepResult>;

/**
 * Takes a user through steps, forth and back. What the steps are may depend on what was answered, so they are asked for each time.
 * A step rejects with `UserCanceledError` when the user leaves.
 */
export async function takeSteps(steps: () => readonly Step[]): Promise<void> {
  let index = 0;
  for (;;) {
    const all = steps();
    const step = all[index];
    if (step === undefined) return;
    const result = await step({ step: index + 1, total: all.length });
    index = result === "next" ? index + 1 : Math.max(0, index - 1);
  }
}
