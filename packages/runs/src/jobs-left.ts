import { readFile } from "node:fs/promises";
import { join } from "node:path";

const FILES = ["journal.jsonl", "manifest.json"];
const JOB_ID = /"jobId":\s?"([\w./:~-]{1,100})"/g;
const MOST = 20;

/** The ids of jobs that the files of a damaged run folder still name, in one line; empty where they name none. */
export async function jobsLeft(folder: string): Promise<string> {
  const texts = await Promise.all(FILES.map((name) => readFile(join(folder, name), "latin1").catch(() => "")));
  const ids = new Set(texts.flatMap((text) => [...text.matchAll(JOB_ID)].map(([, id = ""]) => id)));
  const more = ids.size > MOST ? ` and ${ids.size - MOST} more` : "";
  return `${[...ids].slice(0, MOST).join(", ")}${more}`;
}
