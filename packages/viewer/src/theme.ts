import { css } from "lit";

/** The colours of all components: those of the editor if the page has its variables, else light, dark or forced colours by the system. */
export const theme = css`
  :host {
    --background: var(--vscode-editor-background, light-dark(#ffffff, #1c1d20));
    --surface: var(--vscode-sideBar-background, light-dark(#f5f6f8, #25272b));
    --raised: var(--vscode-editorWidget-background, light-dark(#ffffff, #2b2d32));
    --text: var(--vscode-editor-foreground, light-dark(#1d2129, #e3e5e9));
    --text-quiet: var(--vscode-descriptionForeground, light-dark(#5a6270, #a5adba));
    --line: var(--vscode-editorWidget-border, light-dark(#dfe2e7, #3c4047));
    --line-strong: var(--vscode-contrastBorder, light-dark(#c3c8d0, #555b65));
    --hover: var(--vscode-list-hoverBackground, light-dark(#f0f3f7, #2a2c31));
    --selected: var(--vscode-list-inactiveSelectionBackground, light-dark(#dbe8fb, #1f3a5f));
    --accent: var(--vscode-textLink-foreground, light-dark(#1660c4, #6cb0ff));
    --focus: var(--vscode-focusBorder, light-dark(#1660c4, #6cb0ff));
    --field: var(--vscode-input-background, light-dark(#ffffff, #17181a));
    --field-line: var(--vscode-input-border, light-dark(#9aa1ad, #6b727e));
    --good: var(--vscode-testing-iconPassed, light-dark(#1a7f37, #4cc26a));
    --bad: var(--vscode-errorForeground, light-dark(#c1272d, #ff8880));
    --warn: var(--vscode-editorWarning-foreground, light-dark(#8a5a00, #e0b040));
    --marked: light-dark(#fff1c2, #4a3c0c);
    --missing: light-dark(#f0f1f3, #2a2c31);
    --font: var(--vscode-font-family, system-ui, -apple-system, "Segoe UI", sans-serif);
    --font-code: var(--vscode-editor-font-family, ui-monospace, "Cascadia Code", Menlo, Consolas, monospace);
    --font-size: var(--vscode-font-size, 13px);
    color: var(--text);
    font: var(--font-size) / 1.45 var(--font);
  }
  /* The theme of the editor can differ from that of the system. */
  :host-context(body.vscode-dark),
  :host-context(body.vscode-high-contrast) {
    color-scheme: dark;
  }
  :host-context(body.vscode-light),
  :host-context(body.vscode-high-contrast-light) {
    color-scheme: light;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  * {
    box-sizing: border-box;
  }
  @media (forced-colors: active) {
    :host {
      --background: Canvas;
      --surface: Canvas;
      --raised: Canvas;
      --text: CanvasText;
      --text-quiet: CanvasText;
      --line: CanvasText;
      --line-strong: CanvasText;
      --hover: Canvas;
      --selected: Highlight;
      --accent: LinkText;
      --focus: Highlight;
      --field: Field;
      --field-line: FieldText;
      --good: CanvasText;
      --bad: CanvasText;
      --warn: CanvasText;
      --marked: Mark;
    }
  }
`;

/** Buttons, fields, popovers and dialogs of all components. */
export const controls = css`
  button,
  select,
  input {
    font: inherit;
    color: inherit;
  }
  button,
  select {
    background: var(--raised);
    border: 1px solid var(--line-strong);
    border-radius: 4px;
    padding: 2px 9px;
    min-height: 26px;
    cursor: pointer;
  }
  button:hover,
  select:hover {
    background: var(--hover);
  }
  button[aria-pressed="true"] {
    background: var(--selected);
    border-color: var(--accent);
  }
  @media (forced-colors: active) {
    button[aria-pressed="true"] {
      forced-color-adjust: none;
      color: HighlightText;
    }
  }
  button.plain {
    background: none;
    border-color: transparent;
  }
  button.plain:hover {
    background: var(--hover);
  }
  input:not([type="checkbox"]) {
    background: var(--field);
    border: 1px solid var(--field-line);
    border-radius: 4px;
    padding: 2px 8px;
    min-height: 26px;
    min-width: 0;
  }
  input[aria-invalid="true"] {
    border-color: var(--bad);
    outline-color: var(--bad);
  }
  ::placeholder {
    color: var(--text-quiet);
    opacity: 1;
  }
  :focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 1px;
  }
  [popover],
  dialog {
    color: var(--text);
    background: var(--raised);
    border: 1px solid var(--line-strong);
    border-radius: 6px;
    box-shadow: 0 6px 24px rgb(0 0 0 / 25%);
    padding: 10px;
    margin: 0;
  }
  dialog {
    margin: auto;
    padding: 16px 20px;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 35%);
  }
  .toolbar {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
  }
  .quiet {
    color: var(--text-quiet);
  }
  .grow {
    flex: 1;
  }
`;
