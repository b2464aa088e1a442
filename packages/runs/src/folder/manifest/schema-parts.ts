// The values of a manifest and a journal as zod schemas. Each error is the rest of a sentence that begins with the address of the value. One
// that ends with a full stop says what to do itself.
import { expectedResults } from "@analytics-engines/core";
import { familyIds } from "@analytics-engines/core/basics";
import * as z from "zod/mini";
import { whyNoResultPath } from "../../files/paths.ts";
import { MAX_RESUMED } from "./format.ts";

export const text = z.string({ error: "is not a text" });

/** A text of 1 to `maxLength` characters, and of this form. */
export function boundedText(maxLength: number, form?: RegExp, expected = `a text of 1 to ${maxLength} characters`) {
  const error = `is not ${expected}`;
  return z
    .string({ error })
    .check(z.maxLength(maxLength, { error }), form ? z.regex(form, { error }) : z.minLength(1, { error }));
}

/** A digest. The reader accepts any text: the comparison finds a wrong one. */
export const digest = z.clone(text).register(z.globalRegistry, { pattern: "^[0-9a-f]{64}$" });

/** A time, ISO 8601, UTC. The reader accepts any text. */
export const time = z.clone(text).register(z.globalRegistry, { format: "date-time" });

const wholeNumber = z.int({ error: "is not a whole number" });
export const count = wholeNumber.check(z.minimum(0, { error: "is not a whole number" }));

/** A whole number from `minimum` to `maximum`. */
export function countWithin(minimum: number, maximum: number) {
  const error = `is not a whole number from ${minimum} to ${maximum}`;
  return count.check(z.minimum(minimum, { error }), z.maximum(maximum, { error }));
}

/** JSON can hold more than a double: 1e999 reads as infinity, which is refused. */
export const number = z.number({ error: "is not a number" });

export const flag = z.boolean({ error: "is not true or false" });

export function oneOf<const Texts extends readonly string[]>(texts: Texts) {
  return z.enum(texts, { error: `is not one of ${texts.join(", ")}` });
}

/** The path of a result, an info document or a CSV, relative to the run folder. Other paths are refused: see `whyNoResultPath`. */
export const resultPath = text
  .check(
    z.refine((file: string) => whyNoResultPath(file) === undefined, {
      error: ({ input }) => {
        const file = String(input);
        return `names ${JSON.stringify(file.slice(0, 300))}, which is not the path of a result: ${whyNoResultPath(file)}. No run wrote it: get the run folder again from where the run stored it.`;
      },
    }),
  )
  .register(z.globalRegistry, {
    pattern: '^[^./\\\\:*?"<>|][^/\\\\:*?"<>|]*(/[^./\\\\:*?"<>|][^/\\\\:*?"<>|]*)+$',
  });

/** What each list consists of, for its JSON Schema. */
export const lists = new WeakMap<z.core.$ZodType, { readonly entry: z.core.$ZodType; readonly maxItems?: number }>();

/**
 * A list of at most `maxItems` values. It stops at its first wrong entry: zod would keep an issue for each, and a hostile list of 4 MB has two
 * million.
 */
export function list<Entry extends z.ZodMiniType>(
  entry: Entry,
  maxItems = Number.POSITIVE_INFINITY,
): z.ZodMiniType<z.output<Entry>[]> {
  const read = z.transform((values: unknown[], context): z.output<Entry>[] => {
    if (values.length > maxItems) {
      context.issues.push({ code: "custom", message: `is not a list of at most ${maxItems} values`, input: values });
      return z.NEVER;
    }
    const entries: z.output<Entry>[] = [];
    for (const [index, value] of values.entries()) {
      const result = z.safeParse(entry, value);
      if (!result.success) {
        const [{ message, path } = { message: "", path: [] }] = result.error.issues;
        context.issues.push({ code: "custom", message, path: [index, ...path], input: value });
        return z.NEVER;
      }
      entries.push(result.data);
    }
    return entries;
  });
  const schema = z.pipe(z.array(z.unknown(), { error: "is not a list" }), read);
  lists.set(schema, { entry, ...(Number.isFinite(maxItems) && { maxItems }) });
  return schema;
}

/** An object with these properties. All others are left out. */
export function object<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.object(shape, { error: "is not an object" });
}

/** A property of an object, with its meaning. */
export function required<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  return describe(z.clone(schema), description);
}

/** A property that may be missing: then the object has no such property. */
export function optional<Schema extends z.ZodMiniType>(schema: Schema, description?: string) {
  return describe(z.exactOptional(schema), description);
}

/** The same, for a type of the client that also allows `undefined`. */
export function optionalOrUndefined<Schema extends z.ZodMiniType>(schema: Schema, description?: string) {
  return describe(z.optional(schema), description);
}

function describe<Schema extends z.ZodMiniType>(schema: Schema, description: string | undefined): Schema {
  if (description !== undefined) z.globalRegistry.add(schema, { description });
  return schema;
}

// What manifests and journals have in common.

const jobStatuses = ["success", "failure", "timed-out", "canceled", "unknown"] as const;

export const family = oneOf(familyIds);
export const jobStatus = oneOf(jobStatuses);
export const unitStatus = oneOf([...jobStatuses, "lost"]);
export const expectedResultKind = oneOf(expectedResults);
export const textList = list(text);
export const resultEnd = oneOf(["not-proved"]);

export const errorItems = list(
  required(
    object({
      id: optionalOrUndefined(text, "Id of the error on the service, or the id of the unit."),
      code: optionalOrUndefined(text, "Stable code for programs, a word or a number."),
      title: optionalOrUndefined(text, "What is wrong, in short."),
      detail: optionalOrUndefined(text, "What is wrong, in a sentence."),
      source: optionalOrUndefined(
        object({
          pointer: optionalOrUndefined(text, "JSON Pointer into the request as it was sent."),
          parameter: optionalOrUndefined(text, "Name of the query parameter."),
        }),
        "The wrong place in the parameters.",
      ),
    }),
    "One error: the service's own, or the tool's if the service gave none.",
  ),
);

export const tables = list(
  required(
    object({
      id: required(text, "The table's id in the result; `OUTPUT/TABLE` if the result has several outputs."),
      rows: required(count, "Body rows; header rows are not counted."),
      columns: required(count, "Columns."),
      csv: optional(resultPath, "The table as CSV, relative to the run folder, with `/`. Absent if none was written."),
      parquet: optional(resultPath, "The table as Parquet, as for `csv`."),
    }),
    "One table of the result.",
  ),
);

export const dates = object({
  start: optional(text, "First day, mostly `YYYYMMDD`, as the result has it."),
  end: optional(text, "Last day, mostly `YYYYMMDD`, as the result has it."),
});

export const problem = object({
  code: required(text, "Stable code for programs, such as `lost-result`, `unit-failed`, `unreachable`, `conflict`."),
  message: required(
    text,
    "What happened and what to do, in sentences. If the job may still run, the message contains its address.",
  ),
});

export const reusedResult = object({
  run: required(text, "The folder of the run that has the result, as the user named it."),
  manifestSha256: required(digest, "SHA-256 of that run's manifest, hex."),
  startedAt: required(time, "When the run that computed the unit began, ISO 8601, UTC."),
});

export const workflow = object({
  name: optional(boundedText(300), "Name of the workflow."),
  runId: required(count, "Id of the workflow run, as in its address."),
  runNumber: optional(count, "Number of the run among those of the workflow."),
  attempt: optional(count, "Number of the attempt, from 1."),
  url: optional(
    boundedText(1000, /^https:\/\/[A-Za-z0-9._:/-]+$/, "an https address"),
    "Page of the attempt. Readers follow it only if it is on `server`.",
  ),
});

export const provenance = object({
  server: optional(
    boundedText(300, /^https:\/\/[a-z0-9.-]+(:[0-9]{1,5})?$/, "the https origin of a server"),
    "Origin of the server with the repository and the workflow, such as `https://github.com`. Links lead there alone.",
  ),
  repository: optional(
    boundedText(300, /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)+$/, "the name of a repository"),
    "The repository of the parameter files, `owner/name`.",
  ),
  commit: optional(
    boundedText(64, /^([0-9a-f]{40}|[0-9a-f]{64})$/, "the id of a commit"),
    "The commit of the parameter files: its full id, hex.",
  ),
  uncommitted: optional(
    flag,
    "Whether a parameter file differed from the commit, or was not in it. Absent if the host could not compare them.",
  ),
  ref: optional(boundedText(1000), "The branch, tag or pull request, such as `refs/heads/main`."),
  actor: optional(boundedText(200), "Who started the workflow."),
  workflow: optional(workflow, "The attempt of the workflow run."),
});

export const resumptions = list(required(provenance, "One resumption."), MAX_RESUMED);

// What a journal says about a job, beside the values that it shares with a manifest.

export const storedFile = object({
  file: resultPath,
  contentType: text,
  bytes: count,
  sha256: text,
  tables: optional(tables),
  dates: optional(dates),
  end: optional(resultEnd),
  unread: optional(text),
  defect: optional(text),
});

export const unitReports = list(
  object({
    id: text,
    status: oneOf(["success", "failure", "canceled"]),
    warnings: textList,
    errors: errorItems,
    hasInfo: flag,
  }),
);

export const unitOutcome = object({
  id: text,
  status: unitStatus,
  stored: optional(storedFile),
  info: optional(storedFile),
  reused: optional(reusedResult),
  warnings: textList,
  errors: errorItems,
});

const outcomeProperties = object({
  key: text,
  family,
  jobId: optional(text),
  status: jobStatus,
  requestKeys: textList,
  units: list(unitOutcome),
  problem: optional(problem),
});

/** The outcome of a job, which always has the property `jobId`. */
export const jobOutcome = z.pipe(
  outcomeProperties,
  z.transform(({ jobId, ...outcome }: z.output<typeof outcomeProperties>) => ({ ...outcome, jobId })),
);
