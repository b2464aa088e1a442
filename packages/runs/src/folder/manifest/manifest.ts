import type * as z from "zod/mini";
import type { fileSchema, manifestSchema, unitSchema } from "./manifest-schema.ts";
import type { provenance } from "./schema-parts.ts";

// The types of a manifest, from its schema, which explains each field. This module loads no schema.

/** `manifest.json` of a run folder. Fields may be added; these keep their names. */
export type Manifest = ReadonlyDeep<z.output<typeof manifestSchema>>;

/** A parameter file of a run, which is one job on the service. */
export type ManifestFile = ReadonlyDeep<z.output<typeof fileSchema>>;

/** A unit of a job, with where its result is. */
export type ManifestUnit = ReadonlyDeep<z.output<typeof unitSchema>>;

/** The row of a sweep that a unit comes from. */
export type ManifestRow = NonNullable<ManifestUnit["row"]>;

/** A table of a result. */
export type ManifestTable = NonNullable<ManifestUnit["tables"]>[number];

/** Which part of a plan a run computes. */
export type ManifestShard = NonNullable<Manifest["shard"]>;

/** A shard of a plan without a run. */
export type MissingShard = NonNullable<Manifest["missing"]>[number];

/** A parameter file of a plan, with the number of the shard that computes it. */
export type PlannedFile = ManifestShard["files"][number];

/** What a run copied of an earlier one, and why it computed the rest. */
export type ManifestReuse = NonNullable<Manifest["reuse"]>;

/** The run that is computed again, and how the results compare. */
export type ManifestReproduction = NonNullable<Manifest["reproduces"]>;

/** The run that is computed again. */
export type ReproducedRun = Omit<ManifestReproduction, "compared">;

/** How the results of the two runs compare. */
export type ReproductionResult = NonNullable<ManifestReproduction["compared"]>;

/** A unit of the earlier run, and how its result compares. */
export type ReproducedUnit = ReproductionResult["units"][number];

export type ReproductionOutcome = ReproducedUnit["outcome"];

/** A number that moved. */
export type ReproducedMove = NonNullable<ReproducedUnit["moves"]>[number];

/** Where a run comes from, as far as its host knows. Every field comes from outside: escape it where it is shown. */
export type Provenance = ReadonlyDeep<z.output<typeof provenance>>;

/** One attempt of a workflow run. */
export type ProvenanceWorkflow = NonNullable<Provenance["workflow"]>;

/** A value of a schema that nothing changes. */
export type ReadonlyDeep<T> = T extends object ? { readonly [Name in keyof T]: ReadonlyDeep<T[Name]> } : T;
