import type { RunEvent } from "@analytics-engines/core";
import { UserError } from "../user-error.ts";

/**
 * Ends a run where the service refuses the credentials before it has accepted any job: to send them again for every other job could lock the
 * account.
 */
export function stopEarly() {
  const controller = new AbortController();
  let isAccepted = false;
  let refused: string | undefined;
  return {
    signal: controller.signal,
    /** The service's message where it refused the credentials. */
    get refused(): string | undefined {
      return refused;
    },
    /** Call for each event of the run. */
    onEvent(event: RunEvent): void {
      if (event.type === "job-created" || event.type === "job-progress") isAccepted = true;
      if (event.type === "job-finished" && event.outcome.problem?.code === "authentication" && !isAccepted) {
        refused ??= event.outcome.problem.message;
        controller.abort(new UserError(refused));
      }
    },
  };
}

/** A stop that came from outside of the program: the reason of its abort. */
export class Interrupted extends UserError {
  override readonly name = "Interrupted";
}

/**
 * Turns SIGINT and SIGTERM into an abort, until it is disposed of.
 *
 * @param onSignal runs for each signal; `isRepeated` says that it is not the first
 */
export function listenToSignals(onSignal?: (name: NodeJS.Signals, isRepeated: boolean) => void) {
  const controller = new AbortController();
  const listener = (name: NodeJS.Signals) => {
    onSignal?.(name, controller.signal.aborted);
    controller.abort(new Interrupted(`The run was stopped by ${name}.`));
  };
  process.on("SIGINT", listener);
  process.on("SIGTERM", listener);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      process.off("SIGINT", listener);
      process.off("SIGTERM", listener);
    },
  };
}
