import { createHash } from "node:crypto";
import type { PageScript } from "@analytics-engines/viewer/assets";
import { CHARTS_ID } from "../chart/load-charts.ts";
import { EXCEL_ID } from "../grid/export/load-excel.ts";
import { htmlHead } from "./html-head.ts";

/** The scripts of a page, as `@analytics-engines/viewer/assets` has them. Compressed, they take a third of their size. */
export type PageScripts = Readonly<Record<"viewer" | "charts" | "excel", PageScript>>;

const VIEWER_ID = "analytics-engines-viewer";

/** Runs the compressed script of the viewer, which runs the other scripts when it needs them: see load-script.ts. */
const START = `(async () => {
  const bytes = Uint8Array.from(atob(document.getElementById("${VIEWER_ID}").textContent), (text) => text.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const script = document.createElement("script");
  script.type = "module";
  script.textContent = await new Response(stream).text();
  document.body.append(script);
})().catch((error) => document.body.append("This report cannot be read: " + error));`;

/**
 * A report may run its own scripts, by their hashes, and make pictures of its charts and previews of its documents. It cannot load anything, and the
 * browser ignores styles and scripts that data might add.
 */
function allowedSources({ viewer, charts, excel }: PageScripts): string[] {
  const start = createHash("sha256").update(START).digest("base64");
  const hashes = [start, viewer.hash, charts.hash, excel.hash].map((hash) => `'sha256-${hash}'`);
  return [`script-src ${hashes.join(" ")}`, "img-src blob:", "frame-src blob:"];
}

/** The page up to the data. */
export function pageStart(scripts: PageScripts): string {
  return `${htmlHead("Analytics Engines run", allowedSources(scripts))}<body>
<noscript>This report shows its tables with JavaScript, which is turned off.</noscript>
${blockOf(VIEWER_ID, scripts.viewer)}${blockOf(CHARTS_ID, scripts.charts)}${blockOf(EXCEL_ID, scripts.excel)}`;
}

/** The page after the data: the viewer starts when it has all of the data. */
export const PAGE_END = `<script>${START}</script>\n</body>\n</html>\n`;

function blockOf(id: string, { block }: PageScript): string {
  return `${blockStart(id)}${block}${BLOCK_END}`;
}

export function blockStart(id: string): string {
  return `<script type="application/octet-stream" id="${id}">`;
}

export const BLOCK_END = "</script>\n";
