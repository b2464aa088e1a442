import { type FieldVisit, visitFields } from "../fields.ts";
import { checkDates } from "./dates.ts";
import { checkMeta, checkUnits } from "./envelope.ts";
import { checkAccounts, checkWritten } from "./names.ts";
import { checkFormulaNames, checkIds, checkTemplateContent, type RuleContext } from "./rule.ts";
import { checkEmpty, checkValues } from "./values.ts";

// Together they check what the schema of a family cannot say.
const rules: readonly ((context: RuleContext) => void)[] = [
  checkUnits,
  checkMeta,
  checkFormulaNames,
  checkTemplateContent,
];
const fieldRules: readonly ((context: RuleContext) => FieldVisit[])[] = [
  checkDates,
  checkIds,
  checkWritten,
  checkAccounts,
  checkValues,
  checkEmpty,
];

export function applyRules(context: RuleContext): void {
  for (const rule of rules) rule(context);
  visitFields(
    context.payloads,
    fieldRules.flatMap((rule) => rule(context)),
  );
}
