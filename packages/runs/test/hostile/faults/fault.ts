import type { Exchange } from "../exchange.ts";
import type { Kind } from "../service/kinds.ts";
import type { MatrixStep } from "./steps.ts";

/** A way in which the wire or the service misbehaves at one request. */
export interface Fault {
  readonly name: string;
  /** For readers: what happens. */
  readonly title: string;
  readonly group: Group;
  /** The steps at which it makes sense. Default: all. */
  readonly steps?: readonly MatrixStep[];
  /** Whether it makes sense for a kind at a step. Default: yes. */
  readonly fits?: (kind: Kind, step: MatrixStep) => boolean;
  /** It needs the requests of two parameter files at a time. */
  readonly isCrossed?: true;
  /** Begins the fault, for one run. */
  readonly begin: () => (exchange: Exchange) => Promise<void>;
}

export type Group = "wire" | "delivery" | "gateway" | "status" | "body" | "size" | "echo";
