import type { ServiceErrorItem } from "@analytics-engines/core";
import type { FamilyId } from "@analytics-engines/core/families";
import type { ComponentEntry } from "../catalogue/components.ts";

/** One unit of a job, or the one object of a job without units. */
export interface ResultRequest {
  readonly family: FamilyId;
  /** The parameters of the unit as the family's schema gives them. */
  readonly unit: unknown;
  /** The templated component that a `pa` unit names, in place of one of the catalogue. */
  readonly templated?: ComponentEntry | undefined;
  /** The `meta` of the request. */
  readonly meta: unknown;
  readonly unitId: string;
  /** The seed of all numbers. Names do not depend on it. */
  readonly seed: number;
  /** The moment from which relative dates are counted. */
  readonly today: Date;
}

export interface Computed {
  readonly contentType: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly warnings: readonly string[];
}

const MAX_COMPUTED = 5_000_000;

/** Throws for a request that would take minutes or exhaust the memory. `count`: securities times periods, or rows. */
export function refuseTooLarge(count: number): void {
  if (count > MAX_COMPUTED) throw tooLarge();
}

export function tooLarge(): ParameterProblem {
  return new ParameterProblem("The calculation is too large: ask for fewer dates or securities");
}

/** The value. Throws `ParameterProblem` with this detail if there is no value. */
export function requireValue<Value>(value: Value | undefined, problem: string): Value {
  if (value === undefined) throw new ParameterProblem(problem);
  return value;
}

/** The service accepts the parameters, but cannot compute them: the unit fails with the message as the detail of its error. */
export class ParameterProblem extends Error {
  override readonly name = "ParameterProblem";
  readonly item: ServiceErrorItem;
  constructor(detail: string) {
    super(detail);
    this.item = { code: "400", title: "ErrorMessage", detail };
  }
}
