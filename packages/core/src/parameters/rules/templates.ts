import { type Field, select } from "../fields.ts";
import { quoted } from "../text/words.ts";
import type { RuleContext } from "./rule.ts";

/** What a template both demands and locks: the two exclude each other. */
export function checkTemplateContent(context: RuleContext): void {
  const fieldsOf = (payload: Field, list: string) => select(payload, `content.${list}.*`);
  for (const payload of context.payloads) {
    const mandatory = new Set(fieldsOf(payload, "mandatory").map(({ value }) => lower(value)));
    for (const { path, value } of fieldsOf(payload, "locked")) {
      if (typeof value !== "string" || !mandatory.has(lower(value))) continue;
      context.report({
        code: "mandatory-and-locked",
        severity: "error",
        message: `${quoted(value)} is both mandatory and locked: nobody could give what must be given.`,
        path,
        at: "value",
      });
    }
  }
}

function lower(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}
