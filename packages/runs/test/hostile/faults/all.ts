import type { Kind } from "../service/kinds.ts";
import { bodyFaults } from "./bodies.ts";
import { deliveryFaults } from "./delivery.ts";
import { echoFaults } from "./echoes.ts";
import type { Fault } from "./fault.ts";
import { framingFaults } from "./framing.ts";
import { gatewayFaults } from "./gateway.ts";
import { sizeFaults } from "./sizes.ts";
import { statusFaults } from "./statuses.ts";
import { hasStep, type MatrixStep } from "./steps.ts";
import { wireFaults } from "./wire.ts";

export const faults: readonly Fault[] = [
  ...wireFaults,
  ...framingFaults,
  ...deliveryFaults,
  ...gatewayFaults,
  ...statusFaults,
  ...bodyFaults,
  ...sizeFaults,
  ...echoFaults,
];

/** Whether a cell of the matrix can happen. */
export function isPossible(fault: Fault, step: MatrixStep, kind: Kind): boolean {
  return hasStep(kind, step) && (fault.steps ?? [step]).includes(step) && (fault.fits?.(kind, step) ?? true);
}
