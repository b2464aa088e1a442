import { css } from "lit";

/** The overview of a run: a strip of counts, the tools, and a list of rows. A row is higher where its name needs a second line. */
export const overviewStyle = css`
  :host {
    display: block;
    max-width: 1600px;
    margin: 0 auto;
    padding: 0 24px 24px;
    font-variant-numeric: tabular-nums;
  }
  .strip {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 20px;
    padding: 4px 0;
    border-block: 1px solid var(--line);
    font-size: 12px;
  }
  .strip b {
    font-size: 13px;
    font-weight: 600;
  }
  .counts {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .count {
    display: inline-flex;
    align-items: center;
    gap: 5px;
  }
  .shares rect {
    fill: var(--bad);
  }
  .shares .success {
    fill: color-mix(in srgb, var(--good) 60%, transparent);
  }
  .shares .canceled,
  .shares .unknown,
  .shares .timed-out {
    fill: var(--warn);
  }
  .key {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    color: var(--text-quiet);
  }
  .key i {
    width: 9px;
    height: 9px;
    margin: 0 5px 0 14px;
    forced-color-adjust: none;
  }
  .portfolio {
    background: var(--positive);
  }
  .loss {
    background: var(--negative);
  }
  .benchmark {
    background: var(--benchmark);
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin: 12px 0 4px;
    font-size: 12px;
  }
  .grouping {
    display: inline-flex;
    align-items: center;
    gap: 8px;
  }
  input[type="search"] {
    flex: 0 1 360px;
  }
  h2 {
    margin: 0;
    padding: 14px 8px 4px;
    border-bottom: 1px solid var(--line-strong);
    font-size: 12px;
    line-height: 16px;
    font-weight: 600;
  }
  h2 span {
    margin-left: 4px;
    font-size: 11px;
    font-weight: 400;
    color: var(--text-quiet);
  }
  .item {
    border-bottom: 1px solid var(--line);
  }
  .chunk {
    /* Only rows near the view are laid out and painted. Ten rows of 45 pixels. */
    content-visibility: auto;
    contain-intrinsic-size: auto 450px;
  }
  .row {
    display: grid;
    /* At least 878 pixels with the padding, so that nothing is cut in a page of 901. */
    grid-template-columns: 16px minmax(150px, 1.5fr) repeat(4, minmax(82px, 1fr)) 132px minmax(104px, 0.8fr);
    gap: 0 12px;
    align-items: center;
    width: 100%;
    min-height: 44px;
    padding: 2px 8px;
    border: 0;
    border-radius: 0;
    background: none;
    text-align: left;
  }
  .row:hover:enabled {
    background: var(--hover);
  }
  .row:disabled {
    cursor: default;
    color: inherit;
  }
  .row:focus-visible {
    outline-offset: -2px;
  }
  .name,
  .message {
    min-width: 0;
  }
  .name > *,
  .message > * {
    display: block;
    overflow-wrap: anywhere;
  }
  .name b,
  .message b {
    line-height: 18px;
    font-weight: 600;
  }
  .name span,
  .message span {
    font-size: 11px;
    line-height: 16px;
    color: var(--text-quiet);
  }
  .message {
    grid-column: 3 / -1;
  }
  .warnings {
    grid-column: 2 / -1;
    padding-bottom: 4px;
    color: var(--warn);
    font-size: 12px;
    line-height: 16px;
  }
  .warnings span {
    display: block;
    overflow-wrap: anywhere;
  }
  .bad {
    background: color-mix(in srgb, var(--bad) 7%, transparent);
    box-shadow: inset 3px 0 var(--bad);
  }
  .warned,
  .item[altered] {
    background: color-mix(in srgb, var(--warn) 8%, transparent);
    box-shadow: inset 3px 0 var(--warn);
  }
  @media screen and (max-width: 900px) {
    :host {
      padding: 0 16px 16px;
    }
    .row {
      grid-template-columns: 16px minmax(120px, 1.6fr) repeat(2, minmax(72px, 1fr)) 132px;
      gap: 0 12px;
    }
    .key {
      display: none;
    }
  }
  @media screen and (max-width: 520px) {
    .row {
      grid-template-columns: 16px minmax(0, 1fr) minmax(0, 132px);
      padding: 6px 4px;
    }
    .message {
      grid-column: 2 / -1;
    }
    .shares,
    .tools .grow {
      display: none;
    }
    input[type="search"] {
      flex: 1 0 100%;
    }
  }
  :host([printed]) {
    padding: 0;
    font-size: 11px;
  }
  :host([printed]) .tools,
  :host([printed]) .shares {
    display: none;
  }
  :host([printed]) .key {
    width: 100%;
  }
  :host([printed]) .row {
    grid-template-columns: 14px minmax(120px, 1.3fr) repeat(4, minmax(64px, 1fr)) 132px;
    gap: 0 8px;
    color: inherit;
  }
  :host([printed]) .name > *,
  :host([printed]) .message > * {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  :host([printed]) .chunk {
    content-visibility: visible;
  }
  :host([printed]) .item {
    break-inside: avoid;
  }
  :host([printed]) h2 {
    break-after: avoid;
  }
`;
