import { listed, quoted } from "../parameters/text/words.ts";
import { cellValue, plainText } from "../results/cells.ts";
import { changedCellText } from "../results/compare/comparison-text.ts";
import { closestColumn, type LabelledColumn } from "../results/named-columns.ts";
import { headerKey } from "../results/reading/fold.ts";
import { starPattern } from "../text/words.ts";
import { evaluateCells } from "./cell-rules.ts";
import type { Check } from "./checks-schema.ts";
import { fail, failure, type NoCells, noCells, pass, type RuleOutcome } from "./outcomes.ts";
import type { CheckContext } from "./table-view.ts";

/** What a text must be: exactly one of the three. */
type DemandedText = Pick<NonNullable<Check["text"]>, "is" | "oneOf" | "matches">;

/** Compares each cell of a column, as text, with what it must be. An empty cell is the text without characters. */
export function checkText(
  context: CheckContext,
  demanded: DemandedText,
  { column, label }: LabelledColumn,
): RuleOutcome | NoCells {
  const isDemanded = textTest(demanded);
  return evaluateCells(context, { column, label }, demandText(demanded), {
    judges: () => true,
    fails: (row) => !isDemanded(plainText(cellValue(column, row))),
  });
}

/** Compares each value of an item of the metadata of a table with what it must be. */
export function checkMetadata(
  { view }: CheckContext,
  { item: typedName, ...demanded }: NonNullable<Check["metadata"]>,
): RuleOutcome | NoCells {
  const { items } = view.table.metadata;
  const key = headerKey(typedName);
  const name = Object.hasOwn(items, typedName)
    ? typedName
    : Object.keys(items).find((itemName) => headerKey(itemName) === key);
  if (name === undefined) {
    const closest = closestColumn(typedName, Object.keys(items));
    const hint = closest === undefined ? "" : ` The closest one is ${quoted(closest)}.`;
    return failure(`The metadata of the table has no item ${quoted(typedName)}.${hint}`);
  }
  const values = items[name] ?? [];
  const [firstValue] = values;
  if (firstValue === undefined) return noCells(`${quoted(name)} of the metadata has no value`);
  const isDemanded = textTest(demanded);
  const failedValues = values.filter((value) => !isDemanded(value));
  const judged = {
    what: `${quoted(name)} of the metadata`,
    value: changedCellText(failedValues[0] ?? firstValue),
    limit: demandText(demanded),
    cells: values.length,
  };
  return failedValues.length === 0 ? pass(judged) : fail({ ...judged, failures: failedValues.length });
}

function textTest({ is, oneOf, matches }: DemandedText): (text: string) => boolean {
  if (matches !== undefined) {
    const pattern = starPattern(matches);
    return (text) => pattern.test(text);
  }
  const texts = new Set(oneOf ?? [is]);
  return (text) => texts.has(text);
}

function demandText({ is, oneOf, matches }: DemandedText): string {
  if (matches !== undefined) return `a text like ${quoted(matches)}`;
  return listed(oneOf ?? [is ?? ""]);
}
