import { isFamilyId } from "../../families/families.ts";
import { documentFields } from "../../families/fields.ts";
import { type FieldVisit, forEachField, type ValueAtPath } from "../fields.ts";
import type { Finding } from "../issues/findings.ts";
import type { DocumentKind } from "../shapes/shape.ts";
import { quoted } from "../text/words.ts";

/** A document in its canonical form, for rules that go beyond the schema. Rules accept any value, since the schema's errors are reported separately. */
export interface RuleContext {
  readonly kind: DocumentKind;
  readonly request: unknown;
  readonly payloads: readonly ValueAtPath[];
  /** Whether absolute dates are worth a hint. */
  readonly hintAbsoluteDates: boolean;
  /**
   * Reports a finding. Its path is that of the canonical form, and its array may be reused after the call. Fixes name keys as the file
   * spells them: see `pathInFile`.
   */
  report(finding: Finding): void;
  /** A canonical path with the keys as the file spells them. */
  pathInFile(path: Finding["path"]): Finding["path"];
}

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
