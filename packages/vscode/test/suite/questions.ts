import * as vscode from "vscode";

type Ask = "showInformationMessage" | "showWarningMessage" | "showErrorMessage";

/** What was asked or said, as it was handed to VS Code; a question in the middle of the window with its detail. */
export interface Said {
  readonly ask: Ask;
  readonly message: string;
  readonly detail: string | undefined;
}

export interface Questions {
  readonly said: readonly Said[];
  /** The button for a next question that offers the first of these; others are answered by none. */
  readonly buttons: string[];
  restore(): void;
}

/** VS Code refuses to show questions while it runs a suite: here they are answered as the suite says. */
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

/** Puts functions in the place of VS Code's own, and back when what it returns is called. */
export function replace(space: object, functions: Readonly<Record<string, unknown>>): () => void {
  const originals = Object.fromEntries(Object.keys(functions).map((name) => [name, Reflect.get(space, name)]));
  Object.assign(space, functions);
  return () => void Object.assign(space, originals);
}
