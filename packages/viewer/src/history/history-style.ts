import { css } from "lit";

/** Choices above a chart and a table, which are below each other on a narrow page. */
export const historyStyle = css`
  :host {
    display: block;
    height: 100%;
    overflow: auto;
    background: var(--background);
    font-variant-numeric: tabular-nums;
  }
  main {
    max-width: 1600px;
    margin: 0 auto;
    padding: 16px 24px 24px;
  }
  h1 {
    margin: 0;
    font-size: 20px;
    line-height: 28px;
    font-weight: 600;
  }
  p {
    margin: 0 0 4px;
  }
  .quiet,
  label {
    color: var(--text-quiet);
    font-size: 12px;
  }
  a {
    color: var(--accent);
    text-underline-offset: 2px;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    margin: 8px 0 12px;
    padding: 8px 0;
    border-block: 1px solid var(--line);
  }
  label {
    display: flex;
    flex-direction: column;
    min-width: 0;
  }
  select {
    max-width: min(420px, 90vw);
  }
  .content {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 24px;
    align-items: start;
  }
  ae-chart {
    position: sticky;
    top: 12px;
    height: 380px;
  }
  table {
    border-collapse: collapse;
    font-size: 12px;
    line-height: 16px;
  }
  th,
  td {
    padding: 4px 12px 4px 0;
    border-bottom: 1px solid var(--line);
    text-align: left;
    vertical-align: baseline;
    white-space: nowrap;
  }
  th {
    border-color: var(--line-strong);
    font-weight: 600;
  }
  td:last-child {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .number {
    text-align: right;
  }
  @media (max-width: 900px) {
    main {
      padding: 12px 16px;
    }
    .content {
      grid-template-columns: minmax(0, 1fr);
    }
    ae-chart {
      position: static;
      height: 260px;
    }
  }
`;
