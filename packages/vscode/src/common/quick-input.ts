import * as vscode from "vscode";
import { UserCanceledError } from "./errors.ts";
import type { FlowStep, StepPosition, StepResult } from "./multi-step.ts";
import { shownItem } from "./questions.ts";

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
