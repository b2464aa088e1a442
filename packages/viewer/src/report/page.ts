import { createHash } from "node:crypto";
import { CHARTS_ID } from "../chart/load-charts.ts";
import { EXCEL_ID } from "../grid/load-excel.ts";

/** The scripts of a page, as `@analytics-engines/viewer/assets` has them. */
export interface PageScripts {
  readonly viewerCode: string;
  readonly chartsCode: string;
  /** Compressed, since few readers export tables. */
  readonly excelBlock: string;
  /** The SHA-256 of the script in the block, in base64. */
  readonly excelHash: string;
}

/**
 * A report may run its own three scripts, by their hashes, and make pictures of its charts. It cannot load anything, and the browser ignores
 * styles and scripts that data might add.
 */
function contentSecurityPolicy({ viewerCode, chartsCode, excelHash }: PageScripts): string {
  const own = [viewerCode, chartsCode].map((script) => createHash("sha256").update(script).digest("base64"));
  const hashes = [...own, excelHash].map((hash) => `'sha256-${hash}'`);
  return [
    "default-src 'none'",
    `script-src ${hashes.join(" ")}`,
    "img-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** The page up to the data. */
export function pageStart(scripts: PageScripts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(scripts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Analytics Engines run</title>
</head>
<body>
<noscript>This report shows its tables with JavaScript, which is turned off.</noscript>
<script type="text/plain" id="${CHARTS_ID}">${scripts.chartsCode}</script>
${blockStart(EXCEL_ID)}${scripts.excelBlock}${BLOCK_END}`;
}

/** The page after the data. A module runs when the whole page is loaded. */
export function pageEnd(viewerCode: string): string {
  return `<script type="module">${viewerCode}</script>\n</body>\n</html>\n`;
}

export function blockStart(id: string): string {
  return `<script type="application/octet-stream" id="${id}">`;
}

export const BLOCK_END = "</script>\n";
