import { findName, isObject, type JsonObject, property } from "../../json/value.ts";
import type { IssueFinding } from "../issues/findings.ts";
import type { FixMaker } from "../issues/fixes.ts";
import { type DocumentKind, type ObjectShape, payloadShape } from "../shapes/shape.ts";
import { liftMembers, unwrapValue, wrapMembers, wrapValue } from "./reshape.ts";

/** The unit's id in a fix that must invent one. */
const NEW_UNIT = "unit";

/**
 * Finds parameters at the wrong place: without the envelope, with one envelope too many, or a unit without its id. This is one issue, since
 * the schema would report an error in every line.
 * @param bare whether the file has no `$schema`, which a fix must keep at the root
 */
export function findWrongRoot(root: unknown, kind: DocumentKind, bare: boolean): IssueFinding | undefined {
  if (!isObject(root)) return undefined;
  const { place, shape } = payloadShape(kind);
  const dataKey = findName(root, "data");
  const data = dataKey === undefined ? undefined : root[dataKey];
  const isPayload = (value: unknown) => isObject(value) && arePayloadNames(shape, Object.keys(value));
  const isMap = (value: unknown) =>
    isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(isPayload);
  const isContent = place === "units" ? isMap : isPayload;
  if (place === "units" && isObject(data)) {
    const ids = Object.keys(data);
    const [firstId] = ids;
    // Most files are right, and their first unit is enough to show it.
    if (firstId !== undefined && isPayload(data[firstId]) && !arePayloadNames(shape, ids)) return undefined;
  }

  if (place === "root") {
    if (isPayload(root) || dataKey === undefined || !isPayload(data)) return undefined;
    return wrong(
      "This family has no envelope: its parameters are at the root, not in `data`.",
      [],
      Object.keys(root).length === 1 ? [liftOrUnwrap("Remove the envelope", dataKey, bare)] : [],
    );
  }
  if (dataKey === undefined)
    return findMissingEnvelope(root, bare, { isContent, isUnit: place === "units" ? isPayload : undefined });
  const inner = property(data, "data");
  if (inner !== undefined && isEnvelope(data) && isContent(inner) && !isContent(data)) {
    return wrong(
      "This is an envelope within an envelope: `data` is inside `data`.",
      [dataKey],
      removeEnvelope(root, dataKey, data, bare),
    );
  }
  if (place === "units" && isPayload(data) && !isMap(data)) {
    return wrong(
      "The unit's id is missing: `data` must contain units by their ids, not a unit itself.",
      [dataKey],
      [wrapValue(`Make it the unit \`${NEW_UNIT}\``, [NEW_UNIT])],
    );
  }
  return undefined;
}

interface Judges {
  /** Whether a value has the form of `data`. */
  readonly isContent: (value: unknown) => boolean;
  /** Whether it is one unit; undefined if the kind has no units. */
  readonly isUnit: ((value: unknown) => boolean) | undefined;
}

/** Finds parameters at the root. `$schema` and `meta` may be there rightly. */
function findMissingEnvelope(root: JsonObject, bare: boolean, { isContent, isUnit }: Judges): IssueFinding | undefined {
  const metaKey = findName(root, "meta");
  // A unit may be called `meta`.
  const outerMetaKey = metaKey !== undefined && !isUnit?.(root[metaKey]) ? metaKey : undefined;
  const parameters = Object.fromEntries(Object.entries(root).filter(([key]) => key !== outerMetaKey));
  const wrap = (title: string, keys: readonly string[]) =>
    bare && outerMetaKey === undefined
      ? wrapValue(title, keys)
      : wrapMembers(title, outerMetaKey === undefined ? ["$schema"] : ["$schema", outerMetaKey], keys);
  if (isContent(parameters)) {
    return wrong(
      "The envelope is missing: the parameters belong in `data`.",
      [],
      [wrap("Put it into `data`", ["data"])],
    );
  }
  if (!isUnit?.(parameters)) return undefined;
  return wrong(
    "The envelope is missing: a unit belongs in `data`, under an id of its own.",
    [],
    [wrap(`Make it the unit \`${NEW_UNIT}\``, ["data", NEW_UNIT])],
  );
}

/** The fixes that make one envelope out of two. If both have a `meta`, the author chooses, since only one can stay. */
function removeEnvelope(root: JsonObject, dataKey: string, data: JsonObject, bare: boolean): readonly FixMaker[] {
  const isAlone = Object.keys(root).length === 1;
  if (isAlone) return [liftOrUnwrap("Remove the outer envelope", dataKey, bare)];
  const metaKey = findName(root, "meta");
  if (metaKey === undefined || Object.keys(root).length > 2) return [];
  const keepOuter = (title: string) => unwrapValue(title, [dataKey], [dataKey, "data"]);
  if (!Object.hasOwn(data, "meta")) return [keepOuter("Remove the inner envelope")];
  const fixes = [keepOuter("Remove the inner envelope and its `meta`")];
  return bare ? [...fixes, unwrapValue("Remove the outer envelope and its `meta`", [], [dataKey])] : fixes;
}

/** The fix that removes the outer envelope. `bare`: the root has no other member, except perhaps a `$schema`. */
function liftOrUnwrap(title: string, dataKey: string, bare: boolean): FixMaker {
  return bare ? unwrapValue(title, [], [dataKey]) : liftMembers(title, dataKey);
}

function wrong(message: string, path: IssueFinding["path"], fixes: readonly FixMaker[]): IssueFinding {
  return { code: "wrong-root", message, path, at: "start", fixes };
}

/** Whether the names of an object look like those of a payload: at least half of them are. */
function arePayloadNames(shape: ObjectShape, names: readonly string[]): boolean {
  // This avoids a look at each of the thousands of unit ids in a large file.
  if (names.length > 2 * shape.names.size) return false;
  const payloadNames = names.filter((name) => shape.names.has(name.toLowerCase()));
  return payloadNames.length > 0 && payloadNames.length * 2 >= names.length;
}

function isEnvelope(value: unknown): value is JsonObject {
  return isObject(value) && Object.keys(value).every((key) => key === "data" || key === "meta");
}
