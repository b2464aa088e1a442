import * as vscode from "vscode";
import { lazily } from "../common/async.ts";
import type { Services } from "../services/services.ts";
import { type ToolName, toolId, toolNames } from "./tool-names.ts";
import type * as tools from "./tools.ts";

/** Registers the tools for language models once the workspace is trusted. Their code loads at the first use. */
export function activateAgents(services: Services): void {
  const load = lazily(() => import("./tools.ts"));
  const register = () => {
    for (const name of toolNames)
      services.subscriptions.push(vscode.lm.registerTool(toolId(name), toolOf(services, name, load)));
  };
  if (vscode.workspace.isTrusted) register();
  else services.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(register));
}

function toolOf(
  services: Services,
  name: ToolName,
  load: () => Promise<typeof tools>,
): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: async ({ input }) => (await load()).prepareTool(services, name, input),
    invoke: async ({ input }, token) => (await load()).useTool(services, name, input, token),
  };
}
