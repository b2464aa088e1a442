import { shorten, visible } from "@analytics-engines/core/basics";
import { agentTools, runTools } from "@analytics-engines/runs/review";
import * as vscode from "vscode";
import { describeError, isCancellation } from "../common/errors.ts";
import { readProjects } from "../common/project-settings.ts";
import type { Services } from "../services/services.ts";
import { describeRun, runForAgent } from "./run-files.ts";
import type { ToolName } from "./tool-names.ts";
import { toolWorld } from "./world.ts";

/** The longest message of an error that a model reads, characters. */
const MAX_MESSAGE = 2000;

/** What VS Code shows while a tool works: what runs where. The extension itself asks before a run, since VS Code can be set up not to ask. */
export async function prepareTool(
  services: Services,
  name: ToolName,
  input: unknown,
): Promise<vscode.PreparedToolInvocation | undefined> {
  const runTool = runTools.find((tool) => tool.name === name);
  if (runTool === undefined) return undefined;
  return { invocationMessage: describeRun(services, runTool, input) };
}

/** Answers the call of a tool. @throws an error whose message tells the model what to do */
export async function useTool(
  services: Services,
  name: ToolName,
  input: unknown,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  try {
    services.connections.requireTrust();
    const text = await answerOf(services, name, input, token);
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  } catch (error) {
    if (isCancellation(error)) throw error;
    const { message, details } = describeError(error);
    services.log.info(`The tool ${name} failed: ${details}`);
    // VS Code gives the message to the model; it may contain text of the service.
    throw new Error(shorten(visible(message), MAX_MESSAGE), { cause: error });
  }
}

async function answerOf(
  services: Services,
  name: ToolName,
  input: unknown,
  token: vscode.CancellationToken,
): Promise<string> {
  const runTool = runTools.find((tool) => tool.name === name);
  if (runTool !== undefined) return runForAgent(services, runTool, input, token);
  const tool = agentTools.find((agentTool) => agentTool.name === name);
  if (tool === undefined) throw new RangeError(`There is no tool ${name}.`);
  await readProjects();
  return tool.use(input, toolWorld(services));
}
