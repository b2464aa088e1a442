import { hasStep } from "../faults/steps.ts";
import { type CellEnd, runCell } from "../matrix/run-cell.ts";
import type { Kind } from "../service/kinds.ts";
import { encode } from "../wire/encode.ts";

/** The answers that are cut, byte by byte. */
export const sweptSteps = ["create", "status", "result"] as const;
export type SweptStep = (typeof sweptSteps)[number];

export const sweptStepsOf = (kind: Kind): readonly SweptStep[] => sweptSteps.filter((step) => hasStep(kind, step));

/** How many bytes the answer at a step has, its head included. */
export async function lengthOfAnswer(kind: Kind, step: SweptStep): Promise<number> {
  let length = 0;
  const end = await runCell({
    kind,
    files: 1,
    plan: {
      step,
      async play(exchange) {
        const encoded = encode(exchange.act());
        length = encoded.bytes.length;
        await exchange.send(encoded);
      },
    },
  });
  if (!end.hasMetFault) throw new Error(`A job of ${kind.id} has no ${step}.`);
  return length;
}

/** Runs one job whose answer at a step ends after this many bytes: with a FIN if the number is even, else with an RST. */
export function runCut(kind: Kind, step: SweptStep, bytes: number): Promise<CellEnd> {
  return runCell({
    kind,
    files: 1,
    plan: {
      step,
      async play(exchange) {
        const encoded = encode(exchange.act());
        if (bytes % 2 === 1) return exchange.sendAndReset(encoded, bytes);
        await exchange.send(encoded, bytes);
        exchange.end();
      },
    },
  });
}
