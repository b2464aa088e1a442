import { css } from "lit";

/** What the heads of a run and of a unit share: a badge for trouble, and facts in one line that wraps. */
export const headStyle = css`
  .badge {
    padding: 0 6px;
    border: 1px solid currentColor;
    border-radius: 3px;
    color: var(--bad);
    font-size: 11px;
    line-height: 16px;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    gap: 0 20px;
    margin: 0;
    font-size: 12px;
    line-height: 20px;
  }
  .line div {
    display: flex;
    gap: 6px;
    min-width: 0;
  }
  .line dt {
    color: var(--text-quiet);
  }
  .line dd {
    margin: 0;
    overflow-wrap: anywhere;
    user-select: text;
  }
`;
