import { faults, kindsOf, type Step, steps, titleOf } from "./axes.ts";
import type { Cell, ClockStep } from "./cell.ts";
import { cellName, readStated } from "./stated.ts";

const HOUR_SECONDS = 3600;

/** The steps of the clock that are tried: by as long as a gateway holds a request, and by more than any wait of the client. */
export const clockSteps: readonly ClockStep[] = [-HOUR_SECONDS, -90, 90, HOUR_SECONDS].flatMap((seconds) =>
  (["request", "resume"] as const).map((before) => ({ seconds, before })),
);

/** A cell of the matrix with a step of the clock, and the outcome that the matrix states for it without one. */
export interface ClockStepCell {
  readonly name: string;
  readonly stated: string;
  readonly cell: Cell;
}

/** A token service refuses a signed assertion whose times are wrong, so a wrong clock is a failure of its own there. */
const hasNoAssertion = (step: Step) => step !== "token";

/** The cells whose fault needs no real connection. Before a resume, only those that do not survive. */
export function clockStepCells(clockStep: ClockStep): readonly ClockStepCell[] {
  return (["once", "always"] as const).flatMap((times) => {
    const stated = readStated(times);
    return steps.filter(hasNoAssertion).flatMap((step) =>
      faults.flatMap((fault) =>
        kindsOf(times).flatMap((kind) => {
          const name = cellName(step, titleOf(fault), kind.id);
          const outcome = stated.get(name) ?? "-";
          const isTried =
            fault.over === "fetch" && (clockStep.before === "request" ? outcome !== "-" : outcome.includes(" > "));
          return isTried
            ? [{ name: `${times} ${name}`, stated: outcome, cell: { kind, step, fault, times, clockStep } }]
            : [];
        }),
      ),
    );
  });
}
