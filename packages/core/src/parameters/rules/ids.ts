import { documentFields } from "../../families/fields.ts";
import type { FieldVisit } from "../fields.ts";
import { quoted } from "../text/words.ts";
import type { RuleContext } from "./rule.ts";

const idForm = /^[0-9a-f]{64}$/i;

/** Warns about ids of components, columns and groups that do not look like the known ones, such as names, or ids that were cut off. */
export function checkIds(context: RuleContext): FieldVisit[] {
  const check: FieldVisit[1] = (value, path) => {
    if (typeof value !== "string" || idForm.test(value)) return;
    context.report({
      code: "unusual-id",
      message: `${quoted(value)} does not look like an id: all known ids have 64 hexadecimal digits.`,
      path,
    });
  };
  return documentFields[context.kind].references
    .filter(({ kind }) => kind === "component" || kind === "column" || kind === "group")
    .map(({ path: field }) => [field, check]);
}
