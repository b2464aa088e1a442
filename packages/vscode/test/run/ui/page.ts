import type { Locator, Page } from "playwright-core";

/** The workbench as a user has it: mouse, keys, and what can be seen. */
export interface Workbench {
  readonly page: Page;
  /** Runs a command by its title in the palette. */
  command(title: string): Promise<void>;
  /** Opens a file of the folder by name. */
  open(name: string): Promise<void>;
  /** Shows the extension's views in the side bar. */
  showViews(): Promise<void>;
  readonly quickInput: QuickInput;
  /** Text of the status bar, item by item. */
  statusBar(text: string | RegExp): Locator;
  /** Presses a button of the question that stands in the middle. */
  confirm(button: string): Promise<void>;
  /** A notification with a text. */
  notification(text: string | RegExp): Locator;
}

export interface QuickInput {
  readonly box: Locator;
  /** What is said to be wrong with what was entered. */
  readonly message: Locator;
  row(text: string | RegExp): Locator;
  /** Waits for a question, types in place of what stands there, and presses Enter. */
  answer(question: string | RegExp, text: string): Promise<void>;
}

export function workbench(page: Page): Workbench {
  const widget = page.locator(".quick-input-widget:visible");
  const box = widget.locator(".quick-input-box input");
  const message = widget.locator(".quick-input-message");
  const row = (text: string | RegExp) =>
    widget.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();
  /** A window that just opened does not know every command and file yet: it is asked again, as a user would. */
  const choose = async (key: string, text: string, wanted: string) => {
    for (let attempt = 1; ; attempt++) {
      await page.keyboard.press(key);
      await box.waitFor();
      await box.fill(text);
      const found = await row(wanted)
        .waitFor({ timeout: 5000 })
        .then(() => true)
        .catch(() => attempt === 6);
      if (found) break;
      await page.keyboard.press("Escape");
    }
    await row(wanted).click();
  };
  return {
    page,
    command: (title) => choose("F1", `>${title}`, title.split(": ").at(-1) ?? title),
    open: (name) => choose("Control+P", name, name),
    async showViews() {
      const tab = page.locator('.activitybar [aria-label^="Analytics Engines"]').first();
      await tab.waitFor();
      if ((await tab.getAttribute("aria-expanded")) !== "true") await tab.click();
    },
    quickInput: {
      box,
      message,
      row,
      async answer(question, text) {
        await message.getByText(question).waitFor();
        await box.fill(text);
        await page.keyboard.press("Enter");
      },
    },
    statusBar: (text) => page.locator(".statusbar .statusbar-item", { hasText: text }),
    confirm: (button) => page.locator(".monaco-dialog-box").getByRole("button", { name: button }).click(),
    notification: (text) => page.locator(".notifications-toasts .notification-list-item", { hasText: text }),
  };
}
