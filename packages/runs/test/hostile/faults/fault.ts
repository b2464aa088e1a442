import type { Exchange } from "../exchange.ts";
import type { Kind } from "../service/kinds.ts";
import type { MatrixStep } from "./steps.ts";

/** A way in which the wire or the service misbehaves at one request. */
export interface Fault {
  readonly name: string;
  /** What happens, in the words of the page. */
  readonly title: string;
  readonly group: Group;
  /** The steps at which the fault makes sense. Default: all. */
  readonly steps?: readonly MatrixStep[];
  /** Whether the fault makes sense for a kind at a step. Default: yes. */
  readonly fits?: (kind: Kind, step: MatrixStep) => boolean;
  /** The fault needs requests of two parameter files at the same time. */
  readonly isCrossed?: true;
  /** Begins the fault for one run. The result handles each request that the fault strikes. */
  readonly begin: () => (exchange: Exchange) => Promise<void>;
}

export type Group = "wire" | "delivery" | "gateway" | "status" | "body" | "size" | "echo";

/** Makes faults of a group that can strike any step and play alike in each run. */
export function faultsOf(group: Group) {
  return (name: string, title: string, play: (exchange: Exchange) => Promise<void>): Fault => ({
    name,
    title,
    group,
    begin: () => play,
  });
}
