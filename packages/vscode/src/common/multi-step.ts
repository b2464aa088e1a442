/** Where the user goes after a step. */
export type StepResult = "next" | "back";

/** A button of a flow that adds steps at its end. */
export interface MoreSteps {
  readonly tooltip: string;
  /** How many steps it adds. */
  readonly count: number;
  press(): void;
}

/** The title of a flow, and the position of a step in it. */
export interface StepPosition {
  readonly title: string;
  /** From 1. */
  readonly step: number;
  readonly total: number;
  /** Undefined if there are no more steps to add. */
  readonly more?: MoreSteps | undefined;
}

/** Asks one question. Rejects with `UserCanceledError` when the user leaves. */
export type FlowStep = (position: StepPosition) => Promise<StepResult>;

/**
 * Takes a user through steps, forward and back.
 * @param steps lists the steps; called before each one, since an answer may change which steps follow
 * @param more the button that adds steps; called before each step too
 */
export async function takeSteps(
  title: string,
  steps: () => readonly FlowStep[],
  more?: () => MoreSteps | undefined,
): Promise<void> {
  let index = 0;
  for (;;) {
    const all = steps();
    const step = all[index];
    if (step === undefined) return;
    const result = await step({ title, step: index + 1, total: all.length, more: more?.() });
    index = result === "next" ? index + 1 : Math.max(0, index - 1);
  }
}
