import { objectOf, stringOf } from "@analytics-engines/runs/lookup";
import * as l10n from "@vscode/l10n";
import { askLine } from "../../common/questions.ts";
import type { Services } from "../../services/services.ts";
import { type ExplorerNode, identity } from "../rows/nodes.ts";
import type { ExplorerTree } from "../view/tree.ts";

// What users add to the tree themselves, stored with the connection.

/** Asks for the id of a benchmark, which the service looks up but does not list, and adds it to the tree. */
export async function lookUpBenchmark({ connections }: Services, tree: ExplorerTree): Promise<void> {
  const info = connections.active();
  const client = await connections.client(info);
  if (info === undefined) return;
  const title = l10n.t("Look Up Benchmark");
  const prompt = l10n.t("The id of the benchmark, such as {0}", "BMK:WORLD");
  const enteredId = await askLine({ title, prompt }, l10n.t("Enter an id."));
  const answer = objectOf((await client.spar.benchmarks.get({ id: enteredId })).data.data);
  const id = stringOf(answer["id"]) ?? enteredId;
  const benchmark = { kind: "benchmark", id, name: stringOf(answer["name"]) ?? id } as const;
  // Of this connection, even if another has become active since.
  const others = tree.stateOf(info.id).benchmarks.filter((one) => identity(one) !== identity(benchmark));
  await tree.keep(info.id, { benchmarks: [...others, benchmark] });
}

/** Asks for a directory of templated components, which the service lists only by directory. */
export async function askTemplateDirectory({ connections }: Services, tree: ExplorerTree): Promise<void> {
  const info = connections.active();
  await connections.client(info);
  if (info === undefined) return;
  const title = l10n.t("Show Directory of Templated Components");
  const prompt = l10n.t("The directory as entered when they were created, such as {0}", "Personal:Components/");
  await addTemplateDirectory(tree, info.id, await askLine({ title, prompt }, l10n.t("Enter a directory.")));
}

export async function addTemplateDirectory(tree: ExplorerTree, connection: string, directory: string): Promise<void> {
  const { templateDirectories } = tree.stateOf(connection);
  const isKnown = templateDirectories.some((one) => one.toLowerCase() === directory.toLowerCase());
  if (!isKnown) await tree.keep(connection, { templateDirectories: [...templateDirectories, directory] });
}

/** Removes a benchmark or a directory of templated components from the tree. Nothing changes on the service. */
export async function removeFromList(tree: ExplorerTree, { connection, item }: ExplorerNode): Promise<void> {
  const { benchmarks, templateDirectories } = tree.stateOf(connection);
  if (item.kind === "benchmark") {
    await tree.keep(connection, { benchmarks: benchmarks.filter((one) => identity(one) !== identity(item)) });
  } else if (item.kind === "template directory") {
    await tree.keep(connection, { templateDirectories: templateDirectories.filter((one) => one !== item.path) });
  }
}
