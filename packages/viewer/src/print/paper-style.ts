import { css } from "lit";

/** The widths of the content of A4 with margins of 15 mm, in pixels. Charts are drawn before the browser lays out its pages. */
const PORTRAIT = 680;
const LANDSCAPE = 1009;

/** The style sheet of the document while it is printed. Its texts are those of the page's margins. */
export function marginsOf(title: string, source: string, printedAt: string): string {
  const small = "font: 8px system-ui, sans-serif; color: #59636e;";
  return `
    @page {
      size: A4 portrait;
      margin: 17mm 15mm;
      @top-left { content: ${cssText(title)}; ${small} }
      @bottom-left { content: ${cssText(source)}; ${small} }
      @bottom-center { content: ${cssText(printedAt)}; ${small} }
      @bottom-right { content: "Page " counter(page) " of " counter(pages); ${small} }
    }
    @page wide { size: A4 landscape; }
    @media screen { body > ae-print { position: fixed; left: 0; top: 0; height: 0; overflow: hidden; visibility: hidden; } }
    @media print {
      html, body { height: auto; background: #ffffff; }
      body > :not(ae-print) { display: none !important; }
    }`;
}

/** A text as a string of CSS. Texts of a run are untrusted, so all but letters and figures are written by their numbers. */
function cssText(text: string): string {
  const escaped = [...text].map((char) => (/[a-z0-9]/i.test(char) ? char : `\\${char.codePointAt(0)?.toString(16)} `));
  return `"${escaped.join("")}"`;
}

/** White paper, whatever the theme of the page is. */
export const paperStyle = css`
  :host {
    display: block;
    width: ${LANDSCAPE}px;
    color-scheme: only light;
    background: #ffffff;
    color: #1b1f24;
    font-size: 10px;
    line-height: 14px;
    print-color-adjust: exact;
  }
  .portrait {
    width: ${PORTRAIT}px;
  }
  .wide {
    page: wide;
    width: ${LANDSCAPE}px;
  }
  @media print {
    :host,
    .portrait,
    .wide {
      width: auto;
    }
  }
  header.run {
    padding: 0 0 8px;
  }
  .unit {
    break-before: page;
  }
  h1 {
    margin: 0 0 4px;
    font-size: 18px;
    line-height: 24px;
  }
  .top h2 {
    font-size: 16px;
    line-height: 22px;
  }
  .subject {
    font-size: 10px;
    line-height: 16px;
  }
  .figures dd {
    font-size: 14px;
    line-height: 18px;
  }
  .figures div {
    padding: 4px 12px 4px 0;
    margin-right: 12px;
  }
  .messages {
    margin: 6px 0;
    padding: 4px 8px;
    border-left: 3px solid var(--warn);
    list-style: none;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .messages.bad {
    border-color: var(--bad);
  }
  .charts {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: 1fr;
    gap: 12px;
    margin: 8px 0;
  }
  .charts.stacked {
    grid-auto-flow: row;
    grid-template-columns: ${PORTRAIT}px;
  }
  ae-chart {
    height: 320px;
    break-inside: avoid;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  table + table {
    margin-top: 16px;
  }
  tr {
    break-inside: avoid;
  }
  th {
    padding: 1px 6px;
    font-weight: 600;
    text-align: right;
    vertical-align: bottom;
    line-height: 13px;
  }
  th.unit-name {
    font-weight: 400;
    color: var(--text-quiet);
    text-align: left;
  }
  th.group {
    text-align: left;
    border-bottom: 1px solid #e2e5ea;
  }
  th small {
    display: block;
    font-size: 8px;
    font-weight: 400;
    color: #59636e;
  }
  thead {
    border-bottom: 1px solid #8b949e;
  }
  td {
    padding: 2px 6px;
    border-bottom: 1px solid #e2e5ea;
    white-space: nowrap;
    text-align: right;
  }
  td.text,
  th.text {
    text-align: left;
    white-space: normal;
    overflow-wrap: break-word;
  }
  td:first-child,
  th:first-child {
    padding-left: 0;
  }
  tr.group td {
    font-weight: 600;
  }
  td.negative {
    color: #b3400e;
  }
  pre {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    font-size: 9px;
  }
`;
