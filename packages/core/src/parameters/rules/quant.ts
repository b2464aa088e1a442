import { forEachField } from "../fields.ts";
import { quoted } from "../text/words.ts";
import type { RuleContext } from "./rule.ts";

const formulaNames = ["formulas", "*", "name"];

/** Reports two formulas of a unit with the same name, because their columns in the result would have the same name too. */
export function checkFormulaNames(context: RuleContext): void {
  if (context.kind !== "quant") return;
  for (const payload of context.payloads) {
    const usedNames = new Set<unknown>();
    forEachField([payload], formulaNames, (value, path) => {
      if (typeof value !== "string") return;
      if (usedNames.has(value)) {
        context.report({
          code: "duplicate-formula",
          message: `Another formula of this unit is also called ${quoted(value)}: their columns in the result would have one name.`,
          path,
        });
      }
      usedNames.add(value);
    });
  }
}
