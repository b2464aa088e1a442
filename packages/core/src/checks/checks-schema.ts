import type * as z from "zod";
import { choice, flag, integer, list, map, number, object, text } from "../families/schema.ts";

// The schema of a checks file, `NAME.checks.json`. Types, the shape that the reader walks and the JSON Schema come from it.

const column = text(
  "The column, by its header (levels joined by ` | `) or its name, with `*` for any characters. Letter case does not matter. If several columns match, each is checked; `Weight (2)` is the second one with the header `Weight`.",
  "Port. Ending Weight",
  "*Return*",
);

const tolerance = number(
  "How far the two numbers may be apart, in the unit of the column. Without it they must be equal.",
  0.01,
);

const minFrom = text(
  "In place of `min`: a column of the CSV file of a sweep. The row of the unit has the number there.",
  "min_weight",
);
const maxFrom = text(
  "In place of `max`: a column of the CSV file of a sweep. The row of the unit has the number there.",
  "max_weight",
);

const rowCount = object("RowCountRule", "The number of rows.", {
  min: integer("The fewest rows.", 1).optional(),
  max: integer("The most rows.", 500).optional(),
  minFrom: minFrom.optional(),
  maxFrom: maxFrom.optional(),
});

const sum = object(
  "SumRule",
  "The sum of a column over the rows that are no total and have no rows below them, so that nothing is added twice. Empty cells do not count.",
  {
    column,
    value: number("What the sum must be.", 100).optional(),
    totalRow: flag("`true`: the sum must be the value of the column in the total row.").optional(),
    tolerance: tolerance.optional(),
  },
);

const between = object("BetweenRule", "The smallest and the largest number of a column. Empty cells do not count.", {
  column,
  min: number("The smallest number.", -50).optional(),
  max: number("The largest number.", 50).optional(),
  minFrom: minFrom.optional(),
  maxFrom: maxFrom.optional(),
});

const addUp = object(
  "AddUpRule",
  "In each row, the numbers of several columns add up to that of another column. An empty cell is nothing, on both sides. A row in which all of these cells are empty does not count.",
  {
    columns: list(column, "The columns that are added."),
    to: text("The column with the sum, written as `column` is.", "Total+Effect"),
    tolerance: tolerance.optional(),
  },
);

const notNull = object("NotNullRule", "No cell of the column is empty.", { column });

const unique = object("UniqueRule", "No two rows have the same values in these columns.", {
  columns: list(column, "The columns that tell the rows apart."),
});

const equals = object("EqualsRule", "Each cell of a column equals that of another column in the same row.", {
  column,
  other: text("The other column, written as `column` is.", "Bench. Ending Weight"),
  tolerance: tolerance.optional(),
});

const demandedTexts = {
  is: text("The text that it must be.", "Success").optional(),
  oneOf: list(text("A text that it may be.", "Success"), "The texts that it may be.").optional(),
  matches: text("The text with `*` for any characters.", "BMK:*").optional(),
};

const textRule = object(
  "TextRule",
  "What each text of a column must be: `is`, `oneOf` or `matches`. Letter case counts, and an empty cell is the text without characters.",
  { column, ...demandedTexts },
);

const metadata = object(
  "MetadataRule",
  "What the service says about the table, such as its currency: `is`, `oneOf` or `matches`. Letter case counts. Of several values, each is checked.",
  {
    item: text(
      "The name of the value, as the results page shows it. Letter case does not matter.",
      "Currency ISO Code",
    ),
    ...demandedTexts,
  },
);

const newestDate = object(
  "NewestDateRule",
  "The newest date is at most so many business days (Monday to Friday) old, and no day after the day of the check.",
  {
    column: text(
      "The column of dates. Without it, the date is the last day for which the service computed the result.",
      "Date",
    ).optional(),
    maxBusinessDays: integer("The most business days from the newest date to the day of the check, UTC.", 3),
  },
);

const moved = object(
  "MovedRule",
  "How far each number may be from that of the earlier run, in rows that have the same names. One of the two distances is enough. At least half of the rows of the earlier run must be there.",
  {
    column,
    atMost: number("The largest distance, in the unit of the column.", 5).optional(),
    atMostPercent: number("The largest distance in per cent of the earlier number.", 10).optional(),
  },
);

const rowCountMoved = object(
  "RowCountMovedRule",
  "How far the number of rows may be from that of the earlier run. One of the two distances is enough.",
  {
    atMost: integer("The largest difference in rows.", 5).optional(),
    atMostPercent: number("The largest difference in per cent of the earlier number of rows.", 10).optional(),
  },
);

const rows = map(
  text("The text of the cell.", "Energy"),
  "The rows that count: columns, each with the text that its cell must have. Default: all rows.",
);

const role = choice("The rows that count, by what they are. Default: all rows.", {
  leaf: "Rows that are the sum of no other rows, such as securities.",
  group: "Rows with rows below them, such as sectors, and subtotals.",
  total: "The rows of the whole table.",
});

const agrees = object(
  "AgreesRule",
  "A number is the same as a number of another unit of the run. Without `rows` and `role`, it is that of the total row, or of the only row.",
  {
    column,
    with: object("OtherNumber", "The other number: a unit, and a cell of it.", {
      file: text(
        "The parameter file of the other unit: a glob, written as `files` is. Default: the file of the unit.",
        "book/returns.spar.json",
      ).optional(),
      unit: text(
        "The id of the other unit. `*` is the text that `*` of `units` is. Default: the id of the unit.",
        "returns-*",
      ).optional(),
      table: integer("The number of the table in the other result, from 0. Default: the only table.", 0).optional(),
      column: text(
        "The column of the other table, written as `column` is. Default: `column`.",
        "Total Return",
      ).optional(),
      rows: rows.optional(),
      role: role.optional(),
    }),
    tolerance: tolerance.optional(),
  },
);

const check = object(
  "Check",
  "One rule, and the tables that it is for. A table or column that is missing fails the check.",
  {
    files: text(
      "The parameter files whose results are checked: a glob. A glob without `/` matches the name of a file. Default: all.",
      "nightly/**",
    ).optional(),
    units: text("The units of these files: a glob. Default: all.", "weights*").optional(),
    table: integer("The number of the table in the result, from 0. Default: each table.", 0).optional(),
    rows: rows.optional(),
    role: role.optional(),
    severity: choice("What a failure is. Default: `error`.", {
      error: "The run, or the check of it, fails.",
      warning: "The failure is reported.",
    }).optional(),
    optional: flag("`true`: the check passes in a table without a cell to check. Otherwise it fails there.").optional(),
    because: text(
      "Why the rule exists, for the person who reads of its failure.",
      "Weights add up to 100 %.",
    ).optional(),
    rowCount: rowCount.optional(),
    rowCountMoved: rowCountMoved.optional(),
    sum: sum.optional(),
    addUp: addUp.optional(),
    between: between.optional(),
    notNull: notNull.optional(),
    text: textRule.optional(),
    unique: unique.optional(),
    equals: equals.optional(),
    agrees: agrees.optional(),
    metadata: metadata.optional(),
    newestDate: newestDate.optional(),
    moved: moved.optional(),
  },
);
export type Check = z.output<typeof check>;

export const checksFile = object("ChecksFile", "Rules for the tables of results.", {
  checks: list(
    check,
    "The rules. Each has exactly one of `rowCount`, `rowCountMoved`, `sum`, `addUp`, `between`, `notNull`, `text`, `unique`, `equals`, `agrees`, `metadata`, `newestDate` and `moved`.",
  ),
});
export type ChecksFile = z.output<typeof checksFile>;
