import type { Locator, Page } from "playwright-core";
import { until } from "../../support/until.ts";
import { inTime, isTaken, type QuickInput, quickInput, whole } from "./quick-input.ts";

/** The workbench of a user: mouse, keys, and visible elements. */
export interface Workbench {
  readonly page: Page;
  /** Runs a command by its whole title in the palette. */
  command(title: string): Promise<void>;
  /** Opens a file of the folder by name, and waits for its editor. */
  open(name: string): Promise<void>;
  /** The editor while it shows a file. */
  editor(name: string): Locator;
  /** The button of the extension's views in the activity bar. */
  readonly viewsButton: Locator;
  /** Shows the extension's views in the side bar. */
  showViews(): Promise<void>;
  readonly quickInput: QuickInput;
  /** An item of the status bar. */
  statusBar(text: string | RegExp): Locator;
  /** A modal question. */
  dialog(question: string): Locator;
  /** Presses a button of a modal question. */
  confirm(question: string, button: string): Promise<void>;
  /** A notification with a text. */
  notification(text: string | RegExp): Locator;
}

/** The time after which an action without a visible effect is repeated, as a user would. */
const AGAIN_AFTER_MS = 5000;

export function workbench(page: Page): Workbench {
  const input = quickInput(page);
  /** A window that just opened does not know every command and file yet, nor every key. */
  const choose = async (key: string, text: string, wanted: Locator) => {
    await until(`"${text}" to be taken`, async () => {
      await page.keyboard.press(key);
      // What closes late of a question before takes the new one with it: then there is nothing to fill in.
      if (!(await inTime(input.box.fill(text, { timeout: AGAIN_AFTER_MS })))) return false;
      if (await appears(wanted)) return isTaken(wanted);
      await page.keyboard.press("Escape");
      return false;
    });
  };
  const editor = (name: string) => page.locator(`.editor-instance .monaco-editor[data-uri$="/${name}"]`);
  const dialog = (question: string) => page.locator(".monaco-dialog-box", { hasText: question });
  // What was typed is marked in rows that were found by it, and in no row of the list that stood there before.
  const found = page.locator(".quick-input-list-row .label-name .highlight");
  const viewsButton = page.locator('.activitybar [role="tab"]').filter({
    has: page.locator('[aria-label^="Analytics Engines"]'),
  });
  return {
    page,
    command: (title) => choose("F1", `>${title}`, input.row(title).filter({ has: found }).first()),
    async open(name) {
      await choose("Control+P", name, input.row(name).filter({ has: found }).first());
      await page.locator(`.tabs-container .tab.active[data-resource-name="${name}"]`).waitFor();
      await editor(name).waitFor();
    },
    editor,
    viewsButton,
    async showViews() {
      const shown = page.locator(".part.sidebar .pane-header", { hasText: "Jobs" });
      await viewsButton.waitFor();
      await until("the views", async () => {
        // A click on those that are shown hides them.
        if ((await viewsButton.getAttribute("aria-expanded")) !== "true") await viewsButton.click();
        return appears(shown);
      });
    },
    quickInput: input,
    statusBar: (text) => page.locator(".statusbar .statusbar-item", { hasText: text }),
    dialog,
    async confirm(question, button) {
      await dialog(question)
        .getByRole("button", { name: whole(button) })
        .click();
      await dialog(question).waitFor({ state: "detached" });
    },
    notification: (text) => page.locator(".notifications-toasts .notification-list-item", { hasText: text }),
  };
}

/** Whether something is to be seen before a user would try again. */
export function appears(what: Locator): Promise<boolean> {
  return inTime(what.waitFor({ timeout: AGAIN_AFTER_MS }));
}
