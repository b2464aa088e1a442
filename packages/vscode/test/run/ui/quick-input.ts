import type { Locator, Page } from "playwright-core";
import { until } from "../../support/until.ts";

/** The quick input at the top of the window. All questions share it, so each wait names its question. */
export interface QuickInput {
  readonly box: Locator;
  /** The input with a question as title, placeholder or message. */
  asking(question: string | RegExp): Locator;
  /** The error message below the input. */
  problem(text: RegExp): Locator;
  /** A row by its whole label. */
  row(label: string | RegExp): Locator;
  /** Waits for a question, replaces the text, and presses Enter. */
  answer(question: string | RegExp, text: string): Promise<void>;
  /** Waits for a question and picks the row with a label. */
  pick(question: string | RegExp, label: string): Promise<void>;
  /** Waits for VS Code's own question for a file to be written, and names one in the folder that is open. */
  saveAs(file: string): Promise<void>;
  /** Closes a question that is not answered. */
  leave(): Promise<void>;
}

/** The time after which a lost click is repeated: the page drops clicks while it draws. */
const LOST_AFTER_MS = 10_000;

export function quickInput(page: Page): QuickInput {
  const widget = page.locator(".quick-input-widget:visible");
  const box = widget.locator(".quick-input-box input");
  const asking = (question: string | RegExp) =>
    widget.filter({
      has: page
        .getByPlaceholder(question)
        .or(page.locator(".quick-input-title, .quick-input-message").filter({ hasText: question, visible: true })),
    });
  const rowIn = (input: Locator, label: string | RegExp) =>
    input.locator(".quick-input-list .monaco-list-row").filter({
      has: page.locator(".quick-input-list-row .label-name").filter({ hasText: whole(label) }),
    });
  const row = (label: string | RegExp) => rowIn(widget, label);
  return {
    box,
    asking,
    problem: (text) => widget.locator(".quick-input-message").getByText(text),
    row,
    async answer(question, text) {
      await asking(question).waitFor();
      await box.fill(text);
      await box.press("Enter");
    },
    async pick(question, label) {
      const wanted = rowIn(asking(question), label);
      await wanted.waitFor();
      await take(wanted, `"${label}" to be taken for "${question}"`);
    },
    async saveAs(file) {
      const folder = file.slice(0, file.lastIndexOf("/") + 1);
      // The folder is read first; what is typed before that is written over.
      await row("..").waitFor();
      await until(`${folder} in the input`, async () => (await box.inputValue()).startsWith(folder));
      await box.fill(file);
      // VS Code drops the key while it reads what was typed.
      await until(`${file} to be taken`, async () => {
        await box.press("Enter", { timeout: 1000 }).catch(() => undefined);
        return widget.waitFor({ state: "hidden", timeout: 2000 }).then(
          () => true,
          () => false,
        );
      });
    },
    async leave() {
      await box.press("Escape");
      await widget.waitFor({ state: "hidden" });
    },
  };
}

/** Clicks a row, until it is gone. */
export async function take(row: Locator, what: string): Promise<void> {
  await until(what, () => isTaken(row));
}

/** Clicks a row up to three times. Returns false if it was gone before a click, or remains after all of them. */
export async function isTaken(row: Locator): Promise<boolean> {
  for (let clicks = 0; clicks < 3; clicks++) {
    if (!(await inTime(row.click({ timeout: LOST_AFTER_MS })))) return false;
    if (await inTime(row.waitFor({ state: "hidden", timeout: LOST_AFTER_MS }))) return true;
  }
  return false;
}

export function inTime(step: Promise<void>): Promise<boolean> {
  return step.then(
    () => true,
    () => false,
  );
}

/** A text, and nothing around it. */
export function whole(text: string | RegExp): RegExp {
  if (typeof text !== "string") return text;
  return new RegExp(`^\\s*${text.replace(/[^\w\s]/g, "\\$&").replaceAll(" ", "\\s")}\\s*$`);
}
