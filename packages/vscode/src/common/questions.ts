import { isolated, isolatedLines } from "@analytics-engines/core/basics";
import * as vscode from "vscode";
import { UserCanceledError } from "./errors.ts";

/** Lets the user pick an item of a list. @throws UserCanceledError */
export async function pickOne<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  options: vscode.QuickPickOptions,
): Promise<Item> {
  const shownItems = items.map((item) => ({ ...shownItem(item), item }));
  return requireAnswer(await vscode.window.showQuickPick(shownItems, options)).item;
}

/** The texts of an item of a list, in which no name mirrors or hides what stands beside it. */
export function shownItem<Item extends vscode.QuickPickItem>(item: Item): Item {
  const { label, description, detail } = item;
  return {
    ...item,
    // An icon, such as `$(check)`, stays.
    label: isolated(label),
    ...(description !== undefined && { description: isolated(description) }),
    ...(detail !== undefined && { detail: isolated(detail) }),
  };
}

/** Asks for a line of text that is not blank. @throws UserCanceledError */
export async function askLine(options: vscode.InputBoxOptions, whenBlank: string): Promise<string> {
  const validateInput = (text: string) => (text.trim() === "" ? whenBlank : undefined);
  return requireAnswer(await vscode.window.showInputBox({ ...options, validateInput })).trim();
}

/** Asks a question in the middle of the window. Returns whether the user pressed the button. */
export async function confirm(question: string, button: string, detail?: string): Promise<boolean> {
  const options = { modal: true, ...(detail === undefined ? {} : { detail: isolatedLines(detail) }) };
  return (await vscode.window.showWarningMessage(isolatedLines(question), options, button)) === button;
}

/** Lets the user choose a JSON file to read. @throws UserCanceledError */
export async function chooseJsonFile(title: string): Promise<vscode.Uri> {
  const [file] = (await vscode.window.showOpenDialog({ title, filters: { JSON: ["json"] } })) ?? [];
  return requireAnswer(file);
}

/** Lets the user name a file to write. @throws UserCanceledError */
export async function chooseTarget(options: vscode.SaveDialogOptions): Promise<vscode.Uri> {
  return requireAnswer(await vscode.window.showSaveDialog(options));
}

function requireAnswer<T>(answer: T | undefined): T {
  if (answer === undefined) throw new UserCanceledError();
  return answer;
}
