import { isObject, type JsonObject } from "../../json/value.ts";
import { nearest, nearestFew } from "../../text/nearest.ts";
import type { Finding } from "../issues/findings.ts";
import { type FixMaker, MAX_CLOSE_OFFERED, moveMember, renameKey } from "../issues/fixes.ts";
import type { ObjectShape, Shape } from "../shapes/shape.ts";
import { quoted } from "../text/words.ts";
import { type CheckState, inLastKey, report } from "./check-state.ts";

/**
 * Reports an unknown property, and what it may mean: a name of the model that is written in another way, a name of another level, or a similar
 * name.
 * @returns the property of the same object that it means
 */
export function unknownProperty(
  state: CheckState,
  key: string,
  value: JsonObject,
  shape: ObjectShape,
): string | undefined {
  if (state.findings.isFull && state.unknownProperties === "error") {
    state.findings.countError();
    return undefined;
  }
  const names = [...shape.properties.keys()];
  const missing = names.filter((name) => keyOf(value, name) === undefined);
  const problem = `There is no property ${quoted(key)}${inLastKey(state.path.slice(0, -1))}.`;
  const add = (finding: Pick<Finding, "severity" | "message" | "fixes">) =>
    report(state, { code: "unknown-property", severity: "error", at: "key", ...finding });
  const respelled = missing.find((name) => plainName(name) === plainName(key));
  if (respelled !== undefined) {
    add({
      message: `${problem} The model spells it ${quoted(respelled)}.`,
      fixes: [renameKey(`Change to ${quoted(respelled)}`, respelled, true)],
    });
    return meant(state, value, respelled);
  }
  const twin = names.find((name) => plainName(name) === plainName(key));
  if (twin !== undefined) {
    add({ message: `${problem} The object already has ${quoted(twin)}.` });
    return undefined;
  }
  const homes = likelyHomes([...innerHomes(state, key, value, shape), ...outerHomes(state, key)]);
  if (homes.length > 0) {
    for (const home of homes) if (home.object !== undefined) meant(state, home.object, home.name);
    add({
      message: `${problem} It belongs ${homes.map(({ where }) => where).join(", or ")}.`,
      fixes: homes.flatMap(({ fix }) => fix ?? []),
    });
    return undefined;
  }
  const close = nearestFew(key, missing, MAX_CLOSE_OFFERED);
  const [closest] = close;
  add({
    // With a misspelled name, the service would compute something else than the author means.
    severity: closest === undefined ? state.unknownProperties : "error",
    message:
      problem + (closest === undefined ? existingNameHint(nearest(key, names)) : ` Did you mean ${quoted(closest)}?`),
    fixes: close.map((name) => renameKey(`Change to ${quoted(name)}`, name, false)),
  });
  return closest === undefined ? undefined : meant(state, value, closest);
}

/** Remembers that an object has a name of the model in another form. */
function meant(state: CheckState, value: JsonObject, name: string): string {
  const meantNames = state.meantNames.get(value) ?? new Set();
  state.meantNames.set(value, meantNames.add(name));
  return name;
}

/** A hint at a similar name that the object already has: the unknown name may be a second spelling of it. */
function existingNameHint(existingName: string | undefined): string {
  return existingName === undefined ? "" : ` The object already has the closest one, ${quoted(existingName)}.`;
}

/** A name without the marks that other languages put between words: `start_date` is `startdate` and `startDate`. */
export function plainName(name: string): string {
  return name.replace(/[_-]/g, "").toLowerCase();
}

/** Finds keys by a form of them, and looks at the keys of an object once: an object may have as many unknown keys as a file can hold. */
function createKeyIndex(formOf: (key: string) => string) {
  const indexes = new WeakMap<object, ReadonlyMap<string, string>>();
  return {
    of(object: JsonObject): ReadonlyMap<string, string> {
      const index = indexes.get(object) ?? new Map(Object.keys(object).map((key) => [formOf(key), key]));
      indexes.set(object, index);
      return index;
    },
  };
}

const plainNames = createKeyIndex(plainName);
const lowerNames = createKeyIndex((key) => key.toLowerCase());

/** The key of an object that is a name in any letter case. */
function keyOf(object: JsonObject, name: string): string | undefined {
  return Object.hasOwn(object, name) ? name : lowerNames.of(object).get(name.toLowerCase());
}

/** The property of a shape that a key means in any spelling. */
function propertyMeant({ properties }: ObjectShape, key: string): string | undefined {
  const plain = plainName(key);
  return [...properties.keys()].find((name) => plainName(name) === plain);
}

/** A level at which an unknown property exists. */
interface Home {
  /** A part of a sentence. */
  readonly where: string;
  readonly name: string;
  /** The object that should have it; undefined if there is none yet. */
  readonly object: JsonObject | undefined;
  readonly fix: FixMaker | undefined;
}

/** A name such as `id` is at many levels, so that its place says nothing. */
const MAX_HOMES = 2;

/** The levels at which a property may belong: of many, those whose object is there. None if there are still many. */
function likelyHomes(homes: readonly Home[]): readonly Home[] {
  const likely = homes.length > MAX_HOMES ? homes.filter(({ object }) => object !== undefined) : homes;
  return likely.length > MAX_HOMES ? [] : likely;
}

/** The objects inside of the object in which a key exists: `startdate` stands beside `dates`. */
function innerHomes({ path }: CheckState, key: string, value: JsonObject, shape: ObjectShape): Home[] {
  const objectPath = path.slice(0, -1);
  return Array.from(shape.properties).flatMap(([property, inner]): Home[] => {
    const innerShape = objectShapeOf(inner);
    const name = innerShape === undefined ? undefined : propertyMeant(innerShape, key);
    if (name === undefined) return [];
    const writtenProperty = keyOf(value, property);
    const present = writtenProperty === undefined ? undefined : value[writtenProperty];
    const [only, ...others] = Array.isArray(present) ? present : [present];
    const object = others.length === 0 && isObject(only) ? only : undefined;
    // Two items of a list would need the author to choose, and a second value would replace the first.
    if (object !== undefined && keyOf(object, name) !== undefined) return [];
    const target = [...objectPath, writtenProperty ?? property, ...(Array.isArray(present) ? [0] : [])];
    const isNew = present === undefined && inner.kind !== "list";
    const fix =
      object !== undefined || isNew ? moveMember(`Move it into ${quoted(property)}`, key, name, target) : undefined;
    return [{ where: `in ${quoted(property)}`, name, object, fix }];
  });
}

/** The objects around the object in which a key exists: `currencyisocode` stands inside of `dates`. */
function outerHomes({ objects, shapes, depths, path }: CheckState, key: string): Home[] {
  for (let level = objects.length - 2; level >= 0; level--) {
    const [object, shape, depth] = [objects[level], shapes[level], depths[level] ?? 0];
    const name = shape === undefined ? undefined : propertyMeant(shape, key);
    if (object === undefined || name === undefined || keyOf(object, name) !== undefined) continue;
    const beside = String(path[depth]);
    const fix = moveMember(`Move it beside ${quoted(beside)}`, key, name, path.slice(0, depth));
    return [{ where: `beside ${quoted(beside)}`, name, object, fix }];
  }
  return [];
}

/** The shape of an object, or of the items of a list. */
function objectShapeOf(shape: Shape): ObjectShape | undefined {
  if (shape.kind === "object") return shape;
  return shape.kind === "list" && shape.items.kind === "object" ? shape.items : undefined;
}

/** Whether an object around the current one has a name that only the current one should have. That is reported there. */
export function isAtOuterLevel({ objects, shapes }: CheckState, name: string): boolean {
  return objects.some((object, level) => {
    const shape = shapes[level];
    return (
      shape !== undefined &&
      propertyMeant(shape, name) === undefined &&
      plainNames.of(object).has(plainName(name)) &&
      isLikelyInside(object, shape, name)
    );
  });
}

/** Whether a name exists inside of an object at few levels, or at few that the object has. */
function isLikelyInside(object: JsonObject, { properties }: ObjectShape, name: string): boolean {
  const levels = [...properties].filter(([, inner]) => {
    const shape = objectShapeOf(inner);
    return shape !== undefined && propertyMeant(shape, name) !== undefined;
  });
  const present = levels.filter(([property]) => keyOf(object, property) !== undefined);
  return (levels.length > MAX_HOMES ? present : levels).length <= MAX_HOMES;
}
