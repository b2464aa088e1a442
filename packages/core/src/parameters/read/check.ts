import { findName, isObject, type JsonObject, type JsonPath, typeName } from "../../json/value.ts";
import { nearest } from "../../text/nearest.ts";
import { fixesOfType } from "../corrections/types.ts";
import type { Findings } from "../issues/findings.ts";
import { changesTo, removeMembers, renameKey, replaceValue } from "../issues/fixes.ts";
import type { Spellings } from "../issues/place.ts";
import {
  byLowerCase,
  type ListShape,
  type MapShape,
  type ObjectShape,
  type ScalarShape,
  type Shape,
  type VariantsShape,
} from "../shapes/shape.ts";
import { listed, quoted } from "../text/words.ts";
import { type CheckState, inLastKey, type MeantNames, report, type UnknownProperties } from "./check-state.ts";
import { isAtOuterLevel, plainName, unknownProperty } from "./unknown-property.ts";

/** A checked value. `value` is the canonical form: names and allowed values in the model's spelling. */
interface CheckedValue {
  readonly value: unknown;
  readonly spellings: Spellings;
  /** The names that the author of an object means by names that the model does not have. */
  readonly meantNames: MeantNames;
}

/**
 * Checks a parsed value against a shape and adds each error to `findings`. The value becomes canonical in place: only objects whose
 * spelling differs from the model's are replaced. Do not call it for values that are nested deeper than the reader allows.
 */
export function checkShape(
  value: unknown,
  shape: Shape,
  findings: Findings,
  { at = [], unknownProperties = "error" }: CheckOptions = {},
): CheckedValue {
  const spellings = new Map<object, Map<string, string>>();
  const meantNames = new Map<object, Set<string>>();
  const around = { objects: [], shapes: [], depths: [] };
  const state: CheckState = { findings, spellings, meantNames, unknownProperties, path: [...at], ...around };
  return { value: checkValue(state, value, shape), spellings, meantNames };
}

interface CheckOptions {
  readonly at?: JsonPath;
  /** Default `error`. A name that is similar to one of the model's is always an error, because it is probably a misspelling. */
  readonly unknownProperties?: UnknownProperties | undefined;
}

function checkValue(state: CheckState, value: unknown, shape: Shape): unknown {
  if (value === null && shape.nullable) return value;
  switch (shape.kind) {
    case "object":
      return isObject(value) ? checkObject(state, value, shape) : wrongType(state, value, shape);
    case "map":
      return isObject(value) ? checkMap(state, value, shape) : wrongType(state, value, shape);
    case "list":
      return Array.isArray(value) ? checkList(state, value, shape) : wrongType(state, value, shape);
    case "variants":
      return isObject(value) ? checkVariants(state, value, shape) : wrongType(state, value, shape);
    case "either":
      if (typeof value === "string") return value;
      return isObject(value) ? checkValue(state, value, shape.object) : wrongType(state, value, shape);
    case "anyObject":
      return isObject(value) ? value : wrongType(state, value, shape);
    case "any":
      return value;
    default:
      return checkScalar(state, value, shape);
  }
}

function checkScalar(state: CheckState, value: unknown, shape: ScalarShape): unknown {
  const hasType = shape.kind === "integer" ? Number.isInteger(value) : typeof value === shape.kind;
  if (!hasType) return wrongType(state, value, shape);
  return shape.values && typeof value === "string" ? checkAllowed(state, value, shape.values) : value;
}

function checkAllowed(state: CheckState, value: string, allowed: ReadonlyMap<string, string>): string {
  const modelSpelling = allowed.get(value.toLowerCase());
  if (modelSpelling === undefined) {
    report(state, {
      code: "unknown-value",
      message: `${quoted(value)} is not allowed here: use ${listed([...allowed.values()])}.`,
      fixes: changesTo(value, [...allowed.values()]),
    });
    return value;
  }
  if (modelSpelling !== value) {
    report(state, {
      code: "letter-case",
      message: `The model spells ${quoted(value)} as ${quoted(modelSpelling)}.`,
      fixes: [replaceValue(`Spell it ${quoted(modelSpelling)}`, modelSpelling, true)],
    });
  }
  return modelSpelling;
}

function checkMap(state: CheckState, value: JsonObject, shape: MapShape): JsonObject {
  for (const key of Object.keys(value)) {
    state.path.push(key);
    if (key === "__proto__") {
      report(state, { code: "unusable-name", message: `${quoted(key)} cannot be a name.`, at: "key" });
    }
    const before = value[key];
    const after = checkValue(state, before, shape.values);
    if (after !== before) value[key] = after;
    state.path.pop();
  }
  return value;
}

function checkList(state: CheckState, value: unknown[], shape: ListShape): unknown[] {
  for (let index = 0; index < value.length; index++) {
    state.path.push(index);
    const before = value[index];
    const after = checkValue(state, before, shape.items);
    if (after !== before) value[index] = after;
    state.path.pop();
  }
  return value;
}

function checkObject(state: CheckState, value: JsonObject, shape: ObjectShape): JsonObject {
  let respelled: Map<string, string> | undefined;
  let present = 0;
  state.objects.push(value);
  state.shapes.push(shape);
  state.depths.push(state.path.length);
  // Not Object.keys: an array for each object would double the memory that a large file takes.
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    let name: string | undefined = key;
    let inner = shape.properties.get(key);
    // Most properties are texts under the model's name.
    if (inner?.kind === "string" && inner.values === undefined && typeof value[key] === "string") {
      present++;
      continue;
    }
    state.path.push(key);
    if (inner === undefined) {
      name = shape.names.get(key.toLowerCase());
      inner = name === undefined ? undefined : shape.properties.get(name);
    }
    if (name === undefined || inner === undefined) {
      const meantName = unknownProperty(state, key, value, shape);
      const meantShape = meantName === undefined ? undefined : shape.properties.get(meantName);
      const isOfShape = meantShape !== undefined && holdsSame(value[key], meantShape);
      if (isOfShape) {
        const before = value[key];
        const after = checkValue(state, before, meantShape);
        if (after !== before) value[key] = after;
      }
      // The rules check it under the name of the model.
      if (meantName !== undefined && (isOfShape || plainName(meantName) === plainName(key)))
        respelled = (respelled ?? new Map()).set(meantName, key);
    } else if (name !== key && (Object.hasOwn(value, name) || respelled?.has(name))) {
      report(state, {
        code: "duplicate-key",
        message: `${quoted(key)} and ${quoted(respelled?.get(name) ?? name)} are the same property, because letter case does not count. Remove one.`,
        at: "key",
        fixes: [removeMembers("Remove this one", [key], false)],
      });
    } else {
      if (name !== key) {
        respelled ??= new Map();
        respelled.set(name, key);
        report(state, {
          code: "letter-case",
          message: `The model spells ${quoted(key)} as ${quoted(name)}.`,
          at: "key",
          fixes: [renameKey(`Spell it ${quoted(name)}`, name, true)],
        });
      }
      present++;
      const before = value[key];
      const after = checkValue(state, before, inner);
      if (after !== before) value[key] = after;
    }
    state.path.pop();
  }
  state.objects.pop();
  state.shapes.pop();
  state.depths.pop();
  const result = respelled ? respell(value, respelled) : value;
  if (respelled) state.spellings.set(result, respelled);
  const meantNames = state.meantNames.get(value);
  if (meantNames !== undefined) state.meantNames.set(result, meantNames);
  if (present < shape.properties.size) checkRequired(state, result, shape, meantNames);
  return result;
}

/** Whether a value has the type of a shape: then it has mistakes of its own. */
function holdsSame(value: unknown, { kind }: Shape): boolean {
  if (Array.isArray(value)) return kind === "list";
  if (typeof value === "string") return kind === "string";
  return isObject(value) && (kind === "object" || kind === "map" || kind === "variants" || kind === "either");
}

/**
 * Reports missing properties, except those that the object has under a misspelled name and those at another level, because one mistake is one
 * error.
 */
function checkRequired(
  state: CheckState,
  value: JsonObject,
  shape: ObjectShape,
  meantNames: ReadonlySet<string> | undefined,
): void {
  // An iterator would be slow: each object of a large file comes here.
  for (let index = 0; index < shape.required.length; index++) {
    const name = shape.required[index];
    if (name === undefined || Object.hasOwn(value, name) || meantNames?.has(name)) continue;
    if (isAtOuterLevel(state, name)) continue;
    report(state, {
      code: "missing-property",
      message: `${quoted(name)} is missing${inLastKey(state.path)}.`,
      at: "start",
    });
  }
}

function checkVariants(state: CheckState, value: JsonObject, shape: VariantsShape): unknown {
  const key = findName(value, shape.by);
  const cases = [...shape.cases.keys()];
  const says = `it names the variant, ${listed(cases)}`;
  const typo = key === undefined ? nearest(shape.by, Object.keys(value)) : undefined;
  const namedCase = typo === undefined ? undefined : caseOf(shape, value[typo]);
  // The object reports the misspelled name itself.
  if (namedCase !== undefined) return checkObject(state, value, namedCase);
  if (typo !== undefined) {
    state.path.push(typo);
    report(state, {
      code: "unknown-property",
      message: `There is no property ${quoted(typo)}${inLastKey(state.path.slice(0, -1))}. Did you mean ${quoted(shape.by)}?`,
      at: "key",
      fixes: [renameKey(`Change to ${quoted(shape.by)}`, shape.by, false)],
    });
    state.path.pop();
    return value;
  }
  if (key === undefined) {
    const message = `${quoted(shape.by)} is missing${inLastKey(state.path)}: ${says}.`;
    report(state, { code: "missing-property", message, at: "start" });
    return value;
  }
  const variantName = value[key];
  const object = caseOf(shape, variantName);
  if (object) return checkObject(state, value, object);
  state.path.push(key);
  if (typeof variantName === "string") checkAllowed(state, variantName, byLowerCase(cases));
  else report(state, { code: "wrong-type", message: `${quoted(shape.by)} is ${typeName(variantName)}: ${says}.` });
  state.path.pop();
  return value;
}

/** The shape of a variant by its name in any letter case. */
function caseOf({ cases }: VariantsShape, name: unknown): ObjectShape | undefined {
  const lower = typeof name === "string" ? name.toLowerCase() : undefined;
  const variant = [...cases.keys()].find((candidate) => candidate.toLowerCase() === lower);
  return variant === undefined ? undefined : cases.get(variant);
}

/** What a shape needs, in words. */
const needs: Readonly<Record<Exclude<Shape["kind"], "any">, string>> = {
  object: "an object",
  map: "an object",
  variants: "an object",
  anyObject: "an object",
  either: "text or an object",
  list: "a list",
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "a boolean",
};

function wrongType(state: CheckState, value: unknown, shape: Exclude<Shape, { readonly kind: "any" }>): unknown {
  report(state, {
    code: "wrong-type",
    message: `This is ${typeName(value)}; ${needs[shape.kind]} is needed${inLastKey(state.path)}.`,
    fixes: fixesOfType(value, shape),
  });
  return value;
}

/** Puts the keys in the model's spelling. `Object.fromEntries` makes a hostile `__proto__` an ordinary key. */
function respell(value: JsonObject, respelled: ReadonlyMap<string, string>): JsonObject {
  const names = new Map(Array.from(respelled, ([name, key]) => [key, name]));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [names.get(key) ?? key, inner]));
}
