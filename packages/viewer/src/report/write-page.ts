import type { FileHandle } from "node:fs/promises";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { replaceWith, writeBatches } from "@analytics-engines/runs/files";
import { BLOCK_END, blockStart, PAGE_END, pageStart } from "./page.ts";

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
  await mkdir(folder, { recursive: true });
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
