import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { makeFolders, replaceWith, writeBatches } from "@analytics-engines/runs/files";
import type { PageScript } from "@analytics-engines/viewer/assets";
import { CHARTS_ID, EXCEL_ID } from "../late-scripts.ts";

/** A page up to its body. Its policy allows what the directives name, and nothing else. `title` and `rest` are markup. */
function htmlHead(title: string, directives: readonly string[], rest = ""): string {
  const policy = ["default-src 'none'", ...directives, "base-uri 'none'", "form-action 'none'"].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${rest}</head>
`;
}

/** The scripts of a page, as `@analytics-engines/viewer/assets` has them. Compressed, they take a third of their size. */
type PageScripts = Readonly<Record<"viewer" | "charts" | "excel", PageScript>>;

const VIEWER_ID = "analytics-engines-viewer";

/** Runs the compressed script of the viewer, which runs the other scripts when it needs them: see late-scripts.ts. */
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
function pageStart(scripts: PageScripts): string {
  return `${htmlHead("Analytics Engines run", allowedSources(scripts))}<body>
<noscript>This report shows its tables with JavaScript, which is turned off.</noscript>
${blockOf(VIEWER_ID, scripts.viewer)}${blockOf(CHARTS_ID, scripts.charts)}${blockOf(EXCEL_ID, scripts.excel)}`;
}

/** The page after the data: the viewer starts when it has all of the data. */
const PAGE_END = `<script>${START}</script>\n</body>\n</html>\n`;

function blockOf(id: string, { block }: PageScript): string {
  return `${blockStart(id)}${block}${BLOCK_END}`;
}

function blockStart(id: string): string {
  return `<script type="application/octet-stream" id="${id}">`;
}

const BLOCK_END = "</script>\n";

/** A page that is being written. */
export type OpenPage = FileHandle;

/**
 * Writes a page with the viewer and its data. The file appears only when it is complete.
 * @param writeData writes the blocks of the data
 * @throws UserError where another program has the file open; the errors of the disk
 */
export async function writeViewerPage(
  out: string,
  writeData: (page: OpenPage) => Promise<void>,
): Promise<{ readonly file: string; readonly bytes: number }> {
  const scripts = await import("@analytics-engines/viewer/assets");
  const file = path.resolve(out);
  const [folder, name] = [path.dirname(file), path.basename(file)];
  makeFolders(folder);
  let bytes = 0;
  const write = async (page: OpenPage) => {
    await writeBatches(page, [pageStart(scripts)]);
    await writeData(page);
    await writeBatches(page, [PAGE_END]);
    bytes = (await page.stat()).size;
  };
  await replaceWith(folder, name, write, { temporary: `${name}.${process.pid}.partial` });
  return { file, bytes };
}

/** Adds an element with the content as gzip in base64, no faster than the page is written. */
export async function writeBlock(
  page: OpenPage,
  id: string,
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  await writeBatches(page, [blockStart(id)]);
  await pipeline(Readable.from(content), createGzip().setEncoding("base64"), (texts: AsyncIterable<string>) =>
    writeBatches(page, texts),
  );
  await writeBatches(page, [BLOCK_END]);
}
