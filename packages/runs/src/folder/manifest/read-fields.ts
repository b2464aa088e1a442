import * as z from "zod/mini";
import { UserError } from "../../user-error.ts";
import type { Manifest } from "./manifest.ts";
import type { JsonPlace, ReadAt } from "./parse.ts";
import { readAs } from "./read-as.ts";
import { fileSchema, manifestSchema, unitSchema } from "./schema/manifest-schema.ts";

/** Reads the properties of a manifest. @throws UserError, which names the wrong one */
export function readFields(place: JsonPlace): Manifest {
  return readAs(manifestSchema, place);
}

const values = z.array(z.unknown(), { error: "is not a list" });
const manifestWithValues = z.extend(manifestSchema, { files: values });
const fileWithValues = z.extend(fileSchema, { units: values });

/** The same without the files and units that cannot be read. @param report receives why, once for each */
export function readableFields(place: JsonPlace, report: (problem: string) => void): Manifest {
  const readUnit = (unit: JsonPlace) => readAs(unitSchema, unit);
  const readFile = (file: JsonPlace) => {
    const { units, ...properties } = readAs(fileWithValues, file);
    return { ...properties, units: readableEntries(units, `${file.at}.units`, readUnit, report) };
  };
  const { files, ...head } = readAs(manifestWithValues, place);
  return { ...head, files: readableEntries(files, `${place.at}.files`, readFile, report) };
}

/** The entries of a list that can be read. */
function readableEntries<T>(
  entries: readonly unknown[],
  listAt: string,
  read: ReadAt<T>,
  report: (problem: string) => void,
): readonly T[] {
  return entries.flatMap((value, index) => {
    try {
      return [read({ value, at: `${listAt}[${index}]` })];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      report(error.message);
      return [];
    }
  });
}
