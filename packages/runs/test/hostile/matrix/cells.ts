import { faults, isPossible } from "../faults/all.ts";
import type { Fault } from "../faults/fault.ts";
import { type MatrixStep, matrixSteps } from "../faults/steps.ts";
import { type Kind, kinds, markerOf } from "../service/kinds.ts";
import { type CellEnd, type CellOptions, runCell } from "./run-cell.ts";

/** A cell of the matrix. */
export interface Cell {
  readonly fault: Fault;
  readonly step: MatrixStep;
  readonly kind: Kind;
}

/** Every cell that can happen. */
export const cells: readonly Cell[] = faults.flatMap((fault) =>
  matrixSteps.flatMap((step) =>
    kinds.filter((kind) => isPossible(fault, step, kind)).map((kind) => ({ fault, step, kind })),
  ),
);

export const cellName = ({ fault, step, kind }: Cell): string => `${fault.name} ${step} ${kind.id}`;

/** When a run is stopped. Its jobs still compute then. */
const STOP_AFTER_SECONDS = 8;

/** Runs a cell. The fault strikes the second parameter file, so that there is an earlier answer. */
export function runMatrixCell({ fault, step, kind }: Cell): Promise<CellEnd> {
  const play = fault.begin();
  const plan: CellOptions["plan"] = fault.isCrossed ? { step, strikes: 2, play } : { step, marker: markerOf(1), play };
  // Two jobs at a time: a stop finds both running, and two answers can be crossed.
  const isTogether = fault.isCrossed || step === "cancel";
  return runCell({
    kind,
    plan,
    files: 2,
    concurrency: isTogether ? 2 : 1,
    ...(step === "cancel" && { stopAfterSeconds: STOP_AFTER_SECONDS }),
  });
}

/** The end of a run in a word: its status, or `lost` if a unit of a failed run is lost. */
export function wordOf({ status, files }: CellEnd["first"]): string {
  if (status === "failure" && files.some(({ units }) => units.some((unit) => unit.status === "lost"))) return "lost";
  return status;
}

/** The end of a cell in a word, or in two if the resumed run ended in another way. */
export function outcomeOf({ first, last }: CellEnd): string {
  const [before, after] = [wordOf(first), wordOf(last)];
  return before === after ? before : `${before} > ${after}`;
}
