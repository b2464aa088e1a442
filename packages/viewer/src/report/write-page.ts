import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { BLOCK_END, blockStart, PAGE_END, pageStart } from "./page.ts";

/**
 * Writes a page with the viewer and its data. The file appears only when it is complete.
 * @param writeData writes the blocks of the data
 */
export async function writeViewerPage(
  out: string,
  writeData: (page: WriteStream) => Promise<void>,
): Promise<{ readonly file: string; readonly bytes: number }> {
  const scripts = await import("@analytics-engines/viewer/assets");
  const file = path.resolve(out);
  const partial = `${file}.${process.pid}.partial`;
  await mkdir(path.dirname(file), { recursive: true });
  const page = createWriteStream(partial, { flags: "wx" });
  try {
    await write(page, pageStart(scripts));
    await writeData(page);
    await write(page, PAGE_END);
    await new Promise<void>((resolve, reject) => page.on("error", reject).end(resolve));
    await rename(partial, file);
    return { file, bytes: page.bytesWritten };
  } catch (error) {
    page.destroy();
    await rm(partial, { force: true });
    throw error;
  }
}

/** Adds an element with the content as gzip in base64, no faster than the page is written. */
export async function writeBlock(
  page: WriteStream,
  id: string,
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  await write(page, blockStart(id));
  await pipeline(Readable.from(content), createGzip().setEncoding("base64"), async (texts: AsyncIterable<string>) => {
    for await (const text of texts) await write(page, text);
  });
  await write(page, BLOCK_END);
}

function write(page: WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    page.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
