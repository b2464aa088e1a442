import { type DocumentKind, familyIds } from "@analytics-engines/core/basics";
import type { NameEntry } from "@analytics-engines/runs/lookup";
import { type NewFileIds, newParameterText, type Variant, variantsOf } from "../../editor/language/new-file.ts";
import type { TreeItemData } from "../rows/nodes.ts";

/** A kind of parameter file that can name the resource of a row. */
export interface FileChoice {
  readonly kind: DocumentKind;
  readonly variant: Variant;
  readonly ids: NewFileIds;
  /** The name of the component, if there is a choice of them. */
  readonly name?: string;
}

/**
 * Lists the kinds of parameter files that can name the resource of a row.
 * @param components those of a document
 */
export function fileChoices(item: TreeItemData, components: readonly NameEntry[] = []): readonly FileChoice[] {
  switch (item.kind) {
    case "account":
    case "configurations":
      return withAll(familyIds, { account: item.path });
    case "configuration":
      return withAll(["vault"], { configuration: item.id, account: item.account });
    case "benchmark":
      return withAll(["pa", "spar"], { benchmark: item.id });
    case "strategy":
      return withAll([item.engine], { strategy: item.path });
    case "component":
      return withAll(item.engine === "pa" ? ["pa", "linkedTemplate"] : [item.engine], { component: item.id });
    case "document": {
      const { engine, path } = item;
      if (engine === "pub") return withAll(["pub"], { document: path });
      const ofComponents = components.flatMap(({ id, name }) =>
        withAll([engine], { component: id }).map((choice) => ({ ...choice, name })),
      );
      return engine === "pa" ? [...ofComponents, ...withAll(["fpo"], { document: path })] : ofComponents;
    }
    default:
      return [];
  }
}

/** The variants of each kind that contain all given values. */
function withAll(kinds: readonly DocumentKind[], ids: NewFileIds): readonly FileChoice[] {
  const values = Object.values(ids).map((value) => JSON.stringify(value));
  return kinds.flatMap((kind) =>
    variantsOf(kind)
      .filter((variant) => {
        const text = newParameterText(kind, ids, variant);
        return values.every((value) => text.includes(value));
      })
      .map((variant) => ({ kind, variant, ids })),
  );
}
