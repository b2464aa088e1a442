import { forEachField, type Pattern, pattern } from "../fields.ts";
import type { DocumentKind } from "../shapes/shape.ts";
import { quoted } from "../text/words.ts";
import type { RuleContext } from "./rule.ts";

const columnsAndGroups = ["columns.*.id", "groups.*.id"].map(pattern);
const inComponent = ["componentData.columns.*.id", "componentData.groups.*.id"].map(pattern);

/** Where ids stand whose form is known: components, columns and groups have 64 hexadecimal digits. */
const idFields: Readonly<Partial<Record<DocumentKind, readonly Pattern[]>>> = {
  pa: [pattern("componentid"), ...columnsAndGroups],
  spar: [pattern("componentid")],
  vault: [pattern("componentid")],
  linkedTemplate: [pattern("parentComponentId")],
  linkedTemplateUpdate: [pattern("parentComponentId")],
  unlinkedTemplate: columnsAndGroups,
  unlinkedTemplateUpdate: columnsAndGroups,
  templatedComponent: inComponent,
  templatedComponentUpdate: inComponent,
};
const idForm = /^[0-9a-f]{64}$/i;

/** Ids that do not have the observed form: a name in place of the id, or one that was cut. */
export function checkIds(context: RuleContext): void {
  for (const way of idFields[context.kind] ?? []) {
    forEachField(context.payloads, way, (value, path) => {
      if (typeof value !== "string" || idForm.test(value)) return;
      context.report({
        code: "unusual-id",
        severity: "warning",
        message: `${quoted(value)} does not look like an id: those seen so far have 64 hexadecimal digits.`,
        path,
        at: "value",
      });
    });
  }
}
