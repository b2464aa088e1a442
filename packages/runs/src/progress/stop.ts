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
 * The signals that end a run: Ctrl-C, what a system sends before it kills, the end of the terminal, and Ctrl-Break of Windows, which a runner of
 * GitHub sends there after Ctrl-C. Other systems do not have the last.
 */
export const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const satisfies readonly NodeJS.Signals[];
export type StopSignal = (typeof STOP_SIGNALS)[number];

/** Calls a function at each signal that ends a run. @returns a function that ends that */
export function onStopSignals(onSignal: (name: StopSignal) => void): () => void {
  const listeners = STOP_SIGNALS.map((name) => [name, () => onSignal(name)] as const);
  for (const [name, listener] of listeners) process.on(name, listener);
  return () => {
    for (const [name, listener] of listeners) process.off(name, listener);
  };
}

/**
 * Turns each signal that ends a run into an abort, until it is disposed of.
 *
 * @param onSignal runs for each signal; `isRepeated` says that it is not the first
 */
export function listenToSignals(onSignal?: (name: StopSignal, isRepeated: boolean) => void) {
  const controller = new AbortController();
  const stopListening = onStopSignals((name) => {
    onSignal?.(name, controller.signal.aborted);
    controller.abort(new Interrupted(`The run was stopped by ${name}.`));
  });
  return { signal: controller.signal, [Symbol.dispose]: stopListening };
}
