import { readFile, writeFile } from "node:fs/promises";

/** Changes the lowest bit of one byte of a file. */
export async function flipByte(path: string, at: number): Promise<void> {
  const content = await readFile(path);
  content[at] = (content[at] ?? 0) ^ 1;
  await writeFile(path, content);
}
