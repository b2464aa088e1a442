import { UserError } from "../user-error.ts";

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
