import type { Finding } from "./findings.ts";
import type { FixMaker } from "./fixes.ts";
import { unwrapValue, wrapValue } from "./reshape.ts";
import { type DocumentKind, type ObjectShape, payloadShape } from "./shapes/shape.ts";
import { isObject, type JsonObject, property } from "./value.ts";

/** The unit's id in a fix that has to make one up. */
const newUnit = "unit";

/**
 * A document whose parameters stand at the wrong place: without the envelope, with one too many, or a unit without its id.
 * Told as one issue, since held against the schema such a file has an error in every line. `bare` says that nothing but the
 * parameters stands at the root, no `$schema` either, so that a fix loses nothing.
 */
export function findWrongRoot(root: unknown, kind: DocumentKind, bare: boolean): Finding | undefined {
  if (!isObject(root)) return undefined;
  const { place, shape } = payloadShape(kind);
  const dataKey = Object.keys(root).find((key) => key.toLowerCase() === "data");
  const data = dataKey === undefined ? undefined : root[dataKey];
  const isPayload = (value: unknown) => isPayloadOf(shape, value);
  const isMap = (value: unknown) =>
    isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(isPayload);
  const isContent = place === "units" ? isMap : isPayload;
  // Most files are right: the first unit says as much as all of them.
  if (place === "units" && isObject(data) && isPayload(firstValue(data)) && !isPayload(data)) return undefined;
  const onlyData = bare && Object.keys(root).length === 1;

  if (place === "root") {
    if (isPayload(root) || dataKey === undefined || !isPayload(data)) return undefined;
    return wrong(
      "This family takes its parameters bare: the envelope `data` around them is too much.",
      [],
      onlyData ? unwrapValue("Remove the envelope", [dataKey]) : undefined,
    );
  }
  if (dataKey === undefined) {
    if (isContent(root)) {
      return wrong(
        "The envelope is missing: the parameters belong into `data`.",
        [],
        bare ? wrapValue("Put it into `data`", ["data"]) : undefined,
      );
    }
    if (place !== "units" || !isPayload(root)) return undefined;
    return wrong(
      "The envelope is missing: a unit belongs into `data`, under an id of its own.",
      [],
      bare ? wrapValue(`Make it the unit \`${newUnit}\``, ["data", newUnit]) : undefined,
    );
  }
  const inner = property(data, "data");
  if (inner !== undefined && isEnvelope(data) && isContent(inner) && !isContent(data)) {
    return wrong(
      "This is an envelope within an envelope: `data` stands in `data`.",
      [dataKey],
      onlyData ? unwrapValue("Remove the outer envelope", [dataKey]) : undefined,
    );
  }
  if (place === "units" && isPayload(data) && !isMap(data)) {
    return wrong(
      "The unit's id is missing: `data` holds units by their ids, not a unit itself.",
      [dataKey],
      wrapValue(`Make it the unit \`${newUnit}\``, [newUnit]),
    );
  }
  return undefined;
}

function wrong(message: string, path: Finding["path"], fix: FixMaker | undefined): Finding {
  return { code: "wrong-root", severity: "error", message, path, at: "start", fixes: fix ? [fix] : [] };
}

/** Whether an object looks like a payload: at least half of its names are the payload's. */
function isPayloadOf(shape: ObjectShape, value: unknown): boolean {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  const known = keys.filter((key) => shape.names.has(key.toLowerCase())).length;
  return known > 0 && known * 2 >= keys.length;
}

function firstValue(value: JsonObject): unknown {
  for (const key in value) return value[key];
  return undefined;
}

function isEnvelope(value: unknown): value is JsonObject {
  return isObject(value) && Object.keys(value).every((key) => key === "data" || key === "meta");
}
