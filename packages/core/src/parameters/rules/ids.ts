import { documentFields } from "../../families/fields.ts";
import type { FieldVisit } from "../fields.ts";
import { quoted } from "../text/words.ts";
import type { RuleContext } from "./rule.ts";

const ID_DIGITS = 64;
const ID_FORM = new RegExp(`^[0-9a-f]{${ID_DIGITS}}$`, "i");

/** Warns about ids of components, columns and groups that do not look like the known ones, such as names, or ids that were cut off. */
export function checkIds(context: RuleContext): FieldVisit[] {
  const check: FieldVisit[1] = (value, path) => {
    if (typeof value !== "string" || ID_FORM.test(value)) return;
    const id = value.trim();
    if (id === "") {
      context.report({ code: "empty-value", message: "The id is empty. Fill it in.", path });
      return;
    }
    // Blanks around an id are an issue of their own.
    if (ID_FORM.test(id)) return;
    const isHex = /^[0-9a-f]+$/i.test(id);
    const rule = `all known ids have ${ID_DIGITS} hexadecimal digits`;
    context.report({
      code: "unusual-id",
      message: `${quoted(id)} does not look like an id: ${rule}${isHex ? `, this one has ${id.length}` : ""}.`,
      path,
    });
  };
  return documentFields[context.kind].references
    .filter(({ kind }) => kind === "component" || kind === "column" || kind === "group")
    .map(({ path: field }) => [field, check]);
}
