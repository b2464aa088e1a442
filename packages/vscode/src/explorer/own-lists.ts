import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { objectOf, textOf } from "../common/answer-values.ts";
import type { Services } from "../common/context.ts";
import { UserCanceledError } from "../common/errors.ts";
import { isSameResource } from "./explorer-state.ts";
import type { ExplorerNode } from "./nodes.ts";
import { isServiceResource } from "./presentation.ts";
import type { ExplorerTree } from "./tree.ts";

// What users put into the tree themselves, kept with the connection.

export async function addFavorite(tree: ExplorerTree, node: ExplorerNode): Promise<void> {
  if (!isServiceResource(node)) return;
  const { connection } = node;
  const { favorites } = tree.kept(connection);
  if (favorites.some((one) => isSameResource(one, node.what))) return;
  await tree.keep(connection, { favorites: [...favorites, node.what] });
}

export async function removeFavorite(tree: ExplorerTree, node: ExplorerNode): Promise<void> {
  if (!isServiceResource(node)) return;
  const { connection } = node;
  await tree.keep(connection, {
    favorites: tree.kept(connection).favorites.filter((one) => !isSameResource(one, node.what)),
  });
}

/** Asks for the id of a benchmark, which the service looks up but does not list, and keeps it. */
export async function lookUpBenchmark({ connections }: Services, tree: ExplorerTree): Promise<void> {
  const info = connections.active();
  const client = await connections.client(info);
  if (info === undefined) return;
  // Whatever is active by the time that the answer is here.
  const connection = info.id;
  const given = await vscode.window.showInputBox({
    title: l10n.t("Look up a benchmark"),
    prompt: l10n.t("The id of the benchmark, such as {0}", "BMK:WORLD"),
    validateInput: (text) => (text.trim() === "" ? l10n.t("An id is needed.") : undefined),
  });
  if (given === undefined) throw new UserCanceledError();
  const found = objectOf((await client.spar.benchmarks.get({ id: given.trim() })).data.data);
  const id = textOf(found["id"]) ?? given.trim();
  const others = tree.kept(connection).benchmarks.filter((one) => one.kind !== "benchmark" || one.id !== id);
  await tree.keep(connection, {
    benchmarks: [...others, { kind: "benchmark", id, name: textOf(found["name"]) ?? id }],
  });
}

/** Asks for a directory of templated components, which the service lists by directory alone. */
export async function askTemplateDirectory({ connections }: Services, tree: ExplorerTree): Promise<void> {
  const info = connections.active();
  await connections.client(info);
  if (info === undefined) return;
  const given = await vscode.window.showInputBox({
    title: l10n.t("Show a directory of templated components"),
    prompt: l10n.t("The directory as it was written when they were created, such as {0}", "Personal:Components/"),
    validateInput: (text) => (text.trim() === "" ? l10n.t("A directory is needed.") : undefined),
  });
  if (given === undefined) throw new UserCanceledError();
  await addTemplateDirectory(tree, info.id, given.trim());
}

export async function addTemplateDirectory(tree: ExplorerTree, connection: string, directory: string): Promise<void> {
  const { templateDirectories } = tree.kept(connection);
  const isKnown = templateDirectories.some((one) => one.toLowerCase() === directory.toLowerCase());
  if (!isKnown) await tree.keep(connection, { templateDirectories: [...templateDirectories, directory] });
}

/** Takes a benchmark or a directory of templated components out of the tree. The service is not told. */
export async function removeFromList(tree: ExplorerTree, { connection, what }: ExplorerNode): Promise<void> {
  const { benchmarks, templateDirectories } = tree.kept(connection);
  if (what.kind === "benchmark") {
    await tree.keep(connection, { benchmarks: benchmarks.filter((one) => !isSameResource(one, what)) });
  } else if (what.kind === "template directory") {
    await tree.keep(connection, { templateDirectories: templateDirectories.filter((one) => one !== what.directory) });
  }
}
