import * as z from "zod/mini";
import { UserError } from "../../user-error.ts";
import { RESTORE } from "./format.ts";
import type { Manifest, Provenance, ProvenanceWorkflow } from "./manifest.ts";
import { fileSchema, manifestSchema, unitSchema } from "./manifest-schema.ts";
import { provenance as provenanceSchema, workflow as workflowSchema } from "./schema-parts.ts";

/** Reads the properties of a manifest. @throws UserError, which names the wrong one */
export function readFields(value: unknown, name: string): Manifest {
  return readAs(manifestSchema, value, name, ` ${RESTORE}`);
}

const values = z.array(z.unknown(), { error: "is not a list" });
const manifestWithValues = z.extend(manifestSchema, { files: values });
const fileWithValues = z.extend(fileSchema, { units: values });

/** The same without the files and units that cannot be read. @param report receives why, once for each */
export function readableFields(value: unknown, name: string, report: (problem: string) => void): Manifest {
  const readUnit = (unit: unknown, unitName: string) => readAs(unitSchema, unit, unitName);
  const readFile = (file: unknown, fileName: string) => {
    const { units, ...properties } = readAs(fileWithValues, file, fileName);
    return { ...properties, units: readableEntries(units, `${fileName}.units`, readUnit, report) };
  };
  const { files, ...head } = readAs(manifestWithValues, value, name, ` ${RESTORE}`);
  return { ...head, files: readableEntries(files, `${name}.files`, readFile, report) };
}

/** The entries of a list that can be read. */
function readableEntries<T>(
  entries: readonly unknown[],
  listName: string,
  read: (entry: unknown, name: string) => T,
  report: (problem: string) => void,
): readonly T[] {
  return entries.flatMap((entry, index) => {
    try {
      return [read(entry, `${listName}[${index}]`)];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      report(error.message);
      return [];
    }
  });
}

/**
 * Reads a value of a schema.
 * @param name of the value in messages
 * @param remedy what to do about a wrong value, where its schema does not say it
 * @throws UserError, which names the first wrong value
 */
export function readAs<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  name: string,
  remedy = "",
): z.output<Schema> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const [{ message, path } = { message: "", path: [] }] = result.error.issues;
  const address = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  const sentence = `${name}${address} ${message}`;
  throw new UserError(sentence.endsWith(".") ? sentence : `${sentence}.${remedy}`);
}

/** What a host says about a run. */
export type StatedProvenance = Stated<Omit<Provenance, "workflow">> & {
  readonly workflow?: Stated<ProvenanceWorkflow> | undefined;
};

type Stated<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** The facts that a manifest can hold; the others are left out. `undefined` if there are none. */
export function provenanceOf(stated: StatedProvenance): Provenance | undefined {
  const workflow = stated.workflow && readableProperties(workflowSchema.shape, stated.workflow);
  const value = readableProperties(provenanceSchema.shape, { ...stated, workflow });
  return Object.keys(value).length === 0 ? undefined : readAs(provenanceSchema, value, "provenance");
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
