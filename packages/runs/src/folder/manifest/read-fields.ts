import * as z from "zod/mini";
import { UserError } from "../../user-error.ts";
import { MAX_RESUMED } from "./format.ts";
import type { Manifest, Provenance, ProvenanceWorkflow } from "./manifest.ts";
import { type JsonPlace, type ReadAt, WrongFormError } from "./parse.ts";
import { fileSchema, manifestSchema, unitSchema } from "./schema/manifest-schema.ts";
import { provenance as provenanceSchema, resumptions, workflow as workflowSchema } from "./schema/shared.ts";

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

/** Reads the value of a place. @throws UserError, which names the first wrong value */
export function readAs<Schema extends z.ZodMiniType>(schema: Schema, { value, at }: JsonPlace): z.output<Schema> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const [{ message, path } = { message: "", path: [] }] = result.error.issues;
  const address = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  const sentence = `${at}${address} ${message}`;
  throw sentence.endsWith(".") ? new UserError(sentence) : new WrongFormError(`${sentence}.`);
}

/** A function that reads values of a schema. */
export function readerOf<Schema extends z.ZodMiniType>(schema: Schema): ReadAt<z.output<Schema>> {
  return (place) => readAs(schema, place);
}

export const readProvenance = readerOf(provenanceSchema);
export const readResumed = readerOf(resumptions);

/** What a host says about a run. */
export type StatedProvenance = Stated<Omit<Provenance, "workflow">> & {
  readonly workflow?: Stated<ProvenanceWorkflow> | undefined;
};

type Stated<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** The facts that a manifest can hold; the others are left out. `undefined` if there are none. */
export function provenanceOf(stated: StatedProvenance): Provenance | undefined {
  const workflow = stated.workflow && readableProperties(workflowSchema.shape, stated.workflow);
  const value = readableProperties(provenanceSchema.shape, { ...stated, workflow });
  return Object.keys(value).length === 0 ? undefined : readAs(provenanceSchema, { value, at: "provenance" });
}

/** The properties that have the form of a schema. */
function readableProperties(shape: Readonly<Record<string, z.ZodMiniType>>, stated: object): object {
  return Object.fromEntries(
    Object.entries(stated).filter(([name, value]) => {
      const schema = shape[name];
      return schema !== undefined && value !== undefined && z.safeParse(schema, value).success;
    }),
  );
}

/** The provenances of the resumptions of a run, with `current` if the run does not have it yet. */
export function resumedWith(
  { provenance, resumed = [] }: { readonly provenance?: Provenance; readonly resumed?: readonly Provenance[] },
  current: Provenance | undefined,
): readonly Provenance[] {
  if (current === undefined) return resumed;
  const isKnown = [provenance, ...resumed].some((one) => JSON.stringify(one) === JSON.stringify(current));
  return isKnown ? resumed : [...resumed, current].slice(-MAX_RESUMED);
}
