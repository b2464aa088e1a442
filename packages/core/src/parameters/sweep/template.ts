import { type FamilyId, families } from "../../families/families.ts";
import type { JsonPath } from "../../json/pointer.ts";
import { findName, isObject, type JsonObject } from "../../json/value.ts";
import { payloadShape } from "../shapes/shape.ts";
import { quoted } from "../text/words.ts";
import { addError, type JsonSource } from "./sources.ts";

/** The template of a sweep: the parameters of one unit, and what all units of a job share. */
export interface SweepTemplate {
  readonly source: JsonSource;
  /** The parameters of the unit. */
  readonly unit: JsonObject;
  /** Where they are in the source. */
  readonly unitPath: JsonPath;
  /** What stands beside `data` in the envelope, such as `meta`. */
  readonly shared: JsonObject;
  /** Where the envelope is in the source. */
  readonly rootPath: JsonPath;
}

/**
 * Finds the unit in a template, which is the parameters of one unit, or a whole request with one unit. Reports what is wrong with it.
 *
 * @param value the template, at `rootPath` of the source
 */
export function readSweepTemplate(
  source: JsonSource,
  value: unknown,
  rootPath: JsonPath,
  family: FamilyId,
): SweepTemplate | undefined {
  if (!isObject(value)) {
    addError(
      source,
      "wrong-type",
      "A template is an object: the parameters of one unit, or a whole request.",
      rootPath,
    );
    return undefined;
  }
  const { $schema: _, ...root } = value;
  const place = { source, rootPath };
  const dataKey = families[family].answers === "bare" ? undefined : findName(root, "data");
  if (dataKey === undefined) return { ...place, unit: root, unitPath: rootPath, shared: {} };
  const { [dataKey]: data, ...shared } = root;
  const dataPath = [...rootPath, dataKey];
  if (!isObject(data)) {
    addError(source, "wrong-type", `${quoted(dataKey)} is an object.`, dataPath);
    return undefined;
  }
  if (payloadShape(family).place === "data") return { ...place, unit: data, unitPath: dataPath, shared };
  const [[id, unit] = [], ...others] = Object.entries(data);
  if (id === undefined || others.length > 0 || !isObject(unit)) {
    const message = `A template has one unit, and this one has ${Object.keys(data).length}. Each row gives a unit like it.`;
    addError(source, "wrong-root", message, dataPath, "key");
    return undefined;
  }
  return { ...place, unit, unitPath: [...dataPath, id], shared };
}
