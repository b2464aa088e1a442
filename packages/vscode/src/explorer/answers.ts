import type { Client } from "@analytics-engines/core";
import { objectOf } from "../common/answer-values.ts";
import { askList, directoryOf } from "../common/service-names.ts";
import { kindOfTree } from "./children.ts";
import type { TreeItemData } from "./nodes.ts";

/**
 * What the service says of a row, as it says it: of a thing its own answer, of a row with others below it the list of them. Undefined where the
 * service has no answer for such a thing.
 */
export async function readAnswer(what: TreeItemData, client: Client): Promise<unknown> {
  switch (what.kind) {
    case "directory": {
      const kind = kindOfTree(what.tree);
      const listed = kind === "accounts" ? client.lookups.accounts : directoryOf(client, kind);
      return (await listed.list(what.path)).data;
    }
    case "account":
      return (await client.spar.accounts.returnsType(what.path)).data;
    case "document":
      if (what.engine === "pub") return undefined;
      return (await client[what.engine].components.list({ document: what.path })).data;
    case "component":
      return (await client[what.engine].components.get(what.id)).data;
    case "configurations":
      return (await client.vault.configurations.list({ account: what.account })).data;
    case "configuration":
      return (await client.vault.configurations.get(what.id)).data;
    case "benchmark":
      return (await client.spar.benchmarks.get({ id: what.id })).data;
    case "list":
      return { data: await askList(client, what.list) };
    case "entry": {
      if (what.list === "columns") return (await client.pa.columns.get(what.id)).data;
      const entry = objectOf(await askList(client, what.list))[what.id];
      return entry === undefined ? undefined : { data: { [what.id]: entry } };
    }
    case "templates":
      if (what.sort === "linked") return (await client.pa.linkedTemplates.list()).data;
      return what.sort === "unlinked" ? (await client.pa.unlinkedTemplates.list()).data : undefined;
    case "template category":
      return (await client.pa.unlinkedTemplates.list({ category: what.category })).data;
    case "template directory":
      return (await client.pa.templatedComponents.list({ directory: what.directory })).data;
    case "template":
      return (await templatesOf(client, what.sort).get(what.id)).data;
    default:
      return undefined;
  }
}

function templatesOf({ pa }: Client, sort: "linked" | "unlinked" | "component") {
  return { linked: pa.linkedTemplates, unlinked: pa.unlinkedTemplates, component: pa.templatedComponents }[sort];
}
