import { isolated, isolatedLines } from "@analytics-engines/core/basics";
import * as vscode from "vscode";
import { UserCanceledError } from "./errors.ts";
import type { FlowStep, StepPosition, StepResult } from "./multi-step.ts";

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

export interface TextQuestion {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly password?: boolean;
  /** Returns what is wrong with a value, or undefined; called when the user presses Enter. The signal aborts when the user leaves. */
  validate(value: string, signal: AbortSignal): string | undefined | Promise<string | undefined>;
}

/** Makes a step that asks for a line of text. Without `keep`, `validate` keeps the answer. */
export function askText(question: TextQuestion, keep?: (answer: string) => void): FlowStep {
  const { prompt, value, placeholder = "", password = false } = question;
  return (position) => {
    const input = Object.assign(vscode.window.createInputBox(), { prompt, placeholder, value, password });
    const leaving = new AbortController();
    return ask(input, position, (finish, fail) => {
      const accept = async () => {
        const accepted = input.value;
        input.busy = true;
        const problem = await question.validate(accepted.trim(), leaving.signal);
        input.busy = false;
        // The user has typed on: the value that was checked no longer counts.
        if (accepted !== input.value) return;
        if (problem === undefined) {
          keep?.(accepted.trim());
          finish();
        } else input.validationMessage = problem;
      };
      input.onDidChangeValue(() => {
        input.validationMessage = undefined;
      });
      input.onDidAccept(() => {
        if (!input.busy) accept().catch(fail);
      });
      input.onDidHide(() => leaving.abort(new UserCanceledError()));
    });
  };
}

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

export interface ChoiceQuestion<T> {
  readonly placeholder: string;
  readonly choices: readonly Choice<T>[];
  /** The choice that is highlighted at first. */
  readonly value?: T | undefined;
}

/** Makes a step that lets the user pick one of the choices. */
export function askChoice<T>({ placeholder, choices, value }: ChoiceQuestion<T>, keep: (answer: T) => void): FlowStep {
  return (position) => {
    const pick = Object.assign(vscode.window.createQuickPick<Choice<T>>(), {
      placeholder,
      items: choices.map(shownItem),
    });
    pick.activeItems = pick.items.filter((choice) => choice.value === value);
    return ask(pick, position, (finish) => {
      pick.onDidAccept(() => {
        const [choice] = pick.selectedItems;
        if (choice === undefined) return;
        keep(choice.value);
        finish();
      });
    });
  };
}

/** Shows an input as a step of several, until `answer` finishes or fails it, or the user goes back or leaves. */
function ask(
  input: vscode.QuickInput & {
    buttons: readonly vscode.QuickInputButton[];
    onDidTriggerButton: vscode.Event<vscode.QuickInputButton>;
  },
  { title, step, total, more }: StepPosition,
  answer: (finish: () => void, fail: (error: unknown) => void) => void,
): Promise<StepResult> {
  Object.assign(input, { title, step, totalSteps: total, ignoreFocusOut: true });
  const back = step > 1 ? [vscode.QuickInputButtons.Back] : [];
  const moreButton = more && { iconPath: new vscode.ThemeIcon("settings-gear"), tooltip: more.tooltip };
  input.buttons = moreButton ? [...back, moreButton] : back;
  return new Promise<StepResult>((resolve, reject) => {
    answer(() => resolve("next"), reject);
    input.onDidTriggerButton((button) => {
      if (button !== moreButton || more === undefined) return resolve("back");
      more.press();
      input.buttons = back;
      input.totalSteps = total + more.count;
    });
    input.onDidHide(() => {
      reject(new UserCanceledError());
      input.dispose();
    });
    input.show();
  }).finally(() => input.hide());
}
