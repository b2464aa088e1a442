import * as vscode from "vscode";

type Ask = "showInformationMessage" | "showWarningMessage" | "showErrorMessage";

/** A message or a question as VS Code received it; a modal question with its detail. */
export interface Said {
  readonly ask: Ask;
  readonly message: string;
  readonly detail: string | undefined;
}

export interface Questions {
  readonly said: readonly Said[];
  /** The buttons to press, in order. A question without the first of them gets no answer. */
  readonly buttons: string[];
  restore(): void;
}

/** Answers questions for a suite, since VS Code shows none while it runs one. */
export function answerQuestions(): Questions {
  const said: Said[] = [];
  const buttons: string[] = [];
  const asks: readonly Ask[] = ["showInformationMessage", "showWarningMessage", "showErrorMessage"];
  const answers = asks.map((ask) => {
    const answer = async (message: string, ...items: readonly unknown[]) => {
      const [options] = items;
      const isModal = typeof options === "object" && options !== null && "detail" in options;
      said.push({ ask, message, detail: isModal ? String(options.detail) : undefined });
      return buttons[0] !== undefined && items.includes(buttons[0]) ? buttons.shift() : undefined;
    };
    return [ask, answer] as const;
  });
  return { said, buttons, restore: replace(vscode.window, Object.fromEntries(answers)) };
}

/** Replaces functions and facts of VS Code. Returns a function that restores them. */
export function replace(space: object, members: Readonly<Record<string, unknown>>): () => void {
  const originals = Object.keys(members).map((name) => [name, Object.getOwnPropertyDescriptor(space, name)] as const);
  // Some of them can only be read.
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(space, name, { value, configurable: true, enumerable: true, writable: true });
  return () => {
    for (const [name, original] of originals) if (original) Object.defineProperty(space, name, original);
  };
}
