import type { ServiceErrorItem } from "@analytics-engines/core";
import { entries } from "@analytics-engines/core/basics";
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
  if (count > MAX_COMPUTED) throw tooLargeProblem();
}

export function tooLargeProblem(): ParameterProblem {
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

/**
 * Reads parsed parameters by the names of the model in any letter case: the service takes `startdate` for `startDate`.
 * A value that is null or has another type counts as absent.
 */
export interface Fields {
  /** A text that is not empty. */
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  flag(name: string): boolean;
  /** An object's fields; an absent object has none. */
  object(name: string): Fields;
  has(name: string): boolean;
  objects(name: string): readonly Fields[];
  texts(name: string): readonly string[];
  numbers(name: string): readonly number[];
  /** The same text for the same parameters, whatever their order and letter case. */
  digest(): string;
}

export function fieldsOf(value: unknown): Fields {
  const byName = new Map(entries(value).map(([name, item]) => [name.toLowerCase(), item]));
  const get = (name: string) => byName.get(name.toLowerCase()) ?? undefined;
  const list = (name: string): readonly unknown[] => {
    const item = get(name);
    return Array.isArray(item) ? item : [];
  };
  return {
    text(name) {
      const item = get(name);
      return typeof item === "string" && item !== "" ? item : undefined;
    },
    number(name) {
      const item = get(name);
      return typeof item === "number" ? item : undefined;
    },
    flag: (name) => get(name) === true,
    object: (name) => fieldsOf(get(name)),
    has: (name) => get(name) !== undefined,
    objects: (name) => list(name).map(fieldsOf),
    texts: (name) => list(name).filter((item) => typeof item === "string"),
    numbers: (name) => list(name).filter((item) => typeof item === "number"),
    digest: () => digestOf(value),
  };
}

function digestOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(digestOf).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null).toLowerCase();
  const entries = Object.entries(value).map(([name, item]) => `${name.toLowerCase()}:${digestOf(item)}`);
  return `{${entries.sort().join()}}`;
}
