import { isComponentFamilyId, isDocumentFamilyId, isOptimizerId } from "@analytics-engines/core/basics";
import type { NameEntry, NameList, ServiceNames } from "@analytics-engines/runs/lookup";
import type { ServiceResource } from "../../../services/resources.ts";
import { listOfKind } from "./name-lists.ts";
import type { PlacedReference } from "./references.ts";

/** The row of the Explorer that a reference means; undefined if the Explorer has no such rows. @throws the error of a failed request */
export async function resourceOf(
  { kind, engine, id, account }: Pick<PlacedReference, "kind" | "engine" | "id" | "account">,
  names: ServiceNames,
): Promise<ServiceResource | undefined> {
  const entryOf = async (lookup: { readonly ready: Promise<readonly NameEntry[]> }) =>
    (await lookup.ready).find((entry) => entry.id.toLowerCase() === id.toLowerCase());
  const listed = async (list: NameList): Promise<ServiceResource | undefined> => {
    const entry = await entryOf(names.list(list));
    return entry && { kind: "entry", list, id: entry.id, name: entry.name, category: entry.category };
  };
  switch (kind) {
    case "account":
    case "benchmark":
      return id.includes("/") ? { kind: "account", path: id } : { kind: "benchmark", id, name: id };
    case "document":
      return isDocumentFamilyId(engine) ? { kind: "document", engine, path: id } : undefined;
    case "strategy":
      return isOptimizerId(engine) ? { kind: "strategy", engine, path: id } : undefined;
    case "component": {
      if (!isComponentFamilyId(engine)) return undefined;
      const { name, category, path = "" } = await names.component(engine, id).ready;
      return { kind: "component", engine, id, name, category, document: path };
    }
    case "configuration": {
      const entry = account === undefined ? undefined : await entryOf(names.configurations(account));
      return entry && account !== undefined
        ? { kind: "configuration", id: entry.id, name: entry.name, account }
        : undefined;
    }
    case "frequency":
      return isComponentFamilyId(engine) ? listed(`${engine} frequencies`) : undefined;
    case "template":
      return undefined;
    default:
      return listed(listOfKind[kind]);
  }
}
