/** Work in steps of some milliseconds, after each of which a host may do something else, or stop. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all steps at once. */
export function finishSteps<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
