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
  const { prompt, value, password = false } = question;
  const input = Object.assign(vscode.window.createInputBox(), { prompt, value, password });
  const left = new AbortController();
  return ask(input, question, (finish, fail) => {
    const accept = async () => {
      const accepted = input.value;
      input.busy = true;
      const problem = await question.validate?.(accepted.trim(), left.signal);
      input.busy = false;
      // The user has typed on: the value that was checked no longer counts.
      if (accepted !== input.value) return;
      if (problem === undefined) finish(accepted.trim());
      else input.validationMessage = problem;
    };
    input.onDidChangeValue(() => {
      input.validationMessage = undefined;
    });
    input.onDidAccept(() => {
      if (input.busy) return;
      accept().catch(fail);
    });
    input.onDidHide(() => left.abort(new UserCanceledError()));
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
  pick.items = question.choices;
  pick.activeItems = question.choices.filter(({ value }) => value === question.value);
  return ask(pick, question, (finish) => {
    pick.onDidAccept(() => {
      const chosen = pick.selectedItems[0];
      if (chosen !== undefined) finish(chosen.value);
    });
  });
}

/** Shows an input as a step of several, until `answer` finishes or fails it, or the user goes back or leaves. */
function ask<T>(
  input: vscode.InputBox | vscode.QuickPick<Choice<T>>,
  { title, step, total, placeholder = "" }: Question,
  answer: (finish: (value: T) => void, fail: (error: unknown) => void) => void,
): Promise<BackOr<T>> {
  Object.assign(input, { title, step, totalSteps: total, placeholder, ignoreFocusOut: true });
  if (step > 1) input.buttons = [vscode.QuickInputButtons.Back];
  return new Promise<BackOr<T>>((resolve, reject) => {
    answer((value) => resolve({ result: "next", value }), reject);
    input.onDidTriggerButton(() => resolve({ result: "back" }));
    input.onDidHide(() => {
      reject(new UserCanceledError());
      input.dispose();
    });
    input.show();
  }).finally(() => input.hide());
}
