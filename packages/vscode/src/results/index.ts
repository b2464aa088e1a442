import type * as vscode from "vscode";
import type { Services } from "../common/context.ts";

export function activateResults(_context: vscode.ExtensionContext, _services: Services): void {}
