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
  /** A notification with a text. */
  notification(text: string | RegExp): Locator;
  closeNotifications(): Promise<void>;
}

export interface QuickInput {
  readonly box: Locator;
  /** What is said to be wrong with what was entered. */
  readonly message: Locator;
  readonly title: Locator;
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
  const choose = async (key: string, text: string, wanted: string) => {
    await page.keyboard.press(key);
    await box.waitFor();
    await box.fill(text);
    await row(wanted).waitFor();
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
      title: widget.locator(".quick-input-title"),
      row,
      async answer(question, text) {
        await message.getByText(question).waitFor();
        await box.fill(text);
        await page.keyboard.press("Enter");
      },
    },
    statusBar: (text) => page.locator(".statusbar .statusbar-item", { hasText: text }),
    notification: (text) => page.locator(".notifications-toasts .notification-list-item", { hasText: text }),
    async closeNotifications() {
      await page.locator(".notifications-toasts").evaluateAll(() => undefined);
      const close = page.locator(".notifications-toasts .codicon-notifications-clear");
      while ((await close.count()) > 0) {
        await page.locator(".notifications-toasts .notification-list-item").first().hover();
        await close.first().click();
      }
    },
  };
}
