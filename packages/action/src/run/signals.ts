import { Problem } from "../github/problem.ts";

/** Turns the runner's signals into an abort: SIGINT when a workflow is canceled, SIGTERM 7.5 seconds later. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal;
}

/** The reason of an abort that came from outside. */
export class Interrupted extends Problem {
  override readonly name: string = "Interrupted";
}

export function listenToSignals(): Interruption {
  const controller = new AbortController();
  const abort = (name: NodeJS.Signals) => controller.abort(new Interrupted(`The run was stopped by ${name}.`));
  process.on("SIGINT", abort);
  process.on("SIGTERM", abort);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      process.off("SIGINT", abort);
      process.off("SIGTERM", abort);
    },
  };
}
