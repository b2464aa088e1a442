import { css } from "lit";

/** A list of compared units: two to four lines each. */
export const comparedUnitsStyle = css`
  :host {
    display: block;
    max-width: 1600px;
    margin: 0 auto;
    padding: 0 24px 12px;
    font-size: 12px;
    font-variant-numeric: tabular-nums;
  }
  :host([narrow]) {
    display: flex;
    min-height: 0;
    margin: 0;
    padding: 0;
  }
  :host([narrow]) section {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-width: 0;
    min-height: 0;
  }
  :host([narrow]) .units {
    flex: 1;
    min-height: 0;
    overflow: auto;
    scrollbar-width: thin;
  }
  h2 {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    margin: 0;
    font-size: 13px;
    line-height: 20px;
  }
  h2 button {
    font-weight: 400;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 20px;
    margin: 4px 0;
  }
  .counts {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin: 4px 0;
  }
  .counts button {
    padding: 2px 6px;
  }
  .line div {
    display: flex;
    gap: 6px;
    min-width: 0;
  }
  dt {
    color: var(--text-quiet);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  ul {
    margin: 0;
    padding: 0;
    max-width: 760px;
    list-style: none;
  }
  li {
    border-bottom: 1px solid var(--line);
    content-visibility: auto;
    contain-intrinsic-size: auto 60px;
  }
  li button,
  .unit {
    display: grid;
    grid-template-columns: minmax(0, 1fr) max-content;
    gap: 0 12px;
    width: 100%;
    padding: 6px 8px;
    border: 0;
    border-radius: 0;
    text-align: left;
  }
  li button[aria-current="true"] {
    background: var(--selected);
  }
  @media (forced-colors: active) {
    li button[aria-current="true"],
    li button[aria-current="true"] * {
      forced-color-adjust: none;
      color: HighlightText;
    }
  }
  .name,
  .why {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .why {
    grid-column: 1 / -1;
  }
  .badge {
    align-self: center;
    justify-self: end;
    padding: 0 6px;
    border: 1px solid currentColor;
    border-radius: 3px;
    font-size: 11px;
    line-height: 16px;
  }
  .badge.moved,
  .badge.appeared {
    color: var(--accent);
  }
  .badge.failed,
  .error {
    color: var(--bad);
  }
  .badge.altered,
  .badge.canceled,
  .badge.vanished {
    color: var(--warn);
  }
  .why.error,
  .why.dates {
    overflow-wrap: anywhere;
    white-space: normal;
  }
  .dates {
    padding-left: 6px;
    border-left: 3px solid var(--warn);
  }
  summary {
    padding: 6px 8px;
  }
  @media (max-width: 900px) {
    :host {
      padding: 0 16px 8px;
    }
  }
`;
