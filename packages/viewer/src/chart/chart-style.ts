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
    min-height: 280px;
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: 4px;
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
  .paper {
    --text: #1d2129;
    --text-quiet: #5a6270;
    --line: #e3e6ea;
    --line-strong: #9aa1ad;
    --background: #ffffff;
    position: absolute;
    visibility: hidden;
    font-family: system-ui, -apple-system, "Segoe UI", sans-serif;
  }
  text {
    fill: var(--text);
    font-size: 12px;
  }
  text.title {
    font-size: 15px;
    font-weight: 600;
  }
  text.tick,
  text.axis {
    fill: var(--text-quiet);
  }
  text.value,
  text.point {
    font-size: 11px;
    fill: var(--text-quiet);
  }
  line.rule {
    stroke: var(--line);
  }
  line.zero {
    stroke: var(--line-strong);
  }
  path.hatch {
    stroke: var(--background);
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

/** For `ae-swatch`, which sets its colour by script: the page's policy forbids style attributes. */
export const swatchStyle = css`
  :host {
    display: inline-block;
    width: 10px;
    height: 10px;
    border-radius: 2.5px;
    forced-color-adjust: none;
  }
`;
