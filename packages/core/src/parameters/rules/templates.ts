import { isFamilyId } from "../../families/families.ts";
import { forEachField } from "../fields.ts";
import { quoted } from "../text/words.ts";
import type { RuleContext } from "./rule.ts";

const mandatoryFields = ["content", "mandatory", "*"];
const lockedFields = ["content", "locked", "*"];

/** Reports fields that a template both requires and locks. */
export function checkTemplateContent(context: RuleContext): void {
  if (isFamilyId(context.kind)) return;
  for (const payload of context.payloads) {
    const mandatory = new Set<unknown>();
    forEachField([payload], mandatoryFields, (value) => mandatory.add(lower(value)));
    forEachField([payload], lockedFields, (value, path) => {
      if (typeof value !== "string" || !mandatory.has(lower(value))) return;
      context.report({
        code: "mandatory-and-locked",
        message: `${quoted(value)} is both mandatory and locked: nobody could set a value that is required.`,
        path,
      });
    });
  }
}

function lower(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}
