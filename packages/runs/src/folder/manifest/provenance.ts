import * as z from "zod/mini";
import type { Provenance, ProvenanceWorkflow } from "./manifest.ts";
import { readAs, readerOf } from "./read-as.ts";
import { MAX_RESUMED } from "./schema/limits.ts";
import { provenance as provenanceSchema, resumptions, workflow as workflowSchema } from "./schema/provenance.ts";

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
