import { familyIds } from "@analytics-engines/core/families/facts";
import type { NameEntry } from "../common/name-entry.ts";
import type { DocumentKind } from "../editor/kinds.ts";
import { type Given, newParameterText, type Variant, variantsOf } from "../editor/new-file.ts";
import type { TreeItemData } from "./nodes.ts";

/** A parameter file that can begin with what a row stands for. */
export interface FileChoice {
  readonly kind: DocumentKind;
  readonly variant: Variant;
  readonly given: Given;
  /** The component, where there is one to choose. */
  readonly name?: string;
}

/**
 * The parameter files that can begin with what a row stands for; none where nothing can.
 * @param components of a document, those that it has
 */
export function fileChoices(what: TreeItemData, components: readonly NameEntry[] = []): readonly FileChoice[] {
  switch (what.kind) {
    case "account":
      return withAll(familyIds, { account: what.path });
    case "configurations":
      return withAll(familyIds, { account: what.account });
    case "configuration":
      return withAll(["vault"], { configuration: what.id, account: what.account });
    case "benchmark":
      return withAll(["pa", "spar"], { benchmark: what.id });
    case "strategy":
      return withAll([what.engine], { strategy: what.path });
    case "component":
      return withAll(what.engine === "pa" ? ["pa", "linkedTemplate"] : [what.engine], { component: what.id });
    case "document": {
      const { engine, path } = what;
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

/** Each kind in each variant that has a place for all that is given. */
function withAll(kinds: readonly DocumentKind[], given: Given): readonly FileChoice[] {
  const values = Object.values(given).map((value) => JSON.stringify(value));
  return kinds.flatMap((kind) =>
    variantsOf(kind)
      .filter((variant) => {
        const text = newParameterText(kind, given, variant);
        return values.every((value) => text.includes(value));
      })
      .map((variant) => ({ kind, variant, given })),
  );
}
