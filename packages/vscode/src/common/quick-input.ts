import * as vscode from "vscode";
import { UserCanceledError } from "./errors.ts";
import type { StepPosition } from "./multi-step.ts";

interface Question extends StepPosition {
  readonly title: string;
  readonly placeholder?: string;
}

export interface TextQuestion extends Question {
  readonly prompt: string;
  readonly value: string;
  readonly password?: boolean;
  /** Returns what is wrong with a value, or undefined; called when the user presses Enter. The signal aborts when the user leaves. */
  validate?(value: string, signal: AbortSignal): string | undefined | Promise<string | undefined>;
}

export type BackOr<T> = { readonly result: "back" } | { readonly result: "next"; readonly value: T };

/** Asks for a line of text. @throws UserCanceledError */
export function askText(question: TextQuestion): Promise<BackOr<string>> {
  const input = vscode.window.createInputBox();
  const { title, step, total, prompt, value, placeholder = "", password = false } = question;
  Object.assign(input, { title, step, totalSteps: total, prompt, value, placeholder, password, ignoreFocusOut: true });
  if (step > 1) input.buttons = [vscode.QuickInputButtons.Back];
  const left = new AbortController();
  return new Promise((resolve, reject) => {
    const accept = async () => {
      const accepted = input.value;
      input.busy = true;
      const problem = await question.validate?.(accepted.trim(), left.signal);
      input.busy = false;
      // The user has typed on: the value that was checked no longer counts.
      if (accepted !== input.value) return;
      if (problem === undefined) finish({ result: "next", value: accepted.trim() });
      else input.validationMessage = problem;
    };
    input.onDidChangeValue(() => {
      input.validationMessage = undefined;
    });
    input.onDidAccept(() => {
      if (input.busy) return;
      accept().catch((error: unknown) => {
        reject(error);
        input.hide();
      });
    });
    input.onDidTriggerButton(() => finish({ result: "back" }));
    input.onDidHide(() => {
      left.abort(new UserCanceledError());
      reject(new UserCanceledError());
      input.dispose();
    });
    const finish = (answer: BackOr<string>) => {
      resolve(answer);
      input.hide();
    };
    input.show();
  });
}

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

export interface ChoiceQuestion<T> extends Question {
  readonly choices: readonly Choice<T>[];
  /** The choice that is highlighted at first. */
  readonly value?: T | undefined;
}

/** Lets the user pick one of the choices. @throws UserCanceledError */
export function askChoice<T>(question: ChoiceQuestion<T>): Promise<BackOr<T>> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  const { title, step, total, placeholder = "", choices } = question;
  Object.assign(pick, { title, step, totalSteps: total, placeholder, ignoreFocusOut: true });
  if (step > 1) pick.buttons = [vscode.QuickInputButtons.Back];
  pick.items = choices;
  pick.activeItems = choices.filter(({ value }) => value === question.value);
  return new Promise((resolve, reject) => {
    pick.onDidAccept(() => {
      const chosen = pick.selectedItems[0];
      if (chosen !== undefined) finish({ result: "next", value: chosen.value });
    });
    pick.onDidTriggerButton(() => finish({ result: "back" }));
    pick.onDidHide(() => {
      reject(new UserCanceledError());
      pick.dispose();
    });
    const finish = (answer: BackOr<T>) => {
      resolve(answer);
      pick.hide();
    };
    pick.show();
  });
}
