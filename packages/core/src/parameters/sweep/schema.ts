import * as z from "zod";
import { choice, flag, map, object, slot, text } from "../../families/schema.ts";

// The schema of a sweep. Types, the shape that the reader walks and the JSON Schema come from it.

const cell = object("SweepCell", "A cell as a value.", {
  column: text("The column.", "start"),
  type: z.optional(
    choice("What the cell is read as. Default: `text`.", {
      text: "The text as it is, also where it looks like a number.",
      number: "A number as in JSON.",
      boolean: "`true` or `false`.",
      json: "Any JSON value, such as a list.",
    }),
  ),
  optional: z.optional(flag("Whether an empty cell keeps the value of the template. Otherwise it is an error.")),
});

/** What a cell can be read as. */
export type CellType = NonNullable<z.infer<typeof cell>["type"]>;

/** A sweep, `NAME.FAMILY.sweep.json`. */
export const sweepSchema = object(
  "Sweep",
  "A template and rows. Each row gives one unit.",
  {
    template: z.union([z.string(), z.record(z.string(), z.unknown())]).meta({
      description:
        "A file with the parameters of one unit, beside the sweep; or these parameters themselves, with or without the envelope `data`.",
      examples: ["weights.template.json"],
    }),
    rows: text("A CSV file beside the sweep. Its first line names the columns.", "accounts.csv"),
    id: text("The id of the unit, with columns in braces. Each row needs an id of its own.", "{account}"),
    fill: z.optional(
      map(
        z.union([z.string(), cell]).meta({
          description: "A text with columns in braces, or a column with a type.",
          examples: ["{account}"],
        }),
        "What the cells fill: JSON Pointers into the parameters of the unit.",
      ),
    ),
    exclude: z.optional(
      text(
        "A column. A row with `yes`, `true` or `x` in it is left out; with `no`, `false` or nothing it is not.",
        "skip",
      ),
    ),
    unitsPerJob: z.optional(
      // As many as `MAX_JOB_UNITS`.
      z
        .int()
        .min(1)
        .max(500)
        .register(z.globalRegistry, {
          description:
            "The most units of one job, 1 to 500. Jobs run at once, and a plan gives each to one shard. Default: 500, the most that the service accepts.",
          examples: [50],
        }),
    ),
  },
  {
    label: "Sweep",
    description: "A template filled by the rows of a CSV file",
    body: {
      template: slot(1, "weights.template.json"),
      rows: slot(2, "accounts.csv"),
      id: slot(3, "{account\\}"),
      fill: { "/accounts/0/id": slot(4, "{account\\}") },
    },
  },
);
