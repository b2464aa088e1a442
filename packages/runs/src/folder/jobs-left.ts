import { readFile } from "node:fs/promises";
import { join } from "node:path";

const FILES = ["journal.jsonl", "manifest.json"];
const JOB_ID = /"jobId":\s?"([\w./:~-]{1,100})"/g;
const MAX_IDS = 20;

/** The job ids that the files of a damaged run folder still hold, in one line; empty where there are none. */
export async function jobsLeft(folder: string): Promise<string> {
  const texts = await Promise.all(FILES.map((name) => readFile(join(folder, name), "latin1").catch(() => "")));
  const ids = new Set(texts.flatMap((text) => [...text.matchAll(JOB_ID)].map(([, id = ""]) => id)));
  const more = ids.size > MAX_IDS ? ` and ${ids.size - MAX_IDS} more` : "";
  return `${[...ids].slice(0, MAX_IDS).join(", ")}${more}`;
}
