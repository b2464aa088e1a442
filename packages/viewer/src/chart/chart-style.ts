import { css } from "lit";

export const chartStyle = css`
  :host {
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
    background: var(--background);
  }
  .stage {
    position: relative;
    flex: 1;
    min-height: 240px;
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: 4px;
  }
  :host([plain]) .stage {
    border: 0;
  }
  :host([brief]) .stage {
    flex: none;
    height: clamp(300px, 36vh, 360px);
  }
  .picture {
    position: relative;
    width: max-content;
  }
  svg {
    display: block;
    font-family: var(--font);
    font-variant-numeric: tabular-nums;
  }
  .zoomed {
    cursor: grab;
    touch-action: none;
  }
  .paper {
    --text: #1b1f24;
    --text-quiet: #59636e;
    --line: #e2e5ea;
    --line-strong: #8b949e;
    --background: #ffffff;
    position: absolute;
    visibility: hidden;
    font-family: system-ui, -apple-system, "Segoe UI", sans-serif;
  }
  text {
    fill: var(--text-quiet);
    font-size: 11px;
  }
  text.title {
    fill: var(--text);
    font-size: 13px;
    font-weight: 600;
  }
  text.name {
    fill: var(--text);
    font-size: 12px;
  }
  text.legend,
  text.end,
  text.group,
  text.cell {
    fill: var(--text);
  }
  text.group,
  text.value {
    fill: var(--text);
    font-weight: 600;
  }
  text.negative {
    fill: var(--negative);
  }
  text.tile {
    fill: var(--text);
  }
  line.rule {
    stroke: var(--line);
  }
  /* A border colour of high contrast would cross the numbers. */
  :host-context(body.vscode-high-contrast) line.rule,
  :host-context(body.vscode-high-contrast-light) line.rule {
    stroke-opacity: 0.4;
  }
  line.zero {
    stroke: var(--line-strong);
  }
  rect.total {
    fill: var(--text);
    stroke: var(--background);
    stroke-width: 1px;
    paint-order: stroke;
  }
  path.area {
    stroke: var(--background);
    stroke-width: 1px;
  }
  path.hatch {
    stroke: var(--background);
  }
  .note {
    color: var(--text-quiet);
    font-size: 12px;
    line-height: 16px;
    padding-top: 4px;
  }
  :host([plain]) .note {
    padding-inline: 12px;
  }
  .tip {
    position: absolute;
    pointer-events: none;
    background: var(--raised);
    border: 1px solid var(--line-strong);
    border-radius: 5px;
    box-shadow: 0 3px 12px rgb(0 0 0 / 20%);
    padding: 6px 9px;
    max-width: 360px;
    z-index: 3;
    font-variant-numeric: tabular-nums;
  }
  .tip .name {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .tip table {
    border-spacing: 0;
  }
  .tip td {
    padding: 1px 0 1px 8px;
  }
  .tip td:last-child {
    text-align: right;
    padding-left: 16px;
  }
  .pointer {
    position: absolute;
    pointer-events: none;
    width: 0;
    border-left: 1px solid var(--line-strong);
  }
  .message {
    padding: 40px;
    text-align: center;
    color: var(--text-quiet);
  }
  @media (forced-colors: active) {
    line.rule {
      stroke: GrayText;
      stroke-dasharray: 1 3;
    }
  }
`;
