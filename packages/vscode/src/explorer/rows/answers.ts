import type { Client } from "@analytics-engines/core";
import { askDirectory, askList, objectOf } from "@analytics-engines/runs/lookup";
import { askTemplates, templateRoutes } from "../../common/templates.ts";
import { kindOfTree } from "./children.ts";
import type { TreeItemData } from "./nodes.ts";

/**
 * Requests the answer of the service about a row: the resource itself, or the list below a group. Undefined for a row about which the service has
 * no answer.
 */
export async function readAnswer(item: TreeItemData, client: Client): Promise<unknown> {
  switch (item.kind) {
    case "directory":
      return askDirectory(client, kindOfTree(item.tree), item.path);
    case "account":
      return (await client.spar.accounts.returnsType(item.path)).data;
    case "document":
      if (item.engine === "pub") return undefined;
      return (await client[item.engine].components.list({ document: item.path })).data;
    case "component":
      return (await client[item.engine].components.get(item.id)).data;
    case "configurations":
      return (await client.vault.configurations.list({ account: item.path })).data;
    case "configuration":
      return (await client.vault.configurations.get(item.id)).data;
    case "benchmark":
      return (await client.spar.benchmarks.get({ id: item.id })).data;
    case "list":
      return { data: await askList(client, item.list) };
    case "entry": {
      if (item.list === "columns") return (await client.pa.columns.get(item.id)).data;
      const entry = objectOf(await askList(client, item.list))[item.id];
      return entry === undefined ? undefined : { data: { [item.id]: entry } };
    }
    case "templates":
      return item.sort === "component" ? undefined : askTemplates(client, item.sort);
    case "template category":
      return askTemplates(client, "unlinked", { category: item.name });
    case "template directory":
      return askTemplates(client, "component", { directory: item.path });
    case "template":
      return (await templateRoutes(client, item.sort).get(item.id)).data;
    default:
      return undefined;
  }
}
