import { css } from "lit";

/** The colours of all components: those of the editor if the page has its variables, else light, dark or forced colours by the system. */
export const theme = css`
  :host {
    --background: var(--vscode-editor-background, light-dark(#ffffff, #1f2023));
    --surface: var(--vscode-sideBar-background, light-dark(#f6f7f9, #26282c));
    --raised: var(--vscode-editorWidget-background, light-dark(#ffffff, #26282c));
    --text: var(--vscode-foreground, light-dark(#1b1f24, #dfe2e6));
    --text-quiet: var(--vscode-descriptionForeground, light-dark(#59636e, #a3abb5));
    --line: var(--vscode-contrastBorder, var(--vscode-panel-border, light-dark(#e2e5ea, #36393f)));
    --line-strong: var(--vscode-contrastBorder, light-dark(#8b949e, #6b737d));
    --hover: var(--vscode-list-hoverBackground, light-dark(#f0f3f7, #2a2c31));
    --selected: var(--vscode-list-inactiveSelectionBackground, light-dark(#e3edfb, #2c3b55));
    --accent: var(--vscode-textLink-foreground, light-dark(#1f5fbf, #6ea8fe));
    --focus: var(--vscode-focusBorder, light-dark(#1f5fbf, #6ea8fe));
    --field: var(--vscode-input-background, light-dark(#ffffff, #1f2023));
    --field-line: var(--vscode-contrastBorder, var(--vscode-input-border, light-dark(#8b949e, #6b737d)));
    --marked: light-dark(#fff1c2, #4a3c0c);
    --missing: light-dark(#f0f1f3, #2a2c31);
    /* Not the colours of the theme, whose contrast is unknown: as text on the page, each of these has 5:1. */
    --positive: light-dark(#1f5fbf, #6ea8fe);
    --negative: light-dark(#b3400e, #f2935c);
    --benchmark: light-dark(#8a94a0, #88919c);
    --bad: light-dark(#b42318, #ff8a80);
    --warn: light-dark(#8a5a00, #e2b340);
    --good: light-dark(#1a7f37, #6cc483);
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
  :host-context(body.vscode-high-contrast:not(.vscode-high-contrast-light)) {
    --negative: #ffb380;
    --benchmark: #c8c8c8;
    --bad: #ff9f95;
    --warn: #ffd37a;
    --good: #89d185;
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
      --positive: CanvasText;
      --negative: CanvasText;
      --benchmark: GrayText;
      --good: CanvasText;
      --bad: CanvasText;
      --warn: CanvasText;
      --marked: Mark;
    }
  }
  .negative {
    color: var(--negative);
  }
  /* What only screen readers meet. */
  .spoken {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
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
  .segments {
    display: flex;
  }
  .segments button {
    border-radius: 0;
    margin-left: -1px;
    white-space: nowrap;
  }
  .segments button:first-child {
    border-radius: 4px 0 0 4px;
    margin: 0;
  }
  .segments button:last-child {
    border-radius: 0 4px 4px 0;
  }
  .segments button[aria-pressed="true"] {
    position: relative;
    font-weight: 600;
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
