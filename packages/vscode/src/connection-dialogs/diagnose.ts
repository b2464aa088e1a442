import { printable } from "@analytics-engines/core/basics";
import { type ConnectionCheck, diagnoseConnection, proxyFor } from "@analytics-engines/runs/run";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { SIMULATOR_ID } from "../connections/connection-list.ts";
import { provideReadOnlyDocuments, showDocument } from "../services/read-only-documents.ts";
import { type Services, shared } from "../services/services.ts";

const documentsOf = shared((services) => provideReadOnlyDocuments(services, "analytics-engines-connection"));

/** The proxy of VS Code's settings, or else of the environment, with the name of its setting. */
function proxyOf(url: URL) {
  const http = vscode.workspace.getConfiguration("http");
  if (http.get("proxySupport") === "off") return undefined;
  const value = http.get("proxy", "");
  if (value === "") return proxyFor(url, process.env);
  const noProxy = http.get<readonly string[]>("noProxy", []).join(",");
  const setting = proxyFor(url, { HTTPS_PROXY: value, HTTP_PROXY: value, NO_PROXY: noProxy });
  return setting && { ...setting, source: "http.proxy" };
}

/** Goes through what fails in practice between this machine and the service, and shows each step with its remedy as a document. */
export async function diagnose(services: Services, id: unknown): Promise<void> {
  const { connections, context, clock } = services;
  const info = connections.all().find((connection) => connection.id === id) ?? connections.active();
  // Explains a missing connection.
  if (info === undefined) return void (await connections.client(info));
  connections.requireTrust();
  const open = () => (info.id === SIMULATOR_ID ? connections.client(info) : connections.draftClient(info, undefined));
  // The address of the simulator is known once it runs.
  const baseUrl = info.id === SIMULATOR_ID ? (await open()).baseUrl : info.baseUrl;
  const proxy = proxyOf(new URL(baseUrl));
  const checks: ConnectionCheck[] = [];
  const progressOptions = { location: vscode.ProgressLocation.Notification, title: info.name, cancellable: true };
  await vscode.window.withProgress(progressOptions, async (progress, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort(new vscode.CancellationError()));
    const steps = diagnoseConnection({
      baseUrl,
      settings: {
        address: l10n.t('the address of the connection "{0}"', info.name),
        credentials: l10n.t('the credentials of the connection "{0}"', info.name),
        proxy: "http.proxy",
      },
      proxy,
      mayUseOtherProxy: true,
      trustRemedy: l10n.t("Add its authority to the system's certificates, which VS Code trusts."),
      acceptsAnyCertificate: !vscode.workspace.getConfiguration("http").get("proxyStrictSSL", true),
      fetch: services.fetch,
      userAgent: `analytics-engines-vscode/${context.extension.packageJSON.version}`,
      openClient: open,
      folder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? context.globalStorageUri.fsPath,
      clock,
      signal: stop.signal,
      onStep: (name) => progress.report({ message: name }),
    });
    for await (const check of steps) checks.push(check);
  });
  const text = `${printable(info.name)}: ${printable(baseUrl)}\n\n${checks.map(linesOf).join("")}`;
  await showDocument(documentsOf(services).put(`${info.name}.txt`, text, info.id));
}

function linesOf({ name, status, message, remedy }: ConnectionCheck): string {
  const line = `${status.padEnd(7)}  ${name.padEnd(16)}  ${printable(message)}\n`;
  return remedy === undefined ? line : `${line}${" ".repeat(27)}${printable(remedy)}\n`;
}
