import type { FamilyId } from "../families/families.ts";
import { documentFields } from "../families/fields.ts";
import { isObject, type JsonObject, property } from "../json/value.ts";
import { payloads } from "../parameters/fields.ts";
import { type ParameterFile, readParameterFile } from "../parameters/read/read.ts";
import { quoted } from "../parameters/text/words.ts";
import type { ProjectSet } from "./schema.ts";

/** What a set fixes for all its units. */
export type FixedValues = Pick<ProjectSet, "dates" | "currency">;

/**
 * Puts the dates and the currency of a set into every unit whose family has them, also in place of those of the rows of a sweep, so that digests
 * are those of the request that is sent.
 * @returns the file or the job with the changed request, or why that is not possible, a sentence for each unit. A file with errors stays as it is.
 */
export function fixValues<File extends ParameterFile>(
  file: File,
  values: FixedValues,
): { readonly file: File } | { readonly problems: readonly string[] } {
  const { family, request } = file;
  if (family === undefined || request === undefined) return { file };
  const copy = structuredClone(request);
  const problems = putValues(family, copy, values);
  if (problems.length > 0) return { problems };
  // The dates of the set and those of a unit can be wrong together.
  const changed = readParameterFile(JSON.stringify(copy), { family, unknownProperties: "warning" });
  const errors = changed.issues.filter(({ severity }) => severity === "error");
  if (changed.request === undefined)
    return { problems: errors.map(({ pointer, message }) => `${quoted(pointer)}: ${message}`) };
  if (!("rowOf" in file)) return { file: { ...file, request: changed.request } };
  return {
    file: {
      ...file,
      // That of a job of a sweep is made each time: see `SweepJob`.
      get request() {
        const again = structuredClone(file.request);
        if (again !== undefined) putValues(family, again, values);
        return again;
      },
    },
  };
}

/** Changes a request. @returns why a unit cannot have the values, a sentence for each */
function putValues(family: FamilyId, request: JsonObject, { dates, currency }: FixedValues): readonly string[] {
  const problems: string[] = [];
  const { spans, values } = documentFields[family];
  const span = dates && spans.find(([object]) => object.join(".") === "dates");
  const currencyPath = currency === undefined ? undefined : values.find(({ list }) => list === "currency")?.path;
  for (const { path, value } of payloads(family, request)) {
    const unit = quoted(String(path[1] ?? "result"));
    if (span !== undefined) {
      const object = property(value, "dates");
      if (!isObject(object))
        problems.push(`${unit} has no \`dates\` that the set can fix. Add them, with a frequency.`);
      else if (object["source"] === "DateList")
        problems.push(`${unit} lists its days, which the set cannot fix. Leave the file out of the set.`);
      else {
        if (dates?.startdate !== undefined) object[span[1]] = dates.startdate;
        if (dates?.enddate !== undefined) object[span[2]] = dates.enddate;
      }
    }
    if (currencyPath !== undefined) {
      const name = currencyPath.at(-1) ?? "";
      const parent = currencyPath.slice(0, -1).reduce(memberObject, value);
      if (isObject(parent)) parent[name] = currency;
    }
  }
  return problems;
}

/** The member of an object, which is made where it is missing. */
function memberObject(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  value[name] ??= {};
  return value[name];
}
