import type { JsonObject, JsonPath } from "../../json/value.ts";
import type { Finding, Findings } from "../issues/findings.ts";
import type { ObjectShape } from "../shapes/shape.ts";
import { quoted } from "../text/words.ts";

/** The severities that an issue about an unknown property can have. */
export const unknownPropertySeverities = ["error", "warning"] as const;
export type UnknownProperties = (typeof unknownPropertySeverities)[number];

/** For objects of the canonical form with misspelled names: the names of the model that these mean. */
export type MeantNames = ReadonlyMap<object, ReadonlySet<string>>;

/** A check of a value against a shape, while it goes on. */
export interface CheckState {
  readonly findings: Findings;
  readonly unknownProperties: UnknownProperties;
  readonly spellings: Map<object, Map<string, string>>;
  readonly meantNames: Map<object, Set<string>>;
  readonly path: (string | number)[];
  /** The objects around the current value, the outermost first, with their shapes and the lengths of their paths. */
  readonly objects: JsonObject[];
  readonly shapes: ObjectShape[];
  readonly depths: number[];
}

/** Reports a finding at the current value. */
export function report(state: CheckState, finding: Omit<Finding, "path">): void {
  state.findings.add({ ...finding, path: [...state.path] });
}

/** "in `dates`": names the last key of the path. */
export function inLastKey(path: JsonPath): string {
  const key = path.findLast((segment) => typeof segment === "string");
  return typeof key === "string" ? ` in ${quoted(key)}` : "";
}
