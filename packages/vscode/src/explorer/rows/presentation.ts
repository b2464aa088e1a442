import type { RowPresentation } from "../../common/tree-item.ts";
import { isAsked, type TreeItemData } from "./nodes.ts";
import { rowTexts } from "./row-texts.ts";

/** A row of the Explorer as text. */
export interface Presentation extends RowPresentation {
  readonly expands: boolean;
}

/** The label of a row. */
export function labelOf(item: TreeItemData): string {
  return rowTexts(item).label;
}

export function presentationOf(item: TreeItemData): Presentation {
  const { label, icon, color, kind, facts = [], context = item.kind, description = "" } = rowTexts(item);
  const lines = item.kind === "error" ? [item.details] : [kind, label, resourcePath(item), resourceId(item), ...facts];
  return {
    label,
    description,
    icon,
    ...(color !== undefined && { color }),
    context,
    tooltip: [...new Set(lines.flatMap((line) => line || []))],
    expands: isAsked(item) || ["section", "tree", "benchmarks", "templates"].includes(item.kind),
    spoken: [label, kind, description].filter((part) => part !== undefined && part !== "").join(", "),
  };
}

/** The path of a row, for copying; undefined if it has none. */
export function resourcePath(item: TreeItemData): string | undefined {
  return "path" in item ? item.path : undefined;
}

/** The id of a row, for copying; undefined if it has none. */
export function resourceId(item: TreeItemData): string | undefined {
  return "id" in item ? item.id : undefined;
}
