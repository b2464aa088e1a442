import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type CommandId, offerCommands } from "./common/commands.ts";
import { createServices, type Services } from "./common/context.ts";
import { lazily } from "./common/lazy.ts";
import { createStatusBar } from "./connections/status-bar.ts";
import { activateExplorer } from "./explorer/index.ts";
import { activateJobs } from "./jobs/index.ts";
import { activateResults } from "./results/index.ts";

/** What a command is about: the second part of its id. */
type Room = CommandId extends `analyticsEngines.${infer Part}.${string}` ? Part : never;

/** The languages of documents that are parameter files, or may be by what stands in them. */
const languages: readonly string[] = ["analytics-engines", "json", "jsonc"];

/**
 * Shows what a user sees before doing anything, and offers the rest, whose code is loaded when it is first used. Touches no network, no secret, and no
 * file but its own.
 */
export async function start(context: vscode.ExtensionContext): Promise<Services> {
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
  const services = createServices(context);
  const { connections, log, subscriptions } = services;
  subscriptions.push(createStatusBar(connections));
  const explorer = activateExplorer(context, services);
  activateJobs(context, services);
  activateResults(context, services);

  const connectionCommands = lazily(async () => {
    (await import("./connections/commands.ts")).registerConnectionCommands(services);
  });
  const rooms: Readonly<Record<Room, () => Promise<void>>> = {
    connections: connectionCommands,
    log: connectionCommands,
    editor: lazily(async () => (await import("./editor/index.ts")).activateEditor(context, services)),
    explorer: lazily(async () => {
      (await import("./explorer/commands.ts")).registerExplorerCommands(services, explorer);
    }),
    jobs: lazily(async () => (await import("./jobs/commands.ts")).registerJobCommands(context, services)),
    results: lazily(async () => (await import("./results/commands.ts")).registerResultCommands(context, services)),
    templates: lazily(async () => (await import("./templates/index.ts")).registerTemplateCommands(context, services)),
  };
  offerCommands(services, commandsOf(context), async (id) => {
    const room = id.split(".")[1] ?? "";
    if (isRoom(room)) await rooms[room]();
  });

  function isRoom(name: string): name is Room {
    return Object.hasOwn(rooms, name);
  }

  const isForEditor = ({ languageId }: vscode.TextDocument) => languages.includes(languageId);
  subscriptions.push(
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (!isForEditor(document)) return;
      rooms.editor().catch((error: unknown) => log.error(error instanceof Error ? error : String(error)));
    }),
  );
  if (vscode.workspace.textDocuments.some(isForEditor)) await rooms.editor();
  return services;
}

/** The ids of the commands that the manifest declares. */
function commandsOf({ extension }: vscode.ExtensionContext): readonly string[] {
  const { contributes }: { contributes: { commands: readonly { command: string }[] } } = extension.packageJSON;
  return contributes.commands.map(({ command }) => command);
}
